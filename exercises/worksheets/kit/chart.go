package kit

import (
	"context"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// fine is how many points a curve is drawn through.
const fine = 241

// chartScene is curves of functions of one variable, among them the one that is
// typed, and points that appear on the first of them.
func chartScene(p *worksheets.Params) worksheets.SceneFunc {
	title, x := p.Needed("chart"), p.Needed("x")
	c := chart{p: p, over: ascii.Range{Min: p.Float("from"), Max: p.Float("to")}}
	c.still = ascii.Chart{XLabel: or(p.Text("called"), x), Y: ascii.Range{Min: p.Float("low"), Max: p.Float("high")}}
	var first func(float64) float64
	for _, part := range p.Parts("curves", "name", "of", "ink", "dots") {
		f := functionOf(part, "of", x)
		if first == nil {
			first = f
		}
		s := c.through(part.Needed("name"), f, max(part.Int("dots"), 0), inkOf(part))
		c.still.Series = append(c.still.Series, s)
	}
	for _, part := range p.Parts("typed", "field", "name", "in", "at", "ink") {
		c.typed = append(c.typed, typedCurve{part.Field("field"), part.Needed("name"), part.Needed("in"), functionOf(part, "at", x), inkOf(part)})
	}
	for i, part := range p.Parts("points", "name", "x", "once") {
		at := part.Float("x")
		dot := ascii.ChartSeries{Name: part.Needed("name"), X: []float64{at}, Ink: ascii.Series(i), Kind: ascii.Dots}
		if first != nil {
			dot.Y = []float64{first(at)}
		}
		c.points = append(c.points, chartPoint{dot, part.Fields("once")})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		return exercises.Scene{Figures: []exercises.Figure{{Title: title, Role: exercises.Main, Plot: c.at(ctx, a)}}}
	}
}

// chart is what is drawn whatever is typed, and what follows the answers.
type chart struct {
	p      *worksheets.Params
	over   ascii.Range
	still  ascii.Chart
	typed  []typedCurve
	points []chartPoint
}

// typedCurve is the function typed into a field, of a letter that is itself a
// function of the variable.
type typedCurve struct {
	field, name, letter string
	at                  func(float64) float64
	ink                 ascii.Ink
}

// chartPoint is a point that is shown once some fields are right.
type chartPoint struct {
	dot  ascii.ChartSeries
	once []string
}

// at is the chart for some answers.
func (c chart) at(ctx context.Context, a exercises.Answers) ascii.Chart {
	out := c.still
	out.Series = slices.Clone(out.Series)
	for _, t := range c.typed {
		e, err := answer.Parse(ctx, a[t.field], answer.Scope{Vars: []string{t.letter}})
		if err != nil {
			continue
		}
		if f, err := e.Compile(t.letter); err == nil {
			out.Series = append(out.Series, c.through(t.name, func(x float64) float64 { return f.Value(t.at(x)) }, 0, t.ink))
		}
	}
	for _, q := range c.points {
		if c.p.Right(ctx, a, q.once...) {
			out.Series = append(out.Series, q.dot)
		}
	}
	return out
}

// through is a function as a curve, or as some dots.
func (c chart) through(name string, f func(float64) float64, dots int, ink ascii.Ink) ascii.ChartSeries {
	s, n := ascii.ChartSeries{Name: name, Ink: ink}, fine
	if dots > 1 {
		s.Kind, n = ascii.Dots, dots
	}
	for i := range n {
		x := c.over.Min + (c.over.Max-c.over.Min)*float64(i)/float64(n-1)
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	return s
}

// functionOf reads a parameter that is a formula in one variable.
func functionOf(p *worksheets.Params, name, x string) func(float64) float64 {
	e, _ := expression(p, name, p.Needed(name), answer.Scope{Vars: []string{x}, Logistic: true})
	f, err := e.Compile(x)
	if err != nil {
		p.Fail(name, "", "%v", err)
	}
	return func(v float64) float64 { return f.Value(v) }
}

// inkOf is the ink of a letter, or the accent.
func inkOf(p *worksheets.Params) ascii.Ink {
	i := slices.Index([]string{"accent", "1", "2", "3", "4"}, p.Choice("ink", "accent", "1", "2", "3", "4"))
	return [...]ascii.Ink{ascii.Accent, ascii.Symbol1, ascii.Symbol2, ascii.Symbol3, ascii.Symbol4}[max(i, 0)]
}
