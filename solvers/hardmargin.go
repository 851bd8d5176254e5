package solvers

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Margin is the result of [HardMargin]: whether labelled points can be separated, and the
// widest separating hyperplane.
type Margin struct {
	// Separable reports whether some hyperplane separates the classes by more than the
	// rounding error of the coordinates.
	Separable bool
	// W and B give f(x) = W·x + B with t·f ≥ 1 at every point and equality at the closest points.
	// Width is 1/‖W‖, the distance of the closest points from f = 0. W, B and Width are in the
	// coordinates of the points. They are zero if the points are not separable, or if rounding in
	// these coordinates closes the gap.
	W     []float64
	B     float64
	Width float64
}

// HardMargin returns the widest separating hyperplane of points x (one row per point, all of the
// same length) with labels −1/+1, if there is one. Whether the points are separable is decided in
// whitened coordinates, where the scale of the features does not matter, and features that are
// affine functions of other features have no effect. The hyperplane is the widest in the coordinates
// x. If rounding closes the gap there, it is the widest in whitened coordinates. In one and two
// dimensions HardMargin uses the convex hulls, in more dimensions SMO.
func HardMargin(x [][]float64, y []float64) (Margin, error) {
	p, err := NewPrimal(x, y)
	if err != nil {
		return Margin{}, err
	}
	if _, err := p.signLabels(); err != nil {
		return Margin{}, err
	}
	z := whiten(x)
	direction, ok := separatingDirection(z, y)
	if !ok {
		return Margin{}, nil
	}
	if bestDirection, found := separatingDirection(scaleToUnit(x), y); found {
		if m := marginFromDirection(x, y, bestDirection); m.Separable {
			return m, nil
		}
	}
	return marginFromDirection(x, y, unwhiten(x, z, direction)), nil
}

// LinearGram returns the matrix of the inner products of the rows of x.
func LinearGram(x [][]float64) *Dense {
	n := len(x)
	d := &Dense{n: n, data: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			d.data[i*n+j] = floats.Dot(x[i], x[j])
		}
	}
	return d
}

// separationTol is the smallest gap between the classes that does not count as rounding error,
// measured in the coordinates that whiten or scaleToUnit returns. These coordinates are about 1 in
// size.
const separationTol = 1e-9

// separatingDirection returns the direction w with the widest gap between the classes. It returns
// false if no gap is wider than separationTol.
func separatingDirection(x [][]float64, y []float64) ([]float64, bool) {
	switch len(x[0]) {
	case 0:
		return nil, false
	case 1:
		return widestGap(x, y, [][]float64{{1}, {-1}})
	case 2:
		return widestGap(x, y, hullDirections(x, y))
	}
	return separatingDirectionSMO(x, y)
}

func separatingDirectionSMO(x [][]float64, y []float64) ([]float64, bool) {
	s, err := SolveSVM(context.Background(), LinearGram(x), y, Options{C: math.Inf(1), Tol: 1e-8, MaxIter: 300_000})
	if err != nil {
		return nil, false
	}
	w := make([]float64, len(x[0]))
	for i, a := range s.Alpha {
		floats.AddScaled(w, a*y[i], x[i])
	}
	return w, gapAlong(x, y, w) > separationTol
}

// widestGap returns the direction with the largest gap, or false if no gap is wider than
// separationTol.
func widestGap(x [][]float64, y []float64, directions [][]float64) ([]float64, bool) {
	var best []float64
	gap := separationTol
	for _, w := range directions {
		if g := gapAlong(x, y, w); g > gap {
			best, gap = w, g
		}
	}
	return best, best != nil
}

// gapAlong returns the distance between the classes along w, which is negative
// if they overlap.
func gapAlong(x [][]float64, y, w []float64) float64 {
	norm := floats.Norm(w, 2)
	if norm == 0 {
		return math.Inf(-1)
	}
	lowest, highest := extremes(x, y, w)
	return (lowest - highest) / norm
}

