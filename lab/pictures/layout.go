package pictures

import (
	"kernellab/ascii"
)

// parts is what a scene brings to the stage.
type parts struct {
	mains, charts, strips, tables int
	high                          int  // rows of the main figures with their titles, where they say so
	wordy                         bool // words and tables alone
	rows                          int  // of the longest table, with its title and header
	state                         int  // rows of the points of a run, with their header; 0: none
	lowState                      bool // the stage is too low for them below a picture
	tall                          int  // rows that the first chart wants, with its title
	columns                       int  // of the widest table
	controls                      int  // rows of controls
	timeline                      bool
	lines                         int // formula and inspector lines
}

// layout is where the parts of the stage are.
type layout struct {
	mains, charts, strips, tables []ascii.Rect
	states                        []ascii.Rect
	Controls                      ascii.Rect
	Timeline                      ascii.Rect
	Status                        ascii.Rect
	Lines                         ascii.Rect
}

// arrange places what a scene brings inside area: charts beside the main
// figure where there is room and below it otherwise, strips over the full
// width, then controls, timeline and formula lines. What finds no room gets an
// empty rectangle.
func arrange(area ascii.Rect, p parts) layout {
	var l layout
	area.H = p.wordsRoom(area.H)
	rest := area
	p.lowState = area.H < stateFrom
	rest, l.Lines = TakeBottom(rest, min(p.lines, max(1, (area.H+3)/4)), p.lines > 0)
	rest, l.Status = TakeBottom(rest, statusRows(area), p.timeline)
	rest, l.Timeline = TakeBottom(rest, 1, p.timeline)
	if p.controls > 0 && p.timeline && area.H > 24 && !p.crowd(area) {
		rest.H--
	}
	rest, l.Controls = TakeBottom(rest, min(controlRows(p.controls, area.W), area.H/3), p.controls > 0)
	if rest.H < area.H {
		rest.H = max(0, rest.H-1)
	}
	rest = l.placeStrips(rest, p)
	rest = l.placeTables(rest, p)
	l.placePictures(rest, p)
	l.placeState(rest, p)
	return l
}

// wordsRoom is how many of h rows a stage of words has, so that its controls stand
// near them: never less than three fifths, for what grows under a slider.
func (p parts) wordsRoom(h int) int {
	if !p.wordy || p.controls == 0 || p.charts+p.strips > 0 || p.timeline {
		return h
	}
	return min(h, max(h*3/5, p.high+p.rows+p.controls+p.lines+4))
}

// crowd reports whether the points of a run take the rows that a stage has to
// spare.
func (p parts) crowd(area ascii.Rect) bool {
	return p.state > 0 && p.mains > 0 && area.H >= stateFrom && area.H < tallStage
}

// statusRows is the room for the position in words and for what happened
// there: a row each where there are enough.
func statusRows(area ascii.Rect) int {
	if area.H >= lowStage {
		return 2
	}
	return 1
}

// controlColumns is how many controls stand on one row of w columns.
func controlColumns(n, w int) int {
	if n > 2 && w >= 70 {
		return 2
	}
	return 1
}

func controlRows(n, w int) int {
	k := controlColumns(n, w)
	return (n + k - 1) / k
}

// ControlPlaces divides the area of the controls among n of them, reading
// down the columns. Where there is no room for all rows, those around the one with the
// keyboard are there, the first ones where at is −1; the others get an empty rectangle.
func ControlPlaces(area ascii.Rect, n, at int) []ascii.Rect {
	out := make([]ascii.Rect, n)
	if n == 0 || area.Empty() {
		return out
	}
	columns := columnsOf(area, controlColumns(n, area.W), 3)
	rows := controlRows(n, area.W)
	top := max(0, min(max(0, at)%rows-area.H/2, rows-area.H))
	for i := range n {
		if y := i%rows - top; y >= 0 && y < area.H {
			c := columns[i/rows]
			out[i] = ascii.Rect{X: c.X, Y: c.Y + y, W: c.W, H: 1}
		}
	}
	return out
}

func TakeBottom(r ascii.Rect, n int, wanted bool) (rest, taken ascii.Rect) {
	if !wanted || n <= 0 || r.H <= n {
		return r, ascii.Rect{}
	}
	taken = ascii.Rect{X: r.X, Y: r.Y + r.H - n, W: r.W, H: n}
	r.H -= n
	return r, taken
}

