package vec

import (
	"math"
	"math/rand/v2"
	"testing"
)

func normal(n int) []float64 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// TestExp holds the exponential of rows to 1e-15 over its whole range.
func TestExp(t *testing.T) {
	for x := 0.0; x > -708; x -= 0.0137 {
		v := []float64{x}
		Exp(v)
		if want := math.Exp(x); math.Abs(v[0]-want) > 1e-15*want {
			t.Errorf("exp(%v) = %v, want %v", x, v[0], want)
		}
	}
	edges := []float64{0, math.Copysign(0, -1), -708, -708.1, -1e300, math.Inf(-1), math.NaN(), -1e-320}
	Exp(edges)
	for i, want := range []float64{1, 1, math.Exp(-708), 0, 0, 0, math.NaN(), 1} {
		if got := edges[i]; math.Abs(got-want) > 1e-15*want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("edge %d: %v, want %v", i, got, want)
		}
	}
}

// TestBlocksGiveTheSameBits holds the code for vectors to the plain one.
func TestBlocksGiveTheSameBits(t *testing.T) {
	if !hasVector {
		t.Log("this processor has no AVX2: there is one way only")
	}
	for _, d := range []int{1, 2, 3, 20} {
		x, block := normal(d), normal(5*Lanes*d)
		for _, factor := range []float64{0, -.3} {
			got, want := make([]float64, 5*Lanes), make([]float64, 5*Lanes)
			Blocks(got, x, block, factor)
			blocksEach(want, x, block, factor)
			sameBits(t, got, want)
		}
	}
	got := []float64{0, -1e-300, -.1, -1, -707.9, -708, -708.1, -1e9, -1e300, math.Inf(-1), math.NaN(), -3, -33, -333, -.333}
	want := append([]float64(nil), got...)
	Exp(got)
	expEach(want)
	sameBits(t, got, want)
}

func sameBits(t *testing.T, got, want []float64) {
	t.Helper()
	for i, v := range want {
		if math.Float64bits(got[i]) != math.Float64bits(v) && !(math.IsNaN(v) && math.IsNaN(got[i])) {
			t.Errorf("entry %d: %v, want %v", i, got[i], v)
		}
	}
}

// BenchmarkExp compares the exponential of rows with math.Exp.
func BenchmarkExp(b *testing.B) {
	v, from := make([]float64, 1024), make([]float64, 1024)
	for i := range from {
		from[i] = -float64(i) / 50
	}
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			copy(v, from)
			Exp(v)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, x := range from {
				v[i] = math.Exp(x)
			}
		}
	})
}
