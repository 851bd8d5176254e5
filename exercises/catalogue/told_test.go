package catalogue

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/stage"
)

// told is what every run offers beyond its frames.
type told interface {
	exercises.Run
	exercises.Holder
	exercises.Ledger
	exercises.Watcher
	exercises.Exampler
	exercises.Quiz
	exercises.Apprentice
	exercises.Shortener
	exercises.Exporter
}

// TestEveryRunIsTold walks the run of every step of every exercise, but for those of
// the bug hunt, which do without some: there are reasons, books that are right,
// conditions that can be read and that hold where the run stops, and questions to
// which the truth is an answer.
func TestEveryRunIsTold(t *testing.T) {
	runs := 0
	eachRun(t, func(where string, s exercises.Step, scene exercises.Scene) {
		checkChoices(t, where, s, scene.Controls)
		whole, ok := exercises.Reach(t.Context(), scene.Run, 12).(told)
		if !ok {
			t.Errorf("%s: a %T cannot be questioned", where, scene.Run)
			return
		}
		runs++
		checkTold(t, where, whole)
		checkWritten(t, where, whole)
		if c, ok := scene.Run.(stage.Course); ok {
			readBreaks(t, where, c)
		}
		for _, b := range append(typedBreaks(t, where, whole), whole.Breaks()...) {
			checkStop(t, where, scene.Run, b)
		}
	})
	if runs < 12 {
		t.Errorf("only %d runs", runs)
	}
}

// checkChoices has every choice on a control taken once: what it leads to is told too.
func checkChoices(t *testing.T, where string, s exercises.Step, controls []exercises.Control) {
	t.Helper()
	for _, c := range controls {
		for _, choice := range c.Choices {
			run := s.Scene(t.Context(), exercises.Answers{c.Name: choice.Value}).Run
			if run == nil || choice.Value == c.Value {
				continue
			}
			at := where + " with " + c.Name + " " + choice.Value
			if whole, ok := exercises.Reach(t.Context(), run, 4).(told); ok {
				checkTold(t, at, whole)
			} else {
				t.Errorf("%s: a %T cannot be questioned", at, run)
			}
		}
	}
}

// checkWritten writes the steps down: a line each, and in CSV a header.
func checkWritten(t *testing.T, where string, run told) {
	t.Helper()
	for format, heads := range map[string]int{"csv": 1, "jsonl": 0} {
		var out strings.Builder
		if err := run.Export(&out, format); err != nil || strings.Count(out.String(), "\n") != run.Len()+heads {
			t.Errorf("%s as %s: %v\n%s", where, format, err, out.String())
		}
	}
	if run.Export(io.Discard, "odt") == nil || !slices.Equal(run.Formats(), []string{"csv", "jsonl"}) {
		t.Errorf("%s is written as %v, and as odt", where, run.Formats())
	}
}

// checkTold looks at the reasons, the books and the questions of a few frames.
func checkTold(t *testing.T, where string, run told) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(len(where))))
	for _, i := range []int{0, r.IntN(run.Len()), r.IntN(run.Len()), run.Len() - 1} {
		f := run.Frame(i)
		if f.Why == nil || len(f.Why()) == 0 {
			t.Errorf("%s frame %d: no reasons", where, i)
		}
		books := run.Invariants(i)
		if len(books) == 0 {
			t.Errorf("%s frame %d: no books", where, i)
		}
		seen := map[string]bool{}
		for _, law := range books {
			if !law.Holds || seen[law.Name] {
				t.Errorf("%s frame %d: %s = %s: %s", where, i, law.Law.String(), law.Value, law.Note)
			}
			seen[law.Name] = true
		}
		if i+1 >= run.Len() {
			continue
		}
		if short := run.UpTo(i); short.Len() != i+1 {
			t.Errorf("%s up to %d has %d frames", where, i, short.Len())
		}
		steps := run.Questions(i)
		if by := run.ByHand(i); by != nil {
			steps = append(steps, by)
		}
		if len(steps) == 0 {
			t.Errorf("%s frame %d: nothing is asked", where, i)
		}
		for _, q := range steps {
			if got := q.Check(t.Context(), q.Info().Reference); !got.Accepted {
				t.Errorf("%s frame %d, %s: the truth is not accepted", where, i, q.Info().Name)
			}
			if q.Check(t.Context(), nil).Accepted {
				t.Errorf("%s frame %d, %s: nothing is accepted", where, i, q.Info().Name)
			}
		}
	}
}

// typedBreaks are the run's examples of conditions, each of which it reads and can
// go on from.
func typedBreaks(t *testing.T, where string, run told) []exercises.Break {
	t.Helper()
	var out []exercises.Break
	if len(run.Examples()) == 0 || len(run.Complete("", 0)) < 3 {
		t.Errorf("%s: no conditions are shown", where)
	}
	for _, text := range run.Examples() {
		b, err := run.Watch(text)
		if err != nil {
			t.Errorf("%s: %q: %v", where, text, err)
			continue
		}
		if run.Reading(b, run.Len()-1) == "" {
			t.Errorf("%s: %q is not to be read", where, text)
		}
		out = append(out, b)
	}
	return out
}

// readBreaks holds the kinds of a course to being conditions in normal form.
func readBreaks(t *testing.T, where string, c stage.Course) {
	t.Helper()
	if len(c.Breaks()) == 0 {
		t.Errorf("%s: no kind to stop at", where)
	}
	for _, b := range c.Breaks() {
		if read, err := c.Watch(b.Name); err != nil || read.Name != b.Name {
			t.Errorf("%s: %q is read as %q: %v", where, b.Name, read.Name, err)
		}
	}
}

// checkStop extends a run to a condition: it holds at the last frame and at none of
// those that came before it, or the run has gone as far as it was asked.
func checkStop(t *testing.T, where string, run exercises.Run, b exercises.Break) {
	t.Helper()
	from := run.Len()
	stopped, err := run.Extend(context.Background(), 60, b)
	if err != nil {
		t.Fatalf("%s until %q: %v", where, b.Name, err)
	}
	h := stopped.(exercises.Holder)
	for i := from; i < stopped.Len()-1; i++ {
		if h.Holds(i, b) {
			t.Errorf("%s until %q: it holds at %d, and the run went on to %d", where, b.Name, i, stopped.Len()-1)
		}
	}
	if _, done := stopped.Done(); !done && stopped.Len() < from+60 && !h.Holds(stopped.Len()-1, b) {
		t.Errorf("%s until %q: it stopped at %d for nothing", where, b.Name, stopped.Len()-1)
	}
}
