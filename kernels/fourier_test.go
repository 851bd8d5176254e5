package kernels

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"kernellab/kernels/vec"
)

type fourierOracle struct {
	Variance []struct {
		Delta, K float64
		Phase    float64 `json:"var_times_D_cos_b"`
		Pair     float64 `json:"var_times_D_sincos"`
	} `json:"variance_table"`
	Gram []struct {
		D           int
		PhaseTheory float64 `json:"rms_theory_cos_b"`
		PairTheory  float64 `json:"rms_theory_sincos"`
	} `json:"gram_error_vs_D"`
}

func readFourier(t *testing.T) fourierOracle {
	t.Helper()
	var o fourierOracle
	text, err := os.ReadFile("../testdata/oracle/rff.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	if len(o.Variance) == 0 || len(o.Gram) == 0 {
		t.Fatal("nothing to compare with")
	}
	return o
}

// The variances are those of the reference, and of many draws; the mean is k.
func TestFourierIsUnbiased(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	const m, draws = 2, 40_000
	z, other := make([]float64, m), make([]float64, m)
	for _, c := range readFourier(t).Variance {
		if math.Abs(PhaseVariance(c.K)-c.Phase) > 1e-12 || math.Abs(PairVariance(c.K)-c.Pair) > 1e-12 {
			t.Errorf("k = %v: variances %v and %v, want %v and %v", c.K, PhaseVariance(c.K), PairVariance(c.K), c.Phase, c.Pair)
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
				t.Errorf("k = %v, pairs %v: the mean is off by %v", c.K, pairs, d)
			}
			if v := squares / draws; math.Abs(v-want) > 0.05*want+1e-12 {
				t.Errorf("k = %v, pairs %v: variance %v, want %v", c.K, pairs, v, want)
			}
		}
	}
}

// Pairs are exact on the diagonal, never have the larger variance, and more
// features begin with the same ones.
func TestFourierPairs(t *testing.T) {
	for k := 0.0; k <= 1; k += 0.05 {
		if PairVariance(k) > PhaseVariance(k) {
			t.Errorf("k = %v: pairs vary more", k)
		}
	}
	for _, m := range []int{2, 10, 64} {
		f := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, m, true)
		z := make([]float64, m)
		f.MapTo(z, []float64{0.2, -4, 1})
		if v := vec.Dot(z, z); math.Abs(v-1) > 1e-14 {
			t.Errorf("m = %d: z(x)·z(x) = %v", m, v)
		}
	}
	few := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, 4, false)
	many := NewFourier(rand.New(rand.NewPCG(1, 1)), RBF{Sigma: 0.7}, 3, 40, false)
	for j := range few.omega {
		if vec.Dist2(few.omega[j], many.omega[j]) != 0 || few.phase[j] != many.phase[j] {
			t.Errorf("frequency %d depends on m", j)
		}
	}
}

// Another σ scales the frequencies: z for σ at x is z for 1 at x/σ.
func TestFourierWidth(t *testing.T) {
	a := NewFourier(rand.New(rand.NewPCG(2, 1)), RBF{Sigma: 1}, 2, 8, false)
	b := NewFourier(rand.New(rand.NewPCG(2, 1)), RBF{Sigma: 4}, 2, 8, false)
	z, w := make([]float64, 8), make([]float64, 8)
	a.MapTo(z, []float64{0.5, -0.25})
	b.MapTo(w, []float64{2, -1})
	if vec.Dist2(z, w) > 1e-28 {
		t.Errorf("%v and %v", z, w)
	}
}

// On a grid of the plane the features are those of its points, one by one.
func TestFourierPlane(t *testing.T) {
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
				t.Errorf("pairs %v, point %d: %v, want %v", pairs, i, v, want)
			}
		}
	}
}
