package catalogue

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// questioned is what every run offers beyond its frames.
type questioned interface {
	exercises.Run
	exercises.Breakpoints
	exercises.Predictions
	exercises.Export
	Invariants(i int) []exercises.Invariant
}

// checkRun asks the run on the stage of a task everything: its laws hold, the
// truth is accepted, conditions can be read and hold where the run stops, forks
// go where they say, and what is written down replays bit by bit. Those of the
// bug hunt do without some of that and have their own tests.
func checkRun(t *testing.T, s task) {
	if s.scene.Run == nil || s.exercise.ID == "D.2" {
		return
	}
	whole, ok := exercises.Reach(t.Context(), s.scene.Run, 12).(questioned)
	if !ok {
		t.Fatalf("a %T cannot be questioned", s.scene.Run)
	}
	r := rand.New(rand.NewPCG(1, uint64(len(s.info.Name))))
	checkSteps(t, "run", whole, r)
	for _, c := range s.scene.Controls {
		for _, choice := range c.Choices {
			run := s.Scene(t.Context(), exercises.Answers{c.Name: choice.Value}).Run
			if run == nil || choice.Value == c.Value {
				continue
			}
			if other, ok := exercises.Reach(t.Context(), run, 4).(questioned); ok {
				checkSteps(t, c.Name+" "+choice.Value, other, r)
			} else {
				t.Errorf("%s %s: a %T cannot be questioned", c.Name, choice.Value, run)
			}
		}
	}
	checkExports(t, whole)
	checkConditions(t, s.scene.Run, whole)
	if run, ok := whole.(stage.Run); ok {
		checkForks(t, run, r)
	} else if _, ok := whole.(stage.Course); !ok {
		t.Errorf("a %T can neither be forked nor is it a course", whole)
	}
}

// forked is what a fork is called. At the step where it was forked it need not
// have reasons or questions.
const forked = "fork"

// checkSteps looks at the reasons, the ledger and the questions of a few frames.
func checkSteps(t *testing.T, where string, run questioned, r *rand.Rand) {
	t.Helper()
	for _, i := range []int{0, r.IntN(run.Len()), r.IntN(run.Len()), run.Len() - 1} {
		f := run.Frame(i)
		if len(f.Status) == 0 || len(f.Formula) == 0 || where != forked && (f.Why == nil || len(f.Why()) == 0) {
			t.Errorf("%s frame %d: status %v, formula %v, reasons %v, want all", where, i, f.Status, f.Formula, f.Why != nil)
		}
		laws := map[string]bool{}
		for _, law := range run.Invariants(i) {
			if !law.Holds || laws[law.Name] {
				t.Errorf("%s frame %d: %s = %s, twice %v: %s", where, i, law.Law.String(), law.Value, laws[law.Name], law.Note)
			}
			laws[law.Name] = true
		}
		if len(laws) == 0 {
			t.Errorf("%s frame %d: no laws", where, i)
		}
		if i+1 >= run.Len() {
			continue
		}
		if short := run.UpTo(i); short.Len() != i+1 {
			t.Errorf("%s up to %d has %d frames", where, i, short.Len())
		}
		questions := run.Questions(i)
		if by := run.ByHand(i); by != nil {
			questions = append(questions, by)
		}
		if len(questions) == 0 && where != forked {
			t.Errorf("%s frame %d: no questions", where, i)
		}
		for _, q := range questions {
			if !q.Check(t.Context(), q.Info().Reference).Accepted || q.Check(t.Context(), nil).Accepted {
				t.Errorf("%s frame %d, %s: the truth is not accepted, or nothing is", where, i, q.Info().Name)
			}
		}
	}
}

// checkExports writes the steps down: a line each, and in CSV a header.
func checkExports(t *testing.T, run questioned) {
	t.Helper()
	for format, heads := range map[string]int{"csv": 1, "jsonl": 0} {
		var out strings.Builder
		err := run.Write(&out, format, nil)
		if got, want := strings.Count(out.String(), "\n"), run.Len()+heads; err != nil || got != want {
			t.Errorf("as %s it has %d lines, want %d: %v", format, got, want, err)
		}
	}
	if run.Write(io.Discard, "odt", nil) == nil || strings.TrimPrefix(strings.Join(run.Formats(), " "), "run ") != "csv jsonl" {
		t.Errorf("it is written as %v, and as odt", run.Formats())
	}
}

