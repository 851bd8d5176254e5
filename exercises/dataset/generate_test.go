package dataset

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn lists the generators with fixed sizes.
func drawn() map[string]func(seed uint64) *Set {
	return map[string]func(uint64) *Set{
		"worksheet1d":   Worksheet1D,
		"moons":         func(seed uint64) *Set { return Moons(40, 0.15, seed) },
		"circles":       func(seed uint64) *Set { return Circles(41, 0.15, seed) },
		"blobs_overlap": func(seed uint64) *Set { return BlobsOverlapping(40, seed) },
		"sine_reg":      func(seed uint64) *Set { return SineReg(40, 0.15, seed) },
		"parabola":      func(seed uint64) *Set { return ParabolaSides(40, seed) },
		"odd_line":      func(seed uint64) *Set { return OddLine(40, seed) },
		"odd_wave":      func(seed uint64) *Set { return OddWave(41, seed) },
		"sine_gap":      func(seed uint64) *Set { return SineGap(31, 0.15, seed) },
		"digits":        func(seed uint64) *Set { return Digits(5, seed) },
	}
}

func TestGeneratorsFollowTheSeed(t *testing.T) {
	for name, draw := range drawn() {
		rapid.Check(t, func(t *rapid.T) {
			seed := rapid.Uint64().Draw(t, "seed")
			s := draw(seed)
			if !sameSet(s, draw(seed)) {
				t.Fatalf("%s: two sets of one seed", name)
			}
			if name != "worksheet1d" && sameSet(s, draw(seed+1)) {
				t.Fatalf("%s: one set of two seeds", name)
			}
			if neg, pos := s.Count(); s.Task() == Classification && name != "worksheet1d" && pos-neg != s.Len()%2 {
				t.Fatalf("%s: %d and %d of a class", name, neg, pos)
			}
		})
	}
}

// TestGeneratorsStayTheSame pins what a seed draws: a worksheet that a teacher
// wrote down has to be the same after an update and on every platform. The
// sums are those of the first version.
func TestGeneratorsStayTheSame(t *testing.T) {
	want := map[string]string{
		"worksheet1d":   "da6644904d434b0a",
		"moons":         "c91ffeae5f8e7adc",
		"circles":       "16a7423f51d39fe0",
		"blobs_overlap": "14ea35098654cb15",
		"sine_reg":      "3cba0fd72be0a852",
		"parabola":      "cf52ed4cc7bbb997",
		"odd_line":      "52a06d6f64214583",
		"digits":        "5bf44f163942e23f",
		"sine_gap":      "7d87ff1350d11070",
		"odd_wave":      "bca3c5caa5474c85",
	}
	for name, draw := range drawn() {
		var b strings.Builder
		if err := WriteCSV(&b, draw(41)); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:16]; got != want[name] {
			t.Errorf("%s: sum %s, was %s", name, got, want[name])
		}
	}
}

func TestWorksheet1DIsAlwaysAsHard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Worksheet1D(rapid.Uint64().Draw(t, "seed"))
		x, y := s.Column(0), s.Labels()
		if !slices.IsSorted(x) || !slices.Equal(y, []float64{1, 1, 1, -1, -1, -1, 1, 1, 1}) {
			t.Fatalf("x %v, y %v", x, y)
		}
		if n := fewestThresholdErrors(x, y); n != 3 {
			t.Fatalf("the best threshold errs on %d of %v", n, x)
		}
		heights := map[string]func(float64) float64{
			"(x+1)^2": func(v float64) float64 { return (v + 1) * (v + 1) },
			"x^2":     func(v float64) float64 { return v * v },
			"exp":     math.Exp,
			"abs":     func(v float64) float64 { return math.Abs(v + 1) },
			"x^3":     func(v float64) float64 { return v * v * v },
		}
		for name, f := range heights {
			if !separable(x, y, f) {
				t.Fatalf("x2 = %s does not separate %v", name, x)
			}
		}
		if separable(x, y, func(v float64) float64 { return 2*v + 1 }) {
			t.Fatalf("a straight line separates %v", x)
		}
		if separable(x, y, func(v float64) float64 { return math.Abs(v - 5) }) {
			t.Fatalf("a bend outside the data separates %v", x)
		}
		checkGeneric(t, x, y)
	})
}