// extremes returns the minimum of w·x in class +1 and the maximum in class −1.
func extremes(x [][]float64, y, w []float64) (lowest, highest float64) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for i, row := range x {
		v := floats.Dot(row, w)
		if y[i] > 0 {
			lowest = min(lowest, v)
		} else {
			highest = max(highest, v)
		}
	}
	return lowest, highest
}

// marginFromDirection scales a direction so that |f| = 1 at the closest points.
func marginFromDirection(x [][]float64, y, direction []float64) Margin {
	lowest, highest := extremes(x, y, direction)
	halfGap := (lowest - highest) / 2
	if !(halfGap > 0) {
		return Margin{Separable: true}
	}
	m := Margin{Separable: true, W: make([]float64, len(direction))}
	floats.ScaleTo(m.W, 1/halfGap, direction)
	m.B = -(lowest + highest) / 2 / halfGap
	m.Width = 1 / floats.Norm(m.W, 2)
	return m
}

// rankTol distinguishes spread from rounding error. A column counts as constant if its spread is at
// most rankTol times its largest absolute entry. The points count as constant in a direction if
// their spread is at most rankTol times the largest spread of any direction, which happens if a
// column is an affine function of other columns.
const rankTol = 1e-10

// scaledColumns returns the columns of x, centred and then divided by their largest absolute entry.
// Constant columns become zero.
func scaledColumns(x [][]float64) *mat.Dense {
	n, d := len(x), len(x[0])
	out := mat.NewDense(n, d, nil)
	for j := range d {
		col := make([]float64, n)
		var size float64
		for i := range n {
			col[i] = x[i][j]
			size = max(size, math.Abs(col[i]))
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

// whiten returns the points in new coordinates, in which every direction has unit spread. It drops
// directions in which the points do not vary, so there may be fewer coordinates than in x.
func whiten(x [][]float64) [][]float64 {
	n := len(x)
	var svd mat.SVD
	if !svd.Factorize(scaledColumns(x), mat.SVDThin) {
		return scaleToUnit(x)
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

// scaleToUnit returns the points, all divided by the largest absolute coordinate of any point.
func scaleToUnit(x [][]float64) [][]float64 {
	var size float64
	for _, row := range x {
		size = max(size, floats.Norm(row, math.Inf(1)))
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

// unwhiten converts a direction in the whitened coordinates z to the coordinates x. The points have
// the same scores along both directions, up to a constant.
func unwhiten(x, z [][]float64, direction []float64) []float64 {
	n, d := len(x), len(x[0])
	a := mat.NewDense(n, d+1, nil)
	rhs := mat.NewVecDense(n, nil)
	scales := make([]float64, d)
	for j := range d {
		for i := range n {
			scales[j] = max(scales[j], math.Abs(x[i][j]))
		}
	}
	for i := range n {
		for j := range d {
			if scales[j] > 0 {
				a.Set(i, j, x[i][j]/scales[j])
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
		if scales[j] > 0 {
			w[j] = sol.AtVec(j) / scales[j]
		}
	}
	return w
}

// hullDirections lists candidates for the direction of the widest gap between two classes in the
// plane: the directions from a corner of one convex hull to a corner of the other hull, and the
// normals of all edges.
func hullDirections(x [][]float64, y []float64) [][]float64 {
	pos, neg := convexHull(pointsOfClass(x, y, 1)), convexHull(pointsOfClass(x, y, -1))
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

func pointsOfClass(x [][]float64, y []float64, label float64) [][]float64 {
	var out [][]float64
	for i, row := range x {
		if y[i] == label {
			out = append(out, row)
		}
	}
	return out
}

// convexHull returns the corners of the convex hull, counter-clockwise (Andrew's
// monotone chain, 1979).
func convexHull(points [][]float64) [][]float64 {
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
	lowerChain := chain(ps)
	slices.Reverse(ps)
	return append(lowerChain, chain(ps)...)
}

// cross returns a positive number if the path from o to a to b turns left.
func cross(o, a, b []float64) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}
