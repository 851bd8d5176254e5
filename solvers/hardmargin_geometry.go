package solvers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rankTol is the share of the largest spread below which a direction is
// attributed to rounding. Columns that are affine in one another leave such a
// direction.
const rankTol = 1e-10

// columns returns the centred columns divided by their largest entry. Constant
// columns become zero.
func columns(x [][]float64) *mat.Dense {
	n, d := len(x), len(x[0])
	out := mat.NewDense(n, d, nil)
	for j := range d {
		col := make([]float64, n)
		var size float64
		for i := range n {
			col[i] = x[i][j]
			size = math.Max(size, math.Abs(col[i]))
		}
		floats.AddConst(-floats.Sum(col)/float64(n), col)
		spread := floats.Norm(col, math.Inf(1))
		if spread > rankTol*size {
			floats.Scale(1/spread, col)
			out.SetCol(j, col)
		}
	}
	return out
}

// whiten returns the points in coordinates with unit spread in every direction
// in which they vary. There may be fewer coordinates than before.
func whiten(x [][]float64) [][]float64 {
	n := len(x)
	var svd mat.SVD
	if !svd.Factorize(columns(x), mat.SVDThin) {
		return scaled(x)
	}
	values := svd.Values(nil)
	var u mat.Dense
	svd.UTo(&u)
	rank := 0
	for _, s := range values {
		if s > rankTol*values[0] && s > 0 {
			rank++
		}
	}
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, rank)
		for k := range rank {
			out[i][k] = u.At(i, k) * math.Sqrt(float64(n))
		}
	}
	return out
}

// scaled returns the points divided by a common factor, so proportions of
// distances do not change.
func scaled(x [][]float64) [][]float64 {
	var size float64
	for _, row := range x {
		size = math.Max(size, floats.Norm(row, math.Inf(1)))
	}
	out := make([][]float64, len(x))
	for i, row := range x {
		out[i] = clone(row)
		if size > 0 {
			floats.Scale(1/size, out[i])
		}
	}
	return out
}

// pullBack returns the direction in the original coordinates x that gives the
// same scores, up to a constant, as a direction in the whitened coordinates z.
func pullBack(x, z [][]float64, direction []float64) []float64 {
	n, d := len(x), len(x[0])
	a := mat.NewDense(n, d+1, nil)
	rhs := mat.NewVecDense(n, nil)
	sizes := make([]float64, d)
	for j := range d {
		for i := range n {
			sizes[j] = math.Max(sizes[j], math.Abs(x[i][j]))
		}
	}
	for i := range n {
		for j := range d {
			if sizes[j] > 0 {
				a.Set(i, j, x[i][j]/sizes[j])
			}
		}
		a.Set(i, d, 1)
		rhs.SetVec(i, floats.Dot(z[i], direction))
	}
	w := make([]float64, d)
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return w
	}
	var sol mat.VecDense
	svd.SolveVecTo(&sol, rhs, svd.Rank(1e-14))
	for j := range d {
		if sizes[j] > 0 {
			w[j] = sol.AtVec(j) / sizes[j]
		}
	}
	return w
}

// hullDirections lists candidates for the direction of the widest gap between
// two sets in the plane: from a corner of one hull to a corner of the other,
// and normal to an edge of either.
func hullDirections(x [][]float64, y []float64) [][]float64 {
	pos, neg := hull(class(x, y, 1)), hull(class(x, y, -1))
	var out [][]float64
	for _, a := range pos {
		for _, b := range neg {
			out = append(out, []float64{a[0] - b[0], a[1] - b[1]})
		}
	}
	for _, h := range [][][]float64{pos, neg} {
		for i, a := range h {
			b := h[(i+1)%len(h)]
			e := []float64{b[0] - a[0], b[1] - a[1]}
			out = append(out, []float64{-e[1], e[0]}, []float64{e[1], -e[0]})
		}
	}
	return out
}

func class(x [][]float64, y []float64, label float64) [][]float64 {
	var out [][]float64
	for i, row := range x {
		if y[i] == label {
			out = append(out, row)
		}
	}
	return out
}

