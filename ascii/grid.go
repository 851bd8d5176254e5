package ascii

import "unicode"

// Cell is a character cell: a rune and the inks of its foreground and
// background. A zero Rune is a blank. Wide marks the second half of a
// two-column rune.
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

// Intersect returns the part that both rectangles share, which may be empty.
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

// Rows returns n rows of the rectangle, beginning with row y of the rectangle, counted from 0. A
// negative n counts as 0.
func (r Rect) Rows(y, n int) Rect { return Rect{X: r.X, Y: r.Y + y, W: r.W, H: max(0, n)} }

// Columns returns n columns of the rectangle, beginning with column x of the rectangle, counted from
// 0. A negative n counts as 0.
func (r Rect) Columns(x, n int) Rect { return Rect{X: r.X + x, Y: r.Y, W: max(0, n), H: r.H} }

// AtOrigin returns the rectangle moved to the origin.
func (r Rect) AtOrigin() Rect { return Rect{W: r.W, H: r.H} }

// Grid is a W×H block of cells in row-major order. Writing outside it does
// nothing.
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

// At returns the cell at column x, row y, or the zero cell outside the grid.
func (g *Grid) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return Cell{}
	}
	return g.cells[y*g.W+x]
}

// Set writes a cell. Outside the grid it does nothing.
func (g *Grid) Set(x, y int, c Cell) {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return
	}
	g.cells[y*g.W+x] = c
}

// Put writes a rune and keeps the background.
func (g *Grid) Put(x, y int, r rune, ink Ink) {
	g.Set(x, y, Cell{Rune: r, Fg: ink, Bg: g.At(x, y).Bg})
}

// Reset makes every cell blank and resizes the grid to w×h. It reuses the memory if the cells fit.
func (g *Grid) Reset(w, h int) {
	w, h = max(0, w), max(0, h)
	if cap(g.cells) < w*h {
		g.cells = make([]Cell, w*h)
	}
	g.W, g.H, g.cells = w, h, g.cells[:w*h]
	clear(g.cells)
}

// Write writes a line from column x of row y into at most w columns, keeps the
// backgrounds and returns the next column. It cuts text outside the grid,
// writes two-column runes completely or not at all, and drops control
// characters and combining marks.
func (g *Grid) Write(x, y, w int, l Line) int {
	end := min(g.W, x+w)
	for _, s := range l {
		x = g.write(x, y, end, s.Text, s.Ink, true)
	}
	return x
}

// write writes s into the columns [x, end). If keepBackground is set, it keeps the
// backgrounds, otherwise it resets them.
func (g *Grid) write(x, y, end int, s string, ink Ink, keepBackground bool) int {
	for _, r := range s {
		w := RuneWidth(r)
		if w == 0 {
			continue
		}
		if x+w > end {
			return x
		}
		c := Cell{Rune: r, Fg: ink}
		if keepBackground {
			c.Bg = g.At(x, y).Bg
		}
		g.Set(x, y, c)
		if w == 2 {
			c.Rune = Wide
			g.Set(x+1, y, c)
		}
		x += w
	}
	return x
}

// Fill sets every cell of the rectangle.
func (g *Grid) Fill(r Rect, c Cell) {
	r = r.Intersect(g.Bounds())
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			g.cells[y*g.W+x] = c
		}
	}
}

// Blit copies src so that its upper left cell is at (x, y).
func (g *Grid) Blit(src *Grid, x, y int) {
	for sy := range src.H {
		for sx := range src.W {
			g.Set(x+sx, y+sy, src.cells[sy*src.W+sx])
		}
	}
}

// clipText writes the part of s inside area, keeps the backgrounds, and returns the column after s.
func clipText(g *Grid, area Rect, x, y int, s string, ink Ink) int {
	if y < area.Y || y >= area.Y+area.H {
		return x
	}
	for _, r := range s {
		w := RuneWidth(r)
		if w == 0 {
			continue
		}
		if x >= area.X && x+w <= area.X+area.W {
			g.write(x, y, area.X+area.W, string(r), ink, true)
		}
		x += w
	}
	return x
}

// clipSpans writes the part of a line inside area and keeps the backgrounds.
func clipSpans(g *Grid, area Rect, x, y int, l Line) {
	for _, s := range l {
		x = clipText(g, area, x, y, s.Text, s.Ink)
	}
}

// Width returns the number of columns of s: two for East Asian wide runes and
// emoji, none for combining marks and control characters, one for all others.
// Runes of ambiguous width count as one; use the profile SevenBit for terminals
// that draw them in two columns.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += RuneWidth(r)
	}
	return n
}

// RuneWidth returns the number of columns of a rune, as [Width] counts them.
func RuneWidth(r rune) int {
	switch {
	case r >= 0x2200 && r < 0x2300, r >= 0x2500 && r < 0x2900:
		return 1 // most runes of a picture: operators, box drawing, blocks and braille
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return 0
	case r < 0x300:
		if r == 0xad { // soft hyphen
			return 0
		}
		return 1
	case r == '\u200b' || r == '\ufeff' || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && isWide(r):
		return 2
	}
	return 1
}

// isWide reports whether a rune takes two columns: its East Asian Width (UAX #11) is W or F, or it
// is an emoji.
func isWide(r rune) bool {
	switch {
	case r <= 0x115f, r == 0x2329, r == 0x232a:
		return true
	case r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, r >= 0xa960 && r <= 0xa97f:
		return true
	case r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff, r >= 0xfe10 && r <= 0xfe19:
		return true
	case r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6:
		return true
	case r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1faff:
		return true
	case r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}
