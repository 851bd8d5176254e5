package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Lift shows the number line lifted into the plane by a feature map φ(x) = (x, F(x)). It draws the
// points x on the curve x₂ = F(x₁), a separating line w₁x₁ + w₂x₂ + b = 0 with its margins, and drop
// lines. Below them is the number line with the resulting classes.
type Lift struct {
	// X and Y are the visible ranges. If zero, X is the range of the marks and Y the range of F over X,
	// each with some margin.
	X, Y Range
	// F maps x₁ to the second coordinate x₂. It must not be nil.
	F func(x float64) float64
	// Marks are drawn on the curve: F(X) replaces their Y.
	Marks []Mark
	// If HasLine is set, the line W1·x₁ + W2·x₂ + B = 0 is drawn.
	HasLine        bool
	W1, W2, B      float64
	BoundaryOnly   bool // draw the line without its margins
	XLabel, YLabel string
}

var _ Picker = Lift{}

// numberLineRows is the height of the number line with its ticks and a blank row above.
const numberLineRows = 6

// minMarginRows is the minimum distance in rows between the line and its margins. Nearer margins are
// not drawn.
const minMarginRows = 1.5

// Draw draws the plane above and the number line below. With fewer than ten
// rows or 18 columns it draws only the number line.
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
	if rows := float64(a.frame.area.H) / a.frame.y.Span() / math.Abs(l.W2); rows < minMarginRows {
		m.Levels = BoundaryOnly
	}
	var samples *fieldSamples
	if m.Field != nil {
		samples = sampleField(m.Field, a.frame)
		samples.paint(dst, v)
	}
	c := m.strokes(samples, a.frame)
	l.drawDrops(c, a.frame)
	c.paint(dst, v, samples.backgrounds(v))
	drawMarks(dst, a.frame.area, v, samples.backgrounds(v), m.placeMarks(samples, a.frame, v))
	l.numberLine().drawInFrame(dst, line, v)
	clipText(dst, area, max(area.X, line.area.X-2-Width(l.XLabel)), line.area.Y+line.area.H/2,
		v.Transliterate(l.XLabel), Text)
	numberAxis := axes{frame: line, area: area, hasTickRow: area.H >= 14}
	numberAxis.drawX(dst, v)
}

// layout returns the axes of the plane and the frame of the number line. Both cover the same
// columns of cells.
func (l Lift) layout(area Rect, v View) (axes, frame) {
	if area.H < 10 || area.W < 18 {
		return axes{}, frame{}
	}
	rows := numberLineRows
	if area.H < 14 {
		rows-- // no row of ticks
	}
	x, y := l.ranges()
	upper := area
	upper.H -= rows
	a := newAxes(upper, x, y, "", l.YLabel, v)
	if a.noLabels {
		a = newAxes(area.Rows(0, 5), x, y, "", l.YLabel, v)
		a.area = upper
	}
	a.frame.area.H = upper.H
	a.hideXTicks = true
	return a, frame{a.frame.area.Rows(upper.H+1, 3), x, Range{-1, 1}}
}

