package unit9

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/kernels"
	"kernellab/testdata/support/must"
)

// TestGrowth_errorsOfWideKernelsFallLess checks for 9.3 that more points reduce the
// errors of a very wide kernel by a smaller share than those of a narrow one.
func TestGrowth_errorsOfWideKernelsFallLess(t *testing.T) {
	for seed := uint64(1); seed <= 5; seed++ {
		g := newGrowth(seed)
		errors := func(sigma float64) (few, many float64) {
			all := must.Value(g.errorsAt(t.Context(), sigma))
			return float64(all[0]), float64(all[len(all)-1])
		}
		narrowFew, narrowMany := errors(growthWidths()[growthAsked])
		wideFew, wideMany := errors(10)
		if wideMany >= wideFew || wideMany/wideFew <= narrowMany/narrowFew || wideMany <= narrowMany {
			t.Errorf("seed %d: narrow: got errors %v to %v; wide: got %v to %v, want a smaller fall to more errors",
				seed, narrowFew, narrowMany, wideFew, wideMany)
		}
	}
}

// TestFourier_varianceOfAnEntry checks for 9.6 that the variance of an entry is
// (½(1 − k²)² + ½)/m with a phase and (1 − k²)²/m in pairs, which is never larger.
func TestFourier_varianceOfAnEntry(t *testing.T) {
	const m, draws = 8, 40000
	phase := func(k float64) float64 { return (0.5*(1-k*k)*(1-k*k) + 0.5) / m }
	pairs := func(k float64) float64 { return (1 - k*k) * (1 - k*k) / m }
	for k := 0.0; k <= 1; k += 1.0 / 64 {
		if pairs(k) > phase(k)+1e-15 {
			t.Errorf("k = %v: got the variance %v in pairs, want at most %v, that with phases", k, pairs(k), phase(k))
		}
	}
	kernel := kernels.RBF{Sigma: 1}
	r := rand.New(rand.NewPCG(1, 960))
	for _, apart := range []float64{0, 0.6, 1.2, 2.5} {
		x, z := []float64{0.3, -0.2}, []float64{0.3 + apart, -0.2}
		k := kernel.Eval(x, z)
		for _, inPairs := range []bool{false, true} {
			var square float64
			for range draws {
				f := kernels.NewFourier(r, kernel, 2, m, inPairs)
				rows := mapped(f, [][]float64{x, z})
				e := floats.Dot(rows[0], rows[1]) - k
				square += e * e / draws
			}
			want := phase(k)
			if inPairs {
				want = pairs(k)
			}
			if math.Abs(square-want) > 0.04*want+1e-12 {
				t.Errorf("k = %.3f, in pairs %v: got variance %v, want %v by the text", k, inPairs, square, want)
			}
		}
	}
}
