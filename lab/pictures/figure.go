// Package pictures places figures on the stage, the half of the screen with the pictures of an
// exercise, and draws them. The figures are those of a scene (the content of the stage) or of a
// frame (one step of a recorded run). The package records which point is inspected, which figure
// is enlarged and which part of a map is shown. It does not know any keys. It reports what is
// under the mouse as a point, a value or a figure.
//
// The points of a run are listed in a table below its picture, or on a separate pane if the screen
// is narrow. The selected point is highlighted on every figure and in the formula. Figures find the
// point by its number. In the table, the points that a step uses are marked, for example with k and l.
// In the formula, the package highlights the symbols that have the ink (the text style) of the mark
// of the selected point.
package pictures

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// View is everything on the stage: the scene, the frame of a run, or an override. An override
// is shown in place of the frame of the run: the result of an alternative step ("what-if"), or a
// comparison of runs.
type View struct {
	Key      Key
	Override string // the name of the override, or ""
	Figures  []exercises.Figure
	Facts    []ascii.Line
	Inspect  func(int) []ascii.Line // describes a point; may be nil

	Formula    []ascii.Line
	ExtraFacts []ascii.Line     // facts of the task text that a narrow screen may hide, to show in free rows
	FirstStep  *exercises.Frame // the frame after the first step; nil unless the run is at its start
	ShownLines int              // number of lines shown of the step to the next frame; 0 if only the frame is shown
	Watched    ascii.Line       // the values of the student's breakpoints

	Controls       []exercises.Control
	FocusedControl int // index of the control with the focus, or −1

	HasRun bool // whether there is a timeline
	Status ascii.Line
	Event  string   // what happened at the position
	Signs  []string // signs in use on the timeline and in the table, each with its meaning
}

// Key identifies pictures: equal keys mean equal pictures.
type Key struct {
	Scene           int
	Run             core.MomentKey
	WhatIf, Compare int
	points          bool // whether only the points of a run are shown
}

