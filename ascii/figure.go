// Package ascii draws figures: it turns values on a grid, contours, marks,
// curves, bars and heatmaps into cells, and cells into text for a terminal.
// Start with [Figure], [Grid] and [Map]. A field is a function of the plane, such as the decision
// function of a classifier. A mark is a point of a data set, and a series is a curve of a chart.
//
// A cell holds a rune and two inks. An [Ink] is a meaning (positive region,
// boundary, free support vector) and never a colour. A [Palette] from the
// caller maps meanings to styles. Each of the five profiles has its own way of
// drawing: true colour, 256 colours, 16 colours, monochrome UTF-8 and seven-bit
// ASCII.
//
// The package knows no colour, no terminal, no kernel and no classifier, and
// imports only the standard library. Every figure can also describe itself in
// sentences, for people who cannot see the picture.
package ascii

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Profile is the set of characters and colours that a terminal can show.
type Profile uint8

// The profiles, richest first.
const (
	TrueColor  Profile = iota // 24-bit colour
	Indexed256                // 256 indexed colours
	ANSI16                    // 16 colours: textures instead of fills
	Mono                      // UTF-8, no colour
	SevenBit                  // ASCII only, no colour
)

// View holds the properties of a terminal that drawing depends on: its profile
// and the shape of its cells.
type View struct {
	Profile Profile
	// Aspect is the height of a cell divided by its width. If zero, 2.1 is
	// used.
	Aspect float64
}

// CellAspect returns the height of a cell divided by its width.
func (v View) CellAspect() float64 {
	if v.Aspect <= 0 {
		return 2.1
	}
	return v.Aspect
}

// Filled reports whether the profile has enough colours to fill regions. The other profiles show
// regions by texture.
func (v View) Filled() bool { return v.Profile == TrueColor || v.Profile == Indexed256 }

// Rune returns asciiRune if the profile is SevenBit, and otherwise utf8Rune.
func (v View) Rune(utf8Rune, asciiRune rune) rune {
	if v.Profile == SevenBit {
		return asciiRune
	}
	return utf8Rune
}

// Figure is a picture that can be drawn into a rectangle and described in
// words. Drawing is pure: the same figure, rectangle and view give the same
// cells. Draw stays inside area and accepts any size, even 0×0.
type Figure interface {
	Draw(dst *Grid, area Rect, v View)
	// Words describes the figure in full sentences, without box art.
	Words() []string
}

// Picker is a figure whose marks can be pointed at. Pick returns the index of
// the mark nearest to the cell (x, y), if one is near enough. Place returns the
// cell of mark i.
type Picker interface {
	Pick(area Rect, v View, x, y int) (i int, ok bool)
	Place(area Rect, v View, i int) (x, y int, ok bool)
}

// FigureGrid shows figures side by side, in rows of Cols panels, so that they can be
// compared.
type FigureGrid struct {
	Cols   int // panels in a row, at least 1
	Panels []Panel
}

// Panel is a figure with a heading in a [FigureGrid].
type Panel struct {
	Head []Line // heading above the figure, clipped if too long
	Plot Figure
}

// Draw gives every panel the same size. If fewer than three rows remain for the
// figures, it draws only the headings.
func (b FigureGrid) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(b.Panels) == 0 {
		return
	}
	rows := (len(b.Panels) + b.Cols - 1) / b.Cols
	for i, p := range b.Panels {
		p.draw(dst, panelArea(area, i%b.Cols, b.Cols, i/b.Cols, rows), v)
	}
}

// panelArea divides an area into equal rectangles and returns the one in column x and row y. The gaps
// between rectangles are at least two columns and one row.
func panelArea(area Rect, x, columns, y, rows int) Rect {
	return Rect{
		X: area.X + (area.W+2)*x/columns, W: max(0, (area.W+2)/columns-2),
		Y: area.Y + (area.H+1)*y/rows, H: max(0, (area.H+1)/rows-1),
	}
}

