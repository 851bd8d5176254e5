package unit7

import (
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/lesson"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// The flags of 7.7 follow from t, α and C by the formulas alone.
func TestFlagTask_flagsByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := newUpdatePrediction(seed)
		reference := lessontest.OpenTask(t, Unit(), "7.7", "may", seed).Info().Reference
		atC := false
		for i, alpha := range p.Alpha {
			grows, shrinks := alpha < p.solver.C, alpha > 0
			if p.set.Label(i) < 0 {
				grows, shrinks = shrinks, grows
			}
			want := map[[2]bool]string{{true, false}: "up", {false, true}: "low", {true, true}: "both"}[[2]bool{grows,
				shrinks}]
			if got := reference["may"+lesson.PointNumber(i)]; got != want {
				t.Errorf("seed %d, point %d: got flag %q, want %q (by hand)", seed, i+1, got, want)
			}
			atC = atC || alpha == p.solver.C
		}
		check.That(t, atC, "seed %d: got no α at C, want at least one", seed)
	}
}

// In 7.8, a point is flagged if and only if the step with this point moves. The better partner is
// flagged, and the partner of the printed rule is not.
func TestStall_partnersByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		s := newStall(seed, 3, stall.isClear)
		k := s.stuckStep.K
		for i := range s.Len() {
			moves := false
			if i != k {
				after := anatomy.Pair{SMOState: s.SMOState, K: k, L: i}.Derivation().Values()
				moves = math.Abs(after["alnew"]-s.Alpha[i]) > 1e-12
			}
			check.Equal(t, s.flags().flag(i) == "yes", moves, "seed %d, k = %d, point %d: flagged", seed, k+1, i+1)
		}
		if s.flags().flag(s.repairedL) != "yes" || s.flags().flag(s.stuckStep.L) != "no" {
			t.Errorf("seed %d: got flag %q for the better partner and %q for the printed rule's, want \"yes\" and \"no\"",
				seed, s.flags().flag(s.repairedL), s.flags().flag(s.stuckStep.L))
		}
	}
}

// One wrong flag is enough to recognise the only rule that explains it. Flags that no rule explains
// have no misconception. A column that is not complete is not judged.
func TestFlagTask_tracesFlagsToARule(t *testing.T) {
	s := lessontest.OpenTask(t, Unit(), "7.7", "may", 1)
	for _, m := range exercises.Distinguishable(t.Context(), s) {
		r := lessontest.Report(s, m.Example)
		check.That(t, r.Misconception == m.ID,
			"%s: got misconception %q, want its own name", m.ID, r.Misconception)
		if m.ID == "by-error" {
			continue
		}
		for name, flag := range m.Example {
			if flag == s.Info().Reference[name] {
				continue
			}
			r := lessontest.Report(s, s.Info().Reference.With(name, flag))
			check.That(t, r.Misconception != "" && r.Fields[name].Message != "",
				"%s in one cell: got misconception %q and message %q, want a name and a message", m.ID,
				r.Misconception, r.Fields[name].Message)
		}
	}
	opposite := exercises.Answers{}
	for name, flag := range s.Info().Reference {
		opposite[name] = map[string]string{"up": "low", "low": "both", "both": "up"}[flag]
	}
	if r := lessontest.Report(s, opposite); r.Accepted || r.Misconception != "" {
		t.Errorf("flags of no rule: got accepted %v, misconception %q, want neither", r.Accepted, r.Misconception)
	} else if first, last := r.Fields["may1"].Message,
		r.Fields["may6"].Message; !strings.Contains(first, "α = ") || first == last {
		t.Errorf("two rows that no rule explains: got %q and %q, want different messages with the α of each row",
			first, last)
	}
	if r := lessontest.Report(s, exercises.Answers{"may1": opposite["may1"]}); r.Verdict.CountsAsAttempt() {
		t.Errorf("one flag of nine: got verdict %v, want one that does not count", r.Verdict)
	}
}
