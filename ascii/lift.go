package ascii

import (
	"cmp"
	"fmt"
	"math"
)

// Lift shows a line lifted into the plane: points x on the curve x₂ = F(x₁), a
// separating line w₁x₁ + w₂x₂ + b = 0 with its margins, drop lines, and below
// them the number line with the resulting classes.
type Lift struct {
	X, Y Range
	// F is the second coordinate. It must not be nil.
	F func(x float64) float64
	// Marks are drawn on the curve: their Y is ignored and F(X) used instead.
	Marks []Mark
	// The line is drawn if HasLine is set.
	HasLine        bool
	W1, W2, B      float64
	BoundaryOnly   bool // without the margins
	XLabel, YLabel string
}

var (
	_ Figure = Lift{}
	_ Picker = Lift{}
)

// lineRows is the height of the number line with its ticks and a blank above.
const lineRows = 6

// Draw draws the plane above and the number line below. With fewer than ten
// rows it draws only the number line.
func (l Lift) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	a, line := l.layout(area, v)
	if line.area.Empty() {
		l.numberLine().Draw(dst, area, v)
		return
	}
	a.draw(dst, v)
	m := l.Plane()
	var g *ground
	if m.Field != nil {
		g = newGround(m.Field, a.frame)
		g.paint(dst, v)
	}
	c := m.strokes(g, a.frame)
	l.drops(c, a.frame)
	c.paint(dst, v, g.under(v))
	drawMarks(dst, a.frame.area, v, g.under(v), m.placed(g, a.frame, v))
	l.numberLine().drawOn(dst, line, v)
	clipText(dst, area, max(area.X, line.area.X-2-Width(l.XLabel)), line.area.Y+line.area.H/2,
		v.Transliterate(l.XLabel), Strong)
	x := axes{frame: line, area: area, tickRow: area.H >= 14}
	x.drawX(dst, v)
}

// layout returns the axes of the plane and the frame of the number line, which
// have the same columns.
func (l Lift) layout(area Rect, v View) (axes, frame) {
	if area.H < 10 || area.W < 18 {
		return axes{}, frame{}
	}
	rows := lineRows
	if area.H < 14 {
		rows-- // no row of ticks
	}
	x, y := l.ranges()
	upper := area
	upper.H -= rows
	a := newAxes(upper, x, y, "", l.YLabel, v)
	if a.bare {
		a = newAxes(Rect{X: area.X, Y: area.Y, W: area.W, H: 5}, x, y, "", l.YLabel, v)
		a.area = upper
	}
	a.frame.area.H = upper.H
	a.noX = true
	line := frame{Rect{X: a.frame.area.X, Y: upper.Y + upper.H + 1, W: a.frame.area.W, H: 3}, x, Range{-1, 1}}
	return a, line
}

func (l Lift) ranges() (x, y Range) {
	xs := make([]float64, len(l.Marks))
	for i, m := range l.Marks {
		xs[i] = m.X
	}
	x = orRange(l.X, xs).proper()
	ys := make([]float64, 65)
	for i := range ys {
		ys[i] = l.F(x.Min + float64(i)/64*x.Span())
	}
	return x, orRange(l.Y, ys).proper()
}

// Plane returns the map above the number line.
func (l Lift) Plane() Map {
	x, y := l.ranges()
	m := Map{X: x, Y: y, Levels: WithMargins, Curves: []CurveLine{{F: l.F, Ink: Curve}}}
	if l.BoundaryOnly {
		m.Levels = BoundaryOnly
	}
	if l.HasLine {
		m.Field = FieldFunc(func(x, y float64) float64 { return l.W1*x + l.W2*y + l.B })
	}
	m.Marks = append([]Mark(nil), l.Marks...)
	for i := range m.Marks {
		m.Marks[i].Y = l.F(m.Marks[i].X)
	}
	return m
}

// drops draws a line down from every mark that is selected, in focus or a
// support vector.
func (l Lift) drops(c *canvas, f frame) {
	drop := func(x float64, ink Ink) {
		top := f.cell(Point{x, l.F(x)})
		c.line([]Point{{top.X, math.Max(top.Y, 0)}, {top.X, float64(f.area.H)}},
			stroke{ink: ink, dash: dash{1, 3}, glyph: '|', rank: rankDrop})
	}
	for _, m := range l.Marks {
		if m.layer() > 0 {
			drop(m.X, Drop)
		}
	}
}

