package unit5

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// curveWithBand builds exercise 5.8: kernel ridge regression on points of a noisy sine with a gap, as the mean of
// a Gaussian process.
func curveWithBand(b worksheets.Brief) worksheets.Parts {
	r := lesson.Rand(b.Seed, 580)
	f := fitFigure{someOf("sine_gap", r)}
	fit := lesson.Must(newRidge(kernels.RBF{Sigma: sineWidth}, f.set.Points(), f.set.Labels(), 0.01))
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"model": {Scene: randomFunctions(r)},
		"guess": {Scene: lesson.StillScene(stage.Main("", fit.curve(-1)))},
		"band":  {Scene: f.band}, "trust": {Scene: f.band},
	}}
}

// randomFunctions shows three samples Lz of a Gaussian process on a grid, where K = LLᵀ and z is
// standard normal.
func randomFunctions(r *rand.Rand) worksheets.SceneFunc {
	var x [][]float64
	var z [3][]float64
	for at := -4.0; at <= 4; at += 0.125 {
		x = append(x, []float64{at})
		for j := range z {
			z[j] = append(z[j], r.NormFloat64())
		}
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		k := kernels.Gram(kernels.RBF{Sigma: lesson.SliderAt(a, "sigma")}, x)
		var chol mat.Cholesky
		for i := range x {
			k.SetSym(i, i, 1+1e-9) // because a nearly singular K may have rounding errors
		}
		chol.Factorize(k)
		chart := ascii.Chart{XLabel: "x", Y: ascii.RangeOf(-3, 3), Series: make([]ascii.ChartSeries, len(z))}
		var l mat.TriDense
		chol.LTo(&l)
		for i := range x {
			for j := range z {
				chart.Series[j].Add(x[i][0], floats.Dot(mat.Row(nil, i, &l), z[j]))
			}
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart)}}
	}
}

// band shows the curve with a band of ±2 standard deviations. If the slider truth is on, it also
// shows the sine without noise.
func (f fitFigure) band(_ context.Context, a exercises.Answers) exercises.Scene {
	y := f.set.Labels()
	floats.Scale(1+lesson.SliderAt(a, "targets"), y)
	r := lesson.Must(newRidge(kernels.RBF{Sigma: lesson.SliderAt(a, "sigma")}, f.set.Points(), y,
		lesson.SliderAt(a, "lambda")))
	chart, truth := r.withBand(), ascii.ChartSeries{Name: "truth", Ink: ascii.Accent}
	mean, band := chart.Series[0], chart.Series[2]
	narrowest, widest, inside := math.Inf(1), 0.0, 0
	for i, x := range mean.X {
		if math.Abs(x) > 3 {
			continue
		}
		truth.Add(x, math.Sin(2*x)+0.3*x)
		width := band.Y[i] - mean.Y[i]
		narrowest, widest = min(narrowest, width), max(widest, width)
		if math.Abs(truth.Y[len(truth.Y)-1]-mean.Y[i]) <= width {
			inside++
		}
	}
	notes := ascii.Linesf("From −3 to 3 the band is ±%s at its narrowest and ±%s at its widest.",
		lesson.ThreeDigits(narrowest), lesson.ThreeDigits(widest))
	if lesson.SliderAt(a, "truth") > 0 {
		chart.Series = append(chart.Series, truth)
		notes = append(notes, ascii.Plainf("The truth is in the band at %d %% of the places from −3 to 3.",
			100*inside/len(truth.X)))
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart)}, Notes: notes}
}