func (p Panel) draw(dst *Grid, area Rect, v View) {
	if area.Empty() {
		return
	}
	for i, l := range p.Head[:min(len(p.Head), area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, v.Clip(l, area.W))
	}
	area = area.Rows(len(p.Head), area.H-len(p.Head))
	if p.Plot != nil && area.H >= 3 {
		p.Plot.Draw(dst, area, v)
	}
}

// maxFullPanels is the maximum number of panels for which Words describes the figures too.
const maxFullPanels = 4

// Words returns the headings and, if there are few panels, the descriptions of
// their figures.
func (b FigureGrid) Words() []string {
	out := []string{Count(len(b.Panels), "picture") + " side by side."}
	for _, p := range b.Panels {
		for _, l := range p.Head {
			out = append(out, l.String()+".")
		}
		if p.Plot != nil && len(b.Panels) <= maxFullPanels {
			out = append(out, p.Plot.Words()...)
		}
	}
	return out
}

// maxChanges is the largest number of changes that are listed.
const maxChanges = 3

// ChangesSince describes in a sentence or two how a figure differs from an earlier one. It returns
// "" if nothing important changed. ok is false if the figures cannot be compared, or if so much
// changed that a full description of the figure is better.
func ChangesSince(now, before Figure) (words string, ok bool) {
	if now == nil || reflect.TypeOf(now) != reflect.TypeOf(before) {
		return "", false
	}
	switch now := now.(type) {
	case Map:
		if now.Field != nil {
			return now.changeFrom(before.(Map))
		}
	case Chart:
		return now.changeFrom(before.(Chart))
	case Bars:
		return now.changeFrom(before.(Bars))
	case PointTable:
		return "", false // the figures next to it describe the same change
	}
	oldSentences := before.Words()
	newSentences := slices.DeleteFunc(now.Words(), func(s string) bool { return slices.Contains(oldSentences, s) })
	if len(newSentences) > maxChanges {
		return "", false
	}
	return strings.Join(newSentences, " "), true
}

// changeFrom lists the points whose kind changed, such as points that became support vectors, and
// the points that are now on the other side of the boundary. If there are none, it returns the
// sentence about the shares of the classes if that sentence changed. It returns false unless both
// maps show the same points and draw the same lines.
func (m Map) changeFrom(previous Map) (string, bool) {
	if !m.isComparable(previous) {
		return "", false
	}
	var parts []string
	add := func(state string, matches func(i int) bool) {
		var indices []int
		for i := range m.Marks {
			if matches(i) {
				indices = append(indices, i)
			}
		}
		if len(indices) > 0 {
			parts = append(parts, state+": "+m.numbers(indices, maxChanges))
		}
	}
	for k, state := range [...]string{PlainMark: "at α = 0 now", FreeSV: "free support vectors now",
		BoundSV: "at the bound C now", Missed: "with α > 0 now"} {
		add(state, func(i int) bool { return m.Marks[i].Kind == MarkKind(k) && previous.Marks[i].Kind != MarkKind(k) })
	}
	before, now := previous.summariseField(), m.summariseField()
	if !before.isZero() && !now.isZero() {
		isWrong := func(r fieldSummary, i int) bool { return slices.Contains(r.misclassified, i) }
		add("on the right side now", func(i int) bool { return isWrong(before, i) && !isWrong(now, i) })
		add("on the wrong side now", func(i int) bool { return isWrong(now, i) && !isWrong(before, i) })
	}
	sharesSentence := now.words()[0]
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ") + ".", true
	case sharesSentence == before.words()[0]:
		return "", true
	}
	return sharesSentence, true
}

// isComparable reports whether both maps have a field, the same ranges, level lines and kinds of
// marks, and marks with the same positions and classes.
func (m Map) isComparable(previous Map) bool {
	x, y := m.Ranges()
	previousX, previousY := previous.Ranges()
	samePlace := func(a, b Mark) bool { return a.X == b.X && a.Y == b.Y && a.Class == b.Class }
	return previous.Field != nil && x == previousX && y == previousY && m.Levels == previous.Levels &&
		slices.Equal(m.PossibleKinds, previous.PossibleKinds) && slices.EqualFunc(m.Marks, previous.Marks, samePlace)
}

