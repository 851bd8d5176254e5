package pictures

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/theme"
)

// Stage draws the part of the screen with the pictures of an exercise: a [View], whose figures have
// fixed places. One figure may be enlarged, and one point may be inspected. A stage knows the run
// of a solver only through the view.
type Stage struct {
	Enlarged int              // 0: show all figures; i: show only figure i−1
	zooms    []zoom           // zooms of the figures, by index
	Point    int              // index of the inspected point, or −1
	Drawn    Cache            // the figures as they were last drawn
	reserved map[stageKey]int // rows below the picture, see reservedRows
}

// stageKey identifies the kind of stage for which rows are reserved.
type stageKey struct {
	w, h               int
	override, enlarged bool // whether there is an override, see View, and an enlarged figure
}

// NewStage returns a stage that shows all figures and inspects no point.
func NewStage() Stage { return Stage{Point: -1} }

// EnlargeNext enlarges the next figure. After the last figure it shows all figures again.
func (s *Stage) EnlargeNext(v View) {
	s.Enlarged = (s.Enlarged + 1) % (len(v.Figures) + 1)
	s.Drawn.Clear()
}

// enlargedPlot returns the plot of the enlarged figure, or nil.
func (s *Stage) enlargedPlot(v View) ascii.Figure {
	if s.Enlarged == 0 || s.Enlarged > len(v.Figures) {
		return nil
	}
	return v.Figures[s.Enlarged-1].Plot
}

// InspectBy adds n to the index of the inspected point. If no point has the new
// index, none is inspected.
func (s *Stage) InspectBy(n int, v View, terminal ascii.View) {
	picker := v.firstPicker()
	if picker == nil {
		s.InspectRowBy(n, v)
		return
	}
	if s.Point += n; s.Point < 0 || s.Point >= countPoints(picker, terminal) {
		s.Point = -1
	}
}

// Places holds the areas of everything on the stage, for drawing and for the mouse.
type Places struct {
	layout
	Figures   []PlacedFigure
	lineTexts []ascii.Line // shown below the figures, in the area Lines
}

// Arrange lays out the stage in an area.
func (s *Stage) Arrange(terminal ascii.View, area ascii.Rect, v View) Places {
	out := Places{lineTexts: s.linesBelow(terminal, area, v)}
	c := content{controlCount: len(v.Controls), timeline: v.HasRun, lineRows: s.reservedRows(terminal, area, v)}
	slots := s.figureSlots(v)
	for _, f := range slots {
		if f.Figure.Role == exercises.Chart {
			if _, ok := f.Figure.Plot.(ascii.Listing); ok {
				c.codeChart = len(c.chartHeights)
			}
			c.chartHeights = append(c.chartHeights, f.rowNeed(area.W*2/5, terminal))
		}
		*byRole(f.Figure.Role, &c.mains, &c.charts, &c.strips, &c.tables, new(int))++
		if t, ok := f.Figure.Plot.(ascii.PointTable); ok && f.Figure.Role == exercises.State {
			c.pointTableLen = len(t.Order) + 1
		}
	}
	c.sizeTables(slots, area.W, terminal)
	c.mainHeight, c.textOnly = mainRows(slots, area.W, terminal), areAllText(slots)
	out.layout = s.layoutFor(terminal, area, v, c)
	placedCount := map[exercises.Role]int{}
	for _, slot := range slots {
		role := slot.Figure.Role
		out.Figures = append(out.Figures, s.withZoom(slot.placeIn(out.rectFor(role, placedCount[role])), terminal))
		placedCount[role]++
	}
	return out
}

// layoutFor returns the layout for some content. If there is no run and a table does not fit, the
// tables also get the rows that are otherwise reserved for an inspected point. When a point is
// inspected, its lines cover the last rows of the tables.
func (s *Stage) layoutFor(terminal ascii.View, area ascii.Rect, v View, c content) layout {
	l := arrange(area, c)
	if !l.cutsTable(c) || !v.HasPoints() || v.HasRun {
		return l
	}
	c.lineRows = len(s.withoutPoint().linesBelow(terminal, area, v))
	if l = arrange(area, c); s.Point < 0 || len(l.tables) == 0 {
		return l
	}
	pointLineCount := len(s.linesBelow(terminal, area, v)) - c.lineRows
	for i := range l.tables {
		l.tables[i].H = max(0, l.tables[i].H-pointLineCount-1)
	}
	l.Lines = area.Rows(area.H-c.lineRows-pointLineCount, pointLineCount+c.lineRows)
	return l
}

// cutsTable reports whether a table has fewer rows than it needs.
func (l layout) cutsTable(c content) bool {
	return slices.ContainsFunc(l.tables, func(r ascii.Rect) bool { return r.H < c.tableRows })
}

