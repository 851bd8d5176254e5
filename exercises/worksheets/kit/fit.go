package kit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fitScene is kernel ridge regression on points of a line: the curve, its targets and
// the dual weights, with λ and the kernel on controls, and with one target that can
// be pulled.
func fitScene(p *worksheets.Params) worksheets.SceneFunc {
	f := fitFigure{
		names: p.Text("names"), title: p.Needed("fit"), kernels: p.Texts("kernels"), at: or(p.Text("at"), "rbf"),
		sigma: or(p.Text("sigma"), "1"), lambda: or(p.Text("lambda"), "1"), pulls: p.Flag("pull"),
		height: ascii.Range{Min: p.Float("low"), Max: p.Float("high")}, notes: livesOf(p, "notes", levers{}),
	}
	set, err := setNamed(p, p.Needed("data"))
	switch {
	case err != nil:
		p.Fail("data", "", "%v", err)
		return nil
	case set.Dim() != 1 || set.Task() != dataset.Regression:
		p.Fail("data", "take one of one column, with targets, as sine_reg", "%s is no set for a curve", set.Name())
		return nil
	case f.height.Max <= f.height.Min:
		p.Fail("low", "give low below high", "the picture goes from %v to %v", f.height.Min, f.height.Max)
		return nil
	}
	f.set = set
	if f.pulls {
		return f.pull
	}
	return f.scene
}

// fitFigure is a fit with its setting on controls.
type fitFigure struct {
	names, title      string
	set               *dataset.Set
	kernels           []string
	at, sigma, lambda string
	pulls             bool
	height            ascii.Range
	notes             []live
}

// setting is kernel and λ as the controls stand.
func (f fitFigure) setting(a exercises.Answers) (kernel, sigma, lambda exercises.Control) {
	kernel = stage.KernelControl(f.names+"kernel", a, f.at, f.kernels...)
	sigma = exercises.Control{Name: f.names + "sigma", Label: "σ", Min: 0.05, Max: 10, Step: 0.1, Log: true, Value: stage.Chosen(a, f.names+"sigma", f.sigma)}
	lambda = exercises.Control{Name: f.names + "lambda", Label: "λ", Min: 1e-6, Max: 1e4, Step: 0.25, Log: true, Value: stage.Chosen(a, f.names+"lambda", f.lambda)}
	return kernel, sigma, lambda
}

// to is the fit to some targets at the points of the set.
func (f fitFigure) to(a exercises.Answers, y []float64) (fitted, []exercises.Control, error) {
	kernel, sigma, lambda := f.setting(a)
	r, err := fit(stage.KernelOf(kernel.Value, sigma.Number()), f.set.Points(), y, lambda.Number())
	controls := []exercises.Control{lambda, kernel}
	if kernel.Value == "rbf" {
		controls = append(controls, sigma)
	}
	return r, controls, err
}

// curve is f as a chart, over a part of the line that is wider than the data.
func (f fitFigure) curve(r fitted) ascii.Chart {
	return r.curveOver(ascii.RangeOf(f.set.Column(0)...).Pad(0.4), f.height)
}

func (f fitFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	r, controls, err := f.to(a, f.set.Labels())
	if err != nil {
		return exercises.Scene{Controls: controls, Notes: []ascii.Line{stage.Warning(err.Error())}}
	}
	return exercises.Scene{
		Controls: controls,
		Figures:  []exercises.Figure{stage.Main(f.title, f.curve(r)), r.bars(-1)},
		Notes:    append([]ascii.Line{r.words()}, shown(ctx, f.notes, a)...),
	}
}

// pulling are the controls of a target: by how much, which, and what the others are.
func (f fitFigure) pulling(a exercises.Answers) (by, point, others exercises.Control) {
	by = exercises.Control{Name: f.names + "by", Label: "pulled by", Min: -1, Max: 1, Step: 0.25, Value: stage.Chosen(a, f.names+"by", "0")}
	point = exercises.Control{Name: f.names + "point", Label: "point", Min: 1, Max: float64(f.set.Len()), Step: 1, Value: stage.Chosen(a, f.names+"point", strconv.Itoa(max(f.set.Len()/2, 1)))}
	others = stage.ChoiceControl(f.names+"others", "the others", a, "drawn", exercises.Choice{Value: "drawn", Label: "as drawn"}, exercises.Choice{Value: "zero", Label: "0"})
	return by, point, others
}

// pull moves one target and shows how far everything moves with it.
func (f fitFigure) pull(ctx context.Context, a exercises.Answers) exercises.Scene {
	by, point, others := f.pulling(a)
	y, i := f.set.Labels(), int(point.Number())-1
	if others.Value == "zero" {
		clear(y)
	}
	before, controls, err := f.to(a, y)
	pulled := slices.Clone(y)
	pulled[i] += by.Number()
	after, _, failed := f.to(a, pulled)
	if err != nil || failed != nil {
		return exercises.Scene{Controls: controls, Notes: []ascii.Line{stage.Warning("K + λI cannot be solved here.")}}
	}
	chart, ghost := f.curve(after), f.curve(before).Series[0]
	ghost.Name, ghost.Dim = "before", true
	chart.Series = append([]ascii.ChartSeries{ghost}, chart.Series...)
	moved := after.Scores[i] - before.Scores[i]
	return exercises.Scene{
		Controls: append([]exercises.Control{by, point, others}, controls...),
		Figures:  []exercises.Figure{stage.Main(fmt.Sprintf("%s %d pulled by %s", f.title, i+1, anatomy.Num(by.Number())), chart), after.bars(i)},
		Notes: append([]ascii.Line{ascii.Plainf("f(x%s) moves by %s, a%s by %s.", anatomy.Sub(i+1), anatomy.Num(moved),
			anatomy.Sub(i+1), anatomy.Num(after.Coef[i]-before.Coef[i]))}, shown(ctx, f.notes, a)...),
	}
}

// fitted is kernel ridge regression on points of a line.
type fitted struct {
	kernel kernels.Kernel[[]float64]
	x      [][]float64
	y      []float64
	lambda float64
	solvers.RidgeSolution
}

// fit solves; x has one coordinate a point.
func fit(k kernels.Kernel[[]float64], x [][]float64, y []float64, lambda float64) (fitted, error) {
	s, err := solvers.SolveRidge(kernels.Gram(k, x), y, lambda)
	return fitted{k, x, y, lambda, s}, err
}

// curveOver is f as a chart over a range, with the targets as dots.
func (r fitted) curveOver(span, height ascii.Range) ascii.Chart {
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
func (r fitted) bars(selected int) exercises.Figure {
	chart := ascii.Bars{Vertical: true}
	for i, a := range r.Coef {
		chart.Bars = append(chart.Bars, ascii.Bar{Label: strconv.Itoa(i + 1), Value: a, Ink: ascii.Symbol1, Selected: i == selected})
	}
	return stage.Chart("a", chart)
}

// words say how large the weights are and how far the curve is from its
// targets.
func (r fitted) words() ascii.Line {
	var most, far float64
	for i, a := range r.Coef {
		most = max(most, a, -a)
		far = max(far, r.y[i]-r.Scores[i], r.Scores[i]-r.y[i])
	}
	return ascii.Plainf("Largest |aᵢ|: %s. Largest |yᵢ − f(xᵢ)|: %s. λ times the first is the second, to %s.",
		exercises.Typeset(anatomy.Num(most)), exercises.Typeset(anatomy.Num(far)), exercises.Typeset(anatomy.Plain(math.Abs(far-r.lambda*most), 1)))
}
