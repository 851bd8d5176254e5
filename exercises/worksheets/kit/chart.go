package kit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// curvePoints is the number of points of a curve.
const curvePoints = 241

// chartScene returns a scene that shows curves of functions of one variable and points on the
// curves. The student types some of the functions. A scene is shown next to the text of a task. p
// holds the parameters from the worksheet, the Markdown file of the exercise.
func chartScene(p *worksheets.Params) worksheets.SceneFunc {
	x, controls := p.RequiredText("x"), readControls(p)
	title := controls.title(p, "chart")
	notes := liveLinesOf(p, "notes", controls)
	c := chart{p: p, controls: controls, domain: axis(p, "from", "to")}
	c.fixedParts = ascii.Chart{XLabel: cmp.Or(p.Text("called"), x),
		Y: axis(p, "low", "high")}
	for _, part := range p.Parts("curves", "name", "of", "ink", "dots") {
		c.curves = append(c.curves,
			curve{part.RequiredText("name"), controls.compile(part, "of", part.RequiredText("of"), x),
				max(part.Int("dots"), 0),
				inkOf(part, "accent")})
	}
	for _, part := range p.Parts("typed", "field", "name", "in", "at", "ink") {
		c.typedCurves = append(c.typedCurves,
			typedCurve{part.Field("field"), part.RequiredText("name"), part.RequiredText("in"), functionOf(part, "at",
				x),
				inkOf(part, "accent")})
	}
	for i, part := range p.Parts("points", "name", "x", "once", "curve") {
		c.points = append(c.points,
			chartPoint{part.Text("name"), ascii.Series(i), controls.compile(part, "x", part.RequiredText("x")),
				part.Fields("once"),
				max(part.Int("curve"), 1) - 1})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		return exercises.Scene{
			Figures:  []exercises.Figure{stage.Main(title(a), c.draw(ctx, a))},
			Controls: controls.withAnswers(a), Notes: visibleLines(ctx, notes, a),
		}
	}
}

// axis reads the ends of an axis, which may both be left out.
func axis(p *worksheets.Params, from, to string) ascii.Range {
	r := ascii.Range{Min: p.Float(from), Max: p.Float(to)}
	if r.Min >= r.Max && r != (ascii.Range{}) {
		p.Fail(from, from+" must be below "+to, "the axis goes from %v to %v", r.Min, r.Max)
	}
	return r
}

// chart holds the fixed parts of a chart and the parts that depend on the answers.
type chart struct {
	p           *worksheets.Params
	controls    controlSet
	domain      ascii.Range // range of the variable
	fixedParts  ascii.Chart
	curves      []curve
	typedCurves []typedCurve
	points      []chartPoint
}

// curve is a function of the variable and of the sliders. If dots is at least 2, the curve is
// drawn as that many dots.
type curve struct {
	name string
	f    answer.Func
	dots int
	ink  ascii.Ink
}

// typedCurve is a function that the student types into a field. Its variable is letter. Where the
// variable of the chart is x, letter has the value letterValue(x).
type typedCurve struct {
	field, name, letter string
	letterValue         func(float64) float64
	ink                 ascii.Ink
}

// chartPoint is a point of a curve. It is hidden until all fields in hiddenUntil are right.
type chartPoint struct {
	name        string
	ink         ascii.Ink
	x           answer.Func // a function of the sliders
	hiddenUntil []string
	curveIndex  int // index of the curve
}

