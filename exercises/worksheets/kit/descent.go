package kit

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// descentScene is descent on any loss over points of a line, in a, step by step: what
// is expected where, above the labels, and the dual weights.
func descentScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	d := descentFigure{
		by: by, title: by.title(p, "descent"), shows: or(p.Text("shows"), "f"), after: by.law(p, "after", p.Needed("after")),
		rate: p.Float("rate"), most: p.Int("steps"), notes: livesOf(p, "notes", by),
		x: ascii.Range{Min: p.Float("from"), Max: p.Float("to")}, y: ascii.Range{Min: p.Float("low"), Max: p.Float("high")},
	}
	d.expects = by.law(p, "shows", d.shows, "f")
	loss, known := solvers.LossNamed(p.Needed("loss"))
	set, err := setNamed(p, p.Needed("data"))
	var kernel error
	d.kernel, kernel = kernels.Parse(p.Needed("kernel"))
	switch {
	case !known:
		p.Fail("loss", "", "there is no loss %q", p.Text("loss"))
		return nil
	case err != nil || set.Dim() != 1:
		p.Fail("data", "take a set of one column", "%s is no set on a line", p.Text("data"))
		return nil
	case kernel != nil:
		p.Fail("kernel", "", "%v", kernel)
		return nil
	case !(d.rate > 0) || d.most < 1 || d.most > 500:
		p.Fail("rate", "give a rate above 0 and up to 500 steps", "%d steps of rate %v", d.most, d.rate)
		return nil
	}
	d.set, d.loss = set, loss
	if _, err := d.walked(0); err != nil {
		p.Fail("loss", "take labels that it takes", "%v", err)
		return nil
	}
	d.steps = sync.OnceValue(func() []solvers.Step {
		all, _ := d.walked(d.most) // it begins, as was seen, and nothing of it fails later
		return all
	})
	return d.scene
}

// descentFigure is the descent on a loss over a set.
type descentFigure struct {
	by             levers
	title          func(exercises.Answers) string
	shows          string // what the curve is: f, or a function of it
	expects, after answer.Func
	set            *dataset.Set
	loss           solvers.Loss
	kernel         kernels.Kernel[[]float64]
	rate           float64
	most           int
	x, y           ascii.Range
	steps          func() []solvers.Step
	notes          []live
}

// walked are so many steps.
func (d descentFigure) walked(steps int) ([]solvers.Step, error) {
	return solvers.LossDescent{Loss: d.loss, Eta: d.rate}.Walk(kernels.Gram(d.kernel, d.set.Points()), d.set.Labels(), steps)
}

func (d descentFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	at := d.by.values(a)
	steps, step := d.steps(), int(math.Max(0, math.Min(d.after.Value(at...), float64(d.most))))
	s := steps[step]
	f := kernels.Expansion{Kernel: d.kernel, Points: d.set.Points(), Coef: s.CoefCopy()}
	curve, points := ascii.ChartSeries{Name: d.shows, Ink: ascii.Symbol2}, ascii.ChartSeries{Name: "y", Kind: ascii.Dots, Ink: ascii.Symbol3}
	longest := math.Abs(slices.MaxFunc(steps[d.most].CoefCopy(), func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) }))
	bars := ascii.Bars{Vertical: true, Range: ascii.RangeOf(-longest, longest)}
	for i, c := range f.Coef {
		points.X, points.Y = append(points.X, d.set.Point(i)[0]), append(points.Y, d.set.Label(i))
		bars.Bars = append(bars.Bars, ascii.Bar{Label: strconv.Itoa(i + 1), Value: c, Ink: ascii.Symbol1})
	}
	const pieces = 110
	for i := range pieces + 1 {
		x := d.x.Min + d.x.Span()*float64(i)/pieces
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, d.expects.Value(slices.Concat([]float64{f.Eval([]float64{x})}, at)...))
	}
	return exercises.Scene{
		Controls: d.by.controls(a),
		Figures: []exercises.Figure{
			stage.Main(d.title(a), ascii.Chart{XLabel: "x", Y: d.y, Series: []ascii.ChartSeries{points, curve}}),
			stage.Chart("a", bars),
		},
		Notes: append([]ascii.Line{ascii.Plainf("After step %d: Σℓ = %s.", step, anatomy.Num(s.Objective))}, shown(ctx, d.notes, a)...),
	}
}
