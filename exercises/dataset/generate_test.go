package dataset

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// generators lists the generators with fixed sizes.
func generators() map[string]func(seed uint64) *Set {
	return map[string]func(uint64) *Set{
		"worksheet1d":   Worksheet1D,
		"moons":         func(seed uint64) *Set { return Moons(40, 0.15, seed) },
		"circles":       func(seed uint64) *Set { return Circles(41, 0.15, seed) },
		"blobs_overlap": func(seed uint64) *Set { return BlobsOverlapping(40, seed) },
		"sine_reg":      func(seed uint64) *Set { return SineReg(40, 0.15, seed) },
		"parabola":      func(seed uint64) *Set { return ParabolaSides(40, seed) },
		"digits":        func(seed uint64) *Set { return Digits(5, seed) },
	}
}

func TestGenerators_followTheSeed(t *testing.T) {
	for name, draw := range generators() {
		rapid.Check(t, func(t *rapid.T) {
			seed := rapid.Uint64().Draw(t, "seed")
			s := draw(seed)
			check.Must(t, sameSet(s, draw(seed)), "%s: got two different sets of seed %d, want one", name, seed)
			if name != "worksheet1d" && sameSet(s, draw(seed+1)) {
				t.Fatalf("%s: got the same set for seeds %d and %d, want two", name, seed, seed+1)
			}
			if neg, pos := s.ClassCounts(); s.Task() == Classification && name != "worksheet1d" && pos-neg != s.Len()%2 {
				t.Fatalf("%s: got %d and %d points of a class, want equally many", name, neg, pos)
			}
		})
	}
}

// TestGenerators_stayTheSame checks that a seed draws the same set after an update and on
// every platform. The checksums are those of the first version.
func TestGenerators_stayTheSame(t *testing.T) {
	want := map[string]string{
		"worksheet1d":   "da6644904d434b0a",
		"moons":         "c91ffeae5f8e7adc",
		"circles":       "16a7423f51d39fe0",
		"blobs_overlap": "14ea35098654cb15",
		"sine_reg":      "3cba0fd72be0a852",
		"parabola":      "cf52ed4cc7bbb997",
		"digits":        "5bf44f163942e23f",
	}
	for name, draw := range generators() {
		var b strings.Builder
		check.OK(t, WriteCSV(&b, draw(41)))
		check.Equal(t, fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:16], want[name], "%s: the checksum", name)
	}
}

func TestWorksheet1D_isEquallyHardForEverySeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Worksheet1D(rapid.Uint64().Draw(t, "seed"))
		x, y := s.Column(0), s.Labels()
		check.Must(t, slices.IsSorted(x) && slices.Equal(y, []float64{1, 1, 1, -1, -1, -1, 1, 1, 1}),
			"got x %v, y %v, want x in order and three points of each class, +1, −1, +1", x, y)
		if n := fewestThresholdErrors(x, y); n != 3 {
			t.Fatalf("best threshold: got %d errors on %v, want 3", n, x)
		}
		heights := map[string]func(float64) float64{
			"(x+1)^2": func(v float64) float64 { return (v + 1) * (v + 1) },
			"x^2":     func(v float64) float64 { return v * v },
			"exp":     math.Exp,
			"abs":     func(v float64) float64 { return math.Abs(v + 1) },
			"x^3":     func(v float64) float64 { return v * v * v },
		}
		for name, f := range heights {
			check.Must(t, isSeparable(t, x, y, f), "x2 = %s: want it to separate %v", name, x)
		}
		if isSeparable(t, x, y, func(v float64) float64 { return 2*v + 1 }) {
			t.Fatalf("2v + 1: want it not to separate %v", x)
		}
		if isSeparable(t, x, y, func(v float64) float64 { return math.Abs(v - 5) }) {
			t.Fatalf("|v − 5|: want it not to separate %v", x)
		}
		checkGeneric(t, x, y)
	})
}

