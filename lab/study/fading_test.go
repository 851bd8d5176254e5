package study

import (
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// All of a template is given the first time, half of it on a sheet begun anew, nothing
// a day later, and all again once the step is done.
func TestTemplatesFade(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	fades := func(w *Work, want exercises.Fading, when string) {
		t.Helper()
		if got := Staged(w).Fading(); got != want {
			t.Errorf("%s: fading is %d, not %d", when, got, want)
		}
	}
	asked := func(w *Work) *Work {
		for AsksNothing(w.Info()) {
			w.Next()
		}
		return w
	}
	fades(asked(start(t, s, "1.1")), exercises.Whole, "the first time")
	c.now = c.now.Add(48 * time.Hour)
	fades(start(t, s, "1.1"), exercises.Whole, "begun two days ago and not done")
	worked(t, s, "1.1")
	c.now = c.now.Add(time.Hour)
	w, err := s.Anew("1.1")
	if err != nil {
		t.Fatal(err)
	}
	fades(asked(w), exercises.Half, "an hour after")
	c.now = c.now.Add(20 * time.Hour)
	fades(w, exercises.BlankPage, "a day after")
	if w.Answers().Fading() != exercises.Whole {
		t.Error("the answers that are kept tell of it")
	}
	rightAnswer(w)
	fades(w, exercises.Whole, "once it is done")
	write(t, s.Save())
	s = openDrawer(t, store, c)
	fades(start(t, s, "1.1"), exercises.Whole, "done, and opened again")

	c.now = c.now.AddDate(0, 0, 30)
	r := reviews(t, s)
	fades(r.Work(), exercises.BlankPage, "in a review")
	rightAnswer(r.Work())
	fades(r.Work(), exercises.Whole, "done in a review")
}
