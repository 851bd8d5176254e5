package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Levels selects which level lines of its field a map draws.
type Levels uint8

// The choices of level lines.
const (
	WithMargins  Levels = iota // f = 0 solid, f = ±1 dotted
	BoundaryOnly               // f = 0
	NoLines                    // only the fill
)

// Map is a picture of a classifier in the plane. A fill shows the sign and size of its field, a
// decision function f. The map also shows level lines of f, curves, and the points of a data set.
type Map struct {
	// X and Y are the visible part of the plane. If one is zero, it is the
	// range of the marks.
	X, Y Range
	// Field may be nil. The fill saturates at |f| = 1.65, so show a probability
	// p as 3.3·(p − ½).
	Field  Sampler
	Levels Levels
	// ComparisonField, if not nil, is a second field, whose boundary f = 0 is drawn
	// dotted in the ink Truth.
	ComparisonField Sampler
	// PreviousField, if not nil, is the field of the previous step. Its boundary is
	// drawn thin and dim, under the boundary of Field.
	PreviousField Sampler
	Marks         []Mark
	Curves        []CurveLine
	// Cross is the point at which the student aims, or nil.
	Cross *Point
	// SameScale gives a unit the same length in both directions by showing more of
	// the plane in one of them.
	SameScale      bool
	XLabel, YLabel string
	WithoutAxes    bool // without axes, because coordinates mean nothing, as in the drawing of a graph
	Legend         bool // one or two rows below explain marks and lines
	// PossibleKinds lists kinds of marks that may occur at other steps of the solver. The legend
	// explains them too, so that it is the same at every step.
	PossibleKinds []MarkKind
}

// CurveLine is a line over a map: Points joined in order or, if F is set, y = F(x) across the map.
// Points that are not finite interrupt the line. The zero Ink means Curve.
type CurveLine struct {
	Points []Point
	F      func(x float64) float64
	Ink    Ink
	Dotted bool
	Name   string
}

var _ Picker = Map{}

// Draw draws the map. It omits the axes if there is no room for them.
func (m Map) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	l := m.layout(area, v)
	l.axes.draw(dst, v)
	var samples *fieldSamples
	if m.Field != nil {
		samples = sampleField(m.Field, l.axes.frame)
		samples.paint(dst, v)
	}
	m.strokes(samples, l.axes.frame).paint(dst, v, samples.backgrounds(v))
	hasCounts := drawMarks(dst, l.axes.frame.area, v, samples.backgrounds(v), m.placeMarks(samples, l.axes.frame, v))
	m.drawLegend(dst, l.legend, v, hasCounts)
}

// mapLayout holds the positions of the parts of a map.
type mapLayout struct {
	axes   axes
	legend Rect
}

func (m Map) layout(area Rect, v View) mapLayout {
	var l mapLayout
	if n := m.legendHeight(area); n > 0 {
		area.H -= n
		l.legend = area.Rows(area.H, n)
	}
	x, y := m.Ranges()
	if m.WithoutAxes {
		l.axes = axes{noLabels: true, frame: frame{area, x, y}}
		return l
	}
	l.axes = newAxes(area, x, y, m.XLabel, m.YLabel, v)
	if m.SameScale {
		x, y = equaliseScale(x, y, l.axes.frame.area, v.CellAspect())
		l.axes = newAxes(area, x, y, m.XLabel, m.YLabel, v)
		l.axes.frame.x, l.axes.frame.y = equaliseScale(x, y, l.axes.frame.area, v.CellAspect())
	}
	if m.Field == nil { // the ranges of a field do not change
		l.axes.evenYTicks(m.SameScale)
	}
	return l
}

// Ranges returns the visible part of the plane.
func (m Map) Ranges() (x, y Range) {
	xs, ys := make([]float64, len(m.Marks)), make([]float64, len(m.Marks))
	for i, mark := range m.Marks {
		xs[i], ys[i] = mark.X, mark.Y
	}
	return rangeOrPadded(m.X, xs).drawable(), rangeOrPadded(m.Y, ys).drawable()
}