// withoutPoint returns the stage without the point inspected.
func (s *Stage) withoutPoint() *Stage { return &Stage{Enlarged: s.Enlarged, zooms: s.zooms, Point: -1} }

// figureSlots returns the figures of a view and, at the start of a run, placeholders for the
// figures that the first step adds.
func (s *Stage) figureSlots(v View) []PlacedFigure {
	figures := s.figures(v)
	if v.FirstStep == nil || v.Override != "" || s.Enlarged > 0 {
		return figures
	}
	laterFigures := s.figures(v.afterFirstStep())
	if !containsAll(figures, laterFigures) {
		return figures
	}
	for i, slot := range laterFigures {
		if at := slot.indexIn(figures); at >= 0 {
			laterFigures[i] = figures[at]
		} else {
			laterFigures[i] = slot.placeholder(len(v.Figures))
		}
	}
	return laterFigures
}

// figures returns the visible figures of a view: all, or only the enlarged one.
func (s *Stage) figures(v View) (out []PlacedFigure) {
	onlyEnlarged := s.Enlarged > 0 && s.Enlarged <= len(v.Figures)
	for i, f := range v.Figures {
		if onlyEnlarged && i != s.Enlarged-1 {
			continue
		}
		if onlyEnlarged && f.Role != exercises.Strip {
			f.Role = exercises.Main
		}
		slot := PlacedFigure{Figure: f, index: i}
		if l, ok := f.Plot.(ascii.Listing); ok && v.ShownLines > 0 { // place it first
			l.Current, slot.row = v.ShownLines, v.ShownLines
			slot.Figure.Plot = l
			out = slices.Insert(out, 0, slot)
			continue
		}
		out = append(out, slot)
	}
	return out
}

// reservedRows returns the number of rows below the picture that are reserved for lines. It is the
// maximum that was needed at this size since the task began. At the start of a run, it also
// includes what the first step will need, so that the picture does not move when lines are added.
// On a tall stage, an inspected point has rows of its own. On a lower one, it takes the first of
// the reserved rows. Without a run, a stage lower than lowStage reserves no rows for a point
// until one is inspected.
func (s *Stage) reservedRows(terminal ascii.View, area ascii.Rect, v View) int {
	stageCopy := s.withoutPoint()
	n := len(stageCopy.linesBelow(terminal, area, v))
	if _, hasTable := v.PointTable(); hasTable && area.H >= minPointsHeight && area.H < tallStage {
		n = max(n, min(len(v.Formula)+1, 2*len(v.Formula)-1)) // one of several lines may need two rows
	}
	if v.HasPoints() && (s.Point >= 0 || v.HasRun || area.H >= lowStage) {
		stageCopy.Point = max(0, s.Point)
		if pointPrecedesFormula(area, v) {
			v.Formula = nil
		}
		n = max(n, len(stageCopy.linesBelow(terminal, area, v)))
		if area.H < lowStage {
			n = max(n, pointRows)
		}
	}
	if v.FirstStep != nil {
		n = max(n, s.reservedRows(terminal, area, v.afterFirstStep()))
	}
	key := stageKey{area.W, area.H, v.Override != "", s.Enlarged > 0}
	if s.reserved == nil {
		s.reserved = map[stageKey]int{}
	}
	s.reserved[key] = max(s.reserved[key], n)
	return s.reserved[key]
}

// byRole returns the value that belongs to a role.
func byRole[T any](r exercises.Role, mains, charts, strips, tables, states T) T {
	return [...]T{exercises.Main: mains, exercises.Chart: charts, exercises.Strip: strips, exercises.Table: tables,
		exercises.State: states}[r]
}

// rectFor returns the n-th rectangle for a role, or an empty one.
func (l layout) rectFor(r exercises.Role, n int) ascii.Rect {
	if list := byRole(r, l.mains, l.charts, l.strips, l.tables, l.points); n < len(list) {
		return list[n]
	}
	return ascii.Rect{}
}

// Draw draws the figures and the lines below them at their places.
func (s *Stage) Draw(g *ascii.Grid, terminal ascii.View, places Places, v View) {
	for _, f := range places.Figures {
		if f.Area.Empty() {
			continue
		}
		g.Write(f.TitleArea.X, f.TitleArea.Y, f.TitleArea.W,
			terminal.Clip(ascii.Inked(f.Caption(), ascii.Text), f.TitleArea.W))
		s.Drawn.Draw(g, terminal, f.withPointSelected(s.Point), v.Key)
		f.drawZoom(g, terminal)
	}
	s.markPoint(g, terminal, places)
	for i, l := range places.lineTexts[:min(len(places.lineTexts), places.Lines.H)] {
		g.Write(places.Lines.X, places.Lines.Y+i, places.Lines.W, l)
	}
}

