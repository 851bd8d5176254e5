package lasting

import (
	"fmt"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/branches"
	"kernellab/lab/progress"
)

// Waiting holds branches whose run now has other data or parameters. They are computed
// again when the run is the old one once more. The zero value is empty.
type Waiting struct {
	of      []*progress.Debug // oldest first; each has the root of its run
	changes int
}

// maxWaiting is the maximum number of runs whose branches wait. Those of the oldest
// run are dropped.
const maxWaiting = 6

// Split separates a document, which may be nil, into the part to restore with the
// current run (nil if there is none) and the waiting branches.
func Split(was *progress.Debug) (due *progress.Debug, w Waiting) {
	if was == nil {
		return nil, w
	}
	w.of = slices.DeleteFunc(slices.Clone(was.Waiting),
		func(o *progress.Debug) bool { return o == nil || o.Root == "" })
	if len(was.Branches)+len(was.Conditions) > 0 {
		due = was
	}
	return due, w
}

// With returns a document, which may be nil, with the waiting branches added. It
// returns nil if there is nothing to save.
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

// Count returns the number of waiting branches.
func (w *Waiting) Count() int {
	n := 0
	for _, d := range w.of {
		n += len(d.Branches)
	}
	return n
}

// await adds the branches of a document and returns how many older ones were dropped
// to make room.
func (w *Waiting) await(d *progress.Debug) (lost int) {
	w.changes++
	w.of = slices.DeleteFunc(slices.Clone(w.of), func(o *progress.Debug) bool { return o.Root == d.Root })
	w.of = append(w.of, &progress.Debug{Root: d.Root, Last: d.Last, Branches: d.Branches, Shown: d.Shown, Made: d.Made})
	for len(w.of) > maxWaiting {
		lost += len(w.of[0].Branches)
		w.of = w.of[1:]
	}
	return lost
}

// Return removes and returns the branches that waited for a run, or nil.
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

// Part prepares for a new run: branches in b and in the document due that belong to
// another run begin to wait. It returns the part of the document that is still due, and
// a message if branches wait or were lost.
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

// WaitWords returns the message that n branches wait for their run.
func WaitWords(n int) string {
	if n == 1 {
		return "a branch waits until data and parameters are as they were"
	}
	return fmt.Sprintf("%d branches wait until data and parameters are as they were", n)
}
