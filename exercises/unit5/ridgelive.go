package unit5

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// sinePoints is the number of points of the noisy sine drawn for a student, and
// sineWidth is an RBF width that suits them.
const (
	sinePoints = 16
	sineWidth  = 0.6
)

// ridgeLive builds exercise 5.3: points of a noisy sine, and the weight of the one with the largest
// residual.
func ridgeLive(b worksheets.Brief) worksheets.Parts {
	r := lesson.Rand(b.Seed, 53)
	set := someOf("sine_reg", r)
	lambda := []float64{0.1, 0.2, 0.5}[r.IntN(3)]
	fit := lesson.Must(newRidge(kernels.RBF{Sigma: sineWidth}, set.Points(), set.Labels(), lambda))
	i := farthest(set.Labels(), fit.Scores)
	title := "A noisy sine and its fit, λ = " + anatomy.Num(lambda)
	still := worksheets.Behaviour{Scene: lesson.FixedFigures(stage.Chart(title, fit.curve(-1)), fit.bars(-1))}
	y, f := math.Round(set.Label(i)*1000)/1000, math.Round(fit.Scores[i]*1000)/1000 // as the text has them
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": sinePoints, "i": anatomy.Sub(i + 1), "lambda": lambda, "y": y, "f": f,
			"weight": (y - f) / lambda, "product": (y - f) * lambda, "residual": y - f,
		},
		Tasks: worksheets.Tasks{
			"residual": {Scene: lesson.FixedFigures(stage.Main(title, fit.curve(i)))}, "guess": still, "line": still,
			"ends": {Scene: fitFigure{set}.ends}, "away": {Scene: fitFigure{set}.ends},
			"pull": {Scene: fitFigure{set}.pull},
		},
	}
}

// someOf draws sinePoints points of a built-in set of the line, from left to right.
func someOf(name string, r *rand.Rand) *dataset.Set {
	all := dataset.MustBuiltin(name)
	chosen := r.Perm(all.Len())[:sinePoints]
	slices.SortFunc(chosen, func(i, j int) int { return int(math.Copysign(1, all.Point(i)[0]-all.Point(j)[0])) })
	return all.Subset(chosen)
}

// farthest returns the point with the largest residual.
func farthest(y, f []float64) int {
	at := 0
	for i := range y {
		if math.Abs(y[i]-f[i]) > math.Abs(y[at]-f[at]) {
			at = i
		}
	}
	return at
}

// fitFigure is kernel ridge regression on points of a line, with λ and the kernel on
// controls.
type fitFigure struct{ set *dataset.Set }

// ends shows the curve and its weights for the λ and the kernel on the controls.
func (f fitFigure) ends(_ context.Context, a exercises.Answers) exercises.Scene {
	lambda, kernel := stage.LogSlider("lambda", "λ", 1e-10, 1e4, 0.5, a, "1"), stage.KernelControl("kernel", a, "rbf")
	sigma, controls := stage.LogSlider("sigma", "σ", 0.05, 10, 0.1, a, "0.3"), []exercises.Control{lambda, kernel}
	if kernel.Value == "rbf" {
		controls = append(controls, sigma)
	}
	r, err := newRidge(stage.KernelOf(kernel.Value, sigma.Number()), f.set.Points(), f.set.Labels(), lambda.Number())
	if err != nil {
		return exercises.Scene{Controls: controls, Notes: []ascii.Line{stage.Warning(err.Error())}}
	}
	return exercises.Scene{
		Controls: controls,
		Figures:  []exercises.Figure{stage.Main("f(x) = Σⱼ aⱼ k(xⱼ, x)", r.curve(-1)), r.bars(-1)},
		Notes:    []ascii.Line{r.words()},
	}
}

// pull moves one target and shows how far everything moves with it.
func (f fitFigure) pull(_ context.Context, a exercises.Answers) exercises.Scene {
	by := stage.Slider("by", "pulled by", -1, 1, 0.25, a, "1")
	point := stage.Slider("point", "point", 1, float64(f.set.Len()), 1, a, strconv.Itoa(sinePoints/2))
	others := stage.ChoiceControl("others", "the others", a, "drawn",
		exercises.Labelled("drawn", "as drawn", "zero", "0")...)
	y, i := f.set.Labels(), int(point.Number())-1
	if others.Value == "zero" {
		clear(y)
	}
	lambda, kernel := stage.LogSlider("pull-lambda", "λ", 1e-4, 1e4, 0.5, a, "0.1"),
		stage.KernelControl("pull-kernel", a, "rbf")
	fit := func(y []float64) ridge {
		return lesson.Must(newRidge(stage.KernelOf(kernel.Value, 0.3), f.set.Points(), y, lambda.Number()))
	}
	before, pulled := fit(y), slices.Clone(y)
	pulled[i] += by.Number()
	after := fit(pulled)
	chart, ghost := after.curve(i), before.curve(-1).Series[0]
	ghost.Name, ghost.Ink = "before", ascii.Symbol2
	for j, y := range chart.Series[0].Y {
		if math.Abs(y-ghost.Y[j]) < 0.05 { // two curves in the same cells cannot be told apart
			ghost.Y[j] = math.NaN()
		}
	}
	chart.Series = append([]ascii.ChartSeries{ghost}, chart.Series...)
	return exercises.Scene{
		Controls: []exercises.Control{by, point, others, lambda, kernel},
		Figures: []exercises.Figure{
			stage.Main(fmt.Sprintf("Target %d pulled by %s", i+1, anatomy.Num(by.Number())), chart), after.bars(i),
		},
		Notes: ascii.Linesf("f(x%s) moves by %s, a%s by %s.", anatomy.Sub(i+1),
			lesson.ThreeDigits(after.Scores[i]-before.Scores[i]), anatomy.Sub(i+1),
			lesson.ThreeDigits(after.Coef[i]-before.Coef[i])),
	}
}

