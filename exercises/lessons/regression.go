package lessons

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
)

// regression is kernel ridge regression on points of a line.
type regression struct {
	kernel kernels.Kernel[[]float64]
	x      [][]float64
	y      []float64
	lambda float64
	solvers.RidgeSolution
}

// regress fits; x has one coordinate a point.
func regress(k kernels.Kernel[[]float64], x [][]float64, y []float64, lambda float64) (regression, error) {
	s, err := solvers.SolveRidge(kernels.Gram(k, x), y, lambda)
	return regression{k, x, y, lambda, s}, err
}

// curveOver is f as a chart over a range, with the targets as dots.
func (r regression) curveOver(span, height ascii.Range) ascii.Chart {
	f := kernels.Expansion{Kernel: r.kernel, Points: r.x, Coef: r.Coef}
	curve := ascii.ChartSeries{Name: "f", Ink: ascii.Curve}
	const pieces = 240
	for i := range pieces + 1 {
		x := span.Min + (span.Max-span.Min)*float64(i)/pieces
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, f.Eval([]float64{x}))
	}
	dots := ascii.ChartSeries{Name: "y", Ink: ascii.Text, Kind: ascii.Dots}
	for i, x := range r.x {
		dots.X, dots.Y = append(dots.X, x[0]), append(dots.Y, r.y[i])
	}
	return ascii.Chart{Series: []ascii.ChartSeries{curve, dots}, XLabel: "x", Y: height}
}

// bars are the dual weights, point by point.
func (r regression) bars(selected int) exercises.Figure {
	chart := ascii.Bars{Vertical: true}
	for i, a := range r.Coef {
		chart.Bars = append(chart.Bars, ascii.Bar{Label: fmt.Sprint(i + 1), Value: a, Ink: ascii.Symbol1, Selected: i == selected})
	}
	return exercises.Figure{Title: "a", Role: exercises.Chart, Plot: chart}
}

// words say how large the weights are and how far the curve is from its
// targets.
func (r regression) words() ascii.Line {
	var most, far float64
	for i, a := range r.Coef {
		most = max(most, a, -a)
		far = max(far, r.y[i]-r.Scores[i], r.Scores[i]-r.y[i])
	}
	return ascii.Plain(fmt.Sprintf("Largest |aᵢ|: %s. Largest |yᵢ − f(xᵢ)|: %s. λ times the first is the second, to %s.",
		exercises.Typeset(anatomy.Num(most)), exercises.Typeset(anatomy.Num(far)), exercises.Typeset(anatomy.Plain(math.Abs(far-r.lambda*most), 1))))
}
