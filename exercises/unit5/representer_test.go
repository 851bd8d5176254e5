package unit5

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// TestWorksheet_perpendicularWaits checks that u is drawn only after the direction is
// found.
func TestWorksheet_perpendicularWaits(t *testing.T) {
	step := lessontest.Task(t, lessontest.Open(t, planeOfPoints, "5.1", 3), "perpendicular")
	for want, a := range map[int]exercises.Answers{2: nil, 3: step.Info().Reference} {
		if got := len(step.Scene(t.Context(), a).Figures[0].Plot.(ascii.Space).Arrows); got != want {
			t.Errorf("%v: %d arrows, want %d", a, got, want)
		}
	}
}