// ridge is kernel ridge regression on points of a line.
type ridge struct {
	kernel kernels.Kernel[[]float64]
	x      [][]float64
	y      []float64
	lambda float64
	solvers.RidgeSolution
}

// newRidge solves the system. Points in x have one coordinate.
func newRidge(k kernels.Kernel[[]float64], x [][]float64, y []float64, lambda float64) (ridge, error) {
	s, err := solvers.SolveRidge(kernels.Gram(k, x), y, lambda)
	return ridge{k, x, y, lambda, s}, err
}

// curve returns f as a chart over a part of the line that is wider than the data, with the targets
// as dots. The dot of the highlighted point, counted from 0, stands out.
func (r ridge) curve(highlighted int) ascii.Chart {
	dots := ascii.ChartSeries{Name: "y", Ink: ascii.Text, Kind: ascii.Dots, Y: r.y}
	for _, x := range r.x {
		dots.X = append(dots.X, x[0])
	}
	span := ascii.RangeOf(dots.X...).Pad(0.4)
	f := kernels.Expansion{Kernel: r.kernel, Points: r.x, Coef: r.Coef}
	curve := ascii.ChartSeries{Name: "f", Ink: ascii.Curve}
	const pieces = 240
	for i := range pieces + 1 {
		x := span.Min + (span.Max-span.Min)*float64(i)/pieces
		curve.Add(x, f.Eval([]float64{x}))
	}
	chart := ascii.Chart{Series: []ascii.ChartSeries{curve, dots}, XLabel: "x",
		Y: ascii.RangeOf(r.y...).With(-1.25).With(1.25)}
	if highlighted >= 0 {
		chart.Series = append(chart.Series, ascii.ChartSeries{Name: "y" + anatomy.Sub(highlighted+1), Ink: ascii.Select,
			Kind: ascii.Dots, X: dots.X[highlighted : highlighted+1], Y: r.y[highlighted : highlighted+1]})
	}
	return chart
}

// withBand returns the curve, the targets, and a band from f − 2s to f + 2s. In a Gaussian process
// whose targets have noise of variance λ, s² is the variance of f(x).
func (r ridge) withBand() ascii.Chart {
	posterior := lesson.Must(solvers.NewPosterior(kernels.Gram(r.kernel, r.x), r.lambda))
	rows, k := kernels.NewRows(r.kernel, r.x), make([]float64, len(r.x))
	chart, band := r.curve(-1), ascii.ChartSeries{Name: "band", Ink: ascii.Symbol2}
	for i, x := range chart.Series[0].X {
		at := []float64{x}
		rows.RowFor(k, at)
		width := 2 * math.Sqrt(posterior.Variance(r.kernel.Eval(at, at), k))
		band.Add(x, chart.Series[0].Y[i]+width)
		band.Low = append(band.Low, chart.Series[0].Y[i]-width)
	}
	chart.Y, chart.Series = ascii.RangeOf(-3, 3), append(chart.Series, band)
	return chart
}

// bars returns the dual weights, point by point.
func (r ridge) bars(selected int) exercises.Figure {
	chart := ascii.Bars{Vertical: true, Format: lesson.ThreeDigits}
	for i, a := range r.Coef {
		chart.Bars = append(chart.Bars,
			ascii.Bar{Label: strconv.Itoa(i + 1), Value: a, Ink: ascii.Symbol1, Selected: i == selected})
	}
	return stage.Chart("a", chart)
}

// words describes the size of the weights and of the residuals.
func (r ridge) words() ascii.Line {
	return ascii.Plainf("Largest |aᵢ|: %s. Largest |yᵢ − f(xᵢ)|: %s.",
		lesson.ThreeDigits(floats.Norm(r.Coef, math.Inf(1))),
		lesson.ThreeDigits(floats.Distance(r.y, r.Scores, math.Inf(1))))
}

// curveWithBand builds exercise 5.8: kernel ridge regression on points of a noisy sine with a gap, as the mean of
// a Gaussian process.
func curveWithBand(b worksheets.Brief) worksheets.Parts {
	r := lesson.Rand(b.Seed, 580)
	f := fitFigure{someOf("sine_gap", r)}
	fit := lesson.Must(newRidge(kernels.RBF{Sigma: sineWidth}, f.set.Points(), f.set.Labels(), 0.01))
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"model": {Scene: randomFunctions(r)},
		"guess": {Scene: lesson.FixedFigures(stage.Main("", fit.curve(-1)))},
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
		k := kernels.Gram(kernels.RBF{Sigma: lesson.SliderValue(a, "sigma")}, x)
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
	floats.Scale(1+lesson.SliderValue(a, "targets"), y)
	r := lesson.Must(newRidge(kernels.RBF{Sigma: lesson.SliderValue(a, "sigma")}, f.set.Points(), y,
		lesson.SliderValue(a, "lambda")))
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
	if lesson.SliderValue(a, "truth") > 0 {
		chart.Series = append(chart.Series, truth)
		notes = append(notes, ascii.Plainf("The truth is in the band at %d %% of the places from −3 to 3.",
			100*inside/len(truth.X)))
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart)}, Notes: notes}
}