// draw returns the chart for some answers.
func (c chart) draw(ctx context.Context, a exercises.Answers) ascii.Chart {
	out, sliderValues := c.fixedParts, c.controls.values(a)
	for _, fixedCurve := range c.curves {
		out.Series = append(out.Series,
			c.series(fixedCurve.name, fixedCurve.with(sliderValues), fixedCurve.dots, fixedCurve.ink))
	}
	for _, t := range c.typedCurves {
		e, err := answer.Parse(ctx, a[t.field], answer.Scope{Vars: []string{t.letter}, Logistic: t.letter != "s"})
		if err != nil {
			continue
		}
		if f, err := e.Compile(t.letter); err == nil {
			out.Series = append(out.Series,
				c.series(t.name, func(x float64) float64 { return f.Value(t.letterValue(x)) }, 0, t.ink))
		}
	}
	for _, q := range c.points {
		if x := q.x.Value(sliderValues...); q.curveIndex < len(c.curves) && c.p.Right(ctx, a, q.hiddenUntil...) {
			y := c.curves[q.curveIndex].with(sliderValues)(x)
			out.Series = append(out.Series,
				ascii.ChartSeries{Name: q.name, X: []float64{x}, Y: []float64{y}, Ink: q.ink, Kind: ascii.Dots})
		}
	}
	return out
}

// with returns the curve as a function of the variable, for given values of the sliders.
func (c curve) with(sliderValues []float64) func(float64) float64 {
	arguments := slices.Concat([]float64{0}, sliderValues)
	return func(x float64) float64 {
		arguments[0] = x
		return c.f.Value(arguments...)
	}
}

