package ascii

import "math"

// frame maps a rectangle of the plane to a rectangle of cells.
type frame struct {
	area Rect
	x, y Range
}

// cell returns the position of p in cells from the upper left corner of the
// area.
func (f frame) cell(p Point) Point {
	return Point{
		(p.X - f.x.Min) / f.x.Span() * float64(f.area.W),
		(f.y.Max - p.Y) / f.y.Span() * float64(f.area.H),
	}
}

// place returns the cell that contains p, if it is in the area. The upper ends
// of the ranges belong to the last cell.
func (f frame) place(p Point) (x, y int, ok bool) {
	q := f.cell(p)
	w, h := float64(f.area.W), float64(f.area.H)
	if !(q.X >= -1e-9 && q.Y >= -1e-9 && q.X <= w+1e-9 && q.Y <= h+1e-9) || f.area.Empty() {
		return 0, 0, false
	}
	return f.area.X + clamp(floor(q.X), 0, f.area.W-1), f.area.Y + clamp(floor(q.Y), 0, f.area.H-1), true
}

// ground holds the values of a field at the pixels of a frame, one across and
// two down in each cell, with a border of one pixel so that level lines reach
// the edges.
type ground struct {
	f      frame
	w, h   int // including the border
	values []float64
}

func newGround(s Sampler, f frame) *ground {
	g := &ground{f: f, w: f.area.W + 2, h: 2*f.area.H + 2}
	g.values = make([]float64, g.w*g.h)
	xs, ys := make([]float64, g.w), make([]float64, g.h)
	for c := range xs {
		xs[c] = f.x.Min + (float64(c)-0.5)/float64(f.area.W)*f.x.Span()
	}
	for r := range ys {
		ys[r] = f.y.Max - (float64(r)-0.5)/float64(2*f.area.H)*f.y.Span()
	}
	s.Sample(g.values, xs, ys)
	return g
}

// halves returns the values of the two pixels of a cell.
func (g *ground) halves(x, y int) (top, bottom float64) {
	i := (2*y+1)*g.w + x + 1
	return g.values[i], g.values[i+g.w]
}

func (g *ground) mean(x, y int) float64 {
	top, bottom := g.halves(x, y)
	return (top + bottom) / 2
}

// lines returns level lines in units of cells.
func (g *ground) lines(c *contours, level float64) []contour {
	out := c.at(level)
	for i := range out {
		for j, p := range out[i].pts {
			out[i].pts[j] = Point{p.X - 0.5, (p.Y - 0.5) / 2}
		}
	}
	return out
}

// undecided is the absolute value below which a value belongs to neither side.
// It hides rounding in a field that is zero everywhere, such as that of a
// solver at its start.
const undecided = 1e-12

// FillOf returns the ink of a value of the field, or None if it is zero or not
// finite.
func FillOf(f float64) Ink {
	switch {
	case math.IsNaN(f), math.Abs(f) < undecided:
		return None
	case f >= 0:
		return FillPos(strength(f))
	}
	return FillNeg(strength(-f))
}

func strength(a float64) int { return int(min(a/0.15, FillSteps-1)) }

// paint draws the field as half-blocks or as texture.
func (g *ground) paint(dst *Grid, v View) {
	for y := range g.f.area.H {
		for x := range g.f.area.W {
			c := g.texture(x, y, v)
			if v.Filled() {
				c = halfBlock(g.inks(x, y))
			}
			dst.Set(g.f.area.X+x, g.f.area.Y+y, c)
		}
	}
}

func (g *ground) inks(x, y int) (top, bottom Ink) {
	t, b := g.halves(x, y)
	return FillOf(t), FillOf(b)
}

// halfBlock returns a cell whose upper and lower halves have the given inks.
func halfBlock(top, bottom Ink) Cell {
	switch {
	case top == bottom:
		return Cell{Bg: top}
	case top == None:
		return Cell{Rune: '▄', Fg: bottom}
	}
	return Cell{Rune: '▀', Fg: top, Bg: bottom}
}

// texture returns the cell of a region in profiles without fills. It is dense
// for |f| ≥ 1 and sparse below. The negative side has a texture only in
// profiles with colours.
func (g *ground) texture(x, y int, v View) Cell {
	f := g.mean(x, y)
	negative := f < 0
	if math.IsNaN(f) || negative && v.Profile != ANSI16 {
		return Cell{}
	}
	ink := TexturePos
	if negative {
		ink, f = TextureNeg, -f
	}
	dense, sparse := '·', '·'
	if v.Profile == SevenBit {
		dense, sparse = ':', '.'
	}
	switch {
	case f >= 1:
		return Cell{Rune: dense, Fg: ink}
	case f > 0 && (x+2*(y%2))%4 == 0:
		return Cell{Rune: sparse, Fg: ink}
	}
	return Cell{}
}

// under returns the function that gives the background for something drawn over
// a whole cell.
func (g *ground) under(v View) func(x, y int) Ink {
	return func(x, y int) Ink {
		if g == nil || !v.Filled() {
			return None
		}
		return FillOf(g.mean(x, y))
	}
}

// at returns the background for something drawn at p.
func (g *ground) at(p Point, v View) Ink {
	if g == nil || !v.Filled() {
		return None
	}
	q := g.f.cell(p)
	x := clamp(floor(q.X), 0, g.f.area.W-1)
	r := clamp(floor(2*q.Y), 0, 2*g.f.area.H-1)
	return FillOf(g.values[(r+1)*g.w+x+1])
}