// rangeOrPadded returns r, or the padded range of the values if r is zero.
func rangeOrPadded(r Range, values []float64) Range {
	if r != (Range{}) {
		return r
	}
	return RangeOf(values...).drawable().Pad(0.12)
}

// equaliseScale widens one range so that a unit has the same length in both
// directions. The height of a cell is aspect times its width.
func equaliseScale(x, y Range, area Rect, aspect float64) (Range, Range) {
	if area.Empty() {
		return x, y
	}
	ux := x.Span() / float64(area.W)
	uy := y.Span() / (float64(area.H) * aspect)
	if ux < uy {
		return x.Pad((uy/ux - 1) / 2), y
	}
	return x, y.Pad((ux/uy - 1) / 2)
}

// The ranks of strokes in a map. A cell has the ink of its stroke of highest rank.
const (
	rankDrop uint8 = iota + 1
	rankPrevious
	rankMargin
	rankCurve
	rankBoundary
)

// strokes returns a canvas with the level lines, the curves and the cross.
func (m Map) strokes(samples *fieldSamples, f frame) *canvas {
	c := newCanvas(f.area, false)
	if samples != nil && m.Levels != NoLines {
		finder := newContourFinder(samples.values, samples.w, samples.h)
		draw := func(level float64, s stroke) {
			for _, l := range samples.levelLines(finder, level) {
				c.line(l.pts, s)
			}
		}
		if m.Levels == WithMargins {
			draw(1, stroke{ink: MarginPos, dash: dotted, glyph: '+', rank: rankMargin})
			draw(-1, stroke{ink: MarginNeg, dash: dotted, glyph: '-', rank: rankMargin})
		}
		draw(0, stroke{ink: Boundary, glyph: '#', rank: rankBoundary})
	}
	if m.ComparisonField != nil {
		drawBoundary(m.ComparisonField, c, f, stroke{ink: Truth, dash: dotted, glyph: '=', rank: rankCurve})
	}
	if m.PreviousField != nil {
		drawBoundary(m.PreviousField, c, f, stroke{ink: Dim, dash: thin, glyph: ',', rank: rankPrevious})
	}
	for _, l := range m.Curves {
		l.draw(c, f)
	}
	m.drawCross(c, f)
	return c
}

func (l CurveLine) draw(c *canvas, f frame) {
	s := stroke{ink: cmp.Or(l.Ink, Curve), glyph: '*', rank: rankCurve}
	if l.Dotted {
		s.dash = dotted
	}
	pts := make([]Point, 0, len(l.Points))
	for _, p := range l.points(f) {
		pts = append(pts, f.position(p))
	}
	c.line(pts, s)
}

// points returns the curve's points. A function is evaluated at every column of
// dots.
func (l CurveLine) points(f frame) []Point {
	if l.F == nil {
		return l.Points
	}
	n := 2 * f.area.W
	pts := make([]Point, n+1)
	for i := range pts {
		x := f.x.Min + float64(i)/float64(n)*f.x.Span()
		pts[i] = Point{x, l.F(x)}
	}
	return pts
}

// placeMarks returns the marks with their cells in a frame.
func (m Map) placeMarks(samples *fieldSamples, f frame, v View) []placedMark {
	var out []placedMark
	for _, mark := range m.Marks {
		p := Point{mark.X, mark.Y}
		if x, y, ok := f.cellOf(p); ok {
			out = append(out, placedMark{mark, x, y, samples.backgroundAt(p, v)})
		}
	}
	return out
}

// layer returns the order of drawing: marks with a higher layer cover lower ones.
func (m Mark) layer() int {
	switch {
	case m.Selected:
		return 3
	case m.Focus:
		return 2
	case m.Kind != PlainMark:
		return 1
	}
	return 0
}

// Pick returns the mark nearest to the cell (x, y), within a distance of two
// and a half columns.
func (m Map) Pick(area Rect, v View, x, y int) (int, bool) {
	return m.layout(area, v).axes.frame.pick(m.Marks, v, x, y)
}

