package answer

import (
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// Where judging a right φ has spent all that it may cost, nothing is said of how it
// differs from the usual one, and it stays right.
func TestPraiseWithoutBudget(t *testing.T) {
	const phi = "[√2x1x2, x2², x1², √2x2, √2x1, 1]"
	whole := budget.With(t.Context(), budget.Limits{Work: 1 << 40, Time: time.Hour})
	r := JudgeFeatures(whole, phi, QuadraticFeatures())
	if !r.Accepted || !strings.Contains(r.Fact[len(r.Fact)-1].String(), "One right φ") {
		t.Fatalf("%v", r.Fact)
	}
	silent := false
	for work := budget.In(whole).Spent(); work > 0; work-- {
		r := JudgeFeatures(budget.With(t.Context(), budget.Limits{Work: work, Time: time.Hour}), phi, QuadraticFeatures())
		if !r.Accepted && r.Verdict != exercises.Undecided && r.Verdict != exercises.Unreadable {
			t.Fatalf("with %d units: %s", work, r.Verdict.Words())
		}
		silent = silent || r.Accepted && len(r.Fact) == 1
	}
	if !silent {
		t.Error("no budget ends while the note is looked for")
	}
}