// series returns a function as a curve or, if dots is at least 2, as that many dots.
func (c chart) series(name string, f func(float64) float64, dots int, ink ascii.Ink) ascii.ChartSeries {
	s, n := ascii.ChartSeries{Name: name, Ink: ink}, curvePoints
	if dots > 1 {
		s.Kind, n = ascii.Dots, dots
	}
	for i := range n {
		x := c.domain.Min + (c.domain.Max-c.domain.Min)*float64(i)/float64(n-1)
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	return s
}

// functionOf reads a parameter that is a formula in one variable.
func functionOf(p *worksheets.Params, name, x string) func(float64) float64 {
	e, _ := expression(p, name, p.RequiredText(name), answer.Scope{Vars: []string{x}, Logistic: true})
	f, err := e.Compile(x)
	if err != nil {
		p.Fail(name, "", "%v", err)
	}
	return func(v float64) float64 { return f.Value(v) }
}

// inkOf reads the parameter ink of a part. If it is missing, inkOf uses the ink named defaultInk.
func inkOf(p *worksheets.Params, defaultInk string) ascii.Ink {
	return map[string]ascii.Ink{"accent": ascii.Accent, "1": ascii.Symbol1, "2": ascii.Symbol2, "3": ascii.Symbol3,
		"4": ascii.Symbol4}[p.Choice("ink", defaultInk, "accent", "1", "2", "3", "4")]
}

// barsScene shows bars whose sizes are functions of the sliders, on a logarithmic scale or, if the
// parameter "most" is set, on a linear scale from 0 to the value of "most".
func barsScene(p *worksheets.Params) worksheets.SceneFunc {
	controls := readControls(p)
	title, notes := controls.title(p, "bars"), liveLinesOf(p, "notes", controls)
	format, maximum := p.Text("unit"), p.Float("most")
	type row struct {
		label       string
		size        answer.Func
		ink         ascii.Ink
		hiddenUntil []string // fields that must be right before the bar is drawn
	}
	var rows []row
	for _, r := range p.Parts("rows", "label", "size", "ink", "once") {
		controls.read(r, "label", r.RequiredText("label"))
		rows = append(rows, row{r.Text("label"), controls.compile(r, "size", r.RequiredText("size")), inkOf(r, "1"),
			r.Fields("once")})
	}
	emptyChart, length := ascii.Bars{Compact: true}, func(size float64) float64 { return math.Log10(max(size, 1)) }
	emptyChart.Format = func(log float64) string { return quantity(math.Pow(10, log), cmp.Or(format, "3")) }
	for k := 0.0; maximum == 0 && k < 30; k += 3 {
		emptyChart.Ticks = append(emptyChart.Ticks, ascii.Tick{Value: k, Label: emptyChart.Format(k)})
	}
	if maximum > 0 {
		length = func(size float64) float64 { return size }
		emptyChart.Range = ascii.Range{Max: maximum}
		emptyChart.Format = func(v float64) string { return quantity(v, format) }
	}
	var markLegend ascii.Line
	for i, m := range p.Parts("marks", "at", "label") {
		r := ascii.RefLine{Y: length(m.Float("at")), Label: m.RequiredText("label"),
			Ink: []ascii.Ink{ascii.Warn, ascii.Symbol4}[i%2]}
		emptyChart.Refs = append(emptyChart.Refs, r)
		prefix := map[bool]string{true: "dotted: ", false: ", then "}[i == 0]
		markLegend = append(markLegend, ascii.Span{Text: prefix, Ink: ascii.Dim}, ascii.Span{Text: r.Label, Ink: r.Ink})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		sliderValues, chart := controls.values(a), emptyChart
		for _, r := range rows {
			if p.Right(ctx, a, r.hiddenUntil...) {
				chart.Bars = append(chart.Bars,
					ascii.Bar{Label: controls.fill(r.label, sliderValues), Value: length(r.size.Value(sliderValues...)),
						Ink: r.ink})
			}
		}
		s := exercises.Scene{Figures: []exercises.Figure{stage.Main(title(a), chart)},
			Notes:    visibleLines(ctx, notes, a),
			Controls: controls.withAnswers(a)}
		if markLegend != nil {
			s.Notes = append(s.Notes, markLegend)
		}
		return s
	}
}

// amount formats a size with three digits and a decimal prefix, such as 1.34 GB.
func amount(v float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P", "E"}
	k := 0
	for v >= 999.5 && k < len(prefixes)-1 {
		v, k = v/1000, k+1
	}
	return strings.TrimSpace(fmt.Sprintf("%.3g %s%s", v, prefixes[k], unit))
}

// planeScene shows points and lines of a plane, and a linear function of the position.
func planeScene(p *worksheets.Params) worksheets.SceneFunc {
	// The axes are drawn as soon as all axesFields are right.
	controls, knownFields, axesFields := readControls(p), p.Fields("right"), p.Fields("numbers")
	sliderCount := len(controls.list)
	for _, field := range knownFields { // in formulas, the name of a field is 1 if its answer is right, else 0
		controls.list = append(controls.list, exercises.Control{Name: field, Max: 1})
	}
	title, notes := controls.title(p, "plane"), liveLinesOf(p, "notes", controls)
	fixedParts := ascii.Map{X: axis(p, "from", "to"), SameScale: p.Flag("square"),
		Y: axis(p, "low", "high")}
	if axes := p.Texts("axes"); len(axes) == 2 {
		fixedParts.XLabel, fixedParts.YLabel = axes[0], axes[1]
	}
	if p.Flag("origin") {
		fixedParts.Cross = &ascii.Point{}
	}
	parts := planeParts(p, controls)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		answersAndKnown, plot := a.Joined(nil), fixedParts
		for _, field := range knownFields {
			answersAndKnown[field] = map[bool]string{true: "1", false: "0"}[p.Right(ctx, a, field)]
		}
		sliderValues := controls.values(answersAndKnown)
		for _, part := range parts {
			if p.Right(ctx, a, part.hiddenUntil...) {
				part.draw(sliderValues, &plot)
			}
		}
		plot.WithoutAxes = !p.Right(ctx, a, axesFields...)
		return exercises.Scene{Figures: []exercises.Figure{stage.Main(title(answersAndKnown), plot)},
			Controls: controls.withAnswers(a)[:sliderCount], Notes: visibleLines(ctx, notes, a)}
	}
}

// planePart is a part of a plane: a point, a line or the zero line of the score. draw draws the
// part for given values of the sliders. The part is hidden until the answers in all fields of
// hiddenUntil are right.
type planePart struct {
	hiddenUntil []string
	draw        func(sliderValues []float64, m *ascii.Map)
}

