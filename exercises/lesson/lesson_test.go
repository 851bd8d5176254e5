package lesson

import (
	"context"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// TestClock_measuresWhenAsked checks that nothing runs before the switch is turned on, that a
// cancelled clock shows nothing, that a result is stored, and that the student can measure once
// more.
func TestClock_measuresWhenAsked(t *testing.T) {
	runs, on := 0, exercises.Answers{"here": "yes"}
	way := func() error { runs++; return nil }
	c := &Clock{Name: "here", Title: "A loop", Sizes: []int{10, 20}, Methods: []string{"one", "other"},
		Prepare: func(context.Context, int) []func() error { return []func() error{way, way} }}
	if s := c.Scene(t.Context(), nil); len(s.Figures) != 1 || runs > 0 {
		t.Errorf("not asked: got %d figures and %d runs, want 1 and 0", len(s.Figures), runs)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if s := c.Scene(ended, on); len(s.Figures) > 0 {
		t.Errorf("cancelled: got %d figures, want none", len(s.Figures))
	}
	for _, turned := range []string{"yes", "again"} {
		runs = 0
		s := c.Scene(t.Context(), exercises.Answers{"here": turned})
		table, ok := s.Figures[1].Plot.(ascii.Table)
		if !ok || len(table.Rows) != 3 || len(table.Columns) != 3 || runs < 4*minClockRuns {
			t.Errorf("%s: got table %v after %d runs, want 3 rows of 3 columns after %d", turned, table, runs, 4*minClockRuns)
		}
		measured := runs
		if c.Scene(t.Context(), exercises.Answers{"here": turned}); runs != measured {
			t.Errorf("%s, seen again: got %d more runs, want none", turned, runs-measured)
		}
	}
}
