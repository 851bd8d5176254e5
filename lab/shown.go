package lab

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// shown is a figure with its index and place on the screen.
type shown struct {
	figure exercises.Figure
	index  int
	title  ascii.Rect
	area   ascii.Rect
	row    int // of a table, counted from 1: of the point inspected
	zoom   zoom
	whole  ascii.Figure // the figure without zoom
}

// rowed is a figure that says how many rows it takes in so many columns.
type rowed interface {
	Rowed(w int, v ascii.View) int
}

// elastic is a figure that may take all the room there is, whatever it says.
type elastic interface{ Elastic() bool }

// fixed reports whether a figure is content with the room that it says it takes.
func fixed(f ascii.Figure) bool {
	e, ok := f.(elastic)
	return !ok || !e.Elastic()
}

// wordsHigh is how many rows the main figures take in w columns with their titles,
// 0 where one of them is a picture that takes what it is given.
func wordsHigh(slots []shown, w int, v ascii.View) int {
	n := 0
	for _, s := range slots {
		r, ok := s.figure.Plot.(rowed)
		if s.figure.Role == exercises.Main && (!ok || !fixed(s.figure.Plot)) {
			return 0
		}
		if s.figure.Role == exercises.Main {
			n = max(n, r.Rowed(w, v)+1)
		}
	}
	return n
}

// isWordy reports whether every figure says how many rows it takes.
func isWordy(slots []shown) bool {
	return !slices.ContainsFunc(slots, func(f shown) bool { _, ok := f.figure.Plot.(rowed); return !ok || !fixed(f.figure.Plot) })
}

// longest is how many rows the longest of the tables takes in w columns that they
// share, with its title, and how many columns the widest takes; 0 where there is none.
func longest(slots []shown, w int, v ascii.View) (rows, columns int) {
	tables := 0
	for _, s := range slots {
		if s.figure.Role == exercises.Table {
			tables++
		}
	}
	for _, s := range slots {
		if s.figure.Role != exercises.Table {
			continue
		}
		if r, ok := s.figure.Plot.(rowed); ok && fixed(s.figure.Plot) {
			rows = max(rows, max(s.figure.Rows, r.Rowed(columnsOf(ascii.Rect{W: w}, tables, 2)[0].W, v))+1)
		}
		if t, ok := s.figure.Plot.(ascii.Table); ok {
			columns = max(columns, t.Columned(v))
		}
	}
	return rows, columns
}

// in is the place among others of the figure with this role and name, or −1.
func (s shown) in(others []shown) int {
	return slices.IndexFunc(others, func(o shown) bool { return o.name() == s.name() && o.figure.Role == s.figure.Role })
}

// name is the title without what it says of the step, behind a comma or a gap.
func (s shown) name() string {
	name, _, _ := strings.Cut(s.figure.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}

// caption is the title, or its name where there is no room for more.
func (s shown) caption() string {
	if ascii.Width(s.figure.Title) > s.title.W && ascii.Width(s.name()) <= s.title.W {
		return s.name()
	}
	return s.figure.Title
}

// awaited keeps the place of a figure that the first step brings; its index is one
// behind the n there are.
func (s shown) awaited(n int) shown {
	s.figure.Title = s.name()
	s.figure.Plot = ascii.TextBlock{Lines: []ascii.Line{ascii.Inked("from the first step on", ascii.Dim)}}
	s.index += n
	return s
}

// everyIn reports whether each figure has its like among others.
func everyIn(figures, others []shown) bool {
	return !slices.ContainsFunc(figures, func(f shown) bool { return f.in(others) < 0 })
}

// room is the area of a figure without its place.
func (s shown) room() ascii.Rect { return ascii.Rect{W: s.area.W, H: s.area.H} }

// within is the figure in its room: the first row is for its title, if it has
// one and there is room for both.
func (s shown) within(r ascii.Rect) shown {
	s.area = r
	if s.figure.Title == "" || r.H < 4 {
		return s
	}
	s.title = ascii.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}
	s.area.Y++
	s.area.H--
	return s
}