// stripRows are those of a strip, leastStrip those of one beside a table where there
// is little room.
const stripRows, leastStrip = 6, 4

func (l *layout) placeStrips(r ascii.Rect, p parts) ascii.Rect {
	alone := p.mains+p.charts+p.tables == 0
	for i := range p.strips {
		n := stripRows
		if p.tables > 0 && r.H < p.rows+leastMain+stripRows+1 {
			n = leastStrip
		}
		if alone {
			n = max(stripRows, r.H/(p.strips-i))
			n = min(n, 2*stripRows)
		}
		var strip ascii.Rect
		if alone && i == p.strips-1 && r.H <= n {
			strip, r.H = r, 0
		} else {
			r, strip = TakeBottom(r, n, p.tables == 0 || r.H-n-1 >= p.rows)
			if !alone && !strip.Empty() {
				r.H = max(0, r.H-1)
			}
		}
		l.strips = append(l.strips, strip)
	}
	// Taken from below, the last strip is the highest: turn them around.
	for i, j := 0, len(l.strips)-1; i < j; i, j = i+1, j-1 {
		l.strips[i], l.strips[j] = l.strips[j], l.strips[i]
	}
	return r
}

// leastMain and leastChart are how many rows a picture, or a chart alone, keeps
// above a long table.
const leastMain, leastChart = 8, 6

// placeTables puts the tables below the picture, with room for every row as far as
// the picture allows.
func (l *layout) placeTables(r ascii.Rect, p parts) ascii.Rect {
	if p.tables == 0 || tablesBeside(r, p) {
		return r
	}
	share := r.H * 2 / 5
	switch {
	case p.mains+p.charts == 0:
		share = r.H
	case r.H < 14 && r.H-1-leastChart >= p.rows:
		share = p.rows
	case r.H < 14:
		share = 0
	default:
		least := leastMain
		if p.mains == 0 {
			least = leastChart
		}
		share = max(min(share, p.rows), min(p.rows, r.H-1-least))
	}
	band := ascii.Rect{X: r.X, Y: r.Y + r.H - share, W: r.W, H: share}
	r.H -= share
	if p.mains+p.charts > 0 && share > 0 {
		r.H--
	}
	if p.charts+p.state == 0 && p.high > 0 && p.high < r.H { // words stand under words
		band.Y, r.H = r.Y+p.high+1, p.high
	}
	l.tables = columnsOf(band, p.tables, 2)
	return r
}

// tablesBeside reports whether tables stand in the column beside the picture
// rather than below it.
func tablesBeside(r ascii.Rect, p parts) bool {
	return p.tables > 0 && p.mains > 0 && r.W >= 110
}

// placePictures divides what is left between main figures and charts.
func (l *layout) placePictures(r ascii.Rect, p parts) {
	r.H -= p.statesBelow(r)
	switch {
	case tablesBeside(r, p):
		side := max(r.W*2/5, min(p.columns, r.W/2))
		l.mains = columnsOf(ascii.Rect{X: r.X, Y: r.Y, W: r.W - side - 3, H: r.H}, p.mains, 2)
		column := columnOf(ascii.Rect{X: r.X + r.W - side, Y: r.Y, W: side, H: r.H}, p.charts+p.tables, p.tall)
		l.charts, l.tables = column[:p.charts], column[p.charts:]
	case p.mains == 0:
		l.charts = tiles(r, p.charts)
	case p.charts == 0:
		l.mains = columnsOf(r, p.mains, 2)
	case r.W >= 66:
		side := max(26, r.W*2/5)
		l.mains = columnsOf(ascii.Rect{X: r.X, Y: r.Y, W: r.W - side - 2, H: r.H}, p.mains, 2)
		l.charts = columnOf(ascii.Rect{X: r.X + r.W - side, Y: r.Y, W: side, H: r.H}, p.charts, p.tall)
	case r.H >= 20:
		below := r.H * 2 / 5
		l.mains = columnsOf(ascii.Rect{X: r.X, Y: r.Y, W: r.W, H: r.H - below - 1}, p.mains, 2)
		l.charts = columnsOf(ascii.Rect{X: r.X, Y: r.Y + r.H - below, W: r.W, H: below}, p.charts, 2)
	default:
		l.mains = columnsOf(r, p.mains, 2)
		l.charts = make([]ascii.Rect, p.charts)
	}
}