// hull returns the corners of the convex hull, counter-clockwise (Andrew's
// monotone chain, 1979).
func hull(points [][]float64) [][]float64 {
	ps := slices.Clone(points)
	slices.SortFunc(ps, func(a, b []float64) int { return slices.Compare(a, b) })
	if len(ps) < 3 {
		return ps
	}
	chain := func(ps [][]float64) [][]float64 {
		var out [][]float64
		for _, p := range ps {
			for len(out) > 1 && cross(out[len(out)-2], out[len(out)-1], p) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		return out[:len(out)-1]
	}
	lower := chain(ps)
	slices.Reverse(ps)
	return append(lower, chain(ps)...)
}

// cross is positive if o → a → b turns left.
func cross(o, a, b []float64) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}

// weightedPoint is a point with its weight in a mean.
type weightedPoint struct {
	point  []float64
	weight float64
}

// hullIntersection finds a point in the hulls of both classes, in one or two
// dimensions, and returns its weights as a mean of each class. Such a point is
// a corner of one hull in a triangle of the other, or the intersection of two
// edges. The result ok is false if rounding hides it.
func hullIntersection(z [][]float64, y []float64) (weights []float64, distance float64, ok bool) {
	index := map[*float64]int{}
	plane := make([][]float64, len(z))
	for i, row := range z {
		plane[i] = []float64{row[0], 0}
		if len(row) > 1 {
			plane[i][1] = row[1]
		}
		index[&plane[i][0]] = i
	}
	corners, ok := sharedPoint(hull(class(plane, y, 1)), hull(class(plane, y, -1)))
	if !ok {
		return nil, 0, false
	}
	weights = make([]float64, len(y))
	gap := make([]float64, 2)
	for _, s := range corners {
		i := index[&s.point[0]]
		weights[i] += s.weight
		floats.AddScaled(gap, s.weight*y[i], s.point)
	}
	distance = floats.Norm(gap, 2)
	return weights, distance, distance <= separationTol
}

// sharedPoint returns a point in both hulls as weighted corners of each.
func sharedPoint(a, b [][]float64) ([]weightedPoint, bool) {
	for _, hulls := range [][2][][]float64{{a, b}, {b, a}} {
		for _, v := range hulls[0] {
			if inside, ok := inHull(v, hulls[1]); ok {
				return append(inside, weightedPoint{v, 1}), true
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

// inHull expresses v as a mean of corners of a hull.
func inHull(v []float64, h [][]float64) ([]weightedPoint, bool) {
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

// inTriangle expresses v in barycentric coordinates. If the triangle is nearly
// a line, these are inaccurate and the check fails.
func inTriangle(v, a, b, c []float64) ([]weightedPoint, bool) {
	whole := cross(a, b, c)
	wa, wb, wc := cross(v, b, c)/whole, cross(v, c, a)/whole, cross(v, a, b)/whole
	if !(wa >= 0 && wb >= 0 && wc >= 0) { // also false for NaN, when the triangle has no area
		return nil, false
	}
	wc = math.Max(0, 1-wa-wb)
	offX, offY := wa*a[0]+wb*b[0]+wc*c[0]-v[0], wa*a[1]+wb*b[1]+wc*c[1]-v[1]
	return []weightedPoint{{a, wa}, {b, wb}, {c, wc}}, math.Hypot(offX, offY) <= separationTol/2
}

// onSegment expresses a point of the segment from a to b by its ends.
func onSegment(v, a, b []float64) ([]weightedPoint, bool) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	length := math.Hypot(dx, dy)
	t := 0.0
	if length > 0 {
		t = math.Max(0, math.Min(((v[0]-a[0])*dx+(v[1]-a[1])*dy)/(length*length), 1))
	}
	if math.Hypot(a[0]+t*dx-v[0], a[1]+t*dy-v[1]) > separationTol {
		return nil, false
	}
	return []weightedPoint{{a, 1 - t}, {b, t}}, true
}

// crossing returns the intersection of the segments ab and cd.
func crossing(a, b, c, d []float64) ([]weightedPoint, bool) {
	ca, cb := cross(c, d, a), cross(c, d, b)
	ac, ad := cross(a, b, c), cross(a, b, d)
	s, t := ca/(ca-cb), ac/(ac-ad)
	if !(s >= 0 && s <= 1 && t >= 0 && t <= 1) {
		return nil, false
	}
	return []weightedPoint{{a, 1 - s}, {b, s}, {c, 1 - t}, {d, t}}, true
}
