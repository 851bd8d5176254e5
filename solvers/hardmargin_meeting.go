package solvers

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// stake is a point with a weight.
type stake struct {
	at     []float64
	weight float64
}

// meeting finds a point that the hulls of two classes share, in one dimension
// or two, as a weighted mean of each: a corner of one hull in a triangle of the
// other, or the crossing of two edges. It is not ok where rounding hides it.
func meeting(z [][]float64, y []float64) (share []float64, apart float64, ok bool) {
	place := map[*float64]int{}
	plane := make([][]float64, len(z))
	for i, row := range z {
		plane[i] = []float64{row[0], 0}
		if len(row) > 1 {
			plane[i][1] = row[1]
		}
		place[&plane[i][0]] = i
	}
	stakes, ok := common(hull(class(plane, y, 1)), hull(class(plane, y, -1)))
	if !ok {
		return nil, 0, false
	}
	share = make([]float64, len(y))
	gap := make([]float64, 2)
	for _, s := range stakes {
		i := place[&s.at[0]]
		share[i] += s.weight
		floats.AddScaled(gap, s.weight*y[i], s.at)
	}
	apart = floats.Norm(gap, 2)
	return share, apart, apart <= separationTol
}

// common is a point of two hulls, by its stakes in each.
func common(a, b [][]float64) ([]stake, bool) {
	for _, hulls := range [][2][][]float64{{a, b}, {b, a}} {
		for _, v := range hulls[0] {
			if inside, ok := within(v, hulls[1]); ok {
				return append(inside, stake{v, 1}), true
			}
		}
	}
	for i := range a {
		for j := range b {
			if s, ok := crossing(a[i], a[(i+1)%len(a)], b[j], b[(j+1)%len(b)]); ok {
				return s, true
			}
		}
	}
	return nil, false
}

// within writes v as a mean of corners of a hull.
func within(v []float64, h [][]float64) ([]stake, bool) {
	for i := range h {
		if s, ok := onSegment(v, h[i], h[(i+1)%len(h)]); ok {
			return s, true
		}
	}
	for i := 1; i+1 < len(h); i++ {
		if s, ok := inTriangle(v, h[0], h[i], h[i+1]); ok {
			return s, true
		}
	}
	return nil, false
}

// inTriangle gives v by its barycentric coordinates. In a triangle that is
// nearly a line these are noise, and do not give v back.
func inTriangle(v, a, b, c []float64) ([]stake, bool) {
	whole := cross(a, b, c)
	wa, wb, wc := cross(v, b, c)/whole, cross(v, c, a)/whole, cross(v, a, b)/whole
	if !(wa >= 0 && wb >= 0 && wc >= 0) { // NaN too: no triangle
		return nil, false
	}
	wc = math.Max(0, 1-wa-wb)
	offX, offY := wa*a[0]+wb*b[0]+wc*c[0]-v[0], wa*a[1]+wb*b[1]+wc*c[1]-v[1]
	return []stake{{a, wa}, {b, wb}, {c, wc}}, math.Hypot(offX, offY) <= separationTol/2
}

// onSegment gives a point of the segment from a to b by its ends.
func onSegment(v, a, b []float64) ([]stake, bool) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	length := math.Hypot(dx, dy)
	t := 0.0
	if length > 0 {
		t = math.Max(0, math.Min(((v[0]-a[0])*dx+(v[1]-a[1])*dy)/(length*length), 1))
	}
	if math.Hypot(a[0]+t*dx-v[0], a[1]+t*dy-v[1]) > separationTol {
		return nil, false
	}
	return []stake{{a, 1 - t}, {b, t}}, true
}

// crossing gives the point in which the segments ab and cd cross.
func crossing(a, b, c, d []float64) ([]stake, bool) {
	ca, cb := cross(c, d, a), cross(c, d, b)
	ac, ad := cross(a, b, c), cross(a, b, d)
	s, t := ca/(ca-cb), ac/(ac-ad)
	if !(s >= 0 && s <= 1 && t >= 0 && t <= 1) {
		return nil, false
	}
	return []stake{{a, 1 - s}, {b, s}, {c, 1 - t}, {d, t}}, true
}
