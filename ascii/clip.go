package ascii

import "math"

// inside is the part of a way that lies on a map, with the places at which it leaves
// and enters; the way itself where it stays there.
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

// alongMap is the part of the stretch from a to b that lies on a map; not ok where
// none does. (Liang and Barsky, A new concept and method for line clipping, 1984.)
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
