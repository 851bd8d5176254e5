package catalogue

import (
	"math/rand/v2"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/testdata/support/check"
)

// testableRun is what every run must offer beyond its frames.
type testableRun interface {
	exercises.Run
	exercises.ConditionParser
	exercises.Predictions
	exercises.Export
	Invariants(i int) []exercises.Invariant
}

// checkRun tests the run on the stage of a task. Its laws must hold, its questions must accept the
// truth, and its conditions must be readable and hold where the run stops. Package stage tests
// forks, exports and run files for every solver. The bug hunt omits some of these abilities and has
// its own tests.
func checkRun(t *testing.T, s task) {
	if s.scene.Run == nil || s.exercise.ID == "D.2" {
		return
	}
	whole, ok := exercises.ExtendTo(t.Context(), s.scene.Run, 12).(testableRun)
	check.Must(t, ok, "got a run of type %T, want one that can be questioned", s.scene.Run)
	r := rand.New(rand.NewPCG(1, uint64(len(s.info.Name))))
	checkSteps(t, "run", whole, r)
	for _, c := range s.scene.Controls {
		for _, choice := range c.Choices {
			run := s.Scene(t.Context(), exercises.Answers{c.Name: choice.Value}).Run
			if run == nil || choice.Value == c.Value {
				continue
			}
			if other, ok := exercises.ExtendTo(t.Context(), run, 4).(testableRun); ok {
				checkSteps(t, c.Name+" "+choice.Value, other, r)
			} else {
				t.Errorf("%s %s: got a run of type %T, want one that can be questioned", c.Name, choice.Value, run)
			}
		}
	}
	checkConditions(t, s.scene.Run, whole)
	_, forks := whole.(stage.Run)
	if _, course := whole.(stage.ComputationRun); !forks && !course {
		t.Errorf("got a run of type %T, want one that can be forked or a course", whole)
	}
}

// checkSteps tests the reasons, the invariants and the questions of a few frames.
func checkSteps(t *testing.T, where string, run testableRun, r *rand.Rand) {
	t.Helper()
	for _, i := range []int{0, r.IntN(run.Len()), r.IntN(run.Len()), run.Len() - 1} {
		f := run.Frame(i)
		check.That(t, len(f.Status) != 0 && len(f.Formula) != 0 && f.Why != nil && len(f.Why()) != 0,
			"%s frame %d: status %v, formula %v, reasons %v, want all", where, i, f.Status, f.Formula, f.Why != nil)
		laws := map[string]bool{}
		for _, law := range run.Invariants(i) {
			check.That(t, law.Holds && !laws[law.Name],
				"%s frame %d: law %s = %s (listed twice: %v): %s, want it once and to hold", where, i,
				law.Law.String(), law.Value, laws[law.Name], law.Note)
			laws[law.Name] = true
		}
		if shown, ok := run.(stage.Run); len(laws) == 0 && (!ok || shown.Abilities().LedgerReplacement == "") {
			t.Errorf("%s frame %d: got no laws, want some", where, i)
		}
		if i+1 >= run.Len() {
			continue
		}
		if short := run.UpTo(i); short.Len() != i+1 {
			t.Errorf("%s up to %d: got %d frames, want %d", where, i, short.Len(), i+1)
		}
		questions := run.Questions(i)
		if by := run.ByHand(i); by != nil {
			questions = append(questions, by)
		}
		check.That(t, len(questions) != 0, "%s frame %d: got no questions, want some", where, i)
		for _, q := range questions {
			check.That(t, q.Check(t.Context(), q.Info().Reference).Accepted && !q.Check(t.Context(), nil).Accepted,
				"%s frame %d, %s: want the truth accepted and an empty answer refused", where, i, q.Info().Name)
		}
	}
}

// checkConditions extends a run until each condition that it offers. Each condition must be
// readable. It must hold at the last frame and at no earlier one, unless the run has reached the
// number of steps asked for.
func checkConditions(t *testing.T, start exercises.Run, whole testableRun) {
	t.Helper()
	breaks := whole.Conditions()
	if course, ok := start.(stage.ComputationRun); ok {
		if len(breaks) == 0 {
			t.Error("got no conditions in a course, want some")
		}
		for _, b := range breaks {
			if read, err := course.ParseCondition(b.Name); err != nil || read.Name != b.Name {
				t.Errorf("ParseCondition(%q) = %q, error %v, want the condition itself", b.Name, read.Name, err)
			}
		}
	}
	check.That(t, len(whole.Examples()) != 0 && len(whole.Complete("", 0)) >= 3,
		"got %d examples of conditions, want some, and at least 3 completions", len(whole.Examples()))
	for _, text := range whole.Examples() {
		b, err := whole.ParseCondition(text)
		check.That(t, err == nil && whole.ValuesAt(b, whole.Len()-1) != "",
			"condition %q: reading %q, error %v, want a reading", text, whole.ValuesAt(b, whole.Len()-1), err)
		breaks = append(breaks, b)
	}
	for _, b := range breaks {
		stopped, err := start.Extend(t.Context(), 60, b)
		check.Must(t, err == nil, "until %q: got error %v, want none", b.Name, err)
		last := stopped.Len() - 1
		for i := start.Len(); i < last; i++ {
			check.That(t, !stopped.Holds(i, b),
				"until %q: it holds at %d, and the run goes on to %d, want it to stop there", b.Name, i, last)
		}
		if _, done := stopped.Done(); !done && last+1 < start.Len()+60 && !stopped.Holds(last, b) {
			t.Errorf("until %q: stopped at %d, where it does not hold, want it to go on", b.Name, last)
		}
	}
}
