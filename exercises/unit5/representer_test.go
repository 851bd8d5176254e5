package unit5

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/testdata/support/lessontest"
)

// TestTurned_showsNoAxisFromItsEnd checks that the first view of a space shows no axis
// from its end.
func TestTurned_showsNoAxisFromItsEnd(t *testing.T) {
	for _, z := range [][2]float64{{1, 3}, {3, 2}, {2, 1}} {
		arrows := []ascii.Arrow{{To: ascii.Vector{1, 0, z[0]}}, {To: ascii.Vector{0, 1, z[1]}},
			{To: ascii.Vector{-z[0], -z[1], 1}}}
		picture := turned(nil, "", math.Sqrt(z[0]*z[0]+z[1]*z[1]+1), arrows).Figures[0].Plot.(ascii.Space)
		for _, axis := range []ascii.Vector{{1, 0, 0}, {0, 1, 0}} {
			if x := picture.Project(axis).X; math.Abs(x) < .2 {
				t.Errorf("%v, turned by %v: got the end of axis %v at %.2f from the third, want at least 0.2", z,
					picture.Turn, axis, x)
			}
		}
	}
}

// TestWorksheet_perpendicularWaits checks that u is drawn only after the direction is
// found.
func TestWorksheet_perpendicularWaits(t *testing.T) {
	step := lessontest.Step(t, lessontest.Open(t, unseenPart, "5.1", 3), "perpendicular")
	for want, a := range map[int]exercises.Answers{2: nil, 3: step.Info().Reference} {
		if got := len(step.Scene(t.Context(), a).Figures[0].Plot.(ascii.Space).Arrows); got != want {
			t.Errorf("%v: %d arrows, want %d", a, got, want)
		}
	}
}

// TestTwoSystems_areSolved checks that both systems of 5.2 can be solved at the left end
// of its slider, so that its table shows numbers.
func TestTwoSystems_areSolved(t *testing.T) {
	for seed := range uint64(20) {
		for _, size := range [][2]int{{30, 50}, {50, 30}, {20, 200}} {
			if gap, cond := twoSystems(lesson.Rand(seed, 52), size[0], size[1], 1e-12); !(gap+cond < math.Inf(1)) {
				t.Errorf("seed %d, %v: got a distance of %v and the condition number %v, want numbers", seed, size, gap, cond)
			}
		}
	}
}
