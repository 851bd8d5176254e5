package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// lens is how a picture is looked at: on the other scale, and a part of it. The
// zero lens shows it as it is.
type lens struct {
	flip   bool // logarithmic in place of linear, or the other way round
	zoom   int  // the part shown is 2^(−zoom/octave) of the whole, across and up
	panned bool // the middle stays where it was put; else it follows the cursor
	middle ascii.Point
	margin int // columns left of the part: ticks that grow longer do not move it to and fro
	grip   grip
}

// A key zooms by an octave, a turn of the wheel by half of one. The smallest part of
// a picture is 2^−6 of it, of a chart a few of its steps, of bars a few bars.
const (
	octave     = 4
	wheelTurn  = octave / 2
	zoomLimit  = 6 * octave
	zoomLeast  = 2 * octave
	zoomLonger = 10 * octave
	fewSteps   = 4.0
)

// extent is what a lens moves over: the whole of a picture across and up; y is zero
// where it moves across alone.
type extent struct {
	x, y   ascii.Range
	cursor ascii.Point // the middle while the student has not moved it
	margin int
	limit  int // of the zoom
}

// zoomTo is the zoom at which a few of n things fill a picture.
func zoomTo(n int) int {
	few := int(math.Ceil(octave * math.Log2(max(1, float64(n)/fewSteps))))
	return max(zoomLeast, min(few, zoomLonger))
}

// zooms reports whether a part of a figure can be looked at.
func zooms(f ascii.Figure) bool {
	if b, isBars := f.(ascii.Bars); isBars {
		return len(b.Bars) > 1
	}
	_, ok := f.(ascii.Windowed)
	return ok
}

// extentOf is that of a figure in an area; not ok for one that is looked at as it
// is.
func extentOf(f ascii.Figure, area ascii.Rect, v ascii.View) (e extent, ok bool) {
	e.limit = zoomLimit
	switch f := f.(type) {
	case ascii.Bars:
		e.x.Max, e.limit = float64(len(f.Bars)), zoomTo(len(f.Bars))
	case ascii.Windowed:
		e.x, e.y, e.margin = f.Window(area, v)
	}
	e.cursor = ascii.Point{X: (e.x.Min + e.x.Max) / 2, Y: (e.y.Min + e.y.Max) / 2}
	if c, isChart := f.(ascii.Chart); isChart && c.HasCursor {
		e.cursor.X, e.limit = c.Cursor, zoomTo(chartLength(c))
	}
	return e, zooms(f)
}

// chartLength is how many points the longest series of a chart has.
func chartLength(c ascii.Chart) int {
	n := 0
	for _, s := range c.Series {
		n = max(n, len(s.Y))
	}
	return n
}

// grip is what the wheel last turned around. Bars are whole columns wide, and ticks
// grow: what a turn leaves under the cell may be a little beside that, and the next
// one would go on from there.
type grip struct {
	x, y   int // the cell
	place  ascii.Point
	zoom   int // that it came to, with the middle
	middle ascii.Point
}

// gripped is what the wheel turns around at a cell, where it has just turned there.
func (l lens) gripped(x, y int) (ascii.Point, bool) {
	g := l.grip
	return g.place, l.zoom > 0 && g == grip{x: x, y: y, place: g.place, zoom: l.zoom, middle: l.middle}
}

// The ways to change it.
func (l *lens) in(e extent)    { l.by(e, octave) }
func (l *lens) out(e extent)   { l.by(e, -octave) }
func (l *lens) left(e extent)  { l.pan(e, -0.25, 0) }
func (l *lens) right(e extent) { l.pan(e, 0.25, 0) }
func (l *lens) down(e extent)  { l.pan(e, 0, -0.25) }
func (l *lens) up(e extent)    { l.pan(e, 0, 0.25) }
func (l *lens) turn(extent)    { l.flip = !l.flip }

// all shows the whole again.
func (l *lens) all(extent) { *l = lens{flip: l.flip} }

// by zooms in by some part of an octave, or out, around the cursor, or where the
// middle has been put.
func (l *lens) by(e extent, n int) {
	if l.panned {
		l.around(e, l.centre(e), n)
		return
	}
	l.zoom = max(0, min(l.zoom+n, e.limit))
}