// numberLine returns the line below the plane.
func (l Lift) numberLine() NumberLine {
	x, _ := l.ranges()
	n := NumberLine{X: x, Marks: l.Marks, Label: l.XLabel}
	if l.HasLine {
		n.F, n.Roots = l.value, l.Roots()
	}
	return n
}

func (l Lift) value(x float64) float64 { return l.W1*x + l.W2*l.F(x) + l.B }

// Roots returns the points where the line meets the curve in ascending order.
// It finds the sign changes of w₁x + w₂F(x) + b in the visible range by
// bisection between 400 samples.
func (l Lift) Roots() []float64 {
	if !l.HasLine {
		return nil
	}
	const n = 400
	x, _ := l.ranges()
	var out []float64
	lo, flo := x.Min, l.value(x.Min)
	for i := 1; i <= n; i++ {
		hi := x.Min + float64(i)/n*x.Span()
		fhi := l.value(hi)
		if signOf(flo)*signOf(fhi) < 0 {
			out = append(out, bisect(l.value, lo, hi))
		}
		if fhi != 0 {
			lo, flo = hi, fhi
		}
	}
	return out
}

// bisect returns a zero of f between lo and hi, at which f has opposite signs.
func bisect(f func(float64) float64, lo, hi float64) float64 {
	up := f(hi) > 0
	for range 60 {
		mid := (lo + hi) / 2
		if (f(mid) > 0) == up {
			hi = mid
		} else {
			lo = mid
		}
	}
	return (lo + hi) / 2
}

// Pick returns the mark nearest to the cell, on the plane or on the line.
func (l Lift) Pick(area Rect, v View, x, y int) (int, bool) {
	a, line := l.layout(area, v)
	if line.area.Empty() {
		return l.numberLine().Pick(area, v, x, y)
	}
	if y >= line.area.Y {
		return line.pick(l.numberLine().level(), v, x, y)
	}
	return a.frame.pick(l.Plane().Marks, v, x, y)
}

// Place returns the cell of mark i on the curve.
func (l Lift) Place(area Rect, v View, i int) (x, y int, ok bool) {
	a, line := l.layout(area, v)
	if i < 0 || i >= len(l.Marks) || line.area.Empty() {
		return l.numberLine().Place(area, v, i)
	}
	return a.frame.place(Point{l.Marks[i].X, l.F(l.Marks[i].X)})
}

// added formats a number as a term of a sum, with its sign.
func added(v float64) string {
	if v < 0 {
		return " - " + FormatValue(-v)
	}
	return " + " + FormatValue(v)
}

// Words describes the lift, the line and the intervals that it cuts from the
// number line.
func (l Lift) Words() []string {
	x, y := l.ranges()
	x1, x2 := cmp.Or(l.XLabel, "x1"), cmp.Or(l.YLabel, "x2")
	out := []string{fmt.Sprintf("The number line %s from %s to %s is lifted onto a curve; its second coordinate %s "+
		"goes from %s to %s.",
		x1, FormatValue(x.Min), FormatValue(x.Max), x2, FormatValue(y.Min), FormatValue(y.Max))}
	plane := l.Plane()
	out = append(append(out, plane.markWords()...), plane.placeWords()...)
	if !l.HasLine {
		return out
	}
	out = append(out, fmt.Sprintf("The line in the plane is %s·%s%s·%s%s = 0.", FormatValue(l.W1), x1, added(l.W2),
		x2, added(l.B)))
	var wrong []int
	for i, m := range l.Marks {
		if m.Class != 0 && signOf(l.value(m.X)) != signOf(float64(m.Class)) {
			wrong = append(wrong, i)
		}
	}
	if len(wrong) == 0 {
		out = append(out, "It has every point on the side of its class.")
	} else {
		out = append(out, fmt.Sprintf("%s on the wrong side of it: %s.", Count(len(wrong), "point"),
			plane.names(wrong, maxNamed)))
	}
	if roots := l.Roots(); len(roots) > 0 {
		return append(out, "On the number line the sign changes at "+join(roots)+".")
	}
	return append(out, "On the number line the sign does not change.")
}
