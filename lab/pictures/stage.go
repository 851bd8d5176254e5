package pictures

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/theme"
)

// Stage is the right side of the screen: figures in fixed places, one of them
// enlarged, a point inspected. It is shown a view, and knows neither the run nor
// what the student asks of it.
type Stage struct {
	Enlarge int    // 0: all figures, i: figure i−1 alone
	zooms   []zoom // of the figures, by their index
	Point   int    // the point inspected, or −1
	Drawn   Cache
	rooms   map[roomKey]int
	grid    *ascii.Grid // all figures, drawn last
}

// roomKey tells apart what rows are reserved for.
type roomKey struct {
	w, h            int
	guest, enlarged bool
}

// NewStage shows all figures and inspects no point.
func NewStage() Stage { return Stage{Point: -1} }

// Next enlarges the next figure, or shows all again.
func (s *Stage) Next(v View) {
	s.Enlarge = (s.Enlarge + 1) % (len(v.Figures) + 1)
	s.Drawn.Drop()
}

// Keep shows all figures where the enlarged one is gone.
func (s *Stage) Keep(v View) { s.Enlarge = min(s.Enlarge, len(v.Figures)) }

// enlarged is the plot of the enlarged figure, nil where none is.
func (s *Stage) enlarged(v View) ascii.Figure {
	if s.Enlarge == 0 || s.Enlarge > len(v.Figures) {
		return nil
	}
	return v.Figures[s.Enlarge-1].Plot
}

// InspectBy goes n points on, as far as they have a place on the picture.
func (s *Stage) InspectBy(n int, v View, view ascii.View) {
	picker := v.picker()
	if picker == nil {
		s.InspectRow(n, v)
		return
	}
	probe := ascii.Rect{W: 1 << 12, H: 1 << 12}
	s.Point += n
	if _, _, ok := picker.Place(probe, view, s.Point); s.Point < 0 || !ok {
		s.Point = -1
	}
}

// Places is where everything on the stage is, for drawing and for the mouse.
type Places struct {
	layout
	Figures []Placed
	formula []ascii.Line
}

// Arrange lays the stage out in an area.
func (s *Stage) Arrange(view ascii.View, area ascii.Rect, v View) Places {
	out := Places{formula: s.linesBelow(view, area, v)}
	parts := parts{controls: len(v.Controls), timeline: v.Run, lines: s.reserved(view, area, v)}
	slots := s.slots(v)
	for _, f := range slots {
		if f.Figure.Role == exercises.Chart && parts.charts == 0 && f.Figure.Rows > 0 {
			parts.tall = f.Figure.Rows + 1
		}
		parts.count(f.Figure.Role)
		if t, ok := f.Figure.Plot.(ascii.Roster); ok && f.Figure.Role == exercises.State {
			parts.state = len(t.Order) + 1
		}
	}
	parts.rows, parts.columns = longest(slots, area.W, view)
	parts.high, parts.wordy = wordsHigh(slots, area.W, view), isWordy(slots)
	out.layout = s.placed(view, area, v, parts)
	taken := map[exercises.Role]int{}
	for _, slot := range slots {
		role := slot.Figure.Role
		out.Figures = append(out.Figures, s.zoomed(slot.within(out.of(role, taken[role])), view))
		taken[role]++
	}
	return out
}

// placed is the stage with its lines below; where a table is not whole there, the
// rows that are kept for a point go to it, and a point that is inspected has its
// lines over the last ones, which scroll.
func (s *Stage) placed(view ascii.View, area ascii.Rect, v View, parts parts) layout {
	l := arrange(area, parts)
	if !l.cuts(parts) || !v.Pointed() || v.Run {
		return l
	}
	parts.lines = len(s.alone().linesBelow(view, area, v))
	if l = arrange(area, parts); s.Point < 0 || len(l.tables) == 0 {
		return l
	}
	said := len(s.linesBelow(view, area, v)) - parts.lines
	for i := range l.tables {
		l.tables[i].H = max(0, l.tables[i].H-said-1)
	}
	low := area.Y + area.H - parts.lines - said
	l.Lines = ascii.Rect{X: area.X, Y: low, W: area.W, H: said + parts.lines}
	return l
}

// cuts reports whether a table has fewer rows than it needs.
func (l layout) cuts(p parts) bool {
	return slices.ContainsFunc(l.tables, func(r ascii.Rect) bool { return r.H < p.rows })
}

// alone is the stage without the point inspected.
func (s *Stage) alone() *Stage { return &Stage{Enlarge: s.Enlarge, zooms: s.zooms, Point: -1} }

// slots are the figures of a view, and at the start of a run those that the first
// step brings in their places.
func (s *Stage) slots(v View) []Placed {
	figures := s.figures(v)
	if v.Coming == nil || v.Guest != "" || s.Enlarge > 0 {
		return figures
	}
	later := s.figures(v.stepped())
	if !everyIn(figures, later) {
		return figures
	}
	for i, slot := range later {
		if at := slot.in(figures); at >= 0 {
			later[i] = figures[at]
		} else {
			later[i] = slot.awaited(len(v.Figures))
		}
	}
	return later
}

