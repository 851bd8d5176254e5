package pictures

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// MapPoint returns the coordinates under a cell of the stage in a map.
func (s PlacedFigure) MapPoint(view ascii.View, x, y int) (ascii.Point, bool) {
	f, ok := s.Figure.Plot.(ascii.Map)
	if !ok || !s.Area.Contains(x, y) {
		return ascii.Point{}, false
	}
	return f.Under(s.Bounds(), view, x-s.Area.X, y-s.Area.Y)
}

// PointAt returns the index of the point at a cell of the picture, of a chart with one
// bar per point, or of a table of points, or −1 if there is none. places and shown are what
// is on the screen now. onFigure reports whether the cell belongs to a figure with points.
func (s *Stage) PointAt(places Places, shown View, terminal ascii.View, x, y int) (i int, onFigure bool) {
	k := slices.IndexFunc(places.Figures, func(f PlacedFigure) bool { return f.Area.Contains(x, y) })
	if !shown.HasPoints() || k < 0 {
		return -1, false
	}
	f := places.Figures[k].highlighted(s.Point)
	x, y = x-f.Area.X, y-f.Area.Y
	switch plot := f.Figure.Plot.(type) {
	case ascii.Picker:
		if i, hit := plot.Pick(f.Bounds(), terminal, x, y); hit {
			return i, true
		}
		return -1, true
	case ascii.Bars:
		i, hit := plot.BarAt(f.Bounds(), terminal, x, y)
		return i, hit && len(plot.Bars) == countPoints(shown.picker(), terminal)
	case ascii.Roster:
		if i, hit := plot.At(f.Bounds(), y); hit {
			return i, true
		}
		return -1, false
	case ascii.Table:
		row, hit := plot.RowAt(f.Bounds(), y)
		if !hit || len(plot.Columns) == 0 || plot.Columns[0].Title != "i" || len(plot.Rows[row]) == 0 {
			return -1, false
		}
		number, err := strconv.Atoi(strings.TrimSpace(plot.Rows[row][0].String()))
		return number - 1, err == nil && number > 0
	}
	return -1, false
}

// countPoints returns the number of points of a picture.
func countPoints(p ascii.Picker, view ascii.View) int {
	n, room := 0, ascii.Rect{W: 1 << 12, H: 1 << 12}
	for {
		if _, _, ok := p.Place(room, view, n); !ok {
			return n
		}
		n++
	}
}

// chartReadings returns the values of a chart's series under its cursor in one line, or
// nil without a cursor. If a series has no point there, the line gives the position of
// the nearest one.
func chartReadings(c ascii.Chart) ascii.Line {
	if !c.HasCursor {
		return nil
	}
	out := ascii.Line{{Text: cmp.Or(c.XLabel, "x =") + " " + ascii.FormatValue(c.Cursor) + "  ", Ink: ascii.Dim}}
	coloured := 0
	for _, s := range c.Series {
		ink := s.Ink
		if ink == ascii.None && !s.Dim {
			ink = ascii.Series(coloured)
		}
		if !s.Dim {
			coloured++
		}
		nearest, ok := s.Near(c.Cursor)
		if !ok || s.Name == "" {
			continue
		}
		out = append(out, ascii.Span{Text: s.Name + " ", Ink: ink},
			ascii.Span{Text: ascii.FormatValue(nearest.Y), Ink: ascii.Text})
		if nearest.X != c.Cursor {
			out = append(out, ascii.Span{Text: " at " + ascii.FormatValue(nearest.X), Ink: ascii.Dim})
		}
		out = append(out, ascii.Span{Text: "  ", Ink: ascii.Dim})
	}
	return out
}
