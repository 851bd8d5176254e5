package solvers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rankTol is the share of the largest spread under which a direction counts as
// rounding: columns that are affine in one another leave nothing else.
const rankTol = 1e-10

// columns returns centred columns divided by their largest entry; constant
// columns come out as zero.
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
// that they really have; there may be fewer of them than before.
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

// scaled returns the points divided by one number, so that distances keep
// their proportions.
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

// pullBack finds the direction in the points' own coordinates that gives the
// same scores, up to a constant, as a direction in whitened ones.
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

// hullDirections lists the directions among which the widest gap of two plane
// sets is: from a corner of one hull to a corner of the other, and normal to
// an edge of either.
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

// cross is positive where o → a → b turns left.
func cross(o, a, b []float64) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}
