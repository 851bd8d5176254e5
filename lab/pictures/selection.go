package pictures

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// highlighted returns a figure with point i selected: its row, scrolled into view, its
// bar or its series. markPoint marks the point on the picture.
func (s PlacedFigure) highlighted(i int) PlacedFigure {
	if i < 0 {
		return s
	}
	before := s.row
	s.row = i + 1
	switch plot := s.Figure.Plot.(type) {
	case ascii.Roster:
		plot.Selected, plot.HasSelection = i, true
		s.Figure.Plot = plot
	case ascii.Table:
		return s.highlightRow(plot, i)
	case ascii.Bars:
		plot.Bars = slices.Clone(plot.Bars)
		for j := range plot.Bars {
			plot.Bars[j].Selected = plot.Bars[j].Selected || namesPoint(plot.Bars[j].Label, i)
		}
		s.Figure.Plot = plot
	case ascii.Chart:
		plot.Series = slices.Clone(plot.Series)
		for j, series := range plot.Series {
			if namesPoint(series.Name, i) {
				series.Dim, series.Ink = false, ascii.Select
				// the first is drawn over the others
				plot.Series = slices.Insert(slices.Delete(plot.Series, j, j+1), 0, series)
				break
			}
		}
		s.Figure.Plot = plot
	default:
		s.row = before
	}
	return s
}

// highlightRow returns a table of points with the row of point i selected and scrolled
// into view.
func (s PlacedFigure) highlightRow(t ascii.Table, i int) PlacedFigure {
	s.row = 0
	if len(t.Columns) == 0 || t.Columns[0].Title != "i" {
		return s
	}
	number := strconv.Itoa(i + 1)
	s.row = slices.IndexFunc(t.Rows, func(r []ascii.Line) bool { return len(r) > 0 && r[0].String() == number })
	if t.Selected, t.HasSelection = s.row, s.row >= 0; t.HasSelection {
		s.Figure.Plot = t
	}
	s.row++
	return s
}

// namesPoint reports whether a name is a letter with the number of point i as its
// subscript, such as α₃.
func namesPoint(name string, i int) bool {
	letter, ok := strings.CutSuffix(name, subscript(i+1))
	last, _ := utf8.DecodeLastRuneInString(letter)
	return ok && letter != "" && (last < '₀' || last > '₉')
}

// subscript returns n in subscript digits.
func subscript(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + '₀' }, strconv.Itoa(n))
}

// PointTable returns the table of the points of a run, which is on the stage or on a
// pane of its own.
func (v View) PointTable() (r ascii.Roster, ok bool) {
	for _, f := range v.Figures {
		if r, ok = f.Plot.(ascii.Roster); ok && f.Role == exercises.State {
			return r, true
		}
	}
	return r, false
}

// PointTableOnly returns a view of the points of a run without its pictures.
func (v View) PointTableOnly() View {
	at := slices.IndexFunc(v.Figures, func(f exercises.Figure) bool { return f.Role == exercises.State })
	if at < 0 {
		return v
	}
	v.Figures, v.Key.points = v.Figures[at:at+1], true
	if v.FirstStep != nil {
		next := *v.FirstStep
		next.Figures = slices.DeleteFunc(slices.Clone(next.Figures),
			func(f exercises.Figure) bool { return f.Role != exercises.State })
		v.FirstStep = &next
	}
	return v
}

// highlightedFormula returns the formula with everything about the inspected point
// highlighted. That is what has the ink of the letter in the point's row.
func (s *Stage) highlightedFormula(v View) []ascii.Line {
	r, ok := v.PointTable()
	if !ok || s.Point < 0 || s.Point >= len(r.Order) {
		return v.Formula
	}
	letter := r.Cells(s.Point)[0]
	if len(letter) == 0 || letter[0].Ink == ascii.None {
		return v.Formula
	}
	out := make([]ascii.Line, len(v.Formula))
	for i, l := range v.Formula {
		out[i] = slices.Clone(l)
		for j := range out[i] {
			if out[i][j].Ink == letter[0].Ink {
				out[i][j].Ink = ascii.Select
			}
		}
	}
	return out
}

// InspectRow moves the inspected point by n rows in the table of points.
func (s *Stage) InspectRow(n int, v View) {
	if r, ok := v.PointTable(); ok {
		s.Point = r.Neighbour(s.Point, n)
	}
}
