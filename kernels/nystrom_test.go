package kernels

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/testdata/support/check"
)

// TestNystrom_isTheProduct compares with the product of three matrices, and checks that the
// rows of chosen points are exact and that a repeated point changes nothing.
func TestNystrom_isTheProduct(t *testing.T) {
	k := Gram(Kernel[[]float64](RBF{Sigma: 2}), cloud(8, 2))
	chosen := []int{5, 0, 3}
	part, columns := mat.NewDense(3, 3, nil), mat.NewDense(8, 3, nil)
	for j, p := range chosen {
		columns.SetCol(j, mat.Col(nil, p, k))
		for i, q := range chosen {
			part.Set(i, j, k.At(q, p))
		}
	}
	var inverse, want mat.Dense
	check.OK(t, inverse.Inverse(part))
	want.Product(columns, &inverse, columns.T())
	got, repeated := Nystrom(k, chosen), Nystrom(k, append(chosen, 0))
	for i := range 8 {
		if d := got.At(i, 3) - k.At(i, 3); math.Abs(d) > 1e-12 {
			t.Errorf("entry %d of a chosen column is off by %v, want 0", i, d)
		}
		for j := range 8 {
			if d := got.At(i, j) - want.At(i, j); math.Abs(d) > 1e-10 {
				t.Errorf("entry %d, %d: got %v, want %v", i, j, got.At(i, j), want.At(i, j))
			}
			if d := got.At(i, j) - repeated.At(i, j); math.Abs(d) > 1e-12 {
				t.Errorf("entry %d, %d changes by %v if a point is repeated", i, j, d)
			}
		}
	}
}
