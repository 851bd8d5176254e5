package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Two points have an answer by hand: with K̃ = (tᵢtⱼKᵢⱼ) the α of a hard margin
// solve K̃α = 1 where that is not negative, and a box clips one of them.
func TestCoordinateAscentOnTwoPoints(t *testing.T) {
	for _, c := range []struct{ p, q, bound, one, two float64 }{
		{1, 3, math.Inf(1), 14.0 / 4, 6.0 / 4}, // α₁ = (q² + pq + 2)/(q − p)²
		{1, 3, 2, 2, (1 + 2*4.0) / 10},         // α₁ at its bound
		{11, 13, 10, 10, (1 + 10*144.0) / 170}, // far away
		{11, 13, 100, 314.0 / 4, (121 + 145) / 4.0},
	} {
		g := NewDense(mat.NewSymDense(2, []float64{c.p*c.p + 1, c.p*c.q + 1, c.p*c.q + 1, c.q*c.q + 1}))
		a, ok := CoordinateAscent(g, []float64{-1, 1}, c.bound, 1e-10, 2_000_000)
		if !ok || math.Abs(a[0]-c.one) > 1e-4*c.one || math.Abs(a[1]-c.two) > 1e-4*c.two {
			t.Errorf("%v: α = %v, want %v, %v", c, a, c.one, c.two)
		}
	}
}

// On random points every α is where it has to be: at 0 with tf ≥ 1, at C with
// tf ≤ 1, and with tf = 1 between; and W rises with every sweep.
func TestCoordinateAscentIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(57, 1))
	for range 20 {
		n, c := 3+r.IntN(10), 0.2+5*r.Float64()
		x, labels := mat.NewDense(n, 3, nil), make([]float64, n)
		for i := range n {
			labels[i] = 1 - 2*float64(i%2)
			for j := range 3 {
				x.Set(i, j, r.NormFloat64())
			}
		}
		var k mat.SymDense
		k.SymOuterK(1, x)
		g := NewDense(&k)
		before := math.Inf(-1)
		for sweeps := 1; sweeps < 6; sweeps++ {
			a, _ := CoordinateAscent(g, labels, c, 0, sweeps)
			w := 0.0
			for i := range a {
				w += a[i]
				for j := range a {
					w -= a[i] * a[j] * labels[i] * labels[j] * g.At(i, j) / 2
				}
			}
			if w < before-1e-12 {
				t.Errorf("W fell from %v to %v", before, w)
			}
			before = w
		}
		a, ok := CoordinateAscent(g, labels, c, 1e-10, 100_000)
		if !ok {
			t.Fatal("it did not stop")
		}
		for i := range a {
			var f float64
			for j := range a {
				f += a[j] * labels[j] * g.At(i, j)
			}
			m := labels[i] * f
			if a[i] < 0 || a[i] > c || a[i] < c-1e-9 && m < 1-1e-6 || a[i] > 1e-9 && m > 1+1e-6 {
				t.Errorf("α = %v of %v at tf = %v", a[i], c, m)
			}
		}
	}
}
