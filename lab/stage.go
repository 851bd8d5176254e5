package lab

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/theme"
)

// stage is the right side of the screen: figures in fixed places, one of them
// enlarged, a point inspected. It is shown a sight, and knows neither the run nor
// what the student asks of it.
type stage struct {
	enlarge int    // 0: all figures, i: figure i−1 alone
	zooms   []zoom // of the figures, by their index
	point   int    // the point inspected, or −1
	drawn   stageCache
	rooms   map[roomKey]int
	grid    *ascii.Grid // all figures, drawn last
}

// roomKey tells apart what rows are reserved for.
type roomKey struct {
	w, h            int
	guest, enlarged bool
}

// newStage shows all figures and inspects no point.
func newStage() stage { return stage{point: -1} }

// next enlarges the next figure, or shows all again.
func (s *stage) next(v sight) {
	s.enlarge = (s.enlarge + 1) % (len(v.figures) + 1)
	s.drawn.drop()
}

// keep shows all figures where the enlarged one is gone.
func (s *stage) keep(v sight) { s.enlarge = min(s.enlarge, len(v.figures)) }

// enlarged is the plot of the enlarged figure, nil where none is.
func (s *stage) enlarged(v sight) ascii.Figure {
	if s.enlarge == 0 || s.enlarge > len(v.figures) {
		return nil
	}
	return v.figures[s.enlarge-1].Plot
}

// inspectBy goes n points on, as far as they have a place on the picture.
func (s *stage) inspectBy(n int, v sight, view ascii.View) {
	picker := v.picker()
	if picker == nil {
		s.inspectRow(n, v)
		return
	}
	probe := ascii.Rect{W: 1 << 12, H: 1 << 12}
	s.point += n
	if _, _, ok := picker.Place(probe, view, s.point); s.point < 0 || !ok {
		s.point = -1
	}
}

// place is where everything on the stage is, for drawing and for the mouse.
type place struct {
	stageLayout
	figures []shown
	formula []ascii.Line
}

// arrange lays the stage out in an area.
func (s *stage) arrange(view ascii.View, area ascii.Rect, v sight) place {
	out := place{formula: s.linesBelow(view, area, v)}
	parts := stageParts{controls: len(v.controls), timeline: v.run, lines: s.reserved(view, area, v)}
	slots := s.slots(v)
	for _, f := range slots {
		if f.figure.Role == exercises.Chart && parts.charts == 0 && f.figure.Rows > 0 {
			parts.tall = f.figure.Rows + 1
		}
		parts.count(f.figure.Role)
		if t, ok := f.figure.Plot.(ascii.Roster); ok && f.figure.Role == exercises.State {
			parts.state = len(t.Order) + 1
		}
	}
	parts.rows, parts.columns = longest(slots, area.W, view)
	parts.high, parts.wordy = wordsHigh(slots, area.W, view), isWordy(slots)
	out.stageLayout = s.placed(view, area, v, parts)
	taken := map[exercises.Role]int{}
	for _, slot := range slots {
		role := slot.figure.Role
		out.figures = append(out.figures, s.zoomed(slot.within(out.of(role, taken[role])), view))
		taken[role]++
	}
	return out
}

// placed is the stage with its lines below; where a table is not whole there, the
// rows that are kept for a point go to it, and a point that is inspected has its
// lines over the last ones, which scroll.
func (s *stage) placed(view ascii.View, area ascii.Rect, v sight, parts stageParts) stageLayout {
	l := layoutStage(area, parts)
	if !l.cuts(parts) || !v.pointed() || v.run {
		return l
	}
	parts.lines = len(s.alone().linesBelow(view, area, v))
	if l = layoutStage(area, parts); s.point < 0 || len(l.tables) == 0 {
		return l
	}
	said := len(s.linesBelow(view, area, v)) - parts.lines
	for i := range l.tables {
		l.tables[i].H = max(0, l.tables[i].H-said-1)
	}
	low := area.Y + area.H - parts.lines - said
	l.lines = ascii.Rect{X: area.X, Y: low, W: area.W, H: said + parts.lines}
	return l
}

// cuts reports whether a table has fewer rows than it needs.
func (l stageLayout) cuts(p stageParts) bool {
	return slices.ContainsFunc(l.tables, func(r ascii.Rect) bool { return r.H < p.rows })
}

