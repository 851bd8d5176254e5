package unit9

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/testdata/support/check"
)

// TestFourierError_fallsWithRootM checks that the root mean square of error·√m is 0.88 on
// all moons (testdata/oracle/rff.json: 0.88022) and about 0.9 on those of the stage.
func TestFourierError_fallsWithRootM(t *testing.T) {
	whole := &fourierError{points: dataset.MustBuiltin("moons").Points(), kernel: kernels.RBF{Sigma: 1}}
	whole.gram = kernels.Gram[[]float64](whole.kernel, whole.points)
	if c := whole.errorConstant(); math.Abs(c-0.8802197747797642) > 1e-9 {
		t.Errorf("all moons: error·√m = %v, want 0.8802197747797642", c)
	}
	for seed := range uint64(6) {
		g := newFourierError(seed)
		if c := g.errorConstant(); c < 0.84 || c > 0.93 || len(g.points) != 30 {
			t.Errorf("seed %d: got %d points, error·√m = %v, want 30 points and 0.84 to 0.93", seed, len(g.points), c)
		}
		var mean float64
		all := lesson.Must(g.cachedDraws(t.Context(), false)).approximations
		for _, a := range all {
			c := a.error * math.Sqrt(float64(a.m))
			mean += c / float64(len(all))
			if c < 0.5 || c > 1.4 {
				t.Errorf("seed %d, m = %d: error·√m = %v, want 0.5 to 1.4", seed, a.m, c)
			}
		}
		if mean < 0.75 || mean > 1.05 {
			t.Errorf("seed %d: mean of error·√m = %v, want 0.75 to 1.05", seed, mean)
		}
		for _, a := range lesson.Must(g.cachedDraws(t.Context(), true)).approximations {
			if d := g.diagonalError(a.gram); d > 1e-12 {
				t.Errorf("seed %d, m = %d: pairs are off by %v on the diagonal, want 0", seed, a.m, d)
			}
		}
	}
}

// TestFourierError_keepsItsFeatures checks that m features are the first m of every larger number
// of features.
func TestFourierError_keepsItsFeatures(t *testing.T) {
	g := newFourierError(5)
	all, z := lesson.Must(g.cachedDraws(t.Context(), true)).approximations, mat.NewSymDense(len(g.points), nil)
	r, rows := lesson.Rand(g.seed, 96), mat.NewDense(len(g.points), maxFeatures, nil)
	for range fourierDraws - 1 {
		kernels.NewFourier(r, g.kernel, 2, maxFeatures, true)
	}
	for i, row := range featureRows(kernels.NewFourier(r, g.kernel, 2, maxFeatures, true), g.points) {
		rows.SetRow(i, row)
	}
	z.SymOuterK(maxFeatures/20., rows.Slice(0, len(g.points), 0, 20))
	check.That(t, mat.EqualApprox(z, all[1].gram, 1e-12),
		"got another Gram matrix for 20 features, want that of the first 20 of %d", maxFeatures)
}