// checkGeneric: distances from −1 differ, and class −1 is within 0.6 of it and
// class +1 at least 1.2 away.
func checkGeneric(t *rapid.T, x, y []float64) {
	var u []float64
	for i, v := range x {
		d := math.Round(10*math.Abs(v+1)) / 10
		if slices.Contains(u, d) {
			t.Fatalf("two points at distance %v from -1: %v", d, x)
		}
		u = append(u, d)
		if y[i] < 0 && d > 0.6 || y[i] > 0 && (d < 1.2 || d > 3) {
			t.Fatalf("class %v at %v", y[i], v)
		}
	}
}

func fewestThresholdErrors(x, y []float64) int {
	best := len(x)
	for _, cut := range append(slices.Clone(x), math.Inf(1)) {
		wrong := 0
		for i := range x {
			if (x[i] >= cut) != (y[i] > 0) {
				wrong++
			}
		}
		best = min(best, wrong, len(x)-wrong)
	}
	return best
}

// separable decides by brute force whether a line through two of the points
// (x, f(x)), moved a little to either side, separates the classes.
func separable(x, y []float64, f func(float64) float64) bool {
	for i := range x {
		for j := range x {
			if y[i] == y[j] {
				continue
			}
			for _, angle := range []float64{1e-6, -1e-6} {
				if separatedAround(x, y, f, i, j, angle) {
					return true
				}
			}
		}
	}
	return separatedHorizontally(x, y, f)
}

// separatedAround tries the line through points i and j, turned by a small
// angle about their middle so that it passes between them.
func separatedAround(x, y []float64, f func(float64) float64, i, j int, angle float64) bool {
	mx, mz := (x[i]+x[j])/2, (f(x[i])+f(x[j]))/2
	slope := (f(x[j])-f(x[i]))/(x[j]-x[i]) + angle
	side := func(k int) float64 { return f(x[k]) - mz - slope*(x[k]-mx) }
	sign := y[0] * side(0)
	for k := range x {
		if v := y[k] * side(k); v*sign <= 0 {
			return false
		}
	}
	return true
}

func separatedHorizontally(x, y []float64, f func(float64) float64) bool {
	loPos, hiNeg := math.Inf(1), math.Inf(-1)
	for k := range x {
		if y[k] > 0 {
			loPos = math.Min(loPos, f(x[k]))
		} else {
			hiNeg = math.Max(hiNeg, f(x[k]))
		}
	}
	return loPos > hiNeg
}

// The line x₁ + x₂ = 0 separates the built-in blobs.
func TestSeparableBlobs(t *testing.T) {
	s := MustBuiltin("blobs_sep")
	for i, p := range s.Points() {
		if s.Label(i)*(p[0]+p[1]) <= 0 {
			t.Errorf("%v is labelled %v", p, s.Label(i))
		}
	}
}

func TestOverlappingBlobsOverlap(t *testing.T) {
	s := BlobsOverlapping(20000, 3)
	wrong := 0
	for i, p := range s.Points() {
		if s.Label(i)*(p[0]+p[1]) <= 0 {
			wrong++
		}
	}
	// P(N(0,1) > √2/1.3) = 0.1383
	if share := float64(wrong) / 20000; math.Abs(share-0.1383) > 0.01 {
		t.Errorf("share on the wrong side %v", share)
	}
}

// The parabola divides its classes, with a gap.
func TestParabolaSides(t *testing.T) {
	s := ParabolaSides(200, 3)
	for i, x := range s.Points() {
		if d := s.Label(i) * (x[0] - x[1]*x[1] - 5); d < 0.6-1e-5 || x[0] < 0 || x[0] > 16 || math.Abs(x[1]) > 3 {
			t.Errorf("%v of class %v is %v from the curve", x, s.Label(i), d)
		}
	}
}
