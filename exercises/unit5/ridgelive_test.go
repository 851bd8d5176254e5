package unit5

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/testdata/support/must"
)

// TestTwoSystems_differForATinyLambda checks that both systems of ridge regression have
// the same solution, but in floating-point arithmetic not for a tiny λ.
func TestTwoSystems_differForATinyLambda(t *testing.T) {
	for seed := range uint64(20) {
		if gap, _ := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1); gap > 1e-12 {
			t.Errorf("seed %d, λ = 1: got solutions %v apart, want equal ones", seed, gap)
		}
		gap, cond := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1e-12)
		if gap < 1e-3 || gap > 0.2 || cond < 1e12 {
			t.Errorf("seed %d: %v apart at λ = 10⁻¹², condition %v", seed, gap, cond)
		}
	}
}

// At the left end of the slider the RBF's curve goes through every point to within 0.02, as
// 5.3 says, and that of a polynomial does not.
func TestEndsOfLambda(t *testing.T) {
	for seed := range uint64(200) {
		set := someOf("sine_reg", lesson.Rand(seed, 53))
		for _, c := range []struct {
			name    string
			kernel  kernels.Kernel[[]float64]
			through bool
		}{
			{"RBF", kernels.RBF{Sigma: 0.3}, true}, {"linear", kernels.Linear{}, false},
			{"quadratic", kernels.Poly{Degree: 2, C: 1}, false}, {"cubic", kernels.Poly{Degree: 3, C: 1}, false},
		} {
			r := must.Value(newRidge(c.kernel, set.Points(), set.Labels(), 1e-10))
			most := 0.0
			for i, y := range r.y {
				most = max(most, math.Abs(y-r.Scores[i]))
			}
			if (most <= 0.02) != c.through || !c.through && most < 0.1 {
				t.Errorf("seed %d: with λ = 10⁻¹⁰ the curve of the %s kernel misses a point by %v", seed, c.name, most)
			}
		}
	}
}
