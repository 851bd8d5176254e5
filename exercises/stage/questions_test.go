package stage

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

// TestAStepThatWasChosenIsNotAskedFor; one that took its place is again.
func TestAStepThatWasChosenIsNotAskedFor(t *testing.T) {
	r := extended(t, beginnings()["smo second-order"], 3)
	forked := func(from Run, a exercises.Answers) Run {
		t.Helper()
		next, err := from.Fork(t.Context(), 1, a)
		if err != nil {
			t.Fatal(err)
		}
		return next.(Run)
	}
	if len(r.Questions(1)) == 0 {
		t.Fatal("nothing is asked about the solver's own step")
	}
	chosen := forked(r, exercises.Answers{"k": "1", "l": "9", "C": "2"})
	if qs := chosen.Questions(1); len(qs) != 0 {
		t.Errorf("%d questions on what rule leads to a pair that was chosen", len(qs))
	}
	if qs := forked(chosen, exercises.Answers{"C": "3"}).Questions(1); len(qs) == 0 {
		t.Error("the solver steps again, and nothing is asked about it")
	}
}