// checkGeneric checks that no two points have the same distance from −1, that class −1 is within
// 0.6 of −1, and that class +1 is 1.2 to 3 away from −1.
func checkGeneric(t *rapid.T, x, y []float64) {
	var u []float64
	for i, v := range x {
		d := math.Round(10*math.Abs(v+1)) / 10
		check.Must(t, !slices.Contains(u, d),
			"got two points at distance %v from −1 in %v, want different distances", d, x)
		u = append(u, d)
		if y[i] < 0 && d > 0.6 || y[i] > 0 && (d < 1.2 || d > 3) {
			t.Fatalf("class %v: got a point at %v, want class −1 within 0.6 of −1 and class +1 at 1.2 to 3", y[i], v)
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

// isSeparable decides whether a line in the plane of (x, f(x)) separates the classes.
func isSeparable(t *rapid.T, x, y []float64, f func(float64) float64) bool {
	var points [][]float64
	for _, v := range x {
		points = append(points, []float64{v, f(v)})
	}
	m := must.Value(solvers.HardMargin(points, y))
	return m.Separable
}

// TestGenerators_curvesDivideTheClasses checks that a curve divides the classes of a set
// with a gap. In the last two sets every point has an opposite of the other class.
func TestGenerators_curvesDivideTheClasses(t *testing.T) {
	parabola := func(x []float64) float64 { return x[0] - x[1]*x[1] - 5 }
	for _, c := range []struct {
		set      *Set
		curve    func(x []float64) float64
		gap      float64
		opposite bool
	}{
		{MustBuiltin("blobs_sep"), func(x []float64) float64 { return x[0] + x[1] }, 1e-9, false},
		{MustBuiltin("parabola"), parabola, 0.3, false},
		{ParabolaSides(200, 3), parabola, 0.6 - 1e-5, false},
		{MustBuiltin("odd_line"), func(x []float64) float64 { return (x[0] + x[1]) / math.Sqrt2 }, 0.4 - 1e-5, true},
		{MustBuiltin("odd_wave"), func(x []float64) float64 { return x[1] - 2*math.Sin(1.5*x[0]) }, 0.4 - 1e-5, true},
	} {
		t.Run(c.set.Name(), func(t *testing.T) {
			for i, x := range c.set.Points() {
				if d := c.set.Label(i) * c.curve(x); d < c.gap {
					t.Errorf("%v of class %v is %v from the curve, want %v", x, c.set.Label(i), d, c.gap)
				}
				if z := c.set.Point(min(i^1, c.set.Len()-1)); c.opposite &&
					(x[0] != -z[0] || x[1] != -z[1] || c.set.Label(i) != -c.set.Label(i^1)) {
					t.Errorf("got %v and %v, want opposite points of different classes", x, z)
				}
			}
		})
	}
}

// TestFamilies_haveOneSpoiltMotif also checks that the classes are equally large and that
// a seed always gives the same strings.
func TestFamilies_haveOneSpoiltMotif(t *testing.T) {
	for seed := range uint64(20) {
		texts, motifs := Families(80, seed)
		again, _ := Families(80, seed)
		check.Must(t, len(texts.Train) == 40 && len(texts.HeldOut) == 40 && slices.Equal(texts.Train, again.Train),
			"seed %d: got %d and %d strings, want 40 and 40, the same each time", seed, len(texts.Train),
			len(texts.HeldOut))
		if a, b := []byte(motifs[0]), []byte(motifs[1]); commonLength(motifs[0], motifs[1]) > 2 || !sameLetters(a, b) {
			t.Errorf("seed %d: got motifs %v, want different ones of the same letters", seed, motifs)
		}
		var sum float64
		for _, one := range slices.Concat(texts.Train, texts.HeldOut) {
			family := int(1-one.Label) / 2
			if n := len(one.Letters); n < 16 || n > 24 || strings.Trim(one.Letters, "ACGT") != "" ||
				!hasSpoilt(one.Letters, motifs[family]) {
				t.Errorf("seed %d: got %v, want 16 to 24 letters ACGT with one letter of %s changed", seed, one,
					motifs[family])
			}
			sum += one.Label
		}
		check.Equal(t, sum, 0, "seed %d: sum of the labels", seed)
	}
}

func sameLetters(a, b []byte) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// hasSpoilt reports whether a string contains the motif with at most one letter changed.
func hasSpoilt(s, motif string) bool {
	for i := 0; i+len(motif) <= len(s); i++ {
		off := 0
		for j := range motif {
			if s[i+j] != motif[j] {
				off++
			}
		}
		if off <= 1 {
			return true
		}
	}
	return false
}

// TestLanguages_haveDistinctWords also checks that both languages have equally many words.
func TestLanguages_haveDistinctWords(t *testing.T) {
	texts := Languages()
	seen, sum := map[string]bool{}, 0.0
	for _, one := range slices.Concat(texts.Train, texts.HeldOut) {
		check.That(t, !seen[one.Letters] && strings.Trim(one.Letters, "abcdefghijklmnopqrstuvwxyz") == "",
			"got the word %v, want letters a to z, and each word once", one)
		seen[one.Letters], sum = true, sum+one.Label
	}
	check.That(t, len(texts.Train) == len(texts.HeldOut) && sum == 0,
		"got %d and %d words with labels of sum %v, want equally many and 0", len(texts.Train), len(texts.HeldOut),
		sum)
}
