package ascii

// contour is a piece of a level line in grid coordinates: column and row, with
// fractions between grid points. The last point of a closed one is the first.
type contour struct {
	pts    []Point
	closed bool
}

// contours finds level lines on a w×h grid by marching squares with linear
// interpolation and joins them to chains. The value of the bilinear interpolant
// decides at saddles (Nielson and Hamann, 1991). Squares with a value that is
// not finite are skipped.
type contours struct {
	f    []float64
	w, h int
	// next holds the two neighbours of every edge crossing, or −1. Edge 2k goes
	// right from grid point k, edge 2k+1 goes down.
	next [][2]int32
}

func newContours(f []float64, w, h int) *contours {
	return &contours{f: f, w: w, h: h, next: make([][2]int32, 2*w*h)}
}

// at returns the lines f = level.
func (c *contours) at(level float64) []contour {
	if c.w < 2 || c.h < 2 {
		return nil
	}
	edges := c.link(level)
	var out []contour
	for _, open := range []bool{true, false} { // open chains first; the remaining ones are loops
		for _, e := range edges {
			n := c.next[e]
			if n == unlinked || open && n[0] >= 0 && n[1] >= 0 {
				continue
			}
			out = append(out, c.follow(e, level))
		}
	}
	return out
}

var unlinked = [2]int32{-1, -1}

// link joins the crossings of every square and returns the crossed edges.
func (c *contours) link(level float64) []int32 {
	for i := range c.next {
		c.next[i] = unlinked
	}
	var edges []int32
	for r := 0; r+1 < c.h; r++ {
		up, down := c.f[r*c.w:(r+1)*c.w], c.f[(r+1)*c.w:(r+2)*c.w]
		left := corner(up[0], level) | corner(down[0], level)<<1
		for k := 0; k+1 < c.w; k++ {
			right := corner(up[k+1], level) | corner(down[k+1], level)<<1
			if mixed := left | right<<2; mixed != 0 && mixed != 15 {
				edges = c.square(edges, r*c.w+k, mixed, level)
			}
			left = right
		}
	}
	return edges
}

func corner(v, level float64) int {
	if v >= level {
		return 1
	}
	return 0
}

// square links the crossings of the square whose upper left grid point is k.
// Bits of inside: upper left 1, lower left 2, upper right 4, lower right 8.
func (c *contours) square(edges []int32, k, inside int, level float64) []int32 {
	a, b, d, e := c.f[k], c.f[k+1], c.f[k+c.w], c.f[k+c.w+1]
	if !finite(a*0 + b*0 + d*0 + e*0) {
		return edges
	}
	top, left := int32(2*k), int32(2*k+1)
	right, bottom := int32(2*(k+1)+1), int32(2*(k+c.w))
	join := func(p, q int32) {
		c.join(p, q)
		c.join(q, p)
		edges = append(edges, p, q)
	}
	switch inside {
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
		if c.insideAtSaddle(k, level) == (inside == 9) {
			join(top, right) // the upper left and lower right corners are one region
			join(left, bottom)
		} else {
			join(top, left)
			join(right, bottom)
		}
	}
	return edges
}

// insideAtSaddle reports whether the bilinear interpolant of the square at k
// reaches the level at its saddle, (ae − bd)/(a + e − b − d).
func (c *contours) insideAtSaddle(k int, level float64) bool {
	a, b, d, e := c.f[k]-level, c.f[k+1]-level, c.f[k+c.w]-level, c.f[k+c.w+1]-level
	return (a*e-b*d)/(a+e-b-d) >= 0
}

func (c *contours) join(p, q int32) {
	n := &c.next[p]
	if n[0] < 0 {
		n[0] = q
		return
	}
	n[1] = q
}

// follow returns the chain that begins at edge e and unlinks it.
func (c *contours) follow(e int32, level float64) contour {
	first := e
	var out contour
	for {
		out.pts = append(out.pts, c.crossing(e, level))
		n := c.next[e]
		c.next[e] = unlinked
		to := n[0]
		if to < 0 || c.next[to] == unlinked && !(to == first && len(out.pts) > 2) {
			to = n[1]
		}
		if to == first && len(out.pts) > 2 {
			out.closed = true
			out.pts = append(out.pts, out.pts[0])
			return out
		}
		if to < 0 || c.next[to] == unlinked {
			return out
		}
		e = to
	}
}

// crossing returns the point of an edge at which the level is reached.
func (c *contours) crossing(e int32, level float64) Point {
	k := int(e / 2)
	p := Point{float64(k % c.w), float64(k / c.w)}
	if e%2 == 0 {
		p.X += fraction(c.f[k], c.f[k+1], level)
	} else {
		p.Y += fraction(c.f[k], c.f[k+c.w], level)
	}
	return p
}

func fraction(a, b, level float64) float64 {
	if a == b {
		return 0.5
	}
	return min(1, max(0, (level-a)/(b-a)))
}
