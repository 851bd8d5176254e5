package cli

import (
	"slices"
	"testing"
	"time"

	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Ten days after every exercise was done there is something to review in every unit.
// Each task works alone: its fields are empty, its reference answer is accepted, and its scene
// can be drawn.
func TestReviews_everyUnit(t *testing.T) {
	lib := must.Value(catalogue.New())
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	s, _, err := study.Open(lib, &progress.Memory{}, study.Options{Now: func() time.Time { return now }, NewSeed: 7})
	check.OK(t, err)
	units := map[string]bool{}
	for _, u := range s.Units() {
		units[u.ID] = true
		for _, e := range u.Exercises {
			doAll(t, s, e.ID)
		}
	}
	now = now.AddDate(0, 0, 10)
	r, err := s.BeginReview()
	check.Must(t, err == nil && r != nil, "Reviews: got %v, error %v, want a round", r, err)
	for more := true; more; {
		w := r.Work()
		v, _ := s.View(w.ID())
		delete(units, v.ID[:1])
		w.Task().Scene(t.Context(), w.Answers())
		if report := w.Task().Check(t.Context(), w.Answers()); report.Accepted || report.Verdict.CountsAsAttempt() {
			t.Errorf("%s %s: the first answers get %q, want them empty", w.ID(), w.Info().Name, report.FirstLine())
		}
		answerRight(t, w)
		check.That(t, w.TaskDone(0),
			"%s %s, seed %d: the reference is refused, want it accepted", w.ID(), w.Info().Name, w.Exercise().Seed)
		if more, err = r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	check.That(t, len(s.DueTasks()) == 0 && len(units) == 0,
		"got tasks still due %v, units without a review %v, want none", s.DueTasks(), units)
}

func doAll(t *testing.T, s *study.Student, id string) {
	t.Helper()
	w := must.Value(s.Start(id))
	for range w.Len() {
		if len(w.Info().Fields) > 0 {
			answerRight(t, w)
		}
		w.Next()
	}
}

func answerRight(t *testing.T, w *study.Work) {
	t.Helper()
	for name, text := range w.Info().Reference {
		w.Set(name, text)
	}
	a := w.Answers()
	w.Apply(t.Context(), a, w.Task().Check(t.Context(), a))
}

// Every unit has a test-out.
func TestTestOut_everyUnit(t *testing.T) {
	lib := must.Value(catalogue.New())
	for _, u := range lib.Units() {
		s, _, err := study.Open(lib, &progress.Memory{}, study.Options{NewSeed: 7})
		check.OK(t, err)
		r, err := s.BeginTestOut(u.Exercises[0].ID, must.Value(s.PlanTestOut(u.Exercises[0].ID)(t.Context())))
		if err != nil || r == nil {
			t.Errorf("BeginTestOut of unit %s: got error %v, want a round", u.ID, err)
			continue
		}
		for more := true; more; {
			answerRight(t, r.Work())
			if more, err = r.Next(); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range u.Exercises {
			if v, _ := s.View(e.ID); v.State != study.TestedOut {
				t.Errorf("%s: got state %s, want %s", e.ID, v.State.Words(), study.TestedOut.Words())
			}
		}
	}
}

// --unit S opens the sandbox. list, judge and check know only the exercises of the
// units.
func TestSandbox_openedAndNotListed(t *testing.T) {
	lib := must.Value(catalogue.New())
	if err := checkExerciseID(lib, "S"); err != nil {
		t.Error(err)
	}
	if err := checkExerciseID(lib, "Q"); err == nil {
		t.Error("checkExerciseID(Q): got no error, want one")
	}
	if ids := exerciseIDs(lib); len(ids) == 0 || slices.Contains(ids, "S") {
		t.Errorf("exerciseIDs: got %d, %v, want some without S", len(ids), ids)
	}
}
