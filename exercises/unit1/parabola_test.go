package unit1

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/lessontest"
)

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
