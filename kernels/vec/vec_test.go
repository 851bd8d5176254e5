package vec

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
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

func TestExp_relativeError(t *testing.T) {
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
			t.Errorf("edge %d: Exp = %v, want %v", i, got, want)
		}
	}
}

// The assembly must have the same bits as plain Go.
func TestFillBlocks_sameBits(t *testing.T) {
	if !hasVector {
		t.Log("this processor has no AVX2: nothing to compare")
	}
	for _, d := range []int{1, 2, 3, 20} {
		x, block := normal(d), normal(5*Lanes*d)
		for _, factor := range []float64{0, -.3} {
			got, want := make([]float64, 5*Lanes), make([]float64, 5*Lanes)
			FillBlocks(got, x, block, factor)
			blocksPlain(want, x, block, factor)
			sameBits(t, got, want)
		}
	}
	got := []float64{0, -1e-300, -.1, -1, -707.9, -708, -708.1, -1e9, -1e300, math.Inf(-1), math.NaN(), -3, -33, -333,
		-.333}
	want := append([]float64(nil), got...)
	Exp(got)
	expPlain(want)
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

// The bits must not depend on the assembly, whatever remains beside whole blocks.
func TestAddOuter_sameBits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64() * math.Exp(4*r.NormFloat64())
		}
		return v
	}
	for _, size := range [][3]int{{1, 1, 1}, {4, 1, 8}, {4, 3, 8}, {5, 2, 9}, {7, 300, 17}, {12, 128, 16},
		{9, 129, 31}, {100, 200, 160}, {3, 5, 40}, {40, 5, 3}} {
		h, n, w := size[0], size[1], size[2]
		left, right, got := random(h*n), random(n*w), random(h*w)
		want := append([]float64(nil), got...)
		AddOuter(got, left, right, h, n, w)
		for i := range want {
			for k := range n {
				want[i] += left[i/w*n+k] * right[k*w+i%w]
			}
			if got[i] != want[i] {
				t.Fatalf("%d×%d×%d: entry %d = %v, want %v", h, n, w, i, got[i], want[i])
			}
		}
	}
}

func TestForRanges_coversAll(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 1000} {
		seen := make([]int, n)
		ForRanges(n, 8, func(from, to int) {
			for i := from; i < to; i++ {
				seen[i]++
			}
		})
		for i, times := range seen {
			if times != 1 {
				t.Errorf("n = %[2]d: number %[1]d was visited %[3]d times, want 1", i, n, times)
			}
		}
	}
}

func TestForRanges_panicsInCaller(t *testing.T) {
	for _, bad := range []int{0, 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a panic in part %d: got none in the caller, want it there", bad)
				}
			}()
			ForRanges(40, 10, func(a, _ int) {
				if a == 10*bad {
					panic("broken kernel")
				}
			})
		}()
	}
}

// The assembly must have the same bits as plain Go.
func TestAdvanceScores_sameBits(t *testing.T) {
	if !hasVector {
		t.Log("this processor has no AVX2: nothing to compare")
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
	bUp, k := AdvanceScores(score, up, rk, rl, .5, -.25)
	wantUp, wantK := advancePlain(same, up, rk, rl, .5, -.25)
	if bUp != wantUp || k != wantK || !reflect.DeepEqual(score, same) {
		t.Fatalf("n = %d: AdvanceScores = %v at %d, want %v at %d", n, bUp, k, wantUp, wantK)
	}
	bLow, l := BestPartner(score, low, diag, rk, -2, 1)
	p := partnerSearch{bUp: -2, diagK: 1, bLow: math.Inf(-1), l: -1}
	partnerPlain(&p, score, low, diag, rk, 0, n)
	if bLow != p.bLow || l != p.l {
		t.Fatalf("n = %d: BestPartner = %d with b_low %v, want %d with %v", n, l, bLow, p.l, p.bLow)
	}
}
