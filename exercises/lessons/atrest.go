package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// restPoints is how many points come to rest.
const restPoints = 10

// atRest is points on a line with labels −1 and +1.
type atRest struct {
	y []float64
	k *mat.SymDense
}

// newAtRest draws five points of either class; with λ = 1 and the hinge each a is
// clearly 0 or clearly not, and fewer of them are 0 than not.
func newAtRest(r *rand.Rand) atRest {
	for {
		var p atRest
		var x [][]float64
		for i := range restPoints {
			y := float64(2*(i%2) - 1)
			x, p.y = append(x, []float64{1.1*y + 0.6*r.NormFloat64()}), append(p.y, y)
		}
		p.k = gramOf(kernels.RBF{Sigma: 1}, x)
		if _, zeros, clear := p.settled(solvers.HingeLoss(), 1); clear && zeros >= 2 && zeros <= 4 {
			return p
		}
	}
}

// settled is where a descent comes to rest, as near as some hundred steps bring
// it: the last step, how many of its a are 0, and whether that is clear.
func (p atRest) settled(l solvers.Loss, lambda float64) (s solvers.Step, zeros int, clear bool) {
	problem, err := solvers.NewDual(solvers.NewDense(p.k), p.y)
	if err != nil {
		panic(err)
	}
	d := solvers.LossDescent{Loss: l, Lambda: lambda, Eta: 0.03 / lambda}
	if s, err = d.Start(problem); err != nil {
		panic(err)
	}
	for range 500 {
		s = d.Next(problem, s)
	}
	clear = true
	for _, a := range s.Coef().All() {
		size := lambda * math.Abs(a)
		if size < 1e-6 {
			zeros++
		}
		clear = clear && (size < 1e-6 || size > 0.1)
	}
	return s, zeros, clear
}

// bars shows λyᵢaᵢ at rest, for a loss and a λ on controls.
func (p atRest) bars(_ context.Context, a exercises.Answers) exercises.Scene {
	losses := map[string]solvers.Loss{"squared": solvers.SquaredLoss(), "logistic": solvers.PlusMinus.Loss(), "hinge": solvers.HingeLoss()}
	which := stage.ChoiceControl("loss", "loss", a, "squared", exercises.Choices("squared", "logistic", "hinge")...)
	lambda := exercises.Control{Name: "lambda", Label: "λ", Min: 0.25, Max: 4, Step: 0.25, Value: stage.Chosen(a, "lambda", "0.25")}
	s, _, _ := p.settled(losses[which.Value], lambda.Number())
	chart := ascii.Bars{Range: ascii.RangeOf(-0.5, 1)}
	for i, y := range p.y {
		chart.Bars = append(chart.Bars, ascii.Bar{
			Label: fmt.Sprintf("%2d  yf = %s", i+1, trueMinus(y*s.F(i))), Class: int(y), Value: lambda.Number() * y * s.Coef().At(i),
		})
	}
	return exercises.Scene{
		Controls: []exercises.Control{which, lambda},
		Figures:  []exercises.Figure{{Title: "λ·yᵢ·aᵢ at rest, " + which.Value + " loss", Role: exercises.Main, Plot: chart}},
	}
}

// trueMinus is a number with two decimals, five columns wide.
func trueMinus(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%5.2f", v), "-", "−") }
