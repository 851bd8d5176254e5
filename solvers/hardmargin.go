package solvers

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Margin reports whether labelled points can be separated, with the evidence.
type Margin struct {
	// Separable reports whether some hyperplane has all points of one class
	// strictly on one side, by more than rounding of the coordinates could
	// simulate.
	Separable bool
	// W and B give f(x) = W·x + B with t·f ≥ 1 at every point and equality at
	// the closest. Width is 1/‖W‖, the distance of the closest points from f =
	// 0. All are in the coordinates of the points. They are zero if the points
	// are not separable.
	W     []float64
	B     float64
	Width float64
	// Closest lists the points on the margin.
	Closest []int
	// Weights and Distance are set if the points are not separable. Weights
	// holds a weight per point that adds up to 1 in each class. The weighted
	// means of the classes coincide up to Distance, in units of the points'
	// spread, and no hyperplane can separate two hulls that intersect.
	Weights  []float64
	Distance float64
}

// HardMargin returns the widest separating hyperplane of points x (one row per
// point, all of the same length) with labels −1/+1, or the proof that there is
// none. It decides in whitened coordinates, so the scale does not matter:
// features that are affine in one another add nothing, and features with very
// different ranges work as well as scaled ones. In one and two dimensions it
// uses the convex hulls, in more it uses SMO.
func HardMargin(x [][]float64, y []float64) (Margin, error) {
	p, err := NewPrimal(x, y)
	if err != nil {
		return Margin{}, err
	}
	if _, err := p.signs(); err != nil {
		return Margin{}, err
	}
	z := whiten(x)
	direction, ok := separator(z, y)
	if !ok {
		weights, distance := hullOverlap(z, y)
		return Margin{Weights: weights, Distance: distance}, nil
	}
	if best, found := separator(scaled(x), y); found {
		if m := fromDirection(x, y, best); m.Separable {
			return m, nil
		}
	}
	return fromDirection(x, y, pullBack(x, z, direction)), nil
}

// LinearGram returns the Gram matrix of plain inner products of the rows.
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

// separationTol is the least gap, in units of the spread, that is not
// attributed to rounding.
const separationTol = 1e-9

// separator returns the direction w with the widest gap between the classes.
func separator(x [][]float64, y []float64) ([]float64, bool) {
	switch len(x[0]) {
	case 0:
		return nil, false
	case 1:
		return widestGap(x, y, [][]float64{{1}, {-1}})
	case 2:
		return widestGap(x, y, hullDirections(x, y))
	}
	return separatorSMO(x, y)
}

func separatorSMO(x [][]float64, y []float64) ([]float64, bool) {
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

// widestGap returns the direction with the largest gap.
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
			lowest = math.Min(lowest, v)
		} else {
			highest = math.Max(highest, v)
		}
	}
	return lowest, highest
}

// fromDirection scales a direction so that |f| = 1 at the closest points.
func fromDirection(x [][]float64, y, direction []float64) Margin {
	lowest, highest := extremes(x, y, direction)
	half := (lowest - highest) / 2
	if !(half > 0) {
		return Margin{Separable: true}
	}
	m := Margin{Separable: true, W: make([]float64, len(direction))}
	floats.ScaleTo(m.W, 1/half, direction)
	m.B = -(lowest + highest) / 2 / half
	m.Width = 1 / floats.Norm(m.W, 2)
	for i, row := range x {
		if y[i]*(floats.Dot(row, m.W)+m.B) < 1+1e-6 {
			m.Closest = append(m.Closest, i)
		}
	}
	return m
}

// hullOverlap returns weights whose class means coincide, and their distance.
func hullOverlap(z [][]float64, y []float64) (weights []float64, distance float64) {
	weights = make([]float64, len(y))
	if len(z[0]) == 0 {
		return uniform(y), 0
	}
	if len(z[0]) <= 2 {
		if weights, distance, ok := hullIntersection(z, y); ok {
			return weights, distance
		}
	}
	s, err := SolveSVM(context.Background(), LinearGram(z), y, Options{C: math.Inf(1), Tol: 1e-8, MaxIter: 20_000})
	if err != nil {
		return uniform(y), math.Inf(1)
	}
	half := floats.Sum(s.Alpha) / 2
	floats.ScaleTo(weights, 1/half, s.Alpha)
	return weights, math.Sqrt(math.Max(0, s.NormSq)) / half
}

// uniform returns equal weights in each class.
func uniform(y []float64) []float64 {
	var pos float64
	for _, v := range y {
		if v > 0 {
			pos++
		}
	}
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = 1 / pos
		if v < 0 {
			out[i] = 1 / (float64(len(y)) - pos)
		}
	}
	return out
}
