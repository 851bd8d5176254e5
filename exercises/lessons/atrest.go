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
	x [][]float64
	y []float64
	k *mat.SymDense
}

// restKernel is that of the points.
func restKernel() kernels.RBF { return kernels.RBF{Sigma: 1} }

// newAtRest draws five points of either class; with λ = 1 and the hinge each a is
// clearly 0, beyond the margin, or clearly not, and fewer of them are 0 than not.
func newAtRest(r *rand.Rand) atRest {
	for {
		var p atRest
		for i := range restPoints {
			y := float64(2*(i%2) - 1)
			p.x, p.y = append(p.x, []float64{1.1*y + 0.6*r.NormFloat64()}), append(p.y, y)
		}
		p.k = kernels.Gram(restKernel(), p.x)
		if _, zeros, clear := p.settled(solvers.HingeLoss(), 1); clear && zeros >= 2 && zeros <= 4 {
			return p
		}
	}
}

// settled is where a descent comes to rest, as near as long steps and then
// short ones bring it: the last step, how many of its a are 0, and whether these
// and no others are beyond the margin.
func (p atRest) settled(l solvers.Loss, lambda float64) (s solvers.Step, zeros int, clear bool) {
	problem, err := solvers.NewDual(solvers.NewDense(p.k), p.y)
	if err != nil {
		panic(err)
	}
	d := solvers.LossDescent{Loss: l, Lambda: lambda, Eta: 0.04 / lambda}
	if s, err = d.Start(problem); err != nil {
		panic(err)
	}
	for _, eta := range []float64{0.04, 0.01, 0.002} {
		d.Eta = eta / lambda
		for range 250 {
			s = d.Next(problem, s)
		}
	}
	clear = true
	for i, y := range p.y {
		margin, zero := y*s.F(i), atZero(lambda*s.Coef().At(i))
		if zero {
			zeros++
		}
		clear = clear && (zero && margin > 1.03 || !zero && margin < 1.015 && lambda*math.Abs(s.Coef().At(i)) > 0.1)
	}
	return s, zeros, clear
}

// atZero reports what many steps of (1 − ηλ)a have left of a point that is no
// longer pushed.
func atZero(a float64) bool { return math.Abs(a) < 1e-4 }

// bars shows λyᵢaᵢ at rest, for a loss and a λ on controls.
func (p atRest) bars(_ context.Context, a exercises.Answers) exercises.Scene {
	losses := map[string]solvers.Loss{"squared": solvers.SquaredLoss(), "logistic": solvers.PlusMinus.Loss(), "hinge": solvers.HingeLoss()}
	which := stage.ChoiceControl("loss", "loss", a, "squared", exercises.Choices("squared", "logistic", "hinge")...)
	lambda := stage.Slider("lambda", "λ", 0.25, 4, 0.25, a, "0.25")
	s, _, _ := p.settled(losses[which.Value], lambda.Number())
	chart := ascii.Bars{Range: ascii.RangeOf(-0.5, 1), Said: trueMinus}
	for i, y := range p.y {
		bar := ascii.Bar{Label: fmt.Sprintf("%2d  yf = %s", i+1, trueMinus(y*s.F(i))), Class: int(y), Value: lambda.Number() * y * s.Coef().At(i)}
		if atZero(bar.Value) {
			bar.Value = 0
		}
		chart.Bars = append(chart.Bars, bar)
	}
	return exercises.Scene{
		Controls: []exercises.Control{which, lambda},
		Figures: []exercises.Figure{
			stage.Main("λ·yᵢ·aᵢ at rest, "+which.Value+" loss", chart),
			stage.Chart("f and the labels", p.curve(s)),
		},
	}
}

// curve is f over the line.
func (p atRest) curve(s solvers.Step) ascii.Chart {
	f := ascii.ChartSeries{Name: "f", Ink: ascii.Symbol2}
	labels := ascii.ChartSeries{Name: "y", Kind: ascii.Dots, Ink: ascii.Symbol3, Y: p.y}
	for _, x := range p.x {
		labels.X = append(labels.X, x[0])
	}
	for x := -3.0; x <= 3; x += 0.05 {
		v := 0.0
		for i, z := range p.x {
			v += s.Coef().At(i) * restKernel().Eval([]float64{x}, z)
		}
		f.X, f.Y = append(f.X, x), append(f.Y, v)
	}
	return ascii.Chart{XLabel: "x", X: ascii.Range{Min: -3, Max: 3}, Y: ascii.Range{Min: -2, Max: 2}, Series: []ascii.ChartSeries{labels, f}}
}

// trueMinus is a number with two decimals, five columns wide.
func trueMinus(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%5.2f", v), "-", "−") }