// checkConditions extends a run to every condition that it offers: each can be
// read, holds at the last frame and at none before, or the run has gone as far
// as it was asked.
func checkConditions(t *testing.T, start exercises.Run, whole questioned) {
	t.Helper()
	breaks := whole.Breaks()
	if course, ok := start.(stage.Course); ok {
		if len(breaks) == 0 {
			t.Error("a course without conditions")
		}
		for _, b := range breaks {
			if read, err := course.Watch(b.Name); err != nil || read.Name != b.Name {
				t.Errorf("Watch(%q) = %q, %v", b.Name, read.Name, err)
			}
		}
	}
	if len(whole.Examples()) == 0 || len(whole.Complete("", 0)) < 3 {
		t.Error("no conditions are shown")
	}
	for _, text := range whole.Examples() {
		b, err := whole.Watch(text)
		if err != nil || whole.Reading(b, whole.Len()-1) == "" {
			t.Errorf("condition %q has the reading %q: %v", text, whole.Reading(b, whole.Len()-1), err)
		}
		breaks = append(breaks, b)
	}
	for _, b := range breaks {
		stopped, err := start.Extend(t.Context(), 60, b)
		if err != nil {
			t.Fatalf("until %q: %v", b.Name, err)
		}
		last := stopped.Len() - 1
		for i := start.Len(); i < last; i++ {
			if stopped.Holds(i, b) {
				t.Errorf("until %q: it holds at %d, and the run went on to %d", b.Name, i, last)
			}
		}
		if _, done := stopped.Done(); !done && last+1 < start.Len()+60 && !stopped.Holds(last, b) {
			t.Errorf("until %q: it stopped at %d for nothing", b.Name, last)
		}
	}
}

// checkForks takes some steps otherwise: the forks keep the laws, can be compared
// with the run, and replay from what is written down.
func checkForks(t *testing.T, run stage.Run, r *rand.Rand) {
	t.Helper()
	checkReplay(t, run)
	for range 6 {
		at, a := r.IntN(run.Len()), exercises.Answers{}
		for _, c := range run.Options(at, nil) {
			if c.Name != "clip" && r.IntN(2) == 0 { // without it the laws do not hold
				a[c.Name] = c.Nudge(r.IntN(7) - 3)
			}
		}
		fork, err := run.Fork(t.Context(), at, a)
		if err != nil {
			if _, seen := run.Preview(at, a); seen != nil && strings.Contains(seen.Error(), "panic") {
				t.Errorf("fork %v at %d: %v", a, at, seen)
			}
			continue
		}
		on, err := fork.Extend(t.Context(), 6, exercises.Break{})
		if err != nil {
			t.Fatalf("fork %v at %d: %v", a, at, err)
		}
		f := on.(stage.Run)
		checkSteps(t, forked, f, r)
		checkReplay(t, f)
		c, ok := run.Compare(f, min(at+2, run.Len()-1))
		if !ok || len(c.Facts) == 0 {
			t.Errorf("fork %v at %d cannot be compared", a, at)
		}
		checkFigures(t, c.Figures, stageLook{sizes: []size{{60, 20}}})
	}
}

// checkReplay writes a run down and holds its replay to the same bits.
func checkReplay(t *testing.T, run stage.Run) {
	t.Helper()
	var text bytes.Buffer
	if err := run.Record(&text); err != nil {
		t.Fatal(err)
	}
	f, err := runfile.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	branches, err := stage.Replay(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := stage.Diff(run, branches[len(branches)-1].Run); !d.Same {
		t.Errorf("the replay differs: %v", d.Words)
	}
}

// TestLiftingWalksBothWays: the run of 1.4 shows the primal perceptron and is
// questioned in the dual. The two take the same steps.
func TestLiftingWalksBothWays(t *testing.T) {
	lib, found := library(t), 0
	for _, seed := range seeds(thorough(5, 20)) {
		for _, s := range tasksOf(t.Context(), open(t, lib, "1.4", exercises.Options{Seed: seed})) {
			if s.scene.Run == nil {
				continue
			}
			found++
			traces := exercises.Reach(t.Context(), s.scene.Run, 3000).(stage.Run).Traces()
			for i := range traces[0].Len() {
				dual, primal := traces[0].At(i).Detail.(*solvers.PerceptronDetail), traces[1].At(i).Detail.(*solvers.PerceptronDetail)
				if dual.Point != primal.Point || dual.Errors != primal.Errors {
					t.Fatalf("seed %d step %d: the dual visits point %d with %d errors, the primal %d with %d", seed, i, dual.Point+1, dual.Errors, primal.Point+1, primal.Errors)
				}
			}
		}
	}
	if found == 0 {
		t.Error("1.4 has no run")
	}
}
