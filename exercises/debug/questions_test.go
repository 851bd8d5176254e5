package debug

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

// TestTheTruthIsAccepted: what the quiz and the form take for right is what
// the run goes on with, forked or not.
func TestTheTruthIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		if r.Len() < 2 {
			return
		}
		i := rapid.IntRange(0, r.Len()-2).Draw(t, "i")
		steps := r.Questions(i)
		if by := r.ByHand(i); by != nil {
			steps = append(steps, by)
		}
		if r.opens(i+1) && len(steps) > 0 {
			t.Errorf("frame %d only takes up what was there, and %d questions are asked about it", i+1, len(steps))
		}
		for _, q := range steps {
			info := q.Info()
			if got := q.Check(context.Background(), info.Reference); !got.Accepted {
				t.Errorf("%s: the reference %v is not accepted: %v", info.Name, info.Reference, got.Fact)
			}
			if got := q.Check(context.Background(), exercises.Answers{}); got.Accepted {
				t.Errorf("%s: nothing is accepted", info.Name)
			}
		}
	})
}
