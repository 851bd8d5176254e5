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

// TestBinomial_isNearPowersOverFactorial checks that dᵖ/p! is near the number of
// features for many variables.
func TestBinomial_isNearPowersOverFactorial(t *testing.T) {
	factorial := 1.0
	for p := int64(1); p <= 4; p++ {
		factorial *= float64(p)
		d := int64(1000 * p * p)
		rough := math.Pow(float64(d), float64(p)) / factorial
		if share := binomial(d+p, p) / rough; math.Abs(share-1) > 0.01 {
			t.Errorf("d = %d, p = %d: got %v times dᵖ/p!, want about 1", d, p, share)
		}
	}
	if n, rough := binomial(102, 2), 100.0*100/2; n != 5151 || rough != 5000 || n != binomial(102, 100) {
		t.Errorf("d = 100, p = 2: got %v, roughly %v, want 5151 and 5000", n, rough)
	}
}

// TestSizesInWords holds the comparisons of 2.3: products with their order beside monomials,
// and K beside Φ.
func TestSizesInWords(t *testing.T) {
	m, ordered := binomial(1003, 3), 1+1e3+1e6+1e9
	if times := ordered / m; times < 5.9 || times > 6.1 {
		t.Errorf("ordered products: got %v times as many, want about 6", times)
	}
	if gb := 8 * ordered / 1e9; math.Abs(gb-8.01) > 0.005 {
		t.Errorf("ordered products: got %v GB for a point, want 8.01", gb)
	}
	for n, larger := range map[float64]bool{1: false, 1000: false, m - 1: false, m: false, m + 1: true} {
		if phi, k := 8*n*m, 8*n*n; (k > phi) != larger {
			t.Errorf("n = %v: got %v bytes for Φ and %v for K, want K larger: %v", n, phi, k, larger)
		}
	}
	if said := lessontest.TextOf(opened(t, "2.3", "order", 1).Info().Text); !strings.Contains(said, "8.01 GB") ||
		!strings.Contains(said, "1 001 001 001") {
		t.Errorf("got the text %q, want 8.01 GB and 1 001 001 001 in it", said)
	}
}

// TestWorksheet_equalColumnsAddNothing checks that weights of two equal columns act as
// their sum, and that no such pair is shorter than equal shares.
func TestWorksheet_equalColumnsAddNothing(t *testing.T) {
	for _, w := range [][2]float64{{1, 2}, {-3, 1}, {0.5, 0.5}, {4, -4}} {
		for _, x := range [][2]float64{{1, 2}, {-1, 3}, {0.5, -2}} {
			product := x[0] * x[1]
			if two, one := w[0]*x[0]*x[1]+w[1]*x[1]*x[0], (w[0]+w[1])*product; math.Abs(two-one) > 1e-12 {
				t.Errorf("weights %v at %v: got %v, want %v from one column", w, x, two, one)
			}
		}
		// Shared equally, the two weights are the shortest that do.
		if least := math.Abs(w[0]+w[1]) / math.Sqrt2; math.Hypot(w[0], w[1]) < least-1e-12 {
			t.Errorf("weights %v: got a length of %v, want at least %v, that of equal shares", w,
				math.Hypot(w[0], w[1]), least)
		}
	}
}
