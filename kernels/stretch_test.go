package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/kernels/vec"
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
		return math.Sqrt(vec.Dot(x, x) * vec.Dot(z, z))
	case Poly:
		return intPow(math.Sqrt(vec.Dot(x, x)*vec.Dot(z, z))+k.C, k.Degree) * float64(k.Degree)
	case RBF:
		return math.Max(1, vec.Dist2(x, z)*k.Gamma()) * math.Max(k.Eval(x, z), 1e-300)
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
