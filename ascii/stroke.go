package ascii

import (
	"math"
	"slices"
	"sync"
)

// dash is a pattern that repeats along a stroke: a number of dots and the length of the gap that
// follows, in dots. The zero dash is solid.
type dash struct{ dots, gap int }

func (d dash) shows(i int) bool { return d.gap == 0 || i%(d.dots+d.gap) < d.dots }

var (
	dotted = dash{1, 1}
	thin   = dash{1, 2}
)

// stroke is the style of a line: its ink, its braille pattern, its character in
// ASCII, and its rank among strokes that share a cell.
type stroke struct {
	ink   Ink
	rank  uint8
	glyph rune
	dash  dash
}

// seriesRank is the lowest rank of a coloured series of a chart. Strokes of a lower rank are
// background.
const seriesRank = 2

// canvas collects strokes as braille dots, two columns and four rows in a cell. A cell has one ink,
// that of its stroke of highest rank. If two series of a chart share cells, the cells in even
// columns have the ink of one series and those in odd columns the ink of the other series.
type canvas struct {
	area    Rect
	isChart bool // two series may share cells, see above
	cells   []strokeCell
}

type strokeCell struct {
	bits, rank        uint8
	ink, otherInk     Ink // otherInk is the ink of a second series of a chart, or None
	glyph, otherGlyph rune
}

func newCanvas(area Rect, chart bool) *canvas {
	return &canvas{area: area, isChart: chart, cells: make([]strokeCell, max(0, area.W)*max(0, area.H))}
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
	target := &c.cells[(y/4)*c.area.W+x/2]
	isOtherSeries := target.bits != 0 && c.isChart && s.ink != target.ink
	switch {
	case isOtherSeries && min(s.rank, target.rank) < seriesRank: // a series replaces the background
		if s.rank <= target.rank {
			return
		}
		*target = strokeCell{rank: s.rank, ink: s.ink, glyph: s.glyph}
	case target.bits == 0 || s.rank > target.rank:
		if isOtherSeries {
			target.otherInk, target.otherGlyph = target.ink, target.glyph
		}
		target.rank, target.ink, target.glyph = s.rank, s.ink, s.glyph
	case isOtherSeries:
		target.otherInk, target.otherGlyph = s.ink, s.glyph
	}
	target.bits |= brailleBit(x%2, y%4)
}

// line draws a polyline. The coordinates of its points are measured in cells from
// the upper left corner of the canvas. Dashes continue from segment to segment. A
// point that is not finite breaks the line.
func (c *canvas) line(pts []Point, s stroke) {
	d := polylineDrawer{canvas: c, stroke: s, lastX: -1, lastY: -1}
	for i := 1; i < len(pts); i++ {
		d.segment(Point{pts[i-1].X * 2, pts[i-1].Y * 4}, Point{pts[i].X * 2, pts[i].Y * 4})
	}
	if len(pts) == 1 && finite(pts[0].X) && finite(pts[0].Y) {
		c.dot(floor(pts[0].X*2), floor(pts[0].Y*4), s)
	}
}

// polylineDrawer sets the dots along the segments of a polyline. The field dots counts the positions of
// dots so far, including those in gaps, and so determines the position in the dash pattern.
type polylineDrawer struct {
	canvas       *canvas
	stroke       stroke
	dots         int
	lastX, lastY int
}

func (d *polylineDrawer) segment(a, b Point) {
	if !finite(a.X) || !finite(a.Y) || !finite(b.X-a.X) || !finite(b.Y-a.Y) {
		return
	}
	a, b, ok := clipSegment(a, b, Range{0, float64(2 * d.canvas.area.W)}, Range{0, float64(4 * d.canvas.area.H)})
	if !ok {
		return
	}
	steps := floor(max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y))) + 1
	for i := 0; i <= steps; i++ {
		t := float64(i) / float64(steps)
		x, y := floor(a.X+t*(b.X-a.X)), floor(a.Y+t*(b.Y-a.Y))
		if x == d.lastX && y == d.lastY {
			continue
		}
		if d.stroke.dash.shows(d.dots) {
			d.canvas.dot(x, y, d.stroke)
		}
		d.lastX, d.lastY = x, y
		d.dots++
	}
}

func floor(v float64) int { return int(math.Floor(v)) }