// pick returns the mark nearest to the cell (x, y), within a distance of two and a half
// columns.
func (f frame) pick(marks []Mark, v View, x, y int) (i int, ok bool) {
	best, nearest := 2.5*2.5, -1
	for i, mark := range marks {
		px, py, ok := f.cellOf(Point{mark.X, mark.Y})
		if d := square(float64(px-x)) + square(v.CellAspect()*float64(py-y)); ok && d < best {
			best, nearest = d, i
		}
	}
	return nearest, nearest >= 0
}

// Place returns the cell of mark i if it is visible.
func (m Map) Place(area Rect, v View, i int) (x, y int, ok bool) {
	if i < 0 || i >= len(m.Marks) || area.Empty() {
		return 0, 0, false
	}
	return m.layout(area, v).axes.frame.cellOf(Point{m.Marks[i].X, m.Marks[i].Y})
}

func square(v float64) float64 { return v * v }

// signOf returns the side of a value: +1, −1, or 0 for neither.
func signOf(f float64) int {
	switch {
	case math.IsNaN(f) || f == 0:
		return 0
	case f > 0:
		return 1
	}
	return -1
}

// Numbered returns the map with labels that number the marks from 1. letters maps the indices of some
// marks to letters. The label of a mark with a letter is, for example, "k = 3", or "k" if there is no
// room for the number. Only the marks with letters are in focus.
func (m Map) Numbered(letters map[int]string) Map {
	m.Marks = slices.Clone(m.Marks)
	for i := range m.Marks {
		number, letter := strconv.Itoa(i+1), letters[i]
		m.Marks[i].Label, m.Marks[i].Number, m.Marks[i].Focus = cmp.Or(letter, number), number, letter != ""
	}
	return m
}

// drawBoundary draws the boundary of the field s in a style.
func drawBoundary(s Sampler, c *canvas, f frame, style stroke) {
	samples := sampleField(s, f)
	for _, l := range samples.levelLines(newContourFinder(samples.values, samples.w, samples.h), 0) {
		c.line(l.pts, style)
	}
}

// comparisonWords describes on how much of the map the two fields disagree.
func (m Map) comparisonWords(x, y Range) []string {
	if m.ComparisonField == nil || m.Field == nil {
		return nil
	}
	a, _, _ := sampleDescriptionGrid(m.Field, x, y)
	b, _, _ := sampleDescriptionGrid(m.ComparisonField, x, y)
	disagreeingCount := 0
	for i := range a {
		if signOf(a[i]) != signOf(b[i]) {
			disagreeingCount++
		}
	}
	if disagreeingCount == 0 {
		return []string{"The dotted boundary, of a second field, is the same."}
	}
	return []string{fmt.Sprintf("The dotted boundary belongs to a second field: on %.1f %% of the map the two "+
		"disagree on the class.", 100*float64(disagreeingCount)/float64(len(a)))}
}

// drawCross draws four arms around an open centre. The arms have the same length in every picture.
func (m Map) drawCross(c *canvas, f frame) {
	if m.Cross == nil {
		return
	}
	const from, to = 1.2, 4.0 // in columns; a row counts as two columns
	at := f.position(*m.Cross)
	s := stroke{ink: Accent, glyph: '+', rank: rankBoundary}
	for _, d := range []Point{{1, 0}, {-1, 0}, {0, 0.5}, {0, -0.5}} {
		c.line([]Point{{at.X + from*d.X, at.Y + from*d.Y}, {at.X + to*d.X, at.Y + to*d.Y}}, s)
	}
}

// crossWords describes the position of the cross.
func (m Map) crossWords() []string {
	if m.Cross == nil {
		return nil
	}
	return []string{"The cross is at " + m.Cross.format() + "."}
}

// minMapLegendHeight and minMapLegendWidth are the least size of a map with a row
// for its legend.
const minMapLegendHeight, minMapLegendWidth = 9, 20

// If a map has PossibleKinds and at least twoRowLegendHeight rows, its legend has two rows, unless
// the map has at least oneRowLegendWidth columns.
const twoRowLegendHeight, oneRowLegendWidth = 16, 90

