package study

import (
	"context"
	"fmt"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// library is a library whose exercises all have the same tasks.
type library struct {
	units  []exercises.Unit
	tasks  func(seed uint64) []exercises.Task
	onOpen func(*exercises.Exercise) // called with each exercise that is opened; may be nil
}

func (l library) Units() []exercises.Unit { return l.units }

func (l library) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	for _, u := range l.units {
		for _, e := range u.Exercises {
			if e.ID != id {
				continue
			}
			out := &exercises.Exercise{Summary: e, Seed: o.Seed, Tasks: l.tasks(o.Seed)}
			if l.onOpen != nil {
				l.onOpen(out)
			}
			return out, nil
		}
	}
	return nil, fmt.Errorf("no exercise %q", id)
}

// shelf returns a library of three exercises. Each has three tasks: one to read, one with
// two fields and one with a control.
func shelf() library {
	summary := func(id string) exercises.Summary {
		return exercises.Summary{ID: id, Title: "Exercise " + id, Tasks: []string{"look", "add", "slide"},
			TakesData: id == "1.2"}
	}
	return library{
		units: []exercises.Unit{
			{ID: "1", Title: "One", Exercises: []exercises.Summary{summary("1.1"), summary("1.2")}},
			{ID: "2", Title: "Two", Exercises: []exercises.Summary{summary("2.1")}},
		},
		tasks: func(uint64) []exercises.Task {
			return []exercises.Task{
				step{Name: "look"},
				step{
					Name: "add", Question: ascii.Plain("s and p?"), Fields: []exercises.Field{{Name: "s"}, {Name: "p"}},
					Hints: [][]exercises.Block{text("one"), text("two")}, Solution: text("all"),
					Reference: exercises.Answers{"s": "5", "p": "6"},
				},
				step{Name: "slide", Question: ascii.Plain("t?"), Reference: exercises.Answers{"t": "2"}},
			}
		},
	}
}

func text(s string) []exercises.Block { return []exercises.Block{{Text: ascii.Plain(s)}} }

// step is a task that accepts its reference answer. If it is a prediction, it accepts any answer.
type step exercises.Info

func (s step) Info() exercises.Info { return exercises.Info(s) }
func (s step) Scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{}
}

func (s step) Check(_ context.Context, a exercises.Answers) exercises.Report {
	if s.OnlyPredictions && a[s.Fields[0].Name] == "" {
		return exercises.Report{Verdict: exercises.Empty}
	}
	if len(s.Reference) == 0 || s.OnlyPredictions {
		return exercises.Report{Verdict: exercises.Noted, Accepted: true}
	}
	for name, want := range s.Reference {
		if a[name] != want {
			return exercises.Report{Verdict: exercises.NotEqual}
		}
	}
	return exercises.Report{Verdict: exercises.Equal, Accepted: true}
}

// judge submits the current answers.
func judge(w *Work) Outcome {
	a := w.Answers()
	return w.Apply(context.Background(), a, w.Task().Check(context.Background(), a))
}

// clock is a clock that the test sets.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

func morning() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) }

func open(t testing.TB, store progress.Store, o Options) *Student {
	t.Helper()
	return openLibrary(t, shelf(), store, o)
}

// openLibrary opens a student of a library. If the options have no clock, it is morning.
func openLibrary(t testing.TB, lib exercises.Library, store progress.Store, o Options) *Student {
	t.Helper()
	if o.Now == nil {
		o.Now = (&clock{morning()}).read
	}
	s, warnings, err := Open(lib, store, o)
	check.Must(t, err == nil && len(warnings) == 0, "Open: got warnings %v, error %v, want none", warnings, err)
	return s
}

func start(t testing.TB, s *Student, id string) *Work {
	t.Helper()
	return must.Value(s.Start(id))
}

// write calls save unless it is nil.
func write(t testing.TB, save func() error) {
	t.Helper()
	if save == nil {
		return
	}
	check.OK(t, save())
}

// points is the name of a data set of four points.
type points string

func (p points) Name() string { return string(p) }
func (points) Len() int       { return 4 }
func (points) Dim() int       { return 2 }
