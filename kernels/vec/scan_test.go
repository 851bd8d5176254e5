package vec

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestScansGiveTheSameBits holds the scans for vectors to the plain ones.
func TestScansGiveTheSameBits(t *testing.T) {
	if !hasVector {
		t.Log("this processor has no AVX2: there is one way only")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n < 1200; n += 1 + n/3 {
		compareScans[float64](t, r, n)
		compareScans[float32](t, r, n)
	}
}

func compareScans[T Entry](t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	score, up, low, diag := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	rk, rl := make([]T, n), make([]T, n)
	for i := range n {
		score[i], diag[i] = math.Round(4*r.NormFloat64())/4, 1
		rk[i], rl[i] = T(math.Round(4*r.Float64())/4), T(r.Float64())
		up[i], low[i] = 1-2*float64(i%2), 1-2*float64(i%2)
		if i%3 == 0 {
			up[i] = math.Inf(1)
		}
		if i%5 == 0 {
			low[i] = math.Inf(-1)
		}
	}
	same := slices.Clone(score)
	bUp, k := Advance(score, up, rk, rl, .5, -.25)
	wantUp, wantK := advanceEach(same, up, rk, rl, .5, -.25)
	if bUp != wantUp || k != wantK || !reflect.DeepEqual(score, same) {
		t.Fatalf("n = %d: advance gives %v at %d, want %v at %d", n, bUp, k, wantUp, wantK)
	}
	bLow, l := BestPartner(score, low, diag, rk, -2, 1)
	p := partner{bUp: -2, kkk: 1, bLow: math.Inf(-1), l: -1}
	partnerEach(&p, score, low, diag, rk, 0, n)
	if bLow != p.bLow || l != p.l {
		t.Fatalf("n = %d: partner %d, b_low %v, want %d, %v", n, l, bLow, p.l, p.bLow)
	}
}

// BenchmarkScans are the two passes of an update over 10000 scores.
func BenchmarkScans(b *testing.B) {
	const n = 10_000
	score, up, diag := filled(n, .1), filled(n, 1), filled(n, 1)
	row := make([]float32, n)
	b.Run("advance", func(b *testing.B) {
		for b.Loop() {
			Advance(score, up, row, row, .5, -.5)
		}
	})
	b.Run("partner", func(b *testing.B) {
		for b.Loop() {
			BestPartner(score, up, diag, row, 2, 1)
		}
	})
}

func filled(n int, v float64) []float64 { return slices.Repeat([]float64{v}, n) }
