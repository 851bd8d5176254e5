package unit2

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"kernellab/testdata/support/lessontest"
)

// What the texts of unit 2 claim in passing, computed by other means.

func binomial(n, k int64) float64 {
	v, _ := new(big.Float).SetInt(new(big.Int).Binomial(n, k)).Float64()
	return v
}

// TestRoughSizesOfUnitTwo: dᵖ/p! is near the number of features for many
// variables, and neither dᵖ nor d·p nor 2ᵈ is.
func TestRoughSizesOfUnitTwo(t *testing.T) {
	factorial := 1.0
	for p := int64(1); p <= 4; p++ {
		factorial *= float64(p)
		d := int64(1000 * p * p)
		rough := math.Pow(float64(d), float64(p)) / factorial
		if share := binomial(d+p, p) / rough; math.Abs(share-1) > 0.01 {
			t.Errorf("d = %d, p = %d: the number is %v times dᵖ/p!", d, p, share)
		}
	}
	if n, rough := binomial(102, 2), 100.0*100/2; n != 5151 || rough != 5000 || n != binomial(102, 100) {
		t.Errorf("d = 100, p = 2: %v, roughly %v", n, rough)
	}
}

// TestSizesInWords holds the comparisons of 2.3: years of seconds, and products
// with their order beside monomials.
func TestSizesInWords(t *testing.T) {
	m, ordered := binomial(1003, 3), 1+1e3+1e6+1e9
	if year := 365.25 * 24 * 3600; m < 5*year || m > 6*year {
		t.Errorf("%v features are %v years of seconds", m, m/year)
	}
	if times := ordered / m; times < 5.9 || times > 6.1 {
		t.Errorf("with their order they are %v times as many", times)
	}
	if gb := 8 * ordered / 1e9; math.Abs(gb-8.01) > 0.005 {
		t.Errorf("ordered products take %v GB a point", gb)
	}
	for n, larger := range map[float64]bool{1: false, 1000: false, m - 1: false, m: false, m + 1: true} {
		if phi, k := 8*n*m, 8*n*n; (k > phi) != larger {
			t.Errorf("n = %v: Φ takes %v, K %v", n, phi, k)
		}
	}
	if said := lessontest.TextOf(opened(t, "2.3", "order", 1).Info().Text); !strings.Contains(said, "8.01 GB") ||
		!strings.Contains(said, "1 001 001 001") {
		t.Error(said)
	}
}

// TestEqualColumnsAddNothing: a function of two equal columns is one of one
// column, and no pair of weights is shorter than the equal share.
func TestEqualColumnsAddNothing(t *testing.T) {
	for _, w := range [][2]float64{{1, 2}, {-3, 1}, {0.5, 0.5}, {4, -4}} {
		for _, x := range [][2]float64{{1, 2}, {-1, 3}, {0.5, -2}} {
			product := x[0] * x[1]
			if two, one := w[0]*x[0]*x[1]+w[1]*x[1]*x[0], (w[0]+w[1])*product; math.Abs(two-one) > 1e-12 {
				t.Errorf("%v at %v: %v and %v", w, x, two, one)
			}
		}
		// Shared equally, the two weights are the shortest that do.
		if least := math.Abs(w[0]+w[1]) / math.Sqrt2; math.Hypot(w[0], w[1]) < least-1e-12 {
			t.Errorf("%v is shorter than the equal share", w)
		}
	}
}