// tiles arranges n figures without a main one: stacked up to two, then in two
// columns.
func tiles(r ascii.Rect, n int) []ascii.Rect {
	if n <= 2 {
		return rowsOf(r, n, 1)
	}
	rows := (n + 1) / 2
	var out []ascii.Rect
	for i, band := range rowsOf(r, rows, 1) {
		out = append(out, columnsOf(band, min(2, n-2*i), 2)...)
	}
	return out
}

// columnsOf divides r into n columns with a gap between them.
func columnsOf(r ascii.Rect, n, gap int) []ascii.Rect {
	out := make([]ascii.Rect, 0, n)
	for i := range n {
		x0 := (r.W + gap) * i / n
		x1 := (r.W+gap)*(i+1)/n - gap
		out = append(out, ascii.Rect{X: r.X + x0, Y: r.Y, W: max(0, x1-x0), H: r.H})
	}
	return out
}

// columnOf stacks n figures of which the first wants so many rows, where the others
// keep some; they are as many as there are without that, as far as four rows are
// enough for each.
func columnOf(r ascii.Rect, n, tall int) []ascii.Rect {
	const gap, least = 1, 4
	even := rowsOf(r, n, gap)
	rest := r.H - tall - gap
	if n < 2 || even[0].H >= tall || rest < least {
		return even
	}
	shown := 0
	for shown < n && even[shown].H > 0 {
		shown++
	}
	others := max(1, min(shown-1, (rest+gap)/(least+gap)))
	out := make([]ascii.Rect, n)
	out[0] = ascii.Rect{X: r.X, Y: r.Y, W: r.W, H: tall}
	for i := range others {
		y0, y1 := (rest+gap)*i/others, (rest+gap)*(i+1)/others-gap
		out[i+1] = ascii.Rect{X: r.X, Y: r.Y + tall + gap + y0, W: r.W, H: y1 - y0}
	}
	return out
}

// rowsOf divides r into n rows of rectangles with a gap between them. Rows
// that would be under six lines are given up from the end.
func rowsOf(r ascii.Rect, n, gap int) []ascii.Rect {
	const least = 6
	fit := max(1, min(n, (r.H+gap)/(least+gap)))
	out := make([]ascii.Rect, n)
	for i := range min(n, fit) {
		y0 := (r.H + gap) * i / fit
		y1 := (r.H+gap)*(i+1)/fit - gap
		out[i] = ascii.Rect{X: r.X, Y: r.Y + y0, W: r.W, H: max(0, y1-y0)}
	}
	return out
}

// fewStates and manyStates are how many rows of points there are below a picture,
// with their header, on a stage of usual height and on a tall one.
const fewStates, manyStates = 5, 13

// stateFrom is the height from which a stage has room for points below its picture.
const stateFrom = 30

// stateBeside is the width from which the points stand below the picture alone, and
// leave the charts beside it as they are.
const stateBeside = 110

// stateRows is how many rows of points stand below the pictures that have a room.
func (p parts) stateRows(r ascii.Rect) int {
	n := min(p.state, fewStates)
	if r.H > 2*manyStates {
		n = min(p.state, manyStates)
	}
	if p.mains == 0 || p.lowState || r.H < n+1+leastMain {
		return 0
	}
	return n
}

// statesBelow is by how much pictures and charts give way to the points.
func (p parts) statesBelow(r ascii.Rect) int {
	n := p.stateRows(r)
	if n == 0 || r.W >= stateBeside && p.charts > 0 {
		return 0
	}
	return n + 1
}

// placeState puts the points of a run below the pictures placed, where those keep
// their room; alone they have all of it.
func (l *layout) placeState(r ascii.Rect, p parts) {
	if p.state > 0 && p.mains+p.charts+p.tables == 0 {
		l.states = []ascii.Rect{r}
		return
	}
	n := p.stateRows(r)
	if n == 0 {
		return
	}
	band := ascii.Rect{X: r.X, Y: r.Y + r.H - n, W: r.W, H: n}
	if p.statesBelow(r) == 0 {
		last := l.mains[len(l.mains)-1]
		band.W = last.X + last.W - r.X
		for i := range l.mains {
			l.mains[i].H -= n + 1
		}
	}
	l.states = []ascii.Rect{band}
}
