package ascii

// Cell is one character cell: a rune and the inks of its two sides. A zero
// Rune is a blank; Wide marks the second half of a two-column rune.
type Cell struct {
	Rune   rune
	Fg, Bg Ink
}

// Wide is the rune of a cell covered by the two-column rune to its left.
const Wide rune = -1

// Rect is a rectangle of cells: X, Y its upper left corner, W, H its size.
type Rect struct{ X, Y, W, H int }

// Empty reports whether the rectangle has no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the cell (x, y) lies in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}

// Intersect returns the part that both rectangles share; it may be empty.
func (r Rect) Intersect(o Rect) Rect {
	x0, y0 := max(r.X, o.X), max(r.Y, o.Y)
	x1, y1 := min(r.X+r.W, o.X+o.W), min(r.Y+r.H, o.Y+o.H)
	if x1 <= x0 || y1 <= y0 {
		return Rect{X: x0, Y: y0}
	}
	return Rect{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

// Inset returns the rectangle with dx columns and dy rows taken off each side.
func (r Rect) Inset(dx, dy int) Rect {
	return Rect{X: r.X + dx, Y: r.Y + dy, W: max(0, r.W-2*dx), H: max(0, r.H-2*dy)}
}

// Grid is a W×H block of cells in row-major order. Writing outside it does
// nothing, so a figure can never widen a screen.
type Grid struct {
	W, H  int
	cells []Cell
}

// NewGrid returns a blank grid; negative sizes count as zero.
func NewGrid(w, h int) *Grid {
	w, h = max(0, w), max(0, h)
	return &Grid{W: w, H: h, cells: make([]Cell, w*h)}
}

// Bounds returns the rectangle of all cells.
func (g *Grid) Bounds() Rect { return Rect{W: g.W, H: g.H} }

// At returns the cell at column x, row y; outside the grid the zero cell.
func (g *Grid) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return Cell{}
	}
	return g.cells[y*g.W+x]
}

// Set writes a cell; outside the grid it does nothing.
func (g *Grid) Set(x, y int, c Cell) {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return
	}
	g.cells[y*g.W+x] = c
}

// Put writes a rune over the background that is there.
func (g *Grid) Put(x, y int, r rune, ink Ink) {
	g.Set(x, y, Cell{Rune: r, Fg: ink, Bg: g.At(x, y).Bg})
}

// Reset makes every cell blank and resizes the grid to w×h, keeping memory.
func (g *Grid) Reset(w, h int) {
	w, h = max(0, w), max(0, h)
	if cap(g.cells) < w*h {
		g.cells = make([]Cell, w*h)
	}
	g.W, g.H, g.cells = w, h, g.cells[:w*h]
	clear(g.cells)
}