// Render draws the stage on w×h cells and returns it as styled text.
func (s *Stage) Render(t *theme.Theme, terminal ascii.View, w, h int, places Places, v View) string {
	grid := grids.Get().(*ascii.Grid)
	defer grids.Put(grid)
	grid.Reset(w, h)
	s.Draw(grid, terminal, places, v)
	return t.Figure(grid)
}

// grids is a pool of grids on which the stages of all sessions are drawn.
var grids = sync.Pool{New: func() any { return ascii.NewGrid(0, 0) }}

// markPoint marks the inspected point on the picture.
func (s *Stage) markPoint(g *ascii.Grid, terminal ascii.View, places Places) {
	picker, area := FirstPicker(places)
	if picker == nil || s.Point < 0 {
		return
	}
	x, y, ok := picker.Place(area.AtOrigin(), terminal, s.Point)
	if !ok {
		return
	}
	x, y = x+area.X, y+area.Y
	for _, side := range []struct {
		dx int
		r  rune
	}{{-1, '('}, {1, ')'}} {
		if area.Contains(x+side.dx, y) {
			g.Put(x+side.dx, y, side.r, ascii.Select)
		}
	}
}

// FirstPicker returns the first figure on the stage whose points can be picked, and its
// area.
func FirstPicker(places Places) (ascii.Picker, ascii.Rect) {
	for _, s := range places.Figures {
		if p, ok := s.Figure.Plot.(ascii.Picker); ok && !s.Area.Empty() {
			return p, s.Area
		}
	}
	return nil, ascii.Rect{}
}

// Cache holds drawn figures, by index, so that typing a letter or moving the focus does
// not draw them again.
type Cache []cacheEntry

type cacheEntry struct {
	key   Key
	row   int
	zoom  zoom
	area  ascii.Rect
	view  ascii.View
	cells *ascii.Grid // nil if the figure has not been drawn
}

func (c *Cache) Clear() { *c = nil }

// Draw draws a figure of the view with the given key. If nothing has changed, it copies
// the cached cells.
func (c *Cache) Draw(g *ascii.Grid, view ascii.View, f PlacedFigure, key Key) {
	for len(*c) <= f.index {
		*c = append(*c, cacheEntry{})
	}
	size := f.Area.AtOrigin()
	wanted, cached := cacheEntry{key, f.row, f.zoom, size, view, nil}, &(*c)[f.index]
	if wanted.cells = cached.cells; wanted.cells == nil {
		wanted.cells = ascii.NewGrid(0, 0)
	}
	if *cached != wanted {
		wanted.cells.Reset(size.W, size.H)
		f.Figure.Plot.Draw(wanted.cells, size, view)
		*cached = wanted
	}
	g.Blit(cached.cells, f.Area.X, f.Area.Y)
}

// MapPoint returns the coordinates that a map shows at cell (x, y) of the stage. The second result
// is false if the figure is not a map or the cell is outside it.
func (f PlacedFigure) MapPoint(view ascii.View, x, y int) (ascii.Point, bool) {
	m, ok := f.Figure.Plot.(ascii.Map)
	if !ok || !f.Area.Contains(x, y) {
		return ascii.Point{}, false
	}
	return m.PointAt(f.Bounds(), view, x-f.Area.X, y-f.Area.Y)
}

// PointAt returns the index of the point at cell (x, y), or −1 if there is none. The cell can
// belong to the picture, to a chart with one bar per point, or to a table of points. places and v
// describe what is on the screen now. onFigure is true at every cell of the picture. In a chart or a
// table, it is true only at the bar or row of a point.
func (s *Stage) PointAt(places Places, v View, terminal ascii.View, x, y int) (i int, onFigure bool) {
	k := slices.IndexFunc(places.Figures, func(f PlacedFigure) bool { return f.Area.Contains(x, y) })
	if !v.HasPoints() || k < 0 {
		return -1, false
	}
	f := places.Figures[k].withPointSelected(s.Point)
	x, y = x-f.Area.X, y-f.Area.Y
	switch plot := f.Figure.Plot.(type) {
	case ascii.Picker:
		if i, hit := plot.Pick(f.Bounds(), terminal, x, y); hit {
			return i, true
		}
		return -1, true
	case ascii.Bars:
		i, hit := plot.BarAt(f.Bounds(), terminal, x, y)
		return i, hit && len(plot.Bars) == countPoints(v.firstPicker(), terminal)
	case ascii.PointTable:
		return plot.PointAt(f.Bounds(), y)
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

// chartValues returns the values of a chart's series under its cursor in one line, or nil without
// a cursor. If a series has no point at the cursor, the line gives the position of the nearest
// point.
func chartValues(c ascii.Chart) ascii.Line {
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
		nearest, ok := s.NearestPoint(c.Cursor)
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
