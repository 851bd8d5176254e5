package ascii

import "math"

// dash is a pattern along a stroke, in dots. The zero dash is solid.
type dash struct{ on, off int }

func (d dash) shows(i int) bool { return d.off == 0 || i%(d.on+d.off) < d.on }

var (
	dotted = dash{1, 1}
	thin   = dash{1, 2}
)

// stroke is the style of a line: its ink, its braille pattern, its character in
// ASCII, and its rank among strokes that share a cell.
type stroke struct {
	ink   Ink
	dash  dash
	glyph rune
	rank  uint8
}

// canvas collects strokes as braille dots, two columns and four rows in a cell.
// The stroke of the highest rank determines the ink of a cell. The dots of
// others are added unless the canvas is exclusive.
type canvas struct {
	area      Rect
	exclusive bool
	cells     []strokeCell
}

type strokeCell struct {
	bits  uint8
	rank  uint8
	ink   Ink
	glyph rune
}

func newCanvas(area Rect, exclusive bool) *canvas {
	return &canvas{area: area, exclusive: exclusive, cells: make([]strokeCell, max(0, area.W)*max(0, area.H))}
}

// brailleBit returns the bit of the dot in column x, row y of a cell (U+2800).
func brailleBit(x, y int) uint8 {
	if y == 3 {
		return 0x40 << x
	}
	return 1 << (y + 3*x)
}

// dot sets the dot in column x, row y of the canvas.
func (c *canvas) dot(x, y int, s stroke) {
	if x < 0 || y < 0 || x >= 2*c.area.W || y >= 4*c.area.H {
		return
	}
	at := &c.cells[(y/4)*c.area.W+x/2]
	bit := brailleBit(x%2, y%4)
	switch {
	case at.bits == 0 || s.rank > at.rank:
		if c.exclusive {
			at.bits = 0
		}
		at.ink, at.glyph, at.rank = s.ink, s.glyph, s.rank
	case c.exclusive && (s.rank < at.rank || s.ink != at.ink || s.glyph != at.glyph):
		return
	}
	at.bits |= bit
}

// line draws a polyline whose points are in cells from the upper left corner of
// the canvas. Dashes follow the arc length. A point that is not finite breaks
// the line.
func (c *canvas) line(pts []Point, s stroke) {
	w := walker{c: c, s: s, lastX: -1, lastY: -1}
	for i := 1; i < len(pts); i++ {
		w.segment(Point{pts[i-1].X * 2, pts[i-1].Y * 4}, Point{pts[i].X * 2, pts[i].Y * 4})
	}
	if len(pts) == 1 && finite(pts[0].X) && finite(pts[0].Y) {
		c.dot(floor(pts[0].X*2), floor(pts[0].Y*4), s)
	}
}

// walker sets dots along segments and counts them for the dash.
type walker struct {
	c            *canvas
	s            stroke
	n            int
	lastX, lastY int
}

func (w *walker) segment(a, b Point) {
	if !finite(a.X) || !finite(a.Y) || !finite(b.X-a.X) || !finite(b.Y-a.Y) {
		return
	}
	a, b, ok := alongMap(a, b, Range{0, float64(2 * w.c.area.W)}, Range{0, float64(4 * w.c.area.H)})
	if !ok {
		return
	}
	steps := floor(max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y))) + 1
	for i := 0; i <= steps; i++ {
		t := float64(i) / float64(steps)
		x, y := floor(a.X+t*(b.X-a.X)), floor(a.Y+t*(b.Y-a.Y))
		if x == w.lastX && y == w.lastY {
			continue
		}
		if w.s.dash.shows(w.n) {
			w.c.dot(x, y, w.s)
		}
		w.lastX, w.lastY = x, y
		w.n++
	}
}

func floor(v float64) int { return int(math.Floor(v)) }

// paint writes the strokes into dst. ground returns the background of the cell
// at column x, row y of the canvas. If it is nil, backgrounds do not change.
func (c *canvas) paint(dst *Grid, v View, ground func(x, y int) Ink) {
	for i, s := range c.cells {
		if s.bits == 0 {
			continue
		}
		x, y := i%c.area.W, i/c.area.W
		cell := Cell{Rune: 0x2800 + rune(s.bits), Fg: s.ink}
		if v.Profile == SevenBit {
			cell.Rune = s.glyph
		}
		if ground != nil {
			cell.Bg = ground(x, y)
		} else {
			cell.Bg = dst.At(c.area.X+x, c.area.Y+y).Bg
		}
		dst.Set(c.area.X+x, c.area.Y+y, cell)
	}
}

// inside returns the part of a path that lies on a map, including the points
// where it leaves and enters.
func inside(pts []Point, x, y Range) []Point {
	on := func(p Point) bool { return p.X >= x.Min && p.X <= x.Max && p.Y >= y.Min && p.Y <= y.Max }
	var out []Point
	left := false
	for i, p := range pts {
		left = left || !on(p)
		if i == 0 {
			if on(p) {
				out = append(out, p)
			}
			continue
		}
		a, b, ok := alongMap(pts[i-1], p, x, y)
		if !ok {
			continue
		}
		if len(out) == 0 || out[len(out)-1] != a {
			out = append(out, a)
		}
		out = append(out, b)
	}
	if !left {
		return pts
	}
	return out
}

// alongMap returns the part of the segment from a to b that lies on a map. The
// result ok is false if there is none. (Liang and Barsky, A new concept and
// method for line clipping, 1984.)
func alongMap(a, b Point, x, y Range) (from, to Point, ok bool) {
	dx, dy := b.X-a.X, b.Y-a.Y
	t0, t1 := 0.0, 1.0
	for _, e := range [][2]float64{{-dx, a.X - x.Min}, {dx, x.Max - a.X}, {-dy, a.Y - y.Min}, {dy, y.Max - a.Y}} {
		switch d, q := e[0], e[1]; {
		case d == 0 && q < 0:
			return a, b, false
		case d < 0:
			t0 = math.Max(t0, q/d)
		case d > 0:
			t1 = math.Min(t1, q/d)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	at := func(t float64) Point { return Point{a.X + t*dx, a.Y + t*dy} }
	from, to = a, b
	if t0 > 0 {
		from = at(t0)
	}
	if t1 < 1 {
		to = at(t1)
	}
	return from, to, true
}
