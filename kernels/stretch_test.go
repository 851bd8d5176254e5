package kernels

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestStretchesAgreeWithEval compares every stretch with the kernel itself,
// before and after points have changed places.
func TestStretchesAgreeWithEval(t *testing.T) {
	typed, err := Parse(`expr("exp(-dist)")+0.5*rbf(gamma=2)`)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []Kernel[[]float64]{Linear{}, Poly{Degree: 3, C: 1}, RBFFromGamma(.3), RBFFromGamma(1e4), typed} {
		for _, d := range []int{1, 2, 7, 70} {
			points := normalPoints(45, d)
			points[44] = points[3]
			s := NewStretches(k, points)
			compareStretches(t, k, s, points)
			r := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				i, j := r.IntN(45), r.IntN(45)
				s.Swap(i, j)
				points[i], points[j] = points[j], points[i]
			}
			compareStretches(t, k, s, points)
		}
	}
}

func compareStretches(t *testing.T, k Kernel[[]float64], s *Stretches, points [][]float64) {
	t.Helper()
	for i, x := range points {
		if got, want := s.Diag(i), k.Eval(x, x); got != want {
			t.Fatalf("%v: diagonal %d is %v, want %v", k, i, got, want)
		}
		for _, at := range [][2]int{{0, 45}, {0, 1}, {7, 9}, {8, 16}, {13, 45}, {44, 45}, {5, 5}} {
			dst, half := make([]float64, at[1]-at[0]), make([]float32, at[1]-at[0])
			s.Fill(dst, i, at[0])
			s.Fill32(half, i, at[0])
			for j, got := range dst {
				z := points[at[0]+j]
				if want := k.Eval(x, z); math.Abs(got-want) > 1e-14*sizeOf(k, x, z) {
					t.Fatalf("%v, %d coordinates: K(%d, %d) = %v, want %v", k, len(x), i, at[0]+j, got, want)
				}
				if half[j] != float32(got) {
					t.Fatalf("%v: K(%d, %d) = %v in float32, %v in float64", k, i, at[0]+j, half[j], got)
				}
			}
		}
	}
}

// sizeOf is what rounding in k(x, z) is relative to.
func sizeOf(k Kernel[[]float64], x, z []float64) float64 {
	switch k := k.(type) {
	case Linear:
		return math.Sqrt(dot(x, x) * dot(z, z))
	case Poly:
		return intPow(math.Sqrt(dot(x, x)*dot(z, z))+k.C, k.Degree) * float64(k.Degree)
	case RBF:
		return math.Max(1, dist2(x, z)*k.Gamma()) * math.Max(k.Eval(x, z), 1e-300)
	}
	return 1
}

// TestShareOfAStretch divides a row among goroutines.
func TestShareOfAStretch(t *testing.T) {
	points := normalPoints(4001, 20)
	s := NewStretches(RBFFromGamma(.1), points)
	whole := make([]float64, 3990)
	s.Fill(whole, 5, 11)
	for j, got := range whole {
		var one [1]float64
		s.Fill(one[:], 5, 11+j)
		if got != one[0] {
			t.Fatalf("entry %d is %v in a long stretch, %v alone", j, got, one[0])
		}
	}
}

// TestExpTable holds the exponential of rows to 1e-15 over its whole range.
func TestExpTable(t *testing.T) {
	table := newExpTable()
	for x := 0.0; x > -708; x -= 0.0137 {
		v := []float64{x}
		table.exp(v)
		if want := math.Exp(x); math.Abs(v[0]-want) > 1e-15*want {
			t.Errorf("exp(%v) = %v, want %v", x, v[0], want)
		}
	}
	edges := []float64{0, math.Copysign(0, -1), -708, -708.1, -1e300, math.Inf(-1), math.NaN(), -1e-320}
	table.exp(edges)
	for i, want := range []float64{1, 1, math.Exp(-708), 0, 0, 0, math.NaN(), 1} {
		if got := edges[i]; math.Abs(got-want) > 1e-15*want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("edge %d: %v, want %v", i, got, want)
		}
	}
}

// TestVectorsGiveTheSameBits holds the code for vectors to the plain one.
func TestVectorsGiveTheSameBits(t *testing.T) {
	if !hasVector {
		t.Log("this processor has no AVX2: there is one way only")
	}
	for _, d := range []int{1, 2, 3, 20} {
		x, block := normalPoints(1, d)[0], normalPoints(1, 5*lanes*d)[0]
		for _, factor := range []float64{0, -.3} {
			got, want := make([]float64, 5*lanes), make([]float64, 5*lanes)
			compute(got, x, block, factor)
			computeEach(want, x, block, factor)
			sameBits(t, got, want)
		}
	}
	got := []float64{0, -1e-300, -.1, -1, -707.9, -708, -708.1, -1e9, -1e300, math.Inf(-1), math.NaN(), -3, -33, -333, -.333}
	want := append([]float64(nil), got...)
	newExpTable().exp(got)
	newExpTable().expEach(want)
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

// A panic in the part of a stretch that another core has reaches the caller, who
// can recover from it.
func TestStretchesPanicInTheCaller(t *testing.T) {
	for _, bad := range []int{0, 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a panic in part %d did not reach the caller", bad)
				}
			}()
			eachPart(40, 10, func(a, _ int) {
				if a == 10*bad {
					panic("broken kernel")
				}
			})
		}()
	}
}