// around zooms so that place a stays where it is in the window, as far as the whole
// allows.
func (l *lens) around(e extent, a ascii.Point, n int) {
	before, m := l.zoom, l.centre(e)
	if l.zoom = max(0, min(l.zoom+n, e.limit)); l.zoom == 0 {
		l.all(e)
		return
	}
	k := math.Exp2(float64(before-l.zoom) / octave)
	l.put(e, ascii.Point{X: a.X + (m.X-a.X)*k, Y: a.Y + (m.Y-a.Y)*k})
}

// pan moves the part shown by a share of its width and height.
func (l *lens) pan(e extent, across, up float64) {
	x, y := l.window(e)
	m := l.centre(e)
	l.put(e, ascii.Point{X: m.X + across*x.Span(), Y: m.Y + up*y.Span()})
}

// put moves the middle of the part shown. What is beyond the end of the whole is not
// kept, so that the way back is as long.
func (l *lens) put(e extent, middle ascii.Point) {
	if l.zoom == 0 {
		return
	}
	l.middle, l.panned = middle, true
	l.middle = l.centre(e)
}

// centre is the middle of the part shown.
func (l lens) centre(e extent) ascii.Point {
	x, y := l.window(e)
	return ascii.Point{X: (x.Min + x.Max) / 2, Y: (y.Min + y.Max) / 2}
}

// window is the part shown.
func (l lens) window(e extent) (x, y ascii.Range) {
	middle := l.middle
	if !l.panned {
		middle = e.cursor
	}
	return l.along(e.x, middle.X), l.along(e.y, middle.Y)
}

// along is the part of a range that is shown around a middle.
func (l lens) along(whole ascii.Range, middle float64) ascii.Range {
	if l.zoom == 0 {
		return whole
	}
	w := whole.Span() * math.Exp2(-float64(l.zoom)/octave)
	from := math.Max(whole.Min, math.Min(middle-w/2, whole.Max-w))
	return ascii.Range{Min: from, Max: from + w}
}

// words say how much larger than the whole the part is that is shown; "" for the
// whole.
func (l lens) words() string {
	if l.zoom == 0 {
		return ""
	}
	times := math.Exp2(float64(l.zoom) / octave)
	places := 1
	if times >= 10 {
		places = 0
	}
	out := strconv.FormatFloat(times, 'f', places, 64)
	return "zoomed ×" + strings.TrimSuffix(out, ".0")
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

// apply is the figure of an area as it is looked at.
func (l lens) apply(f ascii.Figure, area ascii.Rect, v ascii.View) ascii.Figure {
	c, isChart := f.(ascii.Chart)
	if isChart {
		c.Log = c.Log != l.flip
		f = c
	}
	e, ok := extentOf(f, area, v)
	if !ok || l.zoom == 0 {
		return f
	}
	x, y := l.window(e)
	switch f := f.(type) {
	case ascii.Bars:
		return f.Part(int(math.Round(x.Min)), int(math.Ceil(x.Max)))
	case ascii.Chart:
		f.Series = slices.Clone(f.Series)
		for i, s := range f.Series {
			f.Series[i].X, f.Series[i].Y = within(s, x)
		}
		return f.Through(x, y, l.margin)
	case ascii.Windowed:
		return f.Through(x, y, l.margin)
	}
	return f
}

// within are the points of a series inside a range of x, and one more on
// either side so that its line leaves the picture rather than ends there.
func within(s ascii.ChartSeries, r ascii.Range) (xs, ys []float64) {
	first, last := len(s.Y), -1
	for j := range s.Y {
		if x := xOf(s, j); x >= r.Min && x <= r.Max {
			first, last = min(first, j), max(last, j)
		}
	}
	if last < 0 {
		return []float64{}, nil
	}
	for j := max(0, first-1); j <= min(last+1, len(s.Y)-1); j++ {
		xs, ys = append(xs, xOf(s, j)), append(ys, s.Y[j])
	}
	return xs, ys
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
