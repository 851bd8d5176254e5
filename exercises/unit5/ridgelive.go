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

// sinePoints is the number of points of a noisy sine that are drawn for a student, and sineWidth is a
// width of the RBF kernel that suits them.
const (
	sinePoints = 16
	sineWidth  = 0.6
)

// ridgeLive builds the Go part of exercise 5.3: kernel ridge regression on points of a
// noisy sine. One task asks for the dual coefficient of the point with the largest residual.
func ridgeLive(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 53)
	set := drawSubset("sine_reg", r)
	lambda := []float64{0.1, 0.2, 0.5}[r.IntN(3)]
	fit := lesson.Must(newRidge(kernels.RBF{Sigma: sineWidth}, set.Points(), set.Labels(), lambda))
	i := largestResidual(set.Labels(), fit.Scores)
	title := "A noisy sine and its fit, λ = " + anatomy.Num(lambda)
	fixedTask := worksheets.LessonTask{Scene: lesson.FixedFigures(stage.SideFigure(title, fit.curveChart(-1)),
		fit.coefficientBars(-1))}
	y, f := math.Round(set.Label(i)*1000)/1000, math.Round(fit.Scores[i]*1000)/1000 // rounded as in the text
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"n": sinePoints, "i": anatomy.Sub(i + 1), "lambda": lambda, "y": y, "f": f,
			"weight": (y - f) / lambda, "product": (y - f) * lambda, "residual": y - f,
		},
		Tasks: worksheets.Tasks{
			"residual": {Scene: lesson.FixedFigures(stage.Main(title, fit.curveChart(i)))},
			"guess":    fixedTask, "line": fixedTask,
			"ends": {Scene: fitFigure{set}.curveScene}, "away": {Scene: fitFigure{set}.curveScene},
			"pull": {Scene: fitFigure{set}.pullScene},
		},
	}
}

// drawSubset draws sinePoints points of a built-in one-dimensional set and sorts them from left to
// right.
func drawSubset(name string, r *rand.Rand) *dataset.Set {
	all := dataset.MustBuiltin(name)
	indices := r.Perm(all.Len())[:sinePoints]
	slices.SortFunc(indices, func(i, j int) int { return int(math.Copysign(1, all.Point(i)[0]-all.Point(j)[0])) })
	return all.Subset(indices)
}

// largestResidual returns the index of the point with the largest residual |yᵢ − fᵢ|.
func largestResidual(y, f []float64) int {
	largest := 0
	for i := range y {
		if math.Abs(y[i]-f[i]) > math.Abs(y[largest]-f[largest]) {
			largest = i
		}
	}
	return largest
}

// fitFigure shows kernel ridge regression on a one-dimensional set. Controls choose λ and the kernel.
type fitFigure struct{ set *dataset.Set }

// curveScene shows the curve and its dual coefficients for the λ and the kernel that the controls
// choose.
func (f fitFigure) curveScene(_ context.Context, a exercises.Answers) exercises.Scene {
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
		Figures:  []exercises.Figure{stage.Main("f(x) = Σⱼ aⱼ k(xⱼ, x)", r.curveChart(-1)), r.coefficientBars(-1)},
		Notes:    []ascii.Line{r.sizeLine()},
	}
}

// pullScene moves one target and shows how far the curve and the dual coefficients move with it.
func (f fitFigure) pullScene(_ context.Context, a exercises.Answers) exercises.Scene {
	pullSlider := stage.Slider("by", "pulled by", -1, 1, 0.25, a, "1")
	point := stage.Slider("point", "point", 1, float64(f.set.Len()), 1, a, strconv.Itoa(sinePoints/2))
	others := stage.ChoiceControl("others", "the others", a, "drawn",
		exercises.LabelledChoices("drawn", "as drawn", "zero", "0")...)
	y, i := f.set.Labels(), int(point.Number())-1
	if others.Value == "zero" {
		clear(y)
	}
	lambda, kernel := stage.LogSlider("pull-lambda", "λ", 1e-4, 1e4, 0.5, a, "0.1"),
		stage.KernelControl("pull-kernel", a, "rbf")
	fit := func(y []float64) ridge {
		return lesson.Must(newRidge(stage.KernelOf(kernel.Value, 0.3), f.set.Points(), y, lambda.Number()))
	}
	fitBefore, pulledTargets := fit(y), slices.Clone(y)
	pulledTargets[i] += pullSlider.Number()
	fitAfter := fit(pulledTargets)
	chart, curveBefore := fitAfter.curveChart(i), fitBefore.curveChart(-1).Series[0]
	curveBefore.Name, curveBefore.Ink = "before", ascii.Symbol2
	for j, y := range chart.Series[0].Y {
		if math.Abs(y-curveBefore.Y[j]) < 0.05 { // two curves in the same cells cannot be distinguished
			curveBefore.Y[j] = math.NaN()
		}
	}
	chart.Series = append([]ascii.ChartSeries{curveBefore}, chart.Series...)
	return exercises.Scene{
		Controls: []exercises.Control{pullSlider, point, others, lambda, kernel},
		Figures: []exercises.Figure{
			stage.Main(fmt.Sprintf("Target %d pulled by %s", i+1, anatomy.Num(pullSlider.Number())), chart),
			fitAfter.coefficientBars(i),
		},
		Notes: ascii.Linesf("f(x%s) moves by %s, a%s by %s.", anatomy.Sub(i+1),
			lesson.ThreeDigits(fitAfter.Scores[i]-fitBefore.Scores[i]), anatomy.Sub(i+1),
			lesson.ThreeDigits(fitAfter.Coef[i]-fitBefore.Coef[i])),
	}
}