// paint writes the strokes into dst. The function background returns the background of the cell at
// column x, row y of the canvas. If it is nil, backgrounds do not change.
func (c *canvas) paint(dst *Grid, v View, background func(x, y int) Ink) {
	for i, s := range c.cells {
		if s.bits == 0 {
			continue
		}
		x, y := i%c.area.W, i/c.area.W
		if s.otherInk != None && x%2 == 1 {
			s.ink, s.glyph = s.otherInk, s.otherGlyph
		}
		cell := Cell{Rune: 0x2800 + rune(s.bits), Fg: s.ink}
		if v.Profile == SevenBit {
			cell.Rune = s.glyph
		}
		if background != nil {
			cell.Bg = background(x, y)
		} else {
			cell.Bg = dst.At(c.area.X+x, c.area.Y+y).Bg
		}
		dst.Set(c.area.X+x, c.area.Y+y, cell)
	}
}

// clipPath returns the part of a path that lies in the ranges x and y, including the points where the
// path leaves and enters them. If that part has several pieces, clipPath joins them.
func clipPath(pts []Point, x, y Range) []Point {
	isInside := func(p Point) bool { return p.X >= x.Min && p.X <= x.Max && p.Y >= y.Min && p.Y <= y.Max }
	var out []Point
	leaves := false
	for i, p := range pts {
		leaves = leaves || !isInside(p)
		if i == 0 {
			if isInside(p) {
				out = append(out, p)
			}
			continue
		}
		a, b, ok := clipSegment(pts[i-1], p, x, y)
		if !ok {
			continue
		}
		if len(out) == 0 || out[len(out)-1] != a {
			out = append(out, a)
		}
		out = append(out, b)
	}
	if !leaves {
		return pts
	}
	return out
}

