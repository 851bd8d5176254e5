package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// oneUpdate is 6.6: descent for any loss.
func oneUpdate(b worksheets.Brief) worksheets.Parts {
	r := rand.New(rand.NewPCG(b.Seed, 660))
	near, eta, steps := newDescents(r)
	p := newAtRest(r)
	_, zeros, _ := p.settled(solvers.HingeLoss(), 1)
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"near": near, "rate2": eta, "slow": steps[1], "fast": steps[0],
			"mu2": math.Round((1-near)*10) / 10, "zeros": zeros, "others": restPoints - zeros, "points": restPoints,
		},
		Steps: map[string]worksheets.Behaviour{"race": {Scene: descents}, "rest": {Scene: p.bars}, "transfer": {Scene: tangents}},
	}
}

// raceSteps is how far the two descents are followed.
const raceSteps = 40

// pairErrors is the share of the error that is left after each step of least
// squares on two points with k(x₁, x₁) = k(x₂, x₂) = 1 and k(x₁, x₂) = near, of
// the descent on w and of the one on a. The targets 1 and second, 1 or −1, are
// an eigenvector of K.
func pairErrors(near, eta, second float64) [2][]float64 {
	k := mat.NewSymDense(2, []float64{1, near, near, 1})
	p, err := solvers.NewDual(solvers.NewDense(k), []float64{1, second})
	if err != nil {
		panic(err)
	}
	var out [2][]float64
	for i := range out {
		d := solvers.LossDescent{Loss: solvers.SquaredLoss(), Eta: 2 * eta / 2, OnA: i == 1}
		s, err := d.Start(p)
		if err != nil {
			panic(err)
		}
		for range raceSteps + 1 {
			out[i] = append(out[i], math.Abs(1-s.F(0)))
			s = d.Next(p, s)
		}
	}
	return out
}

// below is the first step after which no more than a tenth is left, and whether
// the step is clear: neither it nor the one before is near a tenth.
func below(left []float64) (step int, clear bool) {
	for step < raceSteps && left[step] > 0.1 {
		step++
	}
	return step, left[step] < 0.098 && left[step-1] > 0.102
}

// newDescents draws k(x₁, x₂) and η, with the steps that both descents need for a
// tenth.
func newDescents(r *rand.Rand) (near, eta float64, steps [2]int) {
	for {
		near, eta = float64(3+r.IntN(4))/10, float64(5+r.IntN(5))/10
		left := pairErrors(near, eta, -1)
		w, one := below(left[0])
		a, two := below(left[1])
		if one && two && w+2 < a && a < raceSteps {
			return near, eta, [2]int{w, a}
		}
	}
}

// descents shows the error of both descents, step by step.
func descents(_ context.Context, a exercises.Answers) exercises.Scene {
	near := stage.Slider("near", "k(x₁, x₂)", 0, 0.9, 0.1, a, "0")
	eta := stage.Slider("eta", "η", 0.1, 2, 0.1, a, "0.1")
	at := stage.Slider("after", "after step", 0, raceSteps, 1, a, "1")
	same := stage.ChoiceControl("targets", "targets", a, "opposite", exercises.Choice{Value: "opposite", Label: "+1 and −1"}, exercises.Choice{Value: "alike", Label: "+1 and +1"})
	second := map[string]float64{"opposite": -1, "alike": 1}[same.Value]
	left := pairErrors(near.Number(), eta.Number(), second)
	chart := ascii.Chart{Log: true, XLabel: "step", X: ascii.Range{Max: raceSteps}, Y: ascii.Range{Min: 1e-4, Max: 10}, HasCursor: true, Cursor: at.Number()}
	for i, name := range []string{"on w", "on a"} {
		s := ascii.ChartSeries{Name: name, Ink: []ascii.Ink{ascii.Symbol2, ascii.Symbol1}[i]}
		for k, v := range left[i] {
			if v >= 1e-4 && v <= 10 {
				s.X, s.Y = append(s.X, float64(k)), append(s.Y, v)
			}
		}
		chart.Series = append(chart.Series, s)
	}
	step := int(at.Number())
	return exercises.Scene{
		Controls: []exercises.Control{near, eta, same, at},
		Figures:  []exercises.Figure{stage.Main(fmt.Sprintf("Error left, along the eigenvector with μ = %s", anatomy.Num(1+second*near.Number())), chart)},
		Notes: []ascii.Line{ascii.Plainf("After step %d there is left: on w %s, on a %s.", step,
			anatomy.Num(twoDigits(left[0][step])), anatomy.Num(twoDigits(left[1][step])))},
	}
}
