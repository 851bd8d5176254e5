package unit8

import (
	"context"
	"math/rand/v2"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"

	"kernellab/testdata/support/lessontest"
)

// TestFan_onePointDecides checks that the first point of the easy set causes the only
// update.
func TestFan_onePointDecides(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		f := newFan(randomEasySet(rand.New(rand.NewPCG(seed, 82))))
		if f.lines[0].updates != 1 {
			t.Errorf("seed %d: got %d updates, want 1", seed, f.lines[0].updates)
		}
	}
}

// TestFan_chartReachesTheBound checks for 8.2 that the chart shows the bound on the updates only
// after the student has found it.
func TestFan_chartReachesTheBound(t *testing.T) {
	s := lessontest.OpenTask(t, Unit(), "8.2", "bound", 1)
	found := s.Info().Reference
	for _, c := range []struct {
		answers exercises.Answers
		bound   bool
	}{{nil, false}, {found.WithUnjudged("bound"), false}, {found, true}} {
		chart := s.Scene(context.Background(), c.answers).Figures[1].Plot.(ascii.Chart)
		check.Equal(t, chart.HasCursor, c.bound, "%v: bound in the chart", c.answers)
	}
}
