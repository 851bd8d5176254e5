package vec

import (
	"math"
	"math/rand/v2"
	"testing"
)

// With vectors or without: the same bits, for sizes with and without edges.
func TestOuterIsTheSumTermByTerm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64() * math.Exp(4*r.NormFloat64())
		}
		return v
	}
	for _, size := range [][3]int{{1, 1, 1}, {4, 1, 8}, {4, 3, 8}, {5, 2, 9}, {7, 300, 17}, {12, 128, 16}, {9, 129, 31}, {100, 200, 160}, {3, 5, 40}, {40, 5, 3}} {
		h, n, w := size[0], size[1], size[2]
		left, right, got := random(h*n), random(n*w), random(h*w)
		want := append([]float64(nil), got...)
		AddOuter(got, left, right, h, n, w)
		for i := range want {
			for k := range n {
				want[i] += left[i/w*n+k] * right[k*w+i%w]
			}
			if got[i] != want[i] {
				t.Fatalf("%d×%d×%d: entry %d is %v, want %v", h, n, w, i, got[i], want[i])
			}
		}
	}
}
