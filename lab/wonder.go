package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/ui"
)

// What follows answers a right click on the screen.

// wonder says what there is to say of what is under the mouse.
func (e *exercise) wonder(at wonderMsg) intent {
	click, inSheet := at.on.In("sheet")
	k, onKey := e.session.footer.Click(at.on)
	switch a := e.acts.match(e.zone(), k); {
	case onKey && a != nil:
		return e.session.says(a.Help().Key, ascii.Inked(a.Help().Desc, ascii.Text))
	case inSheet:
		return e.sheet.about(click)
	}
	return e.right.about(at.on)
}

// about says what a field takes; elsewhere in the text, what the symbols mean.
func (s *sheet) about(c ui.Click) intent {
	name, _, _ := strings.Cut(c.ID, "/")
	if i := s.form.named(name); i >= 0 {
		return s.session.says("This field", ascii.Inked(fieldWords(s.info().Fields[i]), ascii.Text))
	}
	return s.session.symbols()
}

// fieldWords say what a field takes, as far as it says so itself.
func fieldWords(f exercises.Field) string {
	switch {
	case f.Kind != exercises.TextField:
		return "One of these: its number, ↑ ↓ or a click takes it."
	case f.Point:
		return "The number of a point, from 1."
	case len(f.Reasons) > 0:
		return "The lines of a derivation, ; between two. Behind a line may stand why it follows, as by " + f.Reasons[0] + ": ctrl+l has the list."
	case f.Placeholder != "":
		return "What you type here is read as you type it. An example of the form: " + f.Placeholder
	}
	return "What you type here is read as you type it."
}

// about says what there is to say of what is under the mouse.
func (r *rightSide) about(click ui.Click) intent {
	if i, ok := click.Index("control"); ok {
		return r.aboutControl(i)
	}
	switch click.ID {
	case "timeline":
		return r.debug.aboutStep(r.at.timeline.W, click.X)
	case "status":
		return r.aboutNow()
	case "stage":
		return r.aboutPlace(click.X, click.Y)
	}
	return r.session.symbols()
}

// aboutPlace asks about a cell of the stage.
func (r *rightSide) aboutPlace(x, y int) intent {
	v, view, at := r.sight(), r.session.view(), r.at
	switch {
	case at.lines.Contains(x, y) && r.stage.point < 0:
		return r.aboutNow()
	case at.lines.Contains(x, y):
		return r.aboutPoint()
	}
	if i, on := r.stage.pointAt(at, v, view, x, y); on && i >= 0 {
		r.stage.point = i
		return r.aboutPoint()
	}
	for _, f := range at.figures {
		if !f.area.Contains(x, y) && !f.title.Contains(x, y) {
			continue
		}
		if said := f.saysAt(view, x, y); said != nil {
			return r.session.says(figureName(f.figure), said...)
		}
	}
	return r.aboutNow()
}

// aboutNow explains the step on the stage, where there is something to explain.
func (r *rightSide) aboutNow() intent {
	if r.debug.player.Run() == nil {
		return r.session.symbols()
	}
	if words := r.debug.withoutWhy(); words != "" {
		r.session.notice = words
		return nil
	}
	return r.openWhy()
}

// aboutPoint says all there is to say of the point inspected.
func (r *rightSide) aboutPoint() intent {
	v, i := r.sight(), r.stage.point
	if v.inspect == nil || i < 0 {
		return nil
	}
	return r.session.says("Point "+strconv.Itoa(i+1), v.inspect(i)...)
}

// aboutControl says what a slider or a choice goes through.
func (r *rightSide) aboutControl(i int) intent {
	v := r.sight()
	if i >= len(v.controls) {
		return nil
	}
	name, words := controlWords(v.controls[i])
	return r.session.says(name, ascii.Inked(words, ascii.Text))
}

// controlWords name a control and say what it goes through.
func controlWords(c exercises.Control) (name, words string) {
	if name = c.Label; name == "" {
		name = c.Name
	}
	if c.IsChoice() {
		return name, fmt.Sprintf("One of %d; a click or ← → takes another.", len(c.Choices))
	}
	if c.IsButton() {
		return name, "A button: a click presses it, and so do enter and space."
	}
	n := func(v float64) string { return exercises.Typeset(exercises.FormatNumber(v)) }
	return name, fmt.Sprintf("From %s to %s; ← → by a step, H L by ten, or drag it.", n(c.Min), n(c.Max))
}

// figureName is what a figure is called in the title of a window.
func figureName(f exercises.Figure) string {
	if f.Title == "" {
		return "Under the mouse"
	}
	return f.Title
}