func (l Lift) ranges() (x, y Range) {
	xs := make([]float64, len(l.Marks))
	for i, m := range l.Marks {
		xs[i] = m.X
	}
	x = rangeOrPadded(l.X, xs).drawable()
	ys := make([]float64, 65)
	for i := range ys {
		ys[i] = l.F(x.Min + float64(i)/64*x.Span())
	}
	return x, rangeOrPadded(l.Y, ys).drawable()
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

// drawDrops draws a dashed line down from every mark that is selected, in focus or not a PlainMark,
// such as a support vector.
func (l Lift) drawDrops(c *canvas, f frame) {
	drop := func(x float64, ink Ink) {
		top := f.position(Point{x, l.F(x)})
		c.line([]Point{{top.X, max(top.Y, 0)}, {top.X, float64(f.area.H)}},
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
		n.F, n.Roots = l.lineValue, l.Roots()
	}
	return n
}

func (l Lift) lineValue(x float64) float64 { return l.W1*x + l.W2*l.F(x) + l.B }

// Roots returns the coordinates x₁ of the points at which the line meets the curve, in ascending
// order. It finds the sign changes of w₁x + w₂F(x) + b in the visible range by bisection between
// 400 samples.
func (l Lift) Roots() []float64 {
	if !l.HasLine {
		return nil
	}
	const n = 400
	x, _ := l.ranges()
	var out []float64
	lo, flo := x.Min, l.lineValue(x.Min)
	for i := 1; i <= n; i++ {
		hi := x.Min + float64(i)/n*x.Span()
		fhi := l.lineValue(hi)
		if signOf(flo)*signOf(fhi) < 0 {
			root := bisect(l.lineValue, lo, hi)
			if math.Abs(root) < roundingFraction*x.Span() {
				root = 0
			}
			out = append(out, root)
		}
		if fhi != 0 {
			lo, flo = hi, fhi
		}
	}
	return out
}

// bisect returns a zero of f between lo and hi. f(lo) and f(hi) must have opposite signs.
func bisect(f func(float64) float64, lo, hi float64) float64 {
	rising := f(hi) > 0
	for range 60 {
		mid := (lo + hi) / 2
		if (f(mid) > 0) == rising {
			hi = mid
		} else {
			lo = mid
		}
	}
	return (lo + hi) / 2
}

// Pick returns the mark nearest to the cell (x, y), which may be on the plane or on the number
// line. It returns false if no mark is within a distance of two and a half columns.
func (l Lift) Pick(area Rect, v View, x, y int) (int, bool) {
	a, line := l.layout(area, v)
	if line.area.Empty() {
		return l.numberLine().Pick(area, v, x, y)
	}
	if y >= line.area.Y {
		return line.pick(l.numberLine().marksOnAxis(), v, x, y)
	}
	return a.frame.pick(l.Plane().Marks, v, x, y)
}

// Place returns the cell of mark i on the curve or, if only the number line is drawn, on that line.
func (l Lift) Place(area Rect, v View, i int) (x, y int, ok bool) {
	a, line := l.layout(area, v)
	if i < 0 || i >= len(l.Marks) || line.area.Empty() {
		return l.numberLine().Place(area, v, i)
	}
	return a.frame.cellOf(Point{l.Marks[i].X, l.F(l.Marks[i].X)})
}

// signedTerm formats a number as a term of a sum, with its sign.
func signedTerm(v float64) string {
	if v < 0 {
		return " - " + FormatValue(-v)
	}
	return " + " + FormatValue(v)
}

// Words describes the lift, the separating line, and where its sign changes on the number line.
func (l Lift) Words() []string {
	x, y := l.ranges()
	x1, x2 := cmp.Or(l.XLabel, "x1"), cmp.Or(l.YLabel, "x2")
	out := []string{fmt.Sprintf("The number line %s from %s to %s is lifted onto a curve; its second coordinate %s "+
		"goes from %s to %s.",
		x1, FormatValue(x.Min), FormatValue(x.Max), x2, FormatValue(y.Min), FormatValue(y.Max))}
	plane := l.Plane()
	out = slices.Concat(out, plane.markWords(), plane.positionWords())
	if !l.HasLine {
		return out
	}
	out = append(out, fmt.Sprintf("The line in the plane is %s·%s%s·%s%s = 0.", FormatValue(l.W1), x1, signedTerm(l.W2),
		x2, signedTerm(l.B)))
	var wrongMarks []int
	for i, m := range l.Marks {
		if m.Class != 0 && signOf(l.lineValue(m.X)) != signOf(float64(m.Class)) {
			wrongMarks = append(wrongMarks, i)
		}
	}
	if len(wrongMarks) == 0 {
		out = append(out, "It has every point on the side of its class.")
	} else {
		out = append(out, fmt.Sprintf("%s on the wrong side of it: %s.", Count(len(wrongMarks), "point"),
			plane.numbers(wrongMarks, maxListed)))
	}
	if roots := l.Roots(); len(roots) > 0 {
		return append(out, "On the number line the sign changes at "+listValues(roots)+".")
	}
	return append(out, "On the number line the sign does not change.")
}

// NumberLine shows the real line in three rows, with ticks below. The middle row is the axis with
// the marks. The rows above and below it show the sign and size of F as a fill. The Y of marks is
// ignored.
type NumberLine struct {
	X     Range                   // visible part; if zero, the range of the marks and roots with some margin
	F     func(x float64) float64 // if nil, there is no fill
	Marks []Mark
	// Roots are drawn as ┃ through all three rows.
	Roots []float64
	// If HasCursor is set, ╎ marks the value Cursor.
	HasCursor bool
	Cursor    float64
	Label     string // name of the axis, shown to its left
}

var _ Picker = NumberLine{}

// Draw draws the line in the middle of area. It omits the rows of the fill and
// the ticks if there is no room.
func (n NumberLine) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	f, ticks := n.layout(area, v)
	n.drawInFrame(dst, f, v)
	if label := v.Transliterate(n.Label); label != "" {
		clipText(dst, area, f.area.X-1-Width(label), f.area.Y+f.area.H/2, label, Text)
	}
	if ticks > 0 {
		axes{frame: f, area: area.Rows(f.area.Y-area.Y, f.area.H+ticks), hasTickRow: ticks > 1}.drawX(dst, v)
	}
}

// layout returns the frame of the line and the number of rows of ticks below it.
func (n NumberLine) layout(area Rect, v View) (frame, int) {
	rows, ticks := 3, 2
	switch {
	case area.H < 3:
		rows, ticks = 1, area.H-1
	case area.H < 5:
		ticks = area.H - 3
	}
	gutter := 0
	if w := Width(v.Transliterate(n.Label)); w > 0 && area.W > 3*w {
		gutter = max(w, 2) + 2 // equals the gutter of a map with tick labels of two cells
	}
	line := area.Columns(gutter, area.W-gutter).Rows((area.H-rows-ticks)/2, rows)
	return frame{line, n.VisibleRange(), Range{-1, 1}}, ticks
}

// VisibleRange returns the visible part of the line.
func (n NumberLine) VisibleRange() Range {
	xs := append([]float64(nil), n.Roots...)
	for _, m := range n.Marks {
		xs = append(xs, m.X)
	}
	return rangeOrPadded(n.X, xs).drawable()
}

// drawInFrame draws the rows of the line into a frame.
func (n NumberLine) drawInFrame(dst *Grid, f frame, v View) {
	samples := sampleField(FieldFunc(func(x, _ float64) float64 { return n.ValueAt(x) }), f)
	samples.paint(dst, v)
	axis := f.area.Y + f.area.H/2
	for x := f.area.X; x < f.area.X+f.area.W; x++ {
		dst.Put(x, axis, v.Rune('─', '-'), Axis)
	}
	for _, r := range n.Roots {
		n.verticalLine(dst, f, r, v.Rune('┃', '#'), Boundary)
	}
	if n.HasCursor {
		n.verticalLine(dst, f, n.Cursor, v.Rune('╎', '|'), Select)
	}
	drawMarks(dst, f.area, v, func(dx, dy int) Ink { return dst.At(f.area.X+dx, f.area.Y+dy).Bg },
		n.placeMarks(dst, f, axis))
}

func (n NumberLine) placeMarks(dst *Grid, f frame, axis int) []placedMark {
	var out []placedMark
	for _, m := range n.Marks {
		if x, _, ok := f.cellOf(Point{m.X, 0}); ok {
			out = append(out, placedMark{m, x, axis, dst.At(x, axis).Bg})
		}
	}
	return out
}

// verticalLine draws a vertical line through all rows at the given value.
func (n NumberLine) verticalLine(dst *Grid, f frame, value float64, r rune, ink Ink) {
	x, _, ok := f.cellOf(Point{value, 0})
	if !ok {
		return
	}
	for y := f.area.Y; y < f.area.Y+f.area.H; y++ {
		dst.Put(x, y, r, ink)
	}
}

// ValueAt returns F(x). If F is nil, it returns NaN, which is drawn without a fill.
func (n NumberLine) ValueAt(x float64) float64 {
	if n.F == nil {
		return noValue()
	}
	return n.F(x)
}

// Pick returns the mark nearest to the cell (x, y), within two and a half columns.
func (n NumberLine) Pick(area Rect, v View, x, y int) (int, bool) {
	f, _ := n.layout(area, v)
	return f.pick(n.marksOnAxis(), v, x, y)
}

// marksOnAxis returns copies of the marks with Y set to 0, where the axis is in the frame.
func (n NumberLine) marksOnAxis() []Mark {
	out := slices.Clone(n.Marks)
	for i := range out {
		out[i].Y = 0
	}
	return out
}

// Place returns the cell of mark i.
func (n NumberLine) Place(area Rect, v View, i int) (x, y int, ok bool) {
	if i < 0 || i >= len(n.Marks) || area.Empty() {
		return 0, 0, false
	}
	f, _ := n.layout(area, v)
	x, _, ok = f.cellOf(Point{n.Marks[i].X, 0})
	return x, f.area.Y + f.area.H/2, ok
}

// Words describes the marks from left to right, the roots and the cursor.
func (n NumberLine) Words() []string {
	r := n.VisibleRange()
	out := []string{fmt.Sprintf("Number line of %s from %s to %s.", cmp.Or(n.Label, "x"), FormatValue(r.Min),
		FormatValue(r.Max))}
	out = append(out, Map{Marks: n.Marks}.markWords()...)
	if len(n.Marks) > 0 && len(n.Marks) <= 24 {
		out = append(out, "From left to right: "+n.classGroups()+".")
	}
	if len(n.Roots) > 0 {
		out = append(out, "The sign changes at "+listValues(n.Roots)+".")
	}
	if n.HasCursor {
		out = append(out, "The cursor is at "+FormatValue(n.Cursor)+".")
	}
	return out
}

// classGroups lists the marks from left to right and groups neighbours of the same
// class.
func (n NumberLine) classGroups() string {
	marks := append([]Mark(nil), n.Marks...)
	sort.SliceStable(marks, func(i, j int) bool { return marks[i].X < marks[j].X })
	var groups []string
	for len(marks) > 0 {
		var group []float64
		class := marks[0].Class
		for len(marks) > 0 && marks[0].Class == class {
			group, marks = append(group, marks[0].X), marks[1:]
		}
		groups = append(groups, className(class)+": "+listValues(group))
	}
	return strings.Join(groups, "; ")
}

func listValues(values []float64) string { return Join(values, ", ", FormatValue) }