// figures are those of a view that are shown: all, or the enlarged one alone.
func (s *Stage) figures(v View) (out []Placed) {
	alone := s.Enlarge > 0 && s.Enlarge <= len(v.Figures)
	for i, f := range v.Figures {
		if alone && i != s.Enlarge-1 {
			continue
		}
		if alone && f.Role != exercises.Strip {
			f.Role = exercises.Main
		}
		out = append(out, Placed{Figure: f, index: i})
	}
	return out
}

// reserved is how many rows stand below the picture for lines: as many as they
// have taken at this size since the step began, with room for the step to come, so
// that the picture stays as it is when they fill. A point inspected has rows of its
// own where the stage is tall, and the first ones of those there are elsewhere.
func (s *Stage) reserved(view ascii.View, area ascii.Rect, v View) int {
	alone := s.alone()
	n := len(alone.linesBelow(view, area, v))
	if _, rows := v.Roster(); rows && area.H >= stateFrom && area.H < tallStage {
		n = max(n, 2*len(v.Formula)-1) // each but one may take two
	}
	if v.Pointed() {
		alone.Point = max(0, s.Point)
		if crowded(area, v) {
			v.Formula = nil
		}
		n = max(n, len(alone.linesBelow(view, area, v)))
		if area.H < lowStage {
			n = max(n, pointRows)
		}
	}
	if v.Coming != nil {
		next := v.stepped()
		n = max(n, s.reserved(view, area, next))
	}
	key := roomKey{area.W, area.H, v.Guest != "", s.Enlarge > 0}
	if s.rooms == nil {
		s.rooms = map[roomKey]int{}
	}
	s.rooms[key] = max(s.rooms[key], n)
	return s.rooms[key]
}

// byRole picks what belongs to figures of a role.
func byRole[T any](r exercises.Role, mains, charts, strips, tables, states T) T {
	return [...]T{exercises.Main: mains, exercises.Chart: charts, exercises.Strip: strips, exercises.Table: tables, exercises.State: states}[r]
}

func (s *parts) count(r exercises.Role) {
	var counted int
	*byRole(r, &s.mains, &s.charts, &s.strips, &s.tables, &counted)++
}

// of is the n-th rectangle for a role, empty where there is none.
func (l layout) of(r exercises.Role, n int) ascii.Rect {
	if list := byRole(r, l.mains, l.charts, l.strips, l.tables, l.states); n < len(list) {
		return list[n]
	}
	return ascii.Rect{}
}

// Draw paints the figures and the lines below them at their places.
func (s *Stage) Draw(g *ascii.Grid, view ascii.View, at Places, v View) {
	for _, f := range at.Figures {
		if f.Area.Empty() {
			continue
		}
		g.Write(f.Title.X, f.Title.Y, f.Title.W, view.Clip(ascii.Inked(f.Caption(), ascii.Strong), f.Title.W))
		s.Drawn.Draw(g, view, f.lit(s.Point), v.Key)
		f.drawZoom(g, view)
	}
	s.markPoint(g, view, at)
	for i, l := range at.formula[:min(len(at.formula), at.Lines.H)] {
		g.Write(at.Lines.X, at.Lines.Y+i, at.Lines.W, l)
	}
}

// Text draws the stage of w×h cells for a layer.
func (s *Stage) Text(t *theme.Theme, view ascii.View, w, h int, at Places, v View) string {
	if s.grid == nil {
		s.grid = ascii.NewGrid(0, 0)
	}
	s.grid.Reset(w, h)
	s.Draw(s.grid, view, at, v)
	return t.Figure(s.grid)
}

// markPoint shows on the picture which point is inspected.
func (s *Stage) markPoint(g *ascii.Grid, view ascii.View, at Places) {
	picker, area := PickerOf(at)
	if picker == nil || s.Point < 0 {
		return
	}
	x, y, ok := picker.Place(ascii.Rect{W: area.W, H: area.H}, view, s.Point)
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

// PickerOf is the first figure on the stage that can be pointed at.
func PickerOf(at Places) (ascii.Picker, ascii.Rect) {
	for _, s := range at.Figures {
		if p, ok := s.Figure.Plot.(ascii.Picker); ok && !s.Area.Empty() {
			return p, s.Area
		}
	}
	return nil, ascii.Rect{}
}

// Cache keeps figures as drawn, by their index, so that typing a letter or
// moving the focus draws no picture again.
type Cache []cacheEntry

type cacheEntry struct {
	of    Key
	row   int
	zoom  zoom
	area  ascii.Rect
	view  ascii.View
	cells *ascii.Grid // nil: not drawn
}

func (c *Cache) Drop() { *c = nil }

// Draw paints a figure of a view, from memory where nothing changed.
func (c *Cache) Draw(g *ascii.Grid, view ascii.View, f Placed, of Key) {
	for len(*c) <= f.index {
		*c = append(*c, cacheEntry{})
	}
	size := ascii.Rect{W: f.Area.W, H: f.Area.H}
	now, e := cacheEntry{of, f.row, f.zoom, size, view, nil}, &(*c)[f.index]
	if now.cells = e.cells; now.cells == nil {
		now.cells = ascii.NewGrid(0, 0)
	}
	if *e != now {
		now.cells.Reset(size.W, size.H)
		f.Figure.Plot.Draw(now.cells, size, view)
		*e = now
	}
	g.Blit(e.cells, f.Area.X, f.Area.Y)
}
