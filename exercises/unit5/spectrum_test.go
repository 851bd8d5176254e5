package unit5

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// TestWithoutPenalty_movesTheNearPoint checks that the moved point has the distance of the
// slider, and that the notes give the length of the weights.
func TestWithoutPenalty_movesTheNearPoint(t *testing.T) {
	step := lessontest.Task(t, lessontest.Open(t, withoutPenalty, "5.4", 3), "twice")
	least := func(d string) float64 {
		s := step.Scene(t.Context(), exercises.Answers{"apart": d, "lambda": "0.1"})
		if len(s.Notes) != 2 || !strings.Contains(s.Notes[1].String(), "‖a‖") ||
			!strings.Contains(s.Notes[0].String(), "All 6") {
			t.Errorf("got notes %v, want 2, about all 6 points and ‖a‖", s.Notes)
		}
		bars := s.Figures[0].Plot.(ascii.Bars).Bars
		return math.Pow(10, bars[len(bars)-1].Value-19)
	}
	s := step.Scene(t.Context(), exercises.Answers{"apart": "1e-9", "lambda": "1e-18"})
	if !strings.Contains(s.Notes[0].String(), "singular") || !strings.Contains(s.Notes[1].String(), "The shortest") {
		t.Errorf("at the smallest distance: got notes %v, want a singular K and the shortest weights", s.Notes)
	}
	if near, far := least("0.001"), least("1"); math.Abs(near-0.1) > 1e-5 || far < near {
		t.Errorf("got the smallest eigenvalue %v for near points, want 0.1, and %v for far ones, want more", near, far)
	}
}
