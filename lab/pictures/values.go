package pictures

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Under is what lies under a cell of the stage in a picture.
func (s Placed) Under(view ascii.View, x, y int) (ascii.Point, bool) {
	f, ok := s.Figure.Plot.(ascii.Planar)
	if !ok || !s.Area.Contains(x, y) {
		return ascii.Point{}, false
	}
	return f.Under(s.Room(), view, x-s.Area.X, y-s.Area.Y)
}

// PointAt is the point under a cell: on the picture, as a bar of a chart that has one
// for each, or as a row of a table of points; −1 where there is none. On reports
// whether the cell is on anything that has points.
func (s *Stage) PointAt(at Places, v View, view ascii.View, x, y int) (i int, on bool) {
	k := slices.IndexFunc(at.Figures, func(f Placed) bool { return f.Area.Contains(x, y) })
	if !v.Pointed() || k < 0 {
		return -1, false
	}
	f := at.Figures[k].lit(s.Point)
	x, y = x-f.Area.X, y-f.Area.Y
	switch plot := f.Figure.Plot.(type) {
	case ascii.Picker:
		if i, hit := plot.Pick(f.Room(), view, x, y); hit {
			return i, true
		}
		return -1, true
	case ascii.Bars:
		i, hit := plot.BarAt(f.Room(), view, x, y)
		return i, hit && len(plot.Bars) == pointsOf(v.picker(), view)
	case ascii.Heatmap:
		i, _, hit := plot.Entry(f.Room(), view, x, y)
		return i, hit && plot.Rows == pointsOf(v.picker(), view)
	case ascii.Roster:
		if i, hit := plot.At(f.Room(), y); hit {
			return i, true
		}
		return -1, false
	case ascii.Table:
		row, hit := plot.RowAt(f.Room(), y)
		if !hit || len(plot.Columns) == 0 || plot.Columns[0].Title != "i" || len(plot.Rows[row]) == 0 {
			return -1, false
		}
		number, err := strconv.Atoi(strings.TrimSpace(plot.Rows[row][0].String()))
		return number - 1, err == nil && number > 0
	}
	return -1, false
}

// pointsOf is how many points a picture has.
func pointsOf(p ascii.Picker, view ascii.View) int {
	n, room := 0, ascii.Rect{W: 1 << 12, H: 1 << 12}
	for {
		if _, _, ok := p.Place(room, view, n); !ok {
			return n
		}
		n++
	}
}

// What follows is how a click on the line of a figure sets what the figure is
// about: a slider, or the field that is being filled.

// LineAt is the figure whose line is at a cell of the stage, or nil.
func (p Places) LineAt(v ascii.View, x, y int) *Placed {
	for _, s := range p.Figures {
		_, _, ok := s.Value(v, x, y)
		if ok && s.SetsAlong() && s.Area.Contains(x, y) {
			return &s
		}
	}
	return nil
}

// SetsAlong reports whether a figure sets what stands along its line, or along the
// axis across of a chart.
func (s Placed) SetsAlong() bool {
	_, line := s.Figure.Plot.(ascii.Valued)
	_, chart := s.Figure.Plot.(ascii.Chart)
	return line && len(s.Figure.Sets) > 0 || chart && len(s.Figure.Sets) == 1
}

// Value is the value of a figure's line, or of a chart's axis across, under a cell of
// the stage.
func (s Placed) Value(v ascii.View, x, y int) (value, per float64, ok bool) {
	switch line := s.Figure.Plot.(type) {
	case ascii.Valued:
		return line.Value(s.Room(), v, x-s.Area.X, y-s.Area.Y)
	case ascii.Chart:
		here, ok := line.Under(s.Room(), v, x-s.Area.X, y-s.Area.Y)
		return here.X, line.Across(s.Room(), v).Span() / float64(max(1, s.Area.W)), ok
	}
	return 0, 0, false
}

// FigureName is what a figure is called in the title of a window.
func FigureName(f exercises.Figure) string {
	if f.Title == "" {
		return "Under the mouse"
	}
	return f.Title
}

// SaysAt is what a figure says of a cell of the stage: its value there, nil where it
// has none.
func (s Placed) SaysAt(view ascii.View, x, y int) []ascii.Line {
	x, y = x-s.Area.X, y-s.Area.Y
	switch f := s.Figure.Plot.(type) {
	case ascii.Chart:
		at, ok := f.Under(s.Room(), view, x, y)
		if !ok {
			return nil
		}
		f.HasCursor, f.Cursor = true, nearestX(f, at.X)
		return []ascii.Line{chartReadings(f)}
	case ascii.Bars:
		if i, ok := f.BarAt(s.Room(), view, x, y); ok {
			return []ascii.Line{barWords(f, i)}
		}
	case ascii.Heatmap:
		if i, j, ok := f.Entry(s.Room(), view, x, y); ok {
			return []ascii.Line{valueLine(fmt.Sprintf("row %d, column %d:", i+1, j+1), ascii.FormatValue(f.At(i, j)))}
		}
	case ascii.Valued:
		if value, _, ok := f.Value(s.Room(), view, x, y); ok {
			return []ascii.Line{valueLine("the value here:", ascii.FormatValue(value))}
		}
	case ascii.Planar:
		if at, ok := f.Under(s.Room(), view, x, y); ok {
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
