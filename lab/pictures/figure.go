package pictures

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Placed is a figure with its index and place on the screen.
type Placed struct {
	Figure exercises.Figure
	index  int
	Title  ascii.Rect
	Area   ascii.Rect
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

// Fixed reports whether a figure is content with the room that it says it takes.
func Fixed(f ascii.Figure) bool {
	e, ok := f.(elastic)
	return !ok || !e.Elastic()
}

// wordsHigh is how many rows the main figures take in w columns with their titles,
// 0 where one of them is a picture that takes what it is given.
func wordsHigh(slots []Placed, w int, v ascii.View) int {
	n := 0
	for _, s := range slots {
		r, ok := s.Figure.Plot.(rowed)
		if s.Figure.Role == exercises.Main && (!ok || !Fixed(s.Figure.Plot)) {
			return 0
		}
		if s.Figure.Role == exercises.Main {
			n = max(n, r.Rowed(w, v)+1)
		}
	}
	return n
}

// isWordy reports whether every figure says how many rows it takes.
func isWordy(slots []Placed) bool {
	return !slices.ContainsFunc(slots, func(f Placed) bool { _, ok := f.Figure.Plot.(rowed); return !ok || !Fixed(f.Figure.Plot) })
}

// longest is how many rows the longest of the tables takes in w columns that they
// share, with its title, and how many columns the widest takes; 0 where there is none.
func longest(slots []Placed, w int, v ascii.View) (rows, columns int) {
	tables := 0
	for _, s := range slots {
		if s.Figure.Role == exercises.Table {
			tables++
		}
	}
	for _, s := range slots {
		if s.Figure.Role != exercises.Table {
			continue
		}
		if r, ok := s.Figure.Plot.(rowed); ok && Fixed(s.Figure.Plot) {
			rows = max(rows, max(s.Figure.Rows, r.Rowed(columnsOf(ascii.Rect{W: w}, tables, 2)[0].W, v))+1)
		}
		if t, ok := s.Figure.Plot.(ascii.Table); ok {
			columns = max(columns, t.Columned(v))
		}
	}
	return rows, columns
}

// in is the place among others of the figure with this role and name, or −1.
func (s Placed) in(others []Placed) int {
	return slices.IndexFunc(others, func(o Placed) bool { return o.Name() == s.Name() && o.Figure.Role == s.Figure.Role })
}

// Name is the title without what it says of the step, behind a comma or a gap.
func (s Placed) Name() string {
	name, _, _ := strings.Cut(s.Figure.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}

// Caption is the title, or its name where there is no room for more.
func (s Placed) Caption() string {
	if ascii.Width(s.Figure.Title) > s.Title.W && ascii.Width(s.Name()) <= s.Title.W {
		return s.Name()
	}
	return s.Figure.Title
}

// awaited keeps the place of a figure that the first step brings; its index is one
// behind the n there are.
func (s Placed) awaited(n int) Placed {
	s.Figure.Title = s.Name()
	s.Figure.Plot = ascii.TextBlock{Lines: []ascii.Line{ascii.Inked("from the first step on", ascii.Dim)}}
	s.index += n
	return s
}

// everyIn reports whether each figure has its like among others.
func everyIn(figures, others []Placed) bool {
	return !slices.ContainsFunc(figures, func(f Placed) bool { return f.in(others) < 0 })
}

// Room is the area of a figure without its place.
func (s Placed) Room() ascii.Rect { return ascii.Rect{W: s.Area.W, H: s.Area.H} }

// within is the figure in its room: the first row is for its title, if it has
// one and there is room for both.
func (s Placed) within(r ascii.Rect) Placed {
	s.Area = r
	if s.Figure.Title == "" || r.H < 4 {
		return s
	}
	s.Title = ascii.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}
	s.Area.Y++
	s.Area.H--
	return s
}
