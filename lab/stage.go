package lab

import (
	"kernellab/ascii"
	"kernellab/exercises"
)

// stageCache keeps figures as drawn, so that typing a letter or moving the
// focus draws no picture again.
type stageCache struct {
	entries []cacheEntry
}

type cacheEntry struct {
	index, at int // which figure, at which frame
	area      ascii.Rect
	view      ascii.View
	cells     *ascii.Grid
}

func (c *stageCache) drop() { c.entries = nil }

// draw paints figure i of frame at, from memory where nothing changed.
func (c *stageCache) draw(p pen, f exercises.Figure, i, at int, area ascii.Rect) {
	for len(c.entries) <= i {
		c.entries = append(c.entries, cacheEntry{})
	}
	e := &c.entries[i]
	size := ascii.Rect{W: area.W, H: area.H}
	if e.cells == nil || e.index != i || e.at != at || e.area != size || e.view != p.view {
		if e.cells == nil {
			e.cells = ascii.NewGrid(0, 0)
		}
		e.cells.Reset(area.W, area.H)
		f.Plot.Draw(e.cells, size, p.view)
		e.index, e.at, e.area, e.view = i, at, size, p.view
	}
	for y := range area.H {
		for x := range area.W {
			p.grid.Set(area.X+x, area.Y+y, e.cells.At(x, y))
		}
	}
}

// shown is a figure with its index and place on the screen.
type shown struct {
	figure exercises.Figure
	index  int
	title  ascii.Rect
	area   ascii.Rect
}

// place is where everything on the stage is, for drawing and for the mouse.
type place struct {
	stageLayout
	figures []shown
	formula []ascii.Line
}

// arrange lays the stage out in an area.
func (e *exercise) arrange(p pen, area ascii.Rect) place {
	figures := e.figures()
	out := place{formula: e.linesBelow(p, area)}
	parts := stageParts{
		controls: len(e.controls()), timeline: e.player.run != nil, lines: len(out.formula),
	}
	alone := e.enlarge > 0 && e.enlarge <= len(figures)
	for i, f := range figures {
		if alone && i != e.enlarge-1 {
			continue
		}
		role := f.Role
		if alone && role != exercises.Strip {
			role = exercises.Main
		}
		parts.count(role)
	}
	out.stageLayout = layoutStage(area, parts)
	taken := map[exercises.Role]int{}
	for i, f := range figures {
		if alone && i != e.enlarge-1 {
			continue
		}
		role := f.Role
		if alone && role != exercises.Strip {
			role = exercises.Main
		}
		r := out.of(role, taken[role])
		taken[role]++
		out.figures = append(out.figures, withTitle(f, i, r))
	}
	return out
}

func (s *stageParts) count(r exercises.Role) {
	switch r {
	case exercises.Main:
		s.mains++
	case exercises.Chart:
		s.charts++
	case exercises.Strip:
		s.strips++
	case exercises.Table:
		s.tables++
	}
}

// of is the n-th rectangle for a role, empty where there is none.
func (l stageLayout) of(r exercises.Role, n int) ascii.Rect {
	list := l.mains
	switch r {
	case exercises.Chart:
		list = l.charts
	case exercises.Strip:
		list = l.strips
	case exercises.Table:
		list = l.tables
	}
	if n >= len(list) {
		return ascii.Rect{}
	}
	return list[n]
}

// withTitle takes the first row of a figure's room for its title, if it has
// one and there is room for both.
func withTitle(f exercises.Figure, i int, r ascii.Rect) shown {
	s := shown{figure: f, index: i, area: r}
	if f.Title == "" || r.H < 4 {
		return s
	}
	s.title = ascii.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}
	s.area.Y++
	s.area.H--
	return s
}

// lowStage is the height below which the picture needs the room more than the
// end of a long formula does.
const lowStage = 26

// guestRows and formulaRows are how many rows a low stage has for the facts and
// the formula of a frame that is not the run's own, and for a formula alone.
const (
	guestRows   = 5
	formulaRows = 2
)

// linesBelow are the lines under the picture: the formula of the frame or
// scene, then what there is to say of the point inspected. On a low stage
// each line of the run's own formula is cut to one row, and the point takes the
// formula's place.
func (e *exercise) linesBelow(p pen, area ascii.Rect) []ascii.Line {
	formula, point := e.formula(), e.pointLines(p)
	watched, chart := p.say(e.debug.watches.line()), p.say(e.chartReadings())
	if area.H >= lowStage {
		out := p.wrapAll(formula, area.W)
		if len(chart) > 0 {
			out = append(wrap(chart, area.W), out...)
		}
		if len(watched) > 0 {
			out = append(out, wrap(watched, area.W)...)
		}
		for _, l := range point {
			out = append(out, indented(l[:1], l[1:], area.W)...)
		}
		return out
	}
	out := formula[:min(formulaRows, len(formula))]
	if e.debug.guest() {
		out = p.wrapWhole(formula, area.W, guestRows)
	}
	if shown, _ := e.player.linesShown(); shown > 0 {
		out = formula[max(0, shown-2):] // the line just shown is the last
	}
	if len(point) > 0 {
		out = point
	}
	if len(watched) > 0 {
		out = append(out[:len(out):len(out)], watched)
	}
	if len(chart) > 0 {
		out = append([]ascii.Line{chart}, out...)
	}
	return p.clipAll(out, area.W)
}

// formula are the lines of the frame or scene below the picture. On a narrow
// screen a frame that is not the run's own brings its facts first, for the
// text is out of sight.
func (e *exercise) formula() []ascii.Line {
	var own []ascii.Line
	switch d := &e.debug; {
	case d.whatIf != nil:
		own = d.whatIf.formula()
	case d.compare != nil:
	case e.player.run == nil:
		return e.scene.Formula
	default:
		return e.player.formula()
	}
	if e.narrow() {
		own = append(e.facts()[:len(e.facts()):len(e.facts())], own...)
	}
	return own
}

