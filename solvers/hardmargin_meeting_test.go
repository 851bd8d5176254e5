package solvers

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Of points that no line parts, the witness is a mean of each class, of four
// points at most in the plane and three on a line, and the means are one.
func TestHullsThatMeetShowIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 2).Draw(t, "dim")
		n := rapid.IntRange(2, 12).Draw(t, "n")
		coordinate := rapid.OneOf(rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) }), rapid.Float64Range(-3, 3))
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			for range dim {
				x[i] = append(x[i], coordinate.Draw(t, "x"))
			}
			y[i] = []float64{-1, 1}[rapid.IntRange(0, 1).Draw(t, "y")]
		}
		y[0], y[1] = 1, -1
		m, err := HardMargin(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if m.Separable {
			return
		}
		mean := map[float64][]float64{1: make([]float64, dim), -1: make([]float64, dim)}
		sum := map[float64]float64{}
		used := 0
		for i, w := range m.Share {
			if w < 0 {
				t.Fatalf("a weight of %v", w)
			}
			if w > 0 {
				used++
			}
			sum[y[i]] += w
			for j, v := range x[i] {
				mean[y[i]][j] += w * v
			}
		}
		if math.Abs(sum[1]-1) > 1e-9 || math.Abs(sum[-1]-1) > 1e-9 {
			t.Errorf("the weights add up to %v", sum)
		}
		for j := range dim {
			if d := math.Abs(mean[1][j] - mean[-1][j]); d > 1e-6 {
				t.Errorf("the means differ by %v in coordinate %d: %v of %v, %v", d, j+1, m.Share, x, y)
			}
		}
		if one := slices.CompactFunc(slices.Clone(x), slices.Equal); len(one) == 1 {
			return // all points are one, and all of them are used
		}
		if m.Apart > 1e-9 || used > dim+2 {
			t.Errorf("means %v apart, %d points used: %v of %v, %v", m.Apart, used, m.Share, x, y)
		}
	})
}
