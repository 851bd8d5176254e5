package kernels

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/oracletest"
)

func TestFeatureMap_innerProductIsKernel(t *testing.T) {
	for _, text := range []string{
		"linear", "poly(degree=1,c=2)", "poly(degree=2,c=1)", "poly(degree=3,c=0)", "poly(degree=5,c=0.3)",
		`features("x1","(x1+1)^2")`,
	} {
		k := mustParse(t, text)
		phi := k.(FeatureMap)
		rapid.Check(t, func(t *rapid.T) {
			d := rapid.IntRange(1, 4).Draw(t, "d")
			x, z := drawPoint(t, d), drawPoint(t, d)
			fx, fz := make([]float64, phi.Dim(d)), make([]float64, phi.Dim(d))
			phi.MapTo(fx, x)
			phi.MapTo(fz, z)
			var got, scale float64
			for i := range fx {
				got += fx[i] * fz[i]
				scale += math.Abs(fx[i] * fz[i])
			}
			const denormal = 1e-306 // below it a product has fewer digits
			if want := k.Eval(x, z); math.Abs(got-want) > 1e-12*math.Max(scale, math.Abs(want))+1e-12*denormal {
				t.Fatalf("%s: ⟨φ(x),φ(z)⟩ = %v, want %v", text, got, want)
			}
		})
	}
}

// The expected counts come from an independent tool: see
// testdata/oracle/README.md.
func TestPoly_Dim(t *testing.T) {
	var oracle struct {
		Counts map[int]map[int]int `json:"feature_count_C_d_plus_p_p"`
	}
	oracletest.JSON(t, "numbers.json", &oracle)
	for d, byDegree := range oracle.Counts {
		for p, want := range byDegree {
			if got := (Poly{Degree: p, C: 1}).Dim(d); got != want {
				t.Errorf("d = %d, p = %d: %d features, want %d", d, p, got, want)
			}
			if got, want := (Poly{Degree: p}).Dim(d), CountMonomials(d, p)-CountMonomials(d, p-1); got != want {
				t.Errorf("d = %d, p = %d exactly: %d features, want %d", d, p, got, want)
			}
		}
	}
	if got := CountMonomials(1000000, 30); got != math.MaxInt || len(oracle.Counts) == 0 {
		t.Errorf("CountMonomials(1000000, 30) = %d, want MaxInt; %d counts", got, len(oracle.Counts))
	}
}
