package study

import (
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// later is a shelf on which 1.2 is meant for a day after 1.1.
type later struct{ shelf }

func (l later) Units() []exercises.Unit {
	units := l.shelf.Units()
	units[0].Exercises[1].After = exercises.After{Exercise: "1.1", Hours: 24}
	return units
}

func opened(t *testing.T, store progress.Store, c *clock) *Student {
	t.Helper()
	s, _, err := Open(later{}, store, Options{Now: c.read})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// solve does every step of an exercise.
func solve(t *testing.T, s *Student, id string) {
	t.Helper()
	w, err := s.Start(id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Len() {
		w.Go(i)
		for name, text := range w.Info().Reference {
			w.Set(name, text)
		}
		judge(w)
	}
}

func TestAnExerciseForADayLater(t *testing.T) {
	c, store := &clock{now: morning()}, progress.NewFiles(t.TempDir())
	s := opened(t, store, c)
	see := func(want string, left string, suggested string) {
		t.Helper()
		v, _ := s.View("1.2")
		got := ""
		if v.Wait.Waits() {
			got = v.Wait.Words()
		}
		if got != want || v.Wait.Remaining() != left || s.Suggest() != suggested {
			t.Errorf("at %v: %q, %q, suggested %s; want %q, %q, %s", c.now, got, v.Wait.Remaining(), s.Suggest(), want, left, suggested)
		}
	}
	see("a day after 1.1", "", "1.1")
	solve(t, s, "1.1")
	see("a day after 1.1", "in 24 hours", "2.1")
	c.now = c.now.Add(90 * time.Minute)
	see("a day after 1.1", "in 23 hours", "2.1")
	v, _ := s.View("1.2")
	if got := v.Wait.Advice("1.2", "Enter"); !strings.Contains(got, "1.2 is meant for a day after 1.1, in 23 hours. Enter.") {
		t.Error(got)
	}
	// What was noted is kept, and is not moved by doing the exercise again.
	if save := s.Save(); save == nil || save() != nil {
		t.Fatal("not saved")
	}
	s = opened(t, store, c)
	see("a day after 1.1", "in 23 hours", "2.1")
	if _, err := s.Restart("1.1", 5); err != nil {
		t.Fatal(err)
	}
	solve(t, s, "1.1")
	see("a day after 1.1", "in 23 hours", "2.1")
	// Where nothing else is left it is suggested all the same.
	solve(t, s, "2.1")
	see("a day after 1.1", "in 23 hours", "1.2")
	c.now = c.now.Add(23 * time.Hour)
	see("", "", "1.2")
	c.now = c.now.Add(-23 * time.Hour)
	// Who insists has begun, and nothing is to be waited for.
	if _, err := s.Start("1.2"); err != nil {
		t.Fatal(err)
	}
	see("", "", "1.2")
}

// A document that does not say when an exercise was done is old enough.
func TestNothingToWaitForInOldDocuments(t *testing.T) {
	store := progress.NewFiles(t.TempDir())
	c := &clock{now: morning()}
	s := opened(t, store, c)
	solve(t, s, "1.1")
	s.records["1.1"].DoneAt = time.Time{}
	if v, _ := s.View("1.2"); v.Wait.Waits() {
		t.Error(v.Wait)
	}
}

func TestWaitWords(t *testing.T) {
	for hours, want := range map[int]string{1: "1 hour after 6.2", 5: "5 hours after 6.2", 24: "a day after 6.2", 72: "3 days after 6.2"} {
		if got := (Wait{For: "6.2", Hours: hours}).Words(); got != want {
			t.Errorf("%d: %q", hours, got)
		}
	}
}