// planeParts reads the parts of a plane from the parameters "points", "lines" and "score".
func planeParts(p *worksheets.Params, controls controlSet) (parts []planePart) {
	for _, part := range p.Parts("points", "name", "at", "from", "class", "selected") {
		place := controls.place(part, "at", part.Texts("at"))
		mark := ascii.Mark{Label: part.Text("name"), Class: part.Int("class"), Selected: part.Flag("selected")}
		fromTexts := part.Texts("from")
		fromPlace := controls.place(part, "from", fromTexts)
		parts = append(parts, planePart{draw: func(sliderValues []float64, m *ascii.Map) {
			q, mark := place(sliderValues), mark
			mark.X, mark.Y = q.X, q.Y
			m.Marks = append(m.Marks, mark)
			if len(fromTexts) > 0 {
				m.Curves = append(m.Curves,
					ascii.CurveLine{Points: []ascii.Point{fromPlace(sliderValues), q}, Dotted: true})
			}
		}})
	}
	for _, part := range p.Parts("lines", "name", "from", "to", "dotted", "once") {
		from, to := controls.place(part, "from", part.Texts("from")), controls.place(part, "to", part.Texts("to"))
		line := ascii.CurveLine{Name: part.Text("name"), Dotted: part.Flag("dotted")}
		parts = append(parts, planePart{part.Fields("once"), func(sliderValues []float64, m *ascii.Map) {
			line := line
			line.Points = []ascii.Point{from(sliderValues), to(sliderValues)}
			m.Curves = append(m.Curves, line)
		}})
	}
	if score := p.Texts("score"); len(score) > 0 {
		w, name := controls.place(p, "score", score[:min(2, len(score))]), p.Text("perpendicular")
		b := controls.compile(p, "score", score[len(score)-1])
		parts = append(parts, planePart{draw: func(sliderValues []float64, m *ascii.Map) {
			addScore(m, w(sliderValues), b.Value(sliderValues...), name)
		}})
	}
	return parts
}

// place parses the two coordinates of a point, each a formula of the sliders. The returned function
// computes the point from the values of the sliders. Without coordinates, place returns nil.
func (controls controlSet) place(p *worksheets.Params, name string,
	texts []string) func(sliderValues []float64) ascii.Point {
	if len(texts) == 0 {
		return nil
	} else if len(texts) != 2 {
		p.Fail(name, "write it as [1, 2]", "%s has %d coordinates", name, len(texts))
		return nil
	}
	x, y := controls.compile(p, name, texts[0]), controls.compile(p, name, texts[1])
	return func(sliderValues []float64) ascii.Point {
		return ascii.Point{X: x.Value(sliderValues...), Y: y.Value(sliderValues...)}
	}
}

// addScore shows w·x + b with the lines where this score is 0 and ±1. If perpendicular is not empty, a
// line of this name leads from each point to the line w·x + b = 0 at a right angle. If m has no bounds
// yet, addScore chooses them so that m shows all points and the feet of these perpendiculars.
func addScore(m *ascii.Map, w ascii.Point, b float64, perpendicular string) {
	m.Field = ascii.FieldFunc(func(x, y float64) float64 { return w.X*x + w.Y*y + b })
	var x, y []float64
	for _, q := range m.Marks {
		x, y = append(x, q.X), append(y, q.Y)
		if perpendicular == "" || w == (ascii.Point{}) {
			continue
		}
		multiple := (w.X*q.X + w.Y*q.Y + b) / (w.X*w.X + w.Y*w.Y)
		foot := ascii.Point{X: q.X - multiple*w.X, Y: q.Y - multiple*w.Y}
		x, y = append(x, foot.X), append(y, foot.Y)
		m.Curves = append(m.Curves,
			ascii.CurveLine{Points: []ascii.Point{{X: q.X, Y: q.Y}, foot}, Ink: ascii.Accent, Name: perpendicular})
	}
	if m.X.Span() == 0 {
		m.X, m.Y = ascii.RangeOf(x...).Pad(0.25), ascii.RangeOf(y...).Pad(0.25)
	}
}
