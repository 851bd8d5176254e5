package ascii

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// NumberLine shows the real line in three rows: the fill, the axis with the
// marks, and the fill again. Ticks are below. The Y of marks is ignored.
type NumberLine struct {
	X     Range
	F     func(x float64) float64 // the fill; may be nil
	Marks []Mark
	// Roots are drawn as ┃ through all three rows.
	Roots []float64
	// Cursor is a value that the student moves, drawn as ╎.
	HasCursor bool
	Cursor    float64
	Label     string
}

var (
	_ Figure = NumberLine{}
	_ Picker = NumberLine{}
)

// Draw draws the line in the middle of area. It omits the rows of the fill and
// the ticks if there is no room.
func (n NumberLine) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	f, ticks := n.layout(area, v)
	n.drawOn(dst, f, v)
	if label := v.Transliterate(n.Label); label != "" {
		clipText(dst, area, f.area.X-1-Width(label), f.area.Y+f.area.H/2, label, Strong)
	}
	if ticks > 0 {
		a := axes{frame: f, area: Rect{X: area.X, Y: f.area.Y, W: area.W, H: f.area.H + ticks}, tickRow: ticks > 1}
		a.drawX(dst, v)
	}
}

// layout returns the frame of the line and the rows of ticks below it.
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
		gutter = w + 1
	}
	y := area.Y + (area.H-rows-ticks)/2
	return frame{Rect{X: area.X + gutter, Y: y, W: area.W - gutter, H: rows}, n.Span(), Range{-1, 1}}, ticks
}

// Span returns the visible part of the line.
func (n NumberLine) Span() Range {
	xs := append([]float64(nil), n.Roots...)
	for _, m := range n.Marks {
		xs = append(xs, m.X)
	}
	return orRange(n.X, xs).proper()
}

// drawOn draws the rows of the line into a frame.
func (n NumberLine) drawOn(dst *Grid, f frame, v View) {
	g := newGround(FieldFunc(func(x, _ float64) float64 { return n.At(x) }), f)
	g.paint(dst, v)
	axis := f.area.Y + f.area.H/2
	for x := f.area.X; x < f.area.X+f.area.W; x++ {
		dst.Put(x, axis, v.Pick('─', '-'), Axis)
	}
	for _, r := range n.Roots {
		n.upright(dst, f, r, v.Pick('┃', '#'), Boundary)
	}
	if n.HasCursor {
		n.upright(dst, f, n.Cursor, v.Pick('╎', '|'), Select)
	}
	drawMarks(dst, f.area, v, func(dx, dy int) Ink { return dst.At(f.area.X+dx, f.area.Y+dy).Bg },
		n.placed(dst, f, axis))
}

func (n NumberLine) placed(dst *Grid, f frame, axis int) []placed {
	var out []placed
	for _, m := range n.Marks {
		if x, _, ok := f.place(Point{m.X, 0}); ok {
			out = append(out, placed{m, x, axis, dst.At(x, axis).Bg})
		}
	}
	return out
}

// upright draws a vertical line through all rows at a value.
func (n NumberLine) upright(dst *Grid, f frame, at float64, r rune, ink Ink) {
	x, _, ok := f.place(Point{at, 0})
	if !ok {
		return
	}
	for y := f.area.Y; y < f.area.Y+f.area.H; y++ {
		dst.Put(x, y, r, ink)
	}
}

// At returns the value of the fill at x.
func (n NumberLine) At(x float64) float64 {
	if n.F == nil {
		return noValue()
	}
	return n.F(x)
}

// Pick returns the mark nearest to the cell (x, y), within two and a half columns.
func (n NumberLine) Pick(area Rect, v View, x, y int) (int, bool) {
	f, _ := n.layout(area, v)
	return f.pick(n.level(), v, x, y)
}

// level returns the marks with Y = 0, the height of the axis in the frame.
func (n NumberLine) level() []Mark {
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
	x, _, ok = f.place(Point{n.Marks[i].X, 0})
	return x, f.area.Y + f.area.H/2, ok
}

// Words describes the marks in order, the roots and the intervals.
func (n NumberLine) Words() []string {
	r := n.Span()
	out := []string{fmt.Sprintf("Number line of %s from %s to %s.", cmp.Or(n.Label, "x"), FormatValue(r.Min),
		FormatValue(r.Max))}
	out = append(out, Map{Marks: n.Marks}.markWords()...)
	if len(n.Marks) > 0 && len(n.Marks) <= 24 {
		out = append(out, "From left to right: "+n.groups()+".")
	}
	if len(n.Roots) > 0 {
		out = append(out, "The sign changes at "+join(n.Roots)+".")
	}
	if n.HasCursor {
		out = append(out, "The cursor stands at "+FormatValue(n.Cursor)+".")
	}
	return out
}

// groups lists the marks from left to right and groups neighbours of the same
// class.
func (n NumberLine) groups() string {
	marks := append([]Mark(nil), n.Marks...)
	sort.SliceStable(marks, func(i, j int) bool { return marks[i].X < marks[j].X })
	var groups []string
	for len(marks) > 0 {
		var group []float64
		class := marks[0].Class
		for len(marks) > 0 && marks[0].Class == class {
			group, marks = append(group, marks[0].X), marks[1:]
		}
		groups = append(groups, className(class)+": "+join(group))
	}
	return strings.Join(groups, "; ")
}

func join(values []float64) string {
	parts := make([]string, len(values))
	for i, x := range values {
		parts[i] = FormatValue(x)
	}
	return strings.Join(parts, ", ")
}
