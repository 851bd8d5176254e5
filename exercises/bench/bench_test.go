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
)

// on is the stage of a bench for some answers.
func on(t *testing.T, b Bench, from Brought, a exercises.Answers) exercises.Scene {
	t.Helper()
	scene, err := b.Scene(from)
	if err != nil {
		t.Fatal(err)
	}
	return scene(context.Background(), a)
}

func moons(run ...string) Bench { return Bench{Run: run, Data: []Data{{Set: "moons"}}} }

// Whatever a bench names and does not exist is told by its name, beside what
// there is.
func TestUnknownNamesAreTold(t *testing.T) {
	for want, change := range map[string]func(*Bench){
		`no solver "svm"; there are smo`:                      func(b *Bench) { b.Run = []string{"svm"} },
		`a bench needs a solver and a set`:                    func(b *Bench) { b.Data = nil },
		`no set "moon"; there are worksheet1d`:                func(b *Bench) { b.Data = []Data{{Set: "moon"}} },
		`no slider of smo "c"; there are C, rule`:             func(b *Bench) { b.Sliders = []Slider{{Name: "c"}} },
		`no parameter of smo "gamma"; there are C, tol, rule`: func(b *Bench) { b.Run = []string{"smo gamma=1"} },
		`no note "circles"; there are said, circle`:           func(b *Bench) { b.Notes = []string{"circles"} },
		`there is no kernel "polly"`:                          func(b *Bench) { b.Kernels = []string{"polly"} },
	} {
		b := moons("smo")
		change(&b)
		if _, err := b.Scene(Brought{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Every kind of the table runs on a bench, with all of its sliders.
func TestEveryKindRuns(t *testing.T) {
	for _, kind := range anatomy.All() {
		b := moons(kind.Name, kind.Name)
		scene := on(t, b, Brought{}, nil)
		if scene.Run == nil {
			t.Errorf("%s: %v", kind.Name, scene.Notes)
			continue
		}
		run, err := scene.Run.Extend(context.Background(), 3, exercises.Break{})
		if err != nil || run.Len() < 2 {
			t.Errorf("%s: %d frames, %v", kind.Name, run.Len(), err)
		}
		for _, c := range scene.Controls {
			if c.Label == "" || c.Nudge(1) == "" {
				t.Errorf("%s: the control %s goes nowhere", kind.Name, c.Name)
			}
		}
	}
}

// A step size begins at half of what is safe, rounded down to one digit, and
// reaches to both sides of it however large the kernel's values are.
func TestStepSizesFollowTheKernel(t *testing.T) {
	far := dataset.NewClassification("far", [][]float64{{1e4, 0}, {0, 1e4}, {-1e4, 3}}, []float64{1, -1, 1})
	for _, b := range []Bench{moons("logistic"), {Run: []string{"logistic"}, Data: []Data{{Set: "own"}}, Kernels: []string{"linear"}}} {
		b.Sliders = []Slider{{Name: "gamma"}}
		scene := on(t, b, Brought{Own: far}, nil)
		c := scene.Controls[len(scene.Controls)-1]
		m, _ := b.model(first(b.sets(Brought{Own: far})), nil)
		kind, _ := anatomy.Named("logistic")
		safe, err := safeStep(kind, m)
		if err != nil || c.Number() > safe/2 || c.Number() < safe/4 || c.Min > safe/100 || c.Max < 2*safe {
			t.Errorf("γ = %v from %v to %v, safe up to %v (%v)", c.Number(), c.Min, c.Max, safe, err)
		}
	}
}

func first[T, U any](v T, _ U) T { return v }

// A share of the safe step is the step size itself, times what is safe.
func TestShareOfTheSafeStep(t *testing.T) {
	b := moons("logistic")
	b.Sliders = []Slider{{Name: "share"}}
	m, _ := b.model(first(b.sets(Brought{})), nil)
	kind, _ := anatomy.Named("logistic")
	safe, err := safeStep(kind, m)
	s, _, err2 := b.solver("logistic", m, exercises.Answers{"share": "0.25"})
	if err != nil || err2 != nil || math.Abs(s.(solvers.Logistic).Gamma-safe/4) > 1e-15 {
		t.Errorf("γ = %v, safe %v: %v, %v", s.(solvers.Logistic).Gamma, safe, err, err2)
	}
}

// Two benches of one exercise keep their controls apart.
func TestNamesOfControls(t *testing.T) {
	b := Bench{Run: []string{"perceptron"}, Names: "end", Data: []Data{{Set: "moons"}, {Set: "xor4"}}, Sliders: []Slider{{Name: "passes", At: "20", From: 5, To: 200}}}
	var names []string
	for _, c := range on(t, b, Brought{}, nil).Controls {
		names = append(names, c.Name+"="+c.Value)
	}
	if got := strings.Join(names, " "); got != "enddata=moons endkernel=rbf endsigma=0.5 endpasses=20" {
		t.Errorf("got %s", got)
	}
}

// Every visit of the perceptron is a step where the points are few.
func TestVisitsOfFewPoints(t *testing.T) {
	kind, _ := anatomy.Named("perceptron")
	_, with := solverLine("perceptron every-visit=few max-epochs=7")
	for name, want := range map[string]bool{"moons": false, "xor4": true} {
		if s := plain(kind, with, dataset.MustBuiltin(name)).(solvers.Perceptron); s.EveryVisit != want || s.MaxEpochs != 7 {
			t.Errorf("%s: every visit %v", name, s.EveryVisit)
		}
	}
}
