package pictures

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// PlacedFigure is a figure with its index in the view and its area on the stage.
type PlacedFigure struct {
	Figure   exercises.Figure
	index    int
	Title    ascii.Rect
	Area     ascii.Rect
	row      int // row of the inspected point in a table, from 1; 0: none
	zoom     zoom
	unzoomed ascii.Figure // the figure without zoom
}

// naturalHeight is a figure that has a preferred number of rows at each width.
type naturalHeight interface {
	PreferredHeight(w int, v ascii.View) int
}

// elastic is a figure that may take all available room even if it has a preferred
// height.
type elastic interface{ Elastic() bool }

// IsFixed reports whether a figure has no use for more room than it prefers.
func IsFixed(f ascii.Figure) bool {
	e, ok := f.(elastic)
	return !ok || !e.Elastic()
}

// minPlane is the least height of a plane or a chart that can be read.
const minPlane = 6

// TooLow reports whether a plane, a chart or a space has too few rows to be read, or a
// text is cut.
func (p Places) TooLow(v ascii.View) bool {
	return slices.ContainsFunc(p.Figures, func(f PlacedFigure) bool {
		switch plot := f.Figure.Plot.(type) {
		case ascii.Map, ascii.Chart:
			return f.Area.H < minPlane
		case ascii.Space:
			return f.Area.H < 2*minPlane
		case ascii.TextBlock:
			return f.Area.H < plot.PreferredHeight(f.Area.W, v)
		}
		return false
	})
}

// mainRows returns how many rows the main figures prefer in w columns, with their
// titles, or 0 if one of them can fill any number.
func mainRows(slots []PlacedFigure, w int, v ascii.View) int {
	n := 0
	for _, s := range slots {
		if s.Figure.Role != exercises.Main {
			continue
		}
		r, ok := s.Figure.Plot.(naturalHeight)
		if !ok || !IsFixed(s.Figure.Plot) {
			return 0
		}
		n = max(n, r.PreferredHeight(w, v)+1)
	}
	return n
}

// chartHeight returns how many rows a chart of w columns prefers, with its title, or 0
// if it can fill any number.
func (s PlacedFigure) chartHeight(w int, v ascii.View) int {
	if l, ok := s.Figure.Plot.(ascii.Listing); ok {
		return l.PreferredHeight(w, v) + 1
	}
	if s.Figure.Rows > 0 {
		return s.Figure.Rows + 1
	}
	return 0
}

// onlyText reports whether every figure is fixed and has a preferred number of rows,
// like texts and tables.
func onlyText(slots []PlacedFigure) bool {
	return !slices.ContainsFunc(slots, func(f PlacedFigure) bool {
		_, ok := f.Figure.Plot.(naturalHeight)
		return !ok || !IsFixed(f.Figure.Plot)
	})
}

// sizeTables sets the size of the tables in w columns. They are side by side or, if one of
// them is wider than its share, below one another.
func (p *content) sizeTables(slots []PlacedFigure, w int, v ascii.View) {
	share, all := columnsOf(ascii.Rect{W: w}, max(1, p.tables), 2)[0].W, -1
	for _, s := range slots {
		if s.Figure.Role != exercises.Table {
			continue
		}
		n := s.chartHeight(share, v)
		if r, ok := s.Figure.Plot.(naturalHeight); ok && IsFixed(s.Figure.Plot) {
			n = max(n, r.PreferredHeight(share, v)+1)
		}
		p.stacked, p.rows, all = append(p.stacked, n), max(p.rows, n), all+n+1
		if t, ok := s.Figure.Plot.(ascii.Table); ok {
			p.columns = max(p.columns, t.PreferredWidth(v))
		}
	}
	if p.tables > 1 && p.columns > share {
		p.rows = all
		return
	}
	p.stacked = nil
}

// indexIn returns the index of the figure with the same role and name, or −1.
func (s PlacedFigure) indexIn(others []PlacedFigure) int {
	return slices.IndexFunc(others, func(o PlacedFigure) bool {
		return o.Name() == s.Name() &&
			o.Figure.Role == s.Figure.Role
	})
}

// Name returns the title without the part about the step, which follows a comma or two
// blanks.
func (s PlacedFigure) Name() string {
	name, _, _ := strings.Cut(s.Figure.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}

// Caption returns the title, or only its name if the title does not fit.
func (s PlacedFigure) Caption() string {
	if ascii.Width(s.Figure.Title) > s.Title.W && ascii.Width(s.Name()) <= s.Title.W {
		return s.Name()
	}
	return s.Figure.Title
}

// placeholder returns a figure that reserves room for one that the first step adds. Its
// index follows those of the n current figures.
func (s PlacedFigure) placeholder(n int) PlacedFigure {
	s.Figure.Title = s.Name()
	s.Figure.Plot = ascii.TextBlock{Lines: []ascii.Line{ascii.Inked("from the first step on", ascii.Dim)}}
	s.index += n
	return s
}

// allIn reports whether others contain a figure with the role and name of each figure.
func allIn(figures, others []PlacedFigure) bool {
	return !slices.ContainsFunc(figures, func(f PlacedFigure) bool { return f.indexIn(others) < 0 })
}

// Bounds returns the area of a figure, moved to the origin.
func (s PlacedFigure) Bounds() ascii.Rect { return s.Area.AtOrigin() }

// placeIn returns the figure in a rectangle. Its first row holds the title, if there is
// one and both have room.
func (s PlacedFigure) placeIn(r ascii.Rect) PlacedFigure {
	s.Area = r
	if s.Figure.Title == "" || r.H < 4 {
		return s
	}
	s.Title, s.Area = r.Rows(0, 1), r.Rows(1, r.H-1)
	return s
}

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
				// the first series is drawn over the others
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
// separate pane.
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
	at := exercises.FigureIndex(v.Figures, exercises.State)
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

// highlightedFormula returns the formula in which everything about the inspected point
// is highlighted: the spans with the same ink as the letter in the point's row.
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
