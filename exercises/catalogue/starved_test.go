package catalogue

import (
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// A budget that ends in the middle of judging decides nothing, wherever it ends: a
// right answer is accepted or left undecided, a mistake is never accepted.
func TestABudgetThatEndsDecidesNothing(t *testing.T) {
	eachExercise(t, seeds(1), func(t *testing.T, e *exercises.Exercise) {
		for _, step := range e.Steps {
			info := step.Info()
			if !info.Computed() {
				continue
			}
			eachBudget(t, step, info.Reference, func(work int64, r exercises.Report) {
				if !r.Accepted && r.Verdict != exercises.Undecided && r.Verdict != exercises.Unreadable {
					t.Errorf("%s with %d units: the reference is %s: %s %v", info.Name, work, r.Verdict.Words(), r.Headline, r.Fact)
				}
			})
			for _, m := range info.Misconceptions {
				eachBudget(t, step, m.Example, func(work int64, r exercises.Report) {
					if r.Accepted {
						t.Errorf("%s with %d units: the example of %s is accepted", info.Name, work, m.ID)
					}
				})
			}
		}
	})
}

// eachBudget judges an answer with shares of the work that it takes.
func eachBudget(t *testing.T, step exercises.Step, a exercises.Answers, f func(work int64, r exercises.Report)) {
	t.Helper()
	judge := func(work int64) int64 {
		ctx := budget.With(t.Context(), budget.Limits{Work: work, Time: time.Hour})
		f(work, step.Check(ctx, a))
		return budget.In(ctx).Spent()
	}
	whole := judge(budget.Call().Work)
	for share := range int64(12) {
		judge(whole * share / 12)
	}
	judge(whole - 1)
}