// alone is the stage without the point inspected.
func (s *stage) alone() *stage { return &stage{enlarge: s.enlarge, zooms: s.zooms, point: -1} }

// slots are the figures of a sight, and at the start of a run those that the first
// step brings in their places.
func (s *stage) slots(v sight) []shown {
	figures := s.figures(v)
	if v.coming == nil || v.guest != "" || s.enlarge > 0 {
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
			later[i] = slot.awaited(len(v.figures))
		}
	}
	return later
}

// figures are those of a sight that are shown: all, or the enlarged one alone.
func (s *stage) figures(v sight) (out []shown) {
	alone := s.enlarge > 0 && s.enlarge <= len(v.figures)
	for i, f := range v.figures {
		if alone && i != s.enlarge-1 {
			continue
		}
		if alone && f.Role != exercises.Strip {
			f.Role = exercises.Main
		}
		out = append(out, shown{figure: f, index: i})
	}
	return out
}

// reserved is how many rows stand below the picture for lines: as many as they
// have taken at this size since the step began, with room for the step to come, so
// that the picture stays as it is when they fill. A point inspected has rows of its
// own where the stage is tall, and the first ones of those there are elsewhere.
func (s *stage) reserved(view ascii.View, area ascii.Rect, v sight) int {
	alone := s.alone()
	n := len(alone.linesBelow(view, area, v))
	if _, rows := v.roster(); rows && area.H >= stateFrom && area.H < tallStage {
		n = max(n, 2*len(v.formula)-1) // each but one may take two
	}
	if v.pointed() {
		alone.point = max(0, s.point)
		if crowded(area, v) {
			v.formula = nil
		}
		n = max(n, len(alone.linesBelow(view, area, v)))
		if area.H < lowStage {
			n = max(n, pointRows)
		}
	}
	if v.coming != nil {
		next := v.stepped()
		n = max(n, s.reserved(view, area, next))
	}
	key := roomKey{area.W, area.H, v.guest != "", s.enlarge > 0}
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

func (s *stageParts) count(r exercises.Role) {
	var counted int
	*byRole(r, &s.mains, &s.charts, &s.strips, &s.tables, &counted)++
}

// of is the n-th rectangle for a role, empty where there is none.
func (l stageLayout) of(r exercises.Role, n int) ascii.Rect {
	if list := byRole(r, l.mains, l.charts, l.strips, l.tables, l.states); n < len(list) {
		return list[n]
	}
	return ascii.Rect{}
}

// draw paints the figures and the lines below them at their places.
func (s *stage) draw(g *ascii.Grid, view ascii.View, at place, v sight) {
	for _, f := range at.figures {
		if f.area.Empty() {
			continue
		}
		g.Write(f.title.X, f.title.Y, f.title.W, view.Clip(ascii.Inked(f.caption(), ascii.Strong), f.title.W))
		s.drawn.draw(g, view, f.lit(s.point), v.key)
		f.drawZoom(g, view)
	}
	s.markPoint(g, view, at)
	for i, l := range at.formula[:min(len(at.formula), at.lines.H)] {
		g.Write(at.lines.X, at.lines.Y+i, at.lines.W, l)
	}
}

// text draws the stage of w×h cells for a layer.
func (s *stage) text(t *theme.Theme, view ascii.View, w, h int, at place, v sight) string {
	if s.grid == nil {
		s.grid = ascii.NewGrid(0, 0)
	}
	s.grid.Reset(w, h)
	s.draw(s.grid, view, at, v)
	return t.Figure(s.grid)
}

// markPoint shows on the picture which point is inspected.
func (s *stage) markPoint(g *ascii.Grid, view ascii.View, at place) {
	picker, area := pickerOf(at)
	if picker == nil || s.point < 0 {
		return
	}
	x, y, ok := picker.Place(ascii.Rect{W: area.W, H: area.H}, view, s.point)
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

// pickerOf is the first figure on the stage that can be pointed at.
func pickerOf(at place) (ascii.Picker, ascii.Rect) {
	for _, s := range at.figures {
		if p, ok := s.figure.Plot.(ascii.Picker); ok && !s.area.Empty() {
			return p, s.area
		}
	}
	return nil, ascii.Rect{}
}
