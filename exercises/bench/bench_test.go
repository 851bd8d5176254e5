package bench

import (
	"context"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// sceneOf returns the scene of a bench for the answers a.
func sceneOf(t *testing.T, b Bench, from Source, a exercises.Answers) exercises.Scene {
	t.Helper()
	scene := must.Value(b.Scene(from))
	return scene(context.Background(), a)
}

func moons(run ...string) Bench { return Bench{Run: run, Data: []Data{{Set: "moons"}}} }

// TestScene_stepSizesFollowTheKernel checks the slider of a step size. Its initial value is half of
// the largest safe step size, rounded down to one digit. The slider extends to both sides of this
// value, even if the values of the kernel are large.
func TestScene_stepSizesFollowTheKernel(t *testing.T) {
	far := dataset.NewClassification("far", [][]float64{{1e4, 0}, {0, 1e4}, {-1e4, 3}}, []float64{1, -1, 1})
	for _, b := range []Bench{moons("logistic"),
		{Run: []string{"logistic"}, Data: []Data{{Set: "own"}}, Kernels: []string{"linear"}}} {
		b.Sliders = []Slider{{Name: "gamma"}}
		scene := sceneOf(t, b, Source{Own: far}, nil)
		c, safe := scene.Controls[len(scene.Controls)-1], safeFor(t, b, far)
		if c.Number() > safe/2 || c.Number() < safe/4 || c.Min > safe/100 || c.Max < 2*safe {
			t.Errorf("γ = %v from %v to %v, want a quarter to half of the safe %v, with room on both sides",
				c.Number(), c.Min, c.Max, safe)
		}
	}
}

// safeFor returns the largest safe step size of logistic regression on the first set of a bench.
func safeFor(t *testing.T, b Bench, own exercises.Data) float64 {
	t.Helper()
	problem := problemOf(t, b, own)
	kind, _ := anatomy.KindNamed("logistic")
	return must.Value(safeStep(kind, problem))
}

// problemOf returns the problem of a bench without answers.
func problemOf(t *testing.T, b Bench, own exercises.Data) *solvers.Problem {
	t.Helper()
	sets, _ := b.sets(Source{Own: own})
	m := b.readInput(sets, nil).data
	return must.Value(m.Dual())
}

// solverOn returns the first solver of a bench, with parameters from the answers.
func solverOn(t *testing.T, b Bench, a exercises.Answers) solvers.Solver {
	t.Helper()
	s, _, err := b.configureSolver(must.Value(b.solverOptions())[0], problemOf(t, b, nil), a)
	check.OK(t, err)
	return s
}

// TestScene_takesAShareOfTheSafeStep checks that the step size is the share times the largest safe
// step size.
func TestScene_takesAShareOfTheSafeStep(t *testing.T) {
	b := moons("logistic")
	b.Sliders = []Slider{{Name: "share"}}
	gamma := solverOn(t, b, exercises.Answers{"share": "0.25"}).(solvers.Logistic).Gamma
	if safe := safeFor(t, b, nil); math.Abs(gamma-safe/4) > 1e-15 {
		t.Errorf("γ = %v, want a quarter of the safe %v", gamma, safe)
	}
}

// TestScene_namesControls checks that two benches of one exercise have different
// controls, and that controls listed as last come last, in that order.
func TestScene_namesControls(t *testing.T) {
	sets := []Data{{Set: "moons"}, {Set: "xor4"}}
	for want, b := range map[string]Bench{
		"enddata=moons endkernel=rbf endsigma=0.5 endpasses=20": {Run: []string{"perceptron"},
			Sliders: []Slider{{Name: "passes", Initial: "20", From: 5, To: 200}}},
		"enddata=moons endC=1 endsigma=0.5 endkernel=rbf": {Run: []string{"smo"}, Sliders: []Slider{{Name: "C"}},
			Last: []string{"sigma", "kernel"}},
	} {
		b.NamePrefix, b.Data = "end", sets
		var names []string
		for _, c := range sceneOf(t, b, Source{}, nil).Controls {
			names = append(names, c.Name+"="+c.Value)
		}
		check.Equal(t, strings.Join(names, " "), want, "the controls")
	}
}

// TestScene_showsVisitsOfFewPoints checks that every visit of the perceptron is a step
// if there are few points.
func TestScene_showsVisitsOfFewPoints(t *testing.T) {
	for name, want := range map[string]bool{"moons": false, "xor4": true} {
		b := Bench{Run: []string{"perceptron max-epochs=7"}, Data: []Data{{Set: name}}}
		if s := solverOn(t, b, nil).(solvers.Perceptron); s.EveryVisit != want || s.MaxPasses != 7 {
			t.Errorf("%s: got %+v, want every visit %v and 7 epochs", name, s, want)
		}
	}
}