// firstPicker returns the first figure whose points can be picked, or nil.
func (v View) firstPicker() ascii.Picker {
	for _, f := range v.Figures {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// HasPoints reports whether there is a point to inspect.
func (v View) HasPoints() bool { return v.Inspect != nil && (v.firstPicker() != nil || v.Key.points) }

// afterFirstStep returns the view of a run after its first step, if v is at the start.
func (v View) afterFirstStep() View {
	if v.FirstStep != nil && v.Override == "" {
		v.Figures, v.Formula = v.FirstStep.Figures, v.FirstStep.Formula
	}
	v.FirstStep = nil
	return v
}

// ControlView returns how a control is drawn.
func ControlView(c exercises.Control, focused bool) ui.Control {
	out := ui.Control{Label: cmp.Or(c.Label, c.Name), Button: c.IsButton(), Focused: focused}
	if c.IsChoice() {
		for _, o := range c.Choices {
			out.Options = append(out.Options, o.Label)
		}
		out.ChosenOption = max(0, exercises.ChoiceIndex(c.Choices, c.Value))
	} else if !out.Button {
		out.Position, out.Value = c.Fraction(), strings.ReplaceAll(exercises.Typeset(c.Value), "-", "−")
	}
	return out
}

// WritePicture writes a frame as an SVG of a stage of the given size, below a title and
// the status of the frame.
func WritePicture(w io.Writer, title string, f exercises.Frame, columns, rows int) error {
	s := NewStage()
	return WriteSVG(w, s.Picture(title, View{Figures: f.Figures, Formula: f.Formula, Status: f.Status}, columns, rows))
}

func WriteSVG(w io.Writer, g *ascii.Grid) error { return export.SVG(w, g, theme.Light()) }

// Picture draws the stage in w×h cells for a file: in full colour, without a timeline,
// below a title and the status.
func (s *Stage) Picture(title string, v View, w, h int) *ascii.Grid {
	const head = 3
	g, terminal := ascii.NewGrid(w+2, h+head+1), ascii.View{Profile: ascii.TrueColor}
	g.Write(1, 0, w, terminal.Clip(ascii.Inked(title, ascii.Strong), w))
	g.Write(1, 1, w, terminal.Clip(v.Status, w))
	v.HasRun = false
	stage := Stage{Enlarged: s.Enlarged, zooms: s.zooms, Point: s.Point}
	places := stage.Arrange(terminal, ascii.Rect{X: 1, Y: head, W: w, H: h}, v)
	stage.Draw(g, terminal, places, v)
	t := theme.New(ascii.TrueColor, false)
	for i, r := range ControlRects(places.Controls, len(v.Controls), v.FocusedControl) {
		if !r.Empty() {
			g.Write(r.X, r.Y, r.W, ControlView(v.Controls[i], i == v.FocusedControl).Line(t, r.W))
		}
	}
	return g
}

// PlacedFigure is a figure with its index in the view and its area on the stage.
type PlacedFigure struct {
	Figure    exercises.Figure
	index     int
	TitleArea ascii.Rect // empty if the title is not shown
	Area      ascii.Rect // area of the plot
	row       int        // row of the inspected point in a table, from 1; 0 if there is none
	zoom      zoom
	unzoomed  ascii.Figure // the figure without zoom
}

// figureWithHeight is a figure that has a preferred number of rows at each width.
type figureWithHeight interface {
	PreferredHeight(w int, v ascii.View) int
}

// elastic is a figure that may take all available room even if it has a preferred
// height.
type elastic interface{ Elastic() bool }

// IsFixed reports whether a figure that has a preferred height cannot use more rows.
func IsFixed(f ascii.Figure) bool {
	e, ok := f.(elastic)
	return !ok || !e.Elastic()
}

// minPlotRows is the least height of a map or a chart that can be read.
const minPlotRows = 6

// TooLow reports whether a map, a chart or a picture of three-dimensional space has too few rows to
// be read, or a text is cut.
func (p Places) TooLow(v ascii.View) bool {
	return slices.ContainsFunc(p.Figures, func(f PlacedFigure) bool {
		switch plot := f.Figure.Plot.(type) {
		case ascii.Map, ascii.Chart:
			return f.Area.H < minPlotRows
		case ascii.Space:
			return f.Area.H < 2*minPlotRows
		case ascii.TextBlock:
			return f.Area.H < plot.PreferredHeight(f.Area.W, v)
		}
		return false
	})
}

// mainRows returns how many rows the main figures prefer in w columns, with their titles, or 0 if
// one of them can fill any number of rows.
func mainRows(slots []PlacedFigure, w int, v ascii.View) int {
	n := 0
	for _, s := range slots {
		if s.Figure.Role != exercises.Main {
			continue
		}
		r, ok := s.Figure.Plot.(figureWithHeight)
		if !ok || !IsFixed(s.Figure.Plot) {
			return 0
		}
		n = max(n, r.PreferredHeight(w, v)+1)
	}
	return n
}

// rowNeed returns how many rows a listing, or a figure with a given number of Rows, needs in w
// columns, with its title. For at most nine bars it returns −n: they need n rows for their labels and
// values, and can use more. For other figures it returns 0: they can fill any number of rows.
func (f PlacedFigure) rowNeed(w int, v ascii.View) int {
	if l, ok := f.Figure.Plot.(ascii.Listing); ok {
		return l.PreferredHeight(w, v) + 1
	}
	if f.Figure.Rows > 0 {
		return f.Figure.Rows + 1
	}
	if b, ok := f.Figure.Plot.(ascii.Bars); ok && !b.Vertical && len(b.Bars) <= 9 {
		return -len(b.Bars) - min(len(b.Ticks), 1) - 1
	}
	return 0
}

// areAllText reports whether every figure is fixed and has a preferred number of rows,
// like texts and tables.
func areAllText(slots []PlacedFigure) bool {
	return !slices.ContainsFunc(slots, func(f PlacedFigure) bool {
		_, ok := f.Figure.Plot.(figureWithHeight)
		return !ok || !IsFixed(f.Figure.Plot)
	})
}

// sizeTables sets the size of the tables in w columns. They are side by side or, if one of
// them is wider than its share, below one another.
func (c *content) sizeTables(slots []PlacedFigure, w int, v ascii.View) {
	share, totalRows := columnsOf(ascii.Rect{W: w}, max(1, c.tables), 2)[0].W, -1
	for _, s := range slots {
		if s.Figure.Role != exercises.Table {
			continue
		}
		n := s.rowNeed(share, v)
		if r, ok := s.Figure.Plot.(figureWithHeight); ok && IsFixed(s.Figure.Plot) {
			n = max(n, r.PreferredHeight(share, v)+1)
		}
		c.stackedRows, c.tableRows, totalRows = append(c.stackedRows, n), max(c.tableRows, n), totalRows+n+1
		if t, ok := s.Figure.Plot.(ascii.Table); ok {
			c.tableWidth = max(c.tableWidth, t.PreferredWidth(v))
		}
	}
	if c.tables > 1 && c.tableWidth > share {
		c.tableRows = totalRows
		return
	}
	c.stackedRows = nil
}

// indexIn returns the index of the figure with the same role and name in figures, or −1.
func (f PlacedFigure) indexIn(figures []PlacedFigure) int {
	return slices.IndexFunc(figures, func(o PlacedFigure) bool {
		return o.Name() == f.Name() &&
			o.Figure.Role == f.Figure.Role
	})
}

// Name returns the title without the part about the step, which follows a comma or two
// blanks.
func (f PlacedFigure) Name() string {
	name, _, _ := strings.Cut(f.Figure.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}

// Caption returns the title, or only its name if the title does not fit.
func (f PlacedFigure) Caption() string {
	if ascii.Width(f.Figure.Title) > f.TitleArea.W && ascii.Width(f.Name()) <= f.TitleArea.W {
		return f.Name()
	}
	return f.Figure.Title
}

// placeholder returns a figure that reserves the place of f, which appears only with the first
// step. Its index is above the indices of the n current figures.
func (f PlacedFigure) placeholder(n int) PlacedFigure {
	f.Figure.Title = f.Name()
	f.Figure.Plot = ascii.TextBlock{Lines: []ascii.Line{ascii.Inked("from the first step on", ascii.Dim)}}
	f.index += n
	return f
}

// containsAll reports whether candidates contains, for each of the figures, a figure with the same
// role and name.
func containsAll(figures, candidates []PlacedFigure) bool {
	return !slices.ContainsFunc(figures, func(f PlacedFigure) bool { return f.indexIn(candidates) < 0 })
}

// Bounds returns the area of a figure, moved to the origin.
func (f PlacedFigure) Bounds() ascii.Rect { return f.Area.AtOrigin() }

// placeIn returns the figure in a rectangle. The first row holds the title, if the figure has one
// and there is room for both.
func (f PlacedFigure) placeIn(r ascii.Rect) PlacedFigure {
	f.Area = r
	if f.Figure.Title == "" || r.H < 4 {
		return f
	}
	f.TitleArea, f.Area = r.Rows(0, 1), r.Rows(1, r.H-1)
	return f
}

// withPointSelected returns a figure with point i selected. It selects the row of the point and
// scrolls it into view, or selects the bar or the series of the point. On the picture, markPoint
// marks the point.
func (f PlacedFigure) withPointSelected(i int) PlacedFigure {
	if i < 0 {
		return f
	}
	oldRow := f.row
	f.row = i + 1
	switch plot := f.Figure.Plot.(type) {
	case ascii.PointTable:
		plot.Selected, plot.HasSelection = i, true
		f.Figure.Plot = plot
	case ascii.Table:
		return f.highlightRow(plot, i)
	case ascii.Bars:
		plot.Bars = slices.Clone(plot.Bars)
		for j := range plot.Bars {
			plot.Bars[j].Selected = plot.Bars[j].Selected || namesPoint(plot.Bars[j].Label, i)
		}
		f.Figure.Plot = plot
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
		f.Figure.Plot = plot
	default:
		f.row = oldRow
	}
	return f
}

// highlightRow returns a table of points with the row of point i selected and scrolled
// into view.
func (f PlacedFigure) highlightRow(t ascii.Table, i int) PlacedFigure {
	f.row = 0
	if len(t.Columns) == 0 || t.Columns[0].Title != "i" {
		return f
	}
	number := strconv.Itoa(i + 1)
	f.row = slices.IndexFunc(t.Rows, func(r []ascii.Line) bool { return len(r) > 0 && r[0].String() == number })
	if t.Selected, t.HasSelection = f.row, f.row >= 0; t.HasSelection {
		f.Figure.Plot = t
	}
	f.row++
	return f
}

// namesPoint reports whether a name is a letter with the number of point i as its
// subscript, such as α₃.
func namesPoint(name string, i int) bool {
	letter, ok := strings.CutSuffix(name, ascii.Subscript(i+1))
	last, _ := utf8.DecodeLastRuneInString(letter)
	return ok && letter != "" && (last < '₀' || last > '₉')
}

// PointTable returns the table of the points of a run, which is on the stage or on a
// separate pane.
func (v View) PointTable() (r ascii.PointTable, ok bool) {
	for _, f := range v.Figures {
		if r, ok = f.Plot.(ascii.PointTable); ok && f.Role == exercises.State {
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

// InspectRowBy moves the inspected point by n rows in the table of points.
func (s *Stage) InspectRowBy(n int, v View) {
	if r, ok := v.PointTable(); ok {
		s.Point = r.Neighbour(s.Point, n)
	}
}
