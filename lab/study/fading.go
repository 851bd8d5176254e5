package study

import (
	"time"

	"kernellab/exercises"
)

// anotherDay is how long after a step was done it is one to be done from memory: a
// night lies between.
const anotherDay = 20 * time.Hour

// fadingOf is how much of its template the step in hand leaves out. On a sheet begun
// anew after the exercise was done that goes by when it was, where that was noted. In
// a review it goes by when the step was asked last. A step that is done on its sheet has all of it, and so has one
// of a unit that is tested out, for nobody need have seen it.
func fadingOf(w *Work) exercises.Fading {
	now, known := w.student.options.Now(), !w.record.DoneAt.IsZero() && w.record.Started.After(w.record.DoneAt)
	last := w.record.DoneAt
	if w.round != nil {
		known, last = w.round.kind != TestingOut && w.before.Asked > 0, w.before.Last
	}
	switch {
	case !known || w.state().Done:
		return exercises.Whole
	case now.Sub(last) < anotherDay:
		return exercises.Half
	}
	return exercises.BlankPage
}
