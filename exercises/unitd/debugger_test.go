package unitd

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// TestTour_toolsAnswerTheQuestions checks that the debugger gives the answers of the
// tour in the way that its hints describe.
func TestTour_toolsAnswerTheQuestions(t *testing.T) {
	for seed := range uint64(60) {
		tour := newTour(seed)
		for text, want := range map[string]int{"clip == H": tour.firstHigh, "clip == L": tour.firstLow} {
			b := must.Value(tour.run.ParseCondition(text))
			stopped, err := tour.run.Extend(context.Background(), 500, b)
			check.That(t, err == nil && stopped.Len()-1 == want,
				"seed %d: %s stops at %d, want %d as in the lesson (error %v)", seed, text, stopped.Len()-1, want,
				err)
		}
		long := must.Value(tour.run.Extend(context.Background(), tour.forkStep+1, exercises.Condition{}))
		v := tour.vars()
		f := must.Value(long.(stage.Run).Preview(tour.forkStep, exercises.Answers{"k": v.Text("k"), "l": v.Text("l")}))
		var notes []string
		for _, n := range f.Notes {
			notes = append(notes, n.String())
		}
		all := strings.Join(notes, "\n")
		if !strings.Contains(all, "Δg = "+anatomy.Num(tour.forkGain)) ||
			!strings.Contains(all, "Pair ("+v.Text("ownK")+", "+v.Text("ownL")+") would gain Δg = "+v.Text("ownGain")) {
			t.Errorf("seed %d: want Δg = %v in the notes, got\n%s", seed, tour.forkGain, all)
		}
	}
}

// TestTour_keysAnswerTheTasks checks that the stage shows the answer to each task of
// the tour after its key.
func TestTour_keysAnswerTheTasks(t *testing.T) {
	for seed := range uint64(30) {
		tour := newTour(seed)
		v := tour.vars()
		end := must.Value(tour.run.Extend(t.Context(), 5000, exercises.Condition{}))
		if _, done := end.Done(); !done || v.Text("last") != strconv.Itoa(end.Len()-1) {
			t.Errorf("seed %d: the run ends at %d, want %s as in the lesson", seed, end.Len()-1, v.Text("last"))
		}
		pair := "pair (" + strings.Trim(v.Text("pair"), "{}") + ")"
		if status := end.Frame(3).Status.String(); !strings.Contains(status, pair) {
			t.Errorf("seed %d: want %s in the status, got %q", seed, pair, status)
		}
		var why strings.Builder
		for _, l := range end.Frame(tour.whyStep).Why() {
			why.WriteString(l.String() + " ")
		}
		if !strings.Contains(why.String(), "l = "+v.Text("askedL")) ||
			!strings.Contains(why.String(), "runner-up, "+v.Text("second")+",") {
			t.Errorf("seed %d: want the runner-up %s of step %d in the reasons, got\n%s", seed, v.Text("second"),
				tour.whyStep, why.String())
		}
		fork, err := end.(stage.Run).Fork(t.Context(), tour.forkStep,
			exercises.Answers{"k": v.Text("k"), "l": v.Text("l")})
		check.OK(t, err)
		if fork, err = fork.Extend(t.Context(), 5000, exercises.Condition{}); err != nil ||
			v.Text("forked") != strconv.Itoa(fork.Len()-1) {
			t.Errorf("seed %d: the branch ends at %d, want %s as in the lesson (error %v)", seed, fork.Len()-1,
				v.Text("forked"), err)
		}
	}
}
