package stage

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

// TestUpToTellsNothingOfWhatCame: forked or not, a run up to a frame says of it
// what the whole run says, and no chart has a value beyond it.
func TestUpToTellsNothingOfWhatCame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		i := rapid.IntRange(0, r.Len()-1).Draw(t, "i")
		past := r.UpTo(i).(Run)
		if past.Len() != i+1 {
			t.Fatalf("%d frames up to frame %d", past.Len(), i)
		}
		whole, cut := r.Frame(i), past.Frame(i)
		if a, b := whole.Status.String(), cut.Status.String(); a != b {
			t.Errorf("status %q, was %q", b, a)
		}
		for _, f := range cut.Figures {
			c, ok := f.Plot.(ascii.Chart)
			if !ok || !c.HasCursor || c.XLabel != "step" {
				continue
			}
			for _, s := range c.Series {
				for _, x := range s.X {
					if x > float64(i) {
						t.Fatalf("%q, up to step %d, has a value at step %v", f.Title, i, x)
					}
				}
			}
		}
	})
}