// changeFrom returns a sentence with the new values of the series that are not dim and whose value at
// the cursor changed. It returns false if the numbers of series differ or a chart has no cursor.
func (c Chart) changeFrom(previous Chart) (string, bool) {
	if len(previous.Series) != len(c.Series) || !c.HasCursor || !previous.HasCursor {
		return "", false
	}
	var values []string
	for i, s := range c.Series {
		now, hasValue := s.NearestPoint(c.Cursor)
		before, hadValue := previous.Series[i].NearestPoint(previous.Cursor)
		if !s.Dim && s.Name == previous.Series[i].Name && hasValue && hadValue &&
			c.format(now.Y) != c.format(before.Y) {
			values = append(values, c.seriesName(i)+": "+c.format(now.Y))
		}
	}
	return newValues(values), true
}

// changeFrom returns a sentence with the new values of a few bars, or with the number of bars that
// changed. It returns false if the numbers of bars differ.
func (b Bars) changeFrom(previous Bars) (string, bool) {
	if len(previous.Bars) != len(b.Bars) {
		return "", false
	}
	var values []string
	for i, x := range b.Bars {
		if b.format(x.Value) != previous.format(previous.Bars[i].Value) {
			values = append(values, b.barName(i)+": "+b.format(x.Value))
		}
	}
	if n := len(values); n > maxChanges {
		return fmt.Sprintf("%d bars changed.", n), true
	}
	return newValues(values), true
}

// newValues returns a sentence about new values, or "" if there are none.
func newValues(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return "Now " + strings.Join(values, ", ") + "."
}

// VisibleRanges returns the part of the plane that the map shows in an area.
func (m Map) VisibleRanges(area Rect, v View) (x, y Range) {
	f := m.layout(area, v).axes.frame
	return f.x, f.y
}

// PointAt returns the point at the middle of the cell (x, y), or false if the cell is outside the
// map.
func (m Map) PointAt(area Rect, v View, x, y int) (Point, bool) {
	return m.layout(area, v).axes.frame.pointAt(x, y)
}

// WithRanges returns the map of another part of the plane.
func (m Map) WithRanges(x, y Range) Map {
	m.X, m.Y, m.SameScale = x, y, false
	return m
}

// pointAt returns the point at the middle of a cell, or false if the cell is outside the frame.
func (f frame) pointAt(x, y int) (Point, bool) {
	if !f.area.Contains(x, y) {
		return Point{}, false
	}
	return Point{
		X: f.x.Min + (float64(x-f.area.X)+0.5)/float64(f.area.W)*f.x.Span(),
		Y: f.y.Max - (float64(y-f.area.Y)+0.5)/float64(f.area.H)*f.y.Span(),
	}, true
}

// BarAt returns the index of the bar in the row or column of cell (x, y). If bars share the column,
// it returns the bar that is drawn. The result ok is false if there is no bar.
func (b Bars) BarAt(area Rect, v View, x, y int) (i int, ok bool) {
	if !area.Contains(x, y) || len(b.Bars) == 0 {
		return 0, false
	}
	if b.inRows(area) {
		first, pitch := b.rowLayout(area)
		i = (y - first) / pitch
		return i, y >= first && i < len(b.Bars)
	}
	f := b.columnAxes(area, v).frame
	layout := b.layoutColumns(f.area.W)
	c := (x - f.area.X) / layout.width
	if x < f.area.X || c >= layout.columns {
		return 0, false
	}
	from, to := c*len(b.Bars)/layout.columns, (c+1)*len(b.Bars)/layout.columns
	best := b.shownBar(from, to)
	for i := from; i < to; i++ {
		if b.Bars[i] == best {
			return i, true
		}
	}
	return from, true
}

// RowAt returns the index of the row that is drawn in line y of the grid. The result ok is false
// for the header and below the rows.
func (t Table) RowAt(area Rect, y int) (row int, ok bool) {
	first, n := t.visibleRows(area.H - 1)
	i := y - area.Y - 1
	return first + i, i >= 0 && i < n
}