// ridge is kernel ridge regression on one-dimensional points x with targets y.
type ridge struct {
	kernel kernels.Kernel[[]float64]
	x      [][]float64
	y      []float64
	lambda float64
	solvers.RidgeSolution
}

// newRidge solves the system (K + λI)a = y. Each point in x has one coordinate.
func newRidge(k kernels.Kernel[[]float64], x [][]float64, y []float64, lambda float64) (ridge, error) {
	s, err := solvers.SolveRidge(kernels.Gram(k, x), y, lambda)
	return ridge{k, x, y, lambda, s}, err
}

// curveChart returns a chart of f over somewhat more than the range of the data, with the targets as
// dots. highlighted is the index of the point whose dot stands out, or −1.
func (r ridge) curveChart(highlighted int) ascii.Chart {
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

// bandChart returns a chart of the curve, the targets, and a band from f − 2s to f + 2s. In a
// Gaussian process whose targets have noise of variance λ, s² is the variance of f(x).
func (r ridge) bandChart() ascii.Chart {
	posterior := lesson.Must(solvers.NewPosterior(kernels.Gram(r.kernel, r.x), r.lambda))
	rows, k := kernels.NewRows(r.kernel, r.x), make([]float64, len(r.x))
	chart, band := r.curveChart(-1), ascii.ChartSeries{Name: "band", Ink: ascii.Symbol2}
	for i, x := range chart.Series[0].X {
		point := []float64{x}
		rows.RowFor(k, point)
		width := 2 * math.Sqrt(posterior.Variance(r.kernel.Eval(point, point), k))
		band.Add(x, chart.Series[0].Y[i]+width)
		band.Low = append(band.Low, chart.Series[0].Y[i]-width)
	}
	chart.Y, chart.Series = ascii.RangeOf(-3, 3), append(chart.Series, band)
	return chart
}

// coefficientBars shows the dual coefficients, point by point. selected is the index of a point whose
// bar is marked, or −1.
func (r ridge) coefficientBars(selected int) exercises.Figure {
	chart := ascii.Bars{Vertical: true, Format: lesson.ThreeDigits}
	for i, a := range r.Coef {
		chart.Bars = append(chart.Bars,
			ascii.Bar{Label: strconv.Itoa(i + 1), Value: a, Ink: ascii.Symbol1, Selected: i == selected})
	}
	return stage.SideFigure("a", chart)
}

// sizeLine describes the size of the dual coefficients and of the residuals.
func (r ridge) sizeLine() ascii.Line {
	return ascii.Plainf("Largest |aᵢ|: %s. Largest |yᵢ − f(xᵢ)|: %s.",
		lesson.ThreeDigits(floats.Norm(r.Coef, math.Inf(1))),
		lesson.ThreeDigits(floats.Distance(r.y, r.Scores, math.Inf(1))))
}

// curveWithBand builds the Go part of exercise 5.8: kernel ridge regression on points of a noisy sine
// with a gap. The curve is the mean of a Gaussian process.
func curveWithBand(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 580)
	f := fitFigure{drawSubset("sine_gap", r)}
	fit := lesson.Must(newRidge(kernels.RBF{Sigma: sineWidth}, f.set.Points(), f.set.Labels(), 0.01))
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"model": {Scene: randomFunctionScene(r)},
		"guess": {Scene: lesson.FixedFigures(stage.Main("The curve f", fit.curveChart(-1)))},
		"band":  {Scene: f.bandScene("targets")}, "trust": {Scene: f.bandScene("")},
	}}
}

// randomFunctionScene shows three samples Lz of a Gaussian process on a grid, where K = LLᵀ and z is
// standard normal.
func randomFunctionScene(r *rand.Rand) worksheets.SceneFunc {
	var x [][]float64
	var z [3][]float64
	for gridX := -4.0; gridX <= 4; gridX += 0.125 {
		x = append(x, []float64{gridX})
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

// bandScene shows the curve with a band of ±2 standard deviations. doubling is the name of the slider
// that doubles the targets, or "" if there is none. Without it, if the slider "truth" is on, bandScene
// also shows the sine without noise.
func (f fitFigure) bandScene(doubling string) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		y := f.set.Labels()
		floats.Scale(1+lesson.SliderValue(a, doubling), y)
		r := lesson.Must(newRidge(kernels.RBF{Sigma: lesson.SliderValue(a, "sigma")}, f.set.Points(), y,
			lesson.SliderValue(a, "lambda")))
		chart, truth := r.bandChart(), ascii.ChartSeries{Name: "truth", Ink: ascii.Accent}
		mean, band := chart.Series[0], chart.Series[2]
		narrowest, widest, inside := math.Inf(1), 0.0, 0
		for i, x := range mean.X {
			if math.Abs(x) > 3 {
				continue
			}
			sine, width := math.Sin(2*x)+0.3*x, band.Y[i]-mean.Y[i]
			truth.Add(x, sine)
			narrowest, widest = min(narrowest, width), max(widest, width)
			if math.Abs(sine-mean.Y[i]) <= width {
				inside++
			}
		}
		notes := ascii.Linesf("For x from −3 to 3, the band is ±%s at its narrowest and ±%s at its widest.",
			lesson.ThreeDigits(narrowest), lesson.ThreeDigits(widest))
		if doubling == "" && lesson.SliderValue(a, "truth") > 0 {
			chart.Series = append(chart.Series, truth)
			notes = append(notes, ascii.Plainf("The truth is in the band at %d %% of the places from −3 to 3.",
				100*inside/len(truth.X)))
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart)}, Notes: notes}
	}
}