// legendEntries returns the entries that explain the marks and lines of a map, with the most important
// ones first. The wording is the same on every map. hasCounts says whether the map shows counts of
// points that share a cell.
func (m Map) legendEntries(v View, hasCounts bool) []Line {
	var out []Line
	add := func(text string, samples ...Span) {
		out = append(out, append(Line(samples), Span{" " + text, Dim}))
	}
	for _, class := range []int{1, -1} {
		if m.hasMark(class, PlainMark, FreeSV, BoundSV, Missed) {
			add(map[int]string{1: "+1", -1: "−1"}[class], m.markSpan(class, PlainMark, v))
		}
	}
	if hasCounts {
		add("two points", m.markSpan(m.Marks[0].Class, PlainMark, v), Span{"2", Text})
	}
	bothClasses := func(kind MarkKind) []Span { return []Span{m.markSpan(1, kind, v), m.markSpan(-1, kind, v)} }
	switch {
	case m.mayHave(FreeSV):
		add("α > 0", bothClasses(FreeSV)...)
	case m.mayHave(Missed):
		add("α > 0", bothClasses(Missed)...)
	}
	if m.mayHave(BoundSV) {
		add("at C", bothClasses(BoundSV)...)
	}
	if slices.ContainsFunc(m.Marks, func(mark Mark) bool { return mark.ChangedSide }) {
		add("new side", Span{string(v.Rune('‹', '<')) + string(v.Rune('›', '>')), Strong})
	}
	if len(m.PossibleKinds) > 0 && slices.ContainsFunc(m.Marks, func(mark Mark) bool { return mark.Focus }) {
		add("this step", Span{"()", Accent})
	}
	if m.Field != nil && m.Levels == WithMargins {
		add("margin", Span{string(v.Rune('⠂', '+')), MarginPos}, Span{string(v.Rune('⠂', '-')), MarginNeg})
	}
	if m.ComparisonField != nil {
		add("the other", Span{string(v.Rune('⠒', '=')) + string(v.Rune('⠂', '=')), Truth})
	}
	if m.PreviousField != nil {
		add("before", Span{string(v.Rune('⠂', ',')) + string(v.Rune('⠂', ',')), Dim})
	}
	return out
}

// legendHeight returns how many rows a map in an area has for its legend.
func (m Map) legendHeight(area Rect) int {
	switch {
	case !m.Legend || area.H < minMapLegendHeight || area.W < minMapLegendWidth:
		return 0
	case len(m.PossibleKinds) == 0 && area.W > 24 || area.H < twoRowLegendHeight || area.W >= oneRowLegendWidth:
		return 1
	}
	return 2
}

// drawLegend writes as many entries as fit.
func (m Map) drawLegend(dst *Grid, area Rect, v View, hasCounts bool) {
	x, y := area.X, area.Y
	for _, entry := range m.legendEntries(v, hasCounts) {
		entry = v.TransliterateLine(entry)
		if x+entry.Width() > area.X+area.W {
			x, y = area.X, y+1
		}
		if y >= area.Y+area.H {
			return
		}
		clipSpans(dst, area, x, y, entry)
		x += entry.Width() + 2
	}
}

// mayHave reports whether marks of a kind are present or may occur.
func (m Map) mayHave(kind MarkKind) bool {
	return slices.Contains(m.PossibleKinds, kind) || m.hasMark(1, kind) || m.hasMark(-1, kind)
}

// hasMark reports whether the given class has a mark of one of the given kinds.
func (m Map) hasMark(class int, kinds ...MarkKind) bool {
	for _, mark := range m.Marks {
		if slices.Contains(kinds, mark.Kind) && mark.Class*class > 0 {
			return true
		}
	}
	return false
}

// markSpan returns the mark of a class and kind.
func (m Map) markSpan(class int, kind MarkKind, v View) Span {
	r, ink := Mark{Class: class, Kind: kind}.glyph(v)
	return Span{string(r), ink}
}

// className returns "class +1", "class -1" or "without a class".
func className(class int) string {
	switch {
	case class > 0:
		return "class +1"
	case class < 0:
		return "class -1"
	}
	return "without a class"
}
