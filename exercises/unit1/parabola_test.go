package unit1

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/lessontest"
)

// changes counts the signs that f changes at on [−50, 50].
func changes(f func(float64) float64) int {
	n, before := 0, 0.0
	for i := range 100_001 {
		v := f(-50 + float64(i)/1000)
		if v*before < 0 {
			n++
		}
		if v != 0 {
			before = v
		}
	}
	return n
}

// TestParabola_isALineOfThePlane checks what 1.3 says about the lines of its plane, for
// random lines and for vertical and touching ones.
func TestParabola_isALineOfThePlane(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	for range 100 {
		w1, w2, b, x := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), 3*r.NormFloat64()
		line := w1*x + w2*(x+1)*(x+1) + b
		if q := (parabola{w2, w1 + 2*w2, w2 + b}); math.Abs(q.at(x)-line) > 1e-9*(1+math.Abs(line)) {
			t.Fatalf("x = %v: the line is %v, want %v as the quadratic", x, line, q.at(x))
		}
		if n := changes(func(x float64) float64 { return w1*x + b }); n != 1 && math.Abs(b/w1) < 50 {
			t.Errorf("a vertical line changes the sign %d times, want 1", n)
		}
		at := 2 * r.NormFloat64() // the line that touches the curve there
		if n := changes(func(x float64) float64 { return (x+1)*(x+1) - (at+1)*(at+1) - 2*(at+1)*(x-at) + 1e-9 }); n !=
			0 {
			t.Errorf("a line that touches the curve changes the sign %d times, want 0", n)
		}
	}
}

// TestRootsScene_showsTheQuadratic checks that the stage that asks for roots shows the
// formula and the parabola, and only the cuts that are typed.
func TestRootsScene_showsTheQuadratic(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		step := opened(t, "1.3", "roots", seed)
		in := step.Info()
		if formula := "x₁² + 2x₁ "; !strings.Contains(lessontest.TextOf(in.Text), formula) {
			t.Fatalf("got the text %q, want %q in it", lessontest.TextOf(in.Text), formula)
		}
		for _, tt := range []struct {
			typed exercises.Answers
			cuts  int
			note  string
		}{
			{nil, 0, "cut at your roots"},
			{exercises.Answers{"right": "0"}, 1, "cut at your roots"},
			{exercises.Answers{"left": "-9", "right": "9"}, 2, "6 of 9 points"},
			{in.Reference, 2, "0 of 9 points"},
		} {
			s := step.Scene(t.Context(), tt.typed)
			curve, line := s.Figures[0].Plot.(ascii.Map).Curves[0], s.Figures[1].Plot.(ascii.NumberLine)
			if len(line.Roots) != tt.cuts || !strings.Contains(lessontest.Text(s.Notes), tt.note) {
				t.Errorf("seed %d, %v: got the cuts %v and notes %s, want %d cuts and %q", seed, tt.typed, line.Roots,
					lessontest.Text(s.Notes), tt.cuts, tt.note)
			}
			if tt.cuts == 2 && tt.typed["left"] == in.Reference["left"] {
				for _, x := range line.Roots {
					if math.Abs(curve.F(x)) > 1e-9 {
						t.Errorf("seed %d: the parabola is %v at the root %v, want 0", seed, curve.F(x), x)
					}
				}
			}
		}
		for i := range set.Len() {
			curve := step.Scene(t.Context(), nil).Figures[0].Plot.(ascii.Map).Curves[0]
			if curve.F(set.Point(i)[0])*set.Label(i) <= 0 {
				t.Errorf("seed %d: the parabola has the wrong sign at %v, want that of class %v", seed,
					set.Point(i)[0], set.Label(i))
			}
		}
	}
}
