package pictures

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// lit is a figure with what it has of point i selected: its row, in sight, its bar,
// its series. The same point is marked on the picture.
func (s Placed) lit(i int) Placed {
	if i < 0 {
		return s
	}
	was := s.row
	s.row = i + 1
	switch plot := s.Figure.Plot.(type) {
	case ascii.Roster:
		plot.Selected, plot.HasSelection = i, true
		s.Figure.Plot = plot
	case ascii.Table:
		return s.litRow(plot, i)
	case ascii.Bars:
		plot.Bars = slices.Clone(plot.Bars)
		for j := range plot.Bars {
			plot.Bars[j].Selected = plot.Bars[j].Selected || numbered(plot.Bars[j].Label, i)
		}
		s.Figure.Plot = plot
	case ascii.Chart:
		plot.Series = slices.Clone(plot.Series)
		for j, one := range plot.Series {
			if numbered(one.Name, i) {
				one.Dim, one.Ink = false, ascii.Select
				plot.Series = slices.Insert(slices.Delete(plot.Series, j, j+1), 0, one) // the first lies over the others
				break
			}
		}
		s.Figure.Plot = plot
	default:
		s.row = was
	}
	return s
}

// litRow is a table of points with the row of point i selected, and in sight.
func (s Placed) litRow(t ascii.Table, i int) Placed {
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

// numbered reports whether a name is a letter with the number of point i below it:
// α₃.
func numbered(name string, i int) bool {
	letter, ok := strings.CutSuffix(name, subscript(i+1))
	last, _ := utf8.DecodeLastRuneInString(letter)
	return ok && letter != "" && (last < '₀' || last > '₉')
}

// subscript is a whole number in digits below the line.
func subscript(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + '₀' }, strconv.Itoa(n))
}

// Roster is the points of a run, which stand on the stage or on a pane of their own.
func (v View) Roster() (r ascii.Roster, ok bool) {
	for _, f := range v.Figures {
		if r, ok = f.Plot.(ascii.Roster); ok && f.Role == exercises.State {
			return r, true
		}
	}
	return r, false
}

// PointsAlone is a view of the points of a run without its pictures.
func (v View) PointsAlone() View {
	at := slices.IndexFunc(v.Figures, func(f exercises.Figure) bool { return f.Role == exercises.State })
	if at < 0 {
		return v
	}
	v.Figures, v.Key.points = v.Figures[at:at+1], true
	if v.Coming != nil {
		next := *v.Coming
		next.Figures = slices.DeleteFunc(slices.Clone(next.Figures), func(f exercises.Figure) bool { return f.Role != exercises.State })
		v.Coming = &next
	}
	return v
}

// linked is the formula with what is about the point inspected selected: what has
// the ink of the letter that its row has.
func (s *Stage) linked(v View) []ascii.Line {
	r, ok := v.Roster()
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

// InspectRow goes n rows on among the points of a run.
func (s *Stage) InspectRow(n int, v View) {
	if r, ok := v.Roster(); ok {
		s.Point = r.Beside(s.Point, n)
	}
}
