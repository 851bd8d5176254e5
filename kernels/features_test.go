package kernels

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"pgregory.net/rapid"

	"kernellab/kernels/vec"
)

func TestMapOf_innerProductIsKernel(t *testing.T) {
	for _, text := range []string{
		"linear", "poly(degree=1,c=2)", "poly(degree=2,c=1)", "poly(degree=3,c=0)", "poly(degree=5,c=0.3)",
		"linear+poly(2)", "0.3*poly(2)+7*linear", "linear*poly(2,c=0.5)*linear", "2*(linear+poly(2))*linear",
		`features("x1","(x1+1)^2")`, `features("x1")+poly(2)`,
	} {
		k := mustParse(t, text)
		phi, ok := MapOf(k)
		if !ok {
			t.Errorf("MapOf(%s): got no feature map, want one", text)
			continue
		}
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
	if _, ok := MapOf(mustParse(t, "linear+rbf(1)")); ok {
		t.Error("MapOf of a sum with an RBF: got a feature map, want none")
	}
}

// The expected counts come from an independent tool: see
// testdata/oracle/README.md.
func TestPoly_Dim(t *testing.T) {
	var oracle struct {
		Counts map[int]map[int]int `json:"feature_count_C_d_plus_p_p"`
	}
	readOracle(t, "numbers.json", &oracle)
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

func readOracle(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../testdata/oracle/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// The inner product of the features is the kernel, and there are C(d + p, p) of
// them.
func TestCountedFeatures_innerProductIsKernel(t *testing.T) {
	for _, d := range []int{1, 2, 3, 7, 28} {
		points := normalPoints(2, d)
		x, z := points[0], points[1]
		for p := 1; p <= 4; p++ {
			value, far, err := CountedFeatures(t.Context(), x, z, p)
			if err != nil {
				t.Fatal(err)
			}
			byKernel, near := CountedKernel(x, z, p)
			want := Poly{Degree: p, C: 1}.Eval(x, z)
			if math.Abs(value-want) > 1e-11*(1+math.Abs(want)) || math.Abs(byKernel-want) > 1e-11*(1+math.Abs(want)) {
				t.Errorf("d = %d, p = %d: features %v, kernel %v, want %v", d, p, value, byKernel, want)
			}
			m := int(new(big.Int).Binomial(int64(d+p), int64(p)).Int64())
			if far.Features != m || far.Inner != m {
				t.Errorf("d = %d, p = %d: %d features and %d products, want %d", d, p, far.Features, far.Inner, m)
			}
			if near.Inner != d+p-1 {
				t.Errorf("d = %d, p = %d: CountedKernel took %d products, want %d", d, p, near.Inner, d+p-1)
			}
		}
	}
}

// For p = 2, building the features of a point takes d(d + 1)/2 products, and a
// multiplication by √2 for the d linear and the d(d − 1)/2 mixed monomials.
func TestCountedFeatures_countsBuild(t *testing.T) {
	for _, d := range []int{2, 5, 784} {
		x := normalPoints(1, d)[0]
		_, got, err := CountedFeatures(t.Context(), x, x, 2)
		if want := 2 * (d*(d+1)/2 + d + d*(d-1)/2); err != nil || got.Build != want {
			t.Errorf("d = %d: %d products for both points, want %d, error %v", d, got.Build, want, err)
		}
	}
}

func TestCountedFeatures_stopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := normalPoints(1, 784)[0]
	if _, got, err := CountedFeatures(ctx, x, x, 3); err == nil || got.Features > 1 {
		t.Errorf("CountedFeatures made %d features with error %v, want at most 1 and an error", got.Features, err)
	}
}

// The variances agree with a reference and with those of many draws, and the
// mean of the draws is k.
func TestFourier_meanAndVariance(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	const m, draws = 2, 40_000
	z, other := make([]float64, m), make([]float64, m)
	var oracle struct {
		Variance []struct {
			Delta, K float64
			Phase    float64 `json:"var_times_D_cos_b"`
			Pair     float64 `json:"var_times_D_sincos"`
		} `json:"variance_table"`
	}
	if readOracle(t, "rff.json", &oracle); len(oracle.Variance) == 0 {
		t.Fatal("rff.json has no variances, want some")
	}
	for _, c := range oracle.Variance {
		if math.Abs(PhaseVariance(c.K)-c.Phase) > 1e-12 || math.Abs(PairVariance(c.K)-c.Pair) > 1e-12 {
			t.Errorf("k = %v: variances %v and %v, want %v and %v", c.K, PhaseVariance(c.K), PairVariance(c.K),
				c.Phase, c.Pair)
		}
		for pairs, want := range map[bool]float64{false: c.Phase / m, true: c.Pair / m} {
			var sum, squares float64
			for range draws {
				f := NewFourier(r, RBF{Sigma: 1}, 2, m, pairs)
				f.MapTo(z, []float64{0.3, -1})
				f.MapTo(other, []float64{0.3 + c.Delta*0.6, -1 + c.Delta*0.8})
				v := vec.Dot(z, other)
				sum, squares = sum+v, squares+(v-c.K)*(v-c.K)
			}
			if d := math.Abs(sum/draws - c.K); d > 6*math.Sqrt(want/draws)+1e-12 {
				t.Errorf("k = %v, pairs %v: the mean of the draws is %v, want k", c.K, pairs, sum/draws)
			}
			if v := squares / draws; math.Abs(v-want) > 0.05*want+1e-12 {
				t.Errorf("k = %v, pairs %v: variance %v, want %v", c.K, pairs, v, want)
			}
		}
	}
}

// Pairs are exact on the diagonal and never have the larger variance. The first
// frequencies do not depend on the number of features.
func TestFourier_pairs(t *testing.T) {
	for k := 0.0; k <= 1; k += 0.05 {
		if PairVariance(k) > PhaseVariance(k) {
			t.Errorf("k = %v: the variance of pairs is %v, want at most %v", k, PairVariance(k), PhaseVariance(k))
		}
	}
	for _, m := range []int{2, 10, 64} {
		f := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, m, true)
		z := make([]float64, m)
		f.MapTo(z, []float64{0.2, -4, 1})
		if v := vec.Dot(z, z); math.Abs(v-1) > 1e-14 {
			t.Errorf("m = %d: z(x)·z(x) = %v, want 1", m, v)
		}
	}
	few := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, 4, false)
	many := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, 40, false)
	for j := range few.omega {
		if vec.Dist2(few.omega[j], many.omega[j]) != 0 || few.phase[j] != many.phase[j] {
			t.Errorf("frequency %d with more features is %v, want %v", j, many.omega[j], few.omega[j])
		}
	}
}

func TestFourier_PlaneAgreesWithMapTo(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	xs, ys := []float64{-1.5, 0, 0.25, 7}, []float64{0.5, -3, 2}
	for _, pairs := range []bool{false, true} {
		f := NewFourier(r, RBF{Sigma: 0.7}, 2, 12, pairs)
		w, z, got := make([]float64, 12), make([]float64, 12), make([]float64, len(xs)*len(ys))
		for i := range w {
			w[i] = r.NormFloat64()
		}
		f.Plane(got, w, xs, ys)
		for i, v := range got {
			f.MapTo(z, []float64{xs[i%len(xs)], ys[i/len(xs)]})
			if want := vec.Dot(w, z); math.Abs(v-want) > 1e-12 {
				t.Errorf("pairs %v, point %d: Plane = %v, want %v", pairs, i, v, want)
			}
		}
	}
}
