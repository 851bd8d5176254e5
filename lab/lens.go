package lab

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
)

// lens is how the enlarged chart is looked at: on the other scale, and a part
// of it.
type lens struct {
	flip   bool // logarithmic in place of linear, or the other way round
	zoom   int  // the part shown is 2^−zoom of the whole
	panned bool // the middle stays where it was put; else it follows the cursor
	middle float64
}

// zoomLimit is the smallest part of a chart, 2^−10: a few steps of a long run.
const zoomLimit = 10

// extent is what a lens moves along: the x of a chart, the numbers of bars.
type extent struct {
	ascii.Range
	cursor float64 // the middle while the student has not moved it
}

// extentOf is that of a figure; not ok for one that is looked at as it is.
func extentOf(f ascii.Figure) (e extent, ok bool) {
	switch f := f.(type) {
	case ascii.Chart:
		e.Range = spanOf(f)
		if e.cursor = (e.Min + e.Max) / 2; f.HasCursor {
			e.cursor = f.Cursor
		}
		return e, true
	case ascii.Bars:
		n := float64(len(f.Bars))
		return extent{ascii.Range{Max: n}, n / 2}, n > 1
	}
	return e, false
}

// The ways to change it.
func (l *lens) in(extent) { l.zoom = min(l.zoom+1, zoomLimit) }

func (l *lens) out(extent) {
	l.zoom = max(l.zoom-1, 0)
	l.panned = l.panned && l.zoom > 0
}

func (l *lens) left(e extent)  { l.pan(e, -0.25) }
func (l *lens) right(e extent) { l.pan(e, 0.25) }
func (l *lens) turn(extent)    { l.flip = !l.flip }

// pan moves the part shown by a share of its width.
func (l *lens) pan(e extent, share float64) {
	if l.zoom == 0 {
		return
	}
	r := l.window(e)
	w := r.Max - r.Min
	l.middle, l.panned = (r.Min+r.Max)/2+share*w, true
	// What is beyond the end is not kept, so that the way back is as long.
	r = l.window(e)
	l.middle = (r.Min + r.Max) / 2
}

// window is the part shown.
func (l lens) window(e extent) ascii.Range {
	w := (e.Max - e.Min) / math.Pow(2, float64(l.zoom))
	middle := l.middle
	if !l.panned {
		middle = e.cursor
	}
	from := math.Max(e.Min, math.Min(middle-w/2, e.Max-w))
	return ascii.Range{Min: from, Max: from + w}
}

// spanOf is the whole range of a chart's x.
func spanOf(c ascii.Chart) ascii.Range {
	if c.X != (ascii.Range{}) {
		return c.X
	}
	out := ascii.Range{Min: math.Inf(1), Max: math.Inf(-1)}
	for _, s := range c.Series {
		for j := range s.Y {
			x := xOf(s, j)
			out.Min, out.Max = math.Min(out.Min, x), math.Max(out.Max, x)
		}
	}
	if !(out.Min < out.Max) {
		return ascii.Range{Max: 1}
	}
	return out
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

// apply is the figure as it is looked at.
func (l lens) apply(f ascii.Figure) ascii.Figure {
	e, ok := extentOf(f)
	if !ok {
		return f
	}
	if b, isBars := f.(ascii.Bars); isBars {
		r := l.window(e)
		return b.Part(int(math.Round(r.Min)), int(math.Ceil(r.Max)))
	}
	c := f.(ascii.Chart)
	c.Log = c.Log != l.flip
	if l.zoom == 0 {
		return c
	}
	c.X = l.window(e)
	series := append([]ascii.ChartSeries(nil), c.Series...)
	for i, s := range series {
		series[i].X, series[i].Y = within(s, c.X)
	}
	c.Series = series
	return c
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