// pointLines describe the point inspected, each with a mark or a blank before
// it; none where no point is.
func (e *exercise) pointLines(p pen) []ascii.Line {
	inspect := e.inspect()
	if inspect == nil || e.point < 0 {
		return nil
	}
	var out []ascii.Line
	mark := ascii.Span{Text: string(p.glyph('◎', '@')) + " ", Ink: ascii.Select}
	for _, l := range inspect(e.point) {
		out = append(out, append(ascii.Line{mark}, p.say(l)...))
		mark = ascii.Span{Text: "  ", Ink: ascii.Text}
	}
	return out
}

// drawStage paints the stage and returns where things are.
func (e *exercise) drawStage(p pen, area ascii.Rect) place {
	at := e.arrange(p, area)
	frame := -1
	if e.player.run != nil {
		frame = e.player.at
	}
	for _, s := range at.figures {
		if s.area.Empty() {
			continue
		}
		p.write(s.title.X, s.title.Y, s.title.W, line(s.figure.Title, ascii.Strong))
		if s.index == e.enlarge-1 {
			s.figure.Plot = e.lens.apply(s.figure.Plot)
		}
		e.drawn.draw(p, s.figure, s.index, frame, s.area)
	}
	if len(at.figures) == 0 && e.sceneJob.busy {
		p.write(area.X, area.Y, area.W, line("drawing …", ascii.Dim))
	}
	e.markPoint(p, at)
	for i, r := range controlPlaces(at.controls, len(e.controls())) {
		if !r.Empty() {
			e.drawControl(p, r, e.controls()[i], e.onControl(i))
		}
	}
	if !at.timeline.Empty() {
		e.drawTimeline(p, at.timeline)
		e.drawStatus(p, at.status)
	}
	p.lines(at.lines, at.formula, 0)
	return at
}

// markPoint shows on the picture which point is inspected.
func (e *exercise) markPoint(p pen, at place) {
	picker, area := pickerOf(at)
	if picker == nil || e.point < 0 {
		return
	}
	x, y, ok := picker.Place(ascii.Rect{W: area.W, H: area.H}, p.view, e.point)
	if !ok {
		return
	}
	x, y = x+area.X, y+area.Y
	for _, side := range []struct {
		dx int
		r  rune
	}{{-1, '('}, {1, ')'}} {
		if area.Contains(x+side.dx, y) {
			p.grid.Put(x+side.dx, y, side.r, ascii.Select)
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

// picker is the first figure that can be pointed at, or nil.
func (e *exercise) picker() ascii.Picker {
	for _, f := range e.figures() {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// inspectBy goes to the next point that has a place on the picture.
func (e *exercise) inspectBy(n int) {
	picker := e.picker()
	if picker == nil {
		return
	}
	probe := ascii.Rect{W: 1 << 12, H: 1 << 12}
	next := e.point + n
	if next < 0 {
		e.point = -1
		return
	}
	if _, _, ok := picker.Place(probe, e.session.view(), next); !ok {
		next = -1
	}
	e.point = next
}

const controlLabel = 12

// drawControl writes a slider or a choice on one row.
func (e *exercise) drawControl(p pen, r ascii.Rect, c exercises.Control, focused bool) {
	ink := ascii.Dim
	if focused {
		ink = ascii.Accent
	}
	label := c.Label
	if label == "" {
		label = c.Name
	}
	p.write(r.X, r.Y, controlLabel, line(label, ink))
	if c.IsChoice() {
		e.drawOption(p, r, c, focused)
		return
	}
	track := sliderTrack(r)
	e.drawTrack(p, track, c.Fraction(), focused)
	p.write(track.X+track.W+2, r.Y, 9, line(c.Value, ascii.Strong))
}

// sliderTrack is the part of a slider's row that the knob moves on.
func sliderTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X + controlLabel + 1, Y: r.Y, W: max(1, min(40, r.W-controlLabel-13)), H: 1}
}

func (e *exercise) drawTrack(p pen, r ascii.Rect, t float64, focused bool) {
	knob := r.X + int(t*float64(r.W-1)+0.5)
	done, ahead, ink := p.glyph('━', '='), p.glyph('─', '-'), ascii.Dim
	if focused {
		ink = ascii.Accent
	}
	for x := r.X; x < r.X+r.W; x++ {
		switch {
		case x < knob:
			p.grid.Put(x, r.Y, done, ink)
		case x == knob:
			p.grid.Put(x, r.Y, p.glyph('●', 'O'), ink)
		default:
			p.grid.Put(x, r.Y, ahead, ascii.Faint)
		}
	}
}

// drawOption shows the choices in a row with the one in force marked, or that
// one alone where they do not fit.
func (e *exercise) drawOption(p pen, r ascii.Rect, c exercises.Control, focused bool) {
	ink := ascii.Strong
	if focused {
		ink = ascii.Accent
	}
	var all ascii.Line
	now := ""
	for i, o := range c.Choices {
		if i > 0 {
			all = append(all, ascii.Span{Text: "  "})
		}
		if o.Value == c.Value {
			now = o.Label
			all = append(all, ascii.Span{Text: "(•) " + o.Label, Ink: ink})
			continue
		}
		all = append(all, ascii.Span{Text: "( ) " + o.Label, Ink: ascii.Dim})
	}
	room := r.W - controlLabel - 1
	if lineWidth(p.say(all)) > room {
		all = line("‹ "+now+" ›", ink)
	}
	p.write(r.X+controlLabel+1, r.Y, room, all)
}
