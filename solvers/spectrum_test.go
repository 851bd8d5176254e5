package solvers

import (
	"math"
	"testing"
)

// Eigenvalues grow with the matrix, however small or large its entries are, and a
// block of tiny entries beside others is no exception.
func TestEigenvaluesAtEveryScale(t *testing.T) {
	k := func(i, j int) float64 { return math.Exp(-math.Abs(float64(i - j))) }
	want := Eigenvalues(4, k)
	for _, scale := range []float64{1e-300, 1e-200, 1e-130, 1e-9, 1e9, 1e200, 1e300} {
		got := Eigenvalues(4, func(i, j int) float64 { return scale * k(i, j) })
		if len(got) != 4 {
			t.Fatalf("%g: %v", scale, got)
		}
		for i := range got {
			if math.Abs(got[i]/scale-want[i]) > 1e-12 {
				t.Errorf("%g: %v, want multiples of %v", scale, got, want)
			}
		}
	}
	blocks := Eigenvalues(4, func(i, j int) float64 {
		switch {
		case i/2 != j/2:
			return 0
		case i < 2:
			return k(i, j)
		}
		return 1e-200 * k(i, j)
	})
	if len(blocks) != 4 || math.Abs(blocks[3]-(1+math.Exp(-1))) > 1e-12 || blocks[0] < 0 || blocks[1] > 1e-190 {
		t.Errorf("two blocks: %v", blocks)
	}
}
