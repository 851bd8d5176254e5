package lasting

import (
	"fmt"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/branches"
	"kernellab/lab/progress"
)

// Waiting are branches whose run has other data or parameters now: they wait until it
// is as it was, then they are made again. The zero Waiting has none.
type Waiting struct {
	of      []*progress.Debug // the oldest first, each with its root
	changes int
}

// mostWaiting is for how many runs branches wait; those of the oldest are lost.
const mostWaiting = 6

// Split takes a document, which may be nil, apart: what is due beside a run, nil
// where that is nothing, and what waits.
func Split(was *progress.Debug) (due *progress.Debug, w Waiting) {
	if was == nil {
		return nil, w
	}
	w.of = slices.DeleteFunc(slices.Clone(was.Waiting), func(o *progress.Debug) bool { return o == nil || o.Root == "" })
	if len(was.Branches)+len(was.Conditions) > 0 {
		due = was
	}
	return due, w
}

// With is a document, which may be nil, with what waits; nil where there is nothing
// to be kept.
func (w *Waiting) With(d *progress.Debug) *progress.Debug {
	switch {
	case d == nil && len(w.of) == 0:
		return nil
	case d == nil:
		return &progress.Debug{Waiting: w.of}
	}
	out := *d
	out.Waiting = w.of
	return &out
}

// Count is how many branches wait.
func (w *Waiting) Count() int {
	n := 0
	for _, d := range w.of {
		n += len(d.Branches)
	}
	return n
}

// await has the branches of a document wait for their run, and returns how many have
// made room for them.
func (w *Waiting) await(d *progress.Debug) (lost int) {
	w.changes++
	w.of = slices.DeleteFunc(slices.Clone(w.of), func(o *progress.Debug) bool { return o.Root == d.Root })
	w.of = append(w.of, &progress.Debug{Root: d.Root, Last: d.Last, Branches: d.Branches, Shown: d.Shown, Made: d.Made})
	for len(w.of) > mostWaiting {
		lost += len(w.of[0].Branches)
		w.of = w.of[1:]
	}
	return lost
}

// Return are the branches that waited for a run, and wait no longer; nil where there
// are none.
func (w *Waiting) Return(run exercises.Run) *progress.Debug { return w.returned(branches.RootOf(run)) }

func (w *Waiting) returned(root string) *progress.Debug {
	i := slices.IndexFunc(w.of, func(o *progress.Debug) bool { return o.Root == root })
	if i < 0 || root == "" {
		return nil
	}
	w.changes++
	out := w.of[i]
	w.of = slices.Delete(slices.Clone(w.of), i, i+1)
	return out
}

// Part has the branches that a run to come is not theirs wait: those that are noted,
// and those of a document that is due. It returns what stays due, and words where
// branches wait or are lost.
func (w *Waiting) Part(b *branches.Set, due *progress.Debug, run exercises.Run) (left *progress.Debug, words string) {
	left = due
	waiting, lost := 0, 0
	if due != nil && len(due.Branches) > 0 && branches.RootOf(run) != "" && branches.RootOf(run) != due.Root {
		waiting, lost, left = len(due.Branches), w.await(due), nil
		if len(due.Conditions) > 0 {
			left = &progress.Debug{Conditions: due.Conditions}
		}
	}
	if b.Leaves(run) {
		kept := branchesOf(b.Keep())
		if len(kept.Branches) > 0 {
			waiting, lost = waiting+len(kept.Branches), lost+w.await(kept)
		}
		b.Drop()
		lost += b.TakeLost() - len(kept.Branches)
	}
	switch {
	case waiting > 0:
		return left, WaitWords(waiting)
	case lost > 0:
		return left, GoneWords(lost)
	}
	return left, ""
}

// WaitWords say that branches wait for their run.
func WaitWords(n int) string {
	if n == 1 {
		return "a branch waits until data and parameters are as they were"
	}
	return fmt.Sprintf("%d branches wait until data and parameters are as they were", n)
}