// clipSegment returns the part of the segment from a to b that lies in the ranges x and y. The
// result ok is false if no part does. (Liang and Barsky, A new concept and method for line
// clipping, 1984.)
func clipSegment(a, b Point, x, y Range) (start, end Point, ok bool) {
	dx, dy := b.X-a.X, b.Y-a.Y
	t0, t1 := 0.0, 1.0
	for _, e := range [][2]float64{{-dx, a.X - x.Min}, {dx, x.Max - a.X}, {-dy, a.Y - y.Min}, {dy, y.Max - a.Y}} {
		switch d, q := e[0], e[1]; {
		case d == 0 && q < 0:
			return a, b, false
		case d < 0:
			t0 = max(t0, q/d)
		case d > 0:
			t1 = min(t1, q/d)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	at := func(t float64) Point { return Point{a.X + t*dx, a.Y + t*dy} }
	start, end = a, b
	if t0 > 0 {
		start = at(t0)
	}
	if t1 < 1 {
		end = at(t1)
	}
	return start, end, true
}

// contour is a piece of a level line in grid coordinates, which are fractional between grid
// points. If it is closed, its last point equals the first.
type contour struct {
	pts    []Point
	closed bool
}

// contourFinder finds level lines on a w×h grid by marching squares with linear interpolation and
// joins their points into chains. The value of the bilinear interpolant decides at saddles (Nielson
// and Hamann, 1991). Squares with a value that is not finite are skipped.
type contourFinder struct {
	values []float64
	w, h   int
	// next[e] holds the two crossed edges at which the chain through edge e continues, or −1. Edge
	// 2k goes right from grid point k, and edge 2k+1 goes down.
	next [][2]int32
}

func newContourFinder(f []float64, w, h int) *contourFinder {
	return &contourFinder{values: f, w: w, h: h}
}

// linkBuffers is a pool of memory for contourFinder.next, which is in use only during levelLines.
var linkBuffers = sync.Pool{New: func() any { return new([][2]int32) }}

// levelLines returns the level lines f = level.
func (c *contourFinder) levelLines(level float64) []contour {
	if c.w < 2 || c.h < 2 {
		return nil
	}
	buffer := linkBuffers.Get().(*[][2]int32)
	defer linkBuffers.Put(buffer)
	*buffer = slices.Grow((*buffer)[:0], 2*c.w*c.h)
	c.next = (*buffer)[:2*c.w*c.h]
	edges := c.linkSquares(level)
	var out []contour
	for _, openOnly := range []bool{true, false} { // open chains first; the remaining ones are loops
		for _, e := range edges {
			n := c.next[e]
			if n == unlinked || openOnly && n[0] >= 0 && n[1] >= 0 {
				continue
			}
			out = append(out, c.takeChain(e, level))
		}
	}
	return out
}

var unlinked = [2]int32{-1, -1}

// linkSquares joins the crossings of every square and returns the crossed edges.
func (c *contourFinder) linkSquares(level float64) []int32 {
	for i := range c.next {
		c.next[i] = unlinked
	}
	var edges []int32
	for r := 0; r+1 < c.h; r++ {
		up, down := c.values[r*c.w:(r+1)*c.w], c.values[(r+1)*c.w:(r+2)*c.w]
		left := cornerBit(up[0], level) | cornerBit(down[0], level)<<1
		for k := 0; k+1 < c.w; k++ {
			right := cornerBit(up[k+1], level) | cornerBit(down[k+1], level)<<1
			if mask := left | right<<2; mask != 0 && mask != 15 {
				edges = c.linkSquare(edges, r*c.w+k, mask, level)
			}
			left = right
		}
	}
	return edges
}

func cornerBit(v, level float64) int {
	if v >= level {
		return 1
	}
	return 0
}

// linkSquare links the crossings of the square whose upper left grid point is k. The bits of mask say
// which corners have at least the level: upper left 1, lower left 2, upper right 4, lower right 8.
func (c *contourFinder) linkSquare(edges []int32, k, mask int, level float64) []int32 {
	a, b, d, e := c.values[k], c.values[k+1], c.values[k+c.w], c.values[k+c.w+1]
	if !finite(a*0 + b*0 + d*0 + e*0) {
		return edges
	}
	top, left := int32(2*k), int32(2*k+1)
	right, bottom := int32(2*(k+1)+1), int32(2*(k+c.w))
	join := func(p, q int32) {
		c.addLink(p, q)
		c.addLink(q, p)
		edges = append(edges, p, q)
	}
	switch mask {
	case 1, 14:
		join(top, left)
	case 2, 13:
		join(left, bottom)
	case 4, 11:
		join(top, right)
	case 8, 7:
		join(right, bottom)
	case 3, 12:
		join(top, bottom)
	case 5, 10:
		join(left, right)
	case 9, 6:
		if c.insideAtSaddle(k, level) == (mask == 9) {
			join(top, right) // the upper left and lower right inside are one region
			join(left, bottom)
		} else {
			join(top, left)
			join(right, bottom)
		}
	}
	return edges
}

// insideAtSaddle reports whether the bilinear interpolant of the square at k reaches the level at
// its saddle. That value is (ae − bd)/(a + e − b − d), where a and b are the upper corners and d
// and e the lower ones.
func (c *contourFinder) insideAtSaddle(k int, level float64) bool {
	a, b, d, e := c.values[k]-level, c.values[k+1]-level, c.values[k+c.w]-level, c.values[k+c.w+1]-level
	return (a*e-b*d)/(a+e-b-d) >= 0
}

func (c *contourFinder) addLink(p, q int32) {
	n := &c.next[p]
	if n[0] < 0 {
		n[0] = q
		return
	}
	n[1] = q
}

// takeChain returns the chain that begins at edge e and unlinks it.
func (c *contourFinder) takeChain(e int32, level float64) contour {
	first := e
	var out contour
	for {
		out.pts = append(out.pts, c.crossing(e, level))
		neighbours := c.next[e]
		c.next[e] = unlinked
		nextEdge := neighbours[0]
		if nextEdge < 0 || c.next[nextEdge] == unlinked && !(nextEdge == first && len(out.pts) > 2) {
			nextEdge = neighbours[1]
		}
		if nextEdge == first && len(out.pts) > 2 {
			out.closed = true
			out.pts = append(out.pts, out.pts[0])
			return out
		}
		if nextEdge < 0 || c.next[nextEdge] == unlinked {
			return out
		}
		e = nextEdge
	}
}

// crossing returns the point of edge e at which the interpolated value equals the level.
func (c *contourFinder) crossing(e int32, level float64) Point {
	k := int(e / 2)
	p := Point{float64(k % c.w), float64(k / c.w)}
	if e%2 == 0 {
		p.X += crossingFraction(c.values[k], c.values[k+1], level)
	} else {
		p.Y += crossingFraction(c.values[k], c.values[k+c.w], level)
	}
	return p
}

func crossingFraction(a, b, level float64) float64 {
	if a == b {
		return 0.5
	}
	return min(1, max(0, (level-a)/(b-a)))
}