// saysAt is what a figure says of a cell of the stage: its value there, nil where it
// has none.
func (s shown) saysAt(view ascii.View, x, y int) []ascii.Line {
	x, y = x-s.area.X, y-s.area.Y
	switch f := s.figure.Plot.(type) {
	case ascii.Chart:
		at, ok := f.Under(s.room(), view, x, y)
		if !ok {
			return nil
		}
		f.HasCursor, f.Cursor = true, nearestX(f, at.X)
		return []ascii.Line{chartReadings(f)}
	case ascii.Bars:
		if i, ok := f.BarAt(s.room(), view, x, y); ok {
			return []ascii.Line{barWords(f, i)}
		}
	case ascii.Heatmap:
		if i, j, ok := f.Entry(s.room(), view, x, y); ok {
			return []ascii.Line{valueLine(fmt.Sprintf("row %d, column %d:", i+1, j+1), ascii.FormatValue(f.At(i, j)))}
		}
	case ascii.Valued:
		if value, _, ok := f.Value(s.room(), view, x, y); ok {
			return []ascii.Line{valueLine("the value here:", ascii.FormatValue(value))}
		}
	case ascii.Planar:
		if at, ok := f.Under(s.room(), view, x, y); ok {
			return []ascii.Line{valueLine("this place:", "("+ascii.FormatValue(at.X)+", "+ascii.FormatValue(at.Y)+")")}
		}
	}
	return nil
}

func valueLine(words, value string) ascii.Line {
	return ascii.Line{{Text: words + " ", Ink: ascii.Dim}, {Text: strings.ReplaceAll(value, "-", "−"), Ink: ascii.Strong}}
}

// barWords name a bar and its value.
func barWords(b ascii.Bars, i int) ascii.Line {
	name := b.Bars[i].Label
	if name == "" {
		name = "number " + strconv.Itoa(i+1)
	}
	return valueLine(name+":", ascii.FormatValue(b.Bars[i].Value))
}

// nearestX is the place of a point of a chart's series that is nearest to x.
func nearestX(c ascii.Chart, x float64) float64 {
	best := math.Inf(1)
	for _, s := range c.Series {
		for j := range s.Y {
			if at := xOf(s, j); math.Abs(at-x) < math.Abs(best-x) {
				best = at
			}
		}
	}
	if math.IsInf(best, 0) {
		return x
	}
	return best
}

// chartReadings are the values of a chart's series under its cursor, in one
// line; nil where there is none. A series that has no point there says from
// where its value is.
func chartReadings(c ascii.Chart) ascii.Line {
	if !c.HasCursor {
		return nil
	}
	label := c.XLabel
	if label == "" {
		label = "x ="
	}
	out := ascii.Line{{Text: strings.TrimSpace(label+" "+ascii.FormatValue(c.Cursor)) + "  ", Ink: ascii.Dim}}
	unnamed := 0
	coloured := 0
	for _, s := range c.Series {
		ink := s.Ink
		if ink == ascii.None && !s.Dim {
			ink = ascii.Series(coloured)
		}
		if !s.Dim {
			coloured++
		}
		at, ok := valueAt(s, c.Cursor)
		switch {
		case !ok:
		case s.Name == "":
			unnamed++
		default:
			out = append(out, ascii.Span{Text: s.Name + " ", Ink: ink}, ascii.Span{Text: ascii.FormatValue(at.Y), Ink: ascii.Strong})
			if at.X != c.Cursor {
				out = append(out, ascii.Span{Text: " at " + ascii.FormatValue(at.X), Ink: ascii.Dim})
			}
			out = append(out, ascii.Span{Text: "  ", Ink: ascii.Dim})
		}
	}
	if unnamed > 0 {
		out = append(out, ascii.Span{Text: fmt.Sprintf("and %d without a name", unnamed), Ink: ascii.Dim})
	}
	return out
}

// valueAt is a series' point at x, else the one nearest before it; not ok where
// the series has begun or ended elsewhere.
func valueAt(s ascii.ChartSeries, x float64) (p ascii.Point, ok bool) {
	best := -1
	if n := len(s.Y); n == 0 || x > xOf(s, n-1) {
		return p, false
	}
	for j := range s.Y {
		if at := xOf(s, j); at <= x && !math.IsNaN(s.Y[j]) && (best < 0 || at >= xOf(s, best)) {
			best = j
		}
	}
	if best < 0 {
		return p, false
	}
	return ascii.Point{X: xOf(s, best), Y: s.Y[best]}, true
}

// xOf is where point j of a series stands; NaN where it has no place.
func xOf(s ascii.ChartSeries, j int) float64 {
	switch {
	case s.X == nil:
		return float64(j)
	case j < len(s.X):
		return s.X[j]
	}
	return math.NaN()
}
