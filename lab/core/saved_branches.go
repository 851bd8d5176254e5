package core

import (
	"context"
	"fmt"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Kept is a branch in the form that is saved: the forks that lead to it from the
// original, and how far it was computed.
type Kept struct {
	Number, Left int // of the branch and of the one that it left; 0: the original
	Forks        []exercises.Fork
	Last         int
}

// keptLimit is the maximum number of branches that are saved, the latest ones; keptForks
// is the maximum number of forks that lead to each.
const keptLimit, keptForks = 24, 48

// Keeping is what is saved of a forked run: the root of the original and how far it was
// computed, the branches, the number of the current one, and the number of forks made.
type Keeping struct {
	Root        string
	Last        int
	Branches    []Kept
	Shown, Made int
}

// Keep returns what to save of branches that are up to date. Without branches only Made
// is set.
func (b *Branches) Keep() Keeping {
	out := Keeping{Made: b.made}
	if !b.Forked() {
		return out
	}
	if out.Root = RootOf(b.list[0].run); out.Root == "" {
		return out
	}
	out.Last = b.list[0].run.Len() - 1
	for i, one := range b.list[1:] {
		forks := one.run.Abilities().Branching.Forks()
		if len(forks) > keptForks {
			continue
		}
		out.Branches = append(out.Branches, Kept{one.number, b.list[one.parent].number, forks, one.run.Len() - 1})
		if i+1 == b.now {
			out.Shown = one.number
		}
	}
	out.Branches = out.Branches[max(0, len(out.Branches)-keptLimit):]
	if !slices.ContainsFunc(out.Branches, func(k Kept) bool { return k.Number == out.Shown }) {
		out.Shown = 0
	}
	return out
}

// Regrown is a saved branch that was computed again.
type Regrown struct {
	Kept
	run exercises.Run
}

// Regrow computes a saved original and its branches again. Branches that cannot be
// computed are omitted, and lost is their number.
func Regrow(ctx context.Context, run exercises.Run, was Keeping) (original exercises.Run, out []Regrown, lost int) {
	original = exercises.Reach(ctx, run, min(was.Last, regrowLimit))
	seen := map[int]bool{}
	for _, k := range was.Branches {
		if k.Number < 1 || len(k.Forks) == 0 || seen[k.Number] {
			lost++
			continue
		}
		last := min(k.Last, k.Forks[len(k.Forks)-1].At+regrowLimit)
		grown, err := exercises.Regrow(ctx, original, k.Forks, last)
		if err != nil {
			lost++
			continue
		}
		seen[k.Number] = true
		out = append(out, Regrown{k, grown})
	}
	return original, out, lost
}

// regrowLimit is the maximum number of frames that are computed at once. The others are
// computed when the student goes to them.
const regrowLimit = 5000

// Graft adds branches that were saved earlier, with their old numbers, and continues
// numbering after made. ok is false if the original has another root.
func (b *Branches) Graft(all []Regrown, root string, made int) (ok bool) {
	if len(all) > 0 && RootOf(b.list[0].run) != root {
		return false
	}
	b.made = max(b.made, made)
	all = slices.DeleteFunc(slices.Clone(all), func(r Regrown) bool {
		return slices.ContainsFunc(b.list, func(o branch) bool { return o.number == r.Number })
	})
	for _, r := range all {
		b.list = append(b.list, branch{run: r.run, number: r.Number})
		b.made = max(b.made, r.Number)
	}
	for i := len(b.list) - len(all); i < len(b.list); i++ {
		left := all[i-len(b.list)+len(all)].Left
		b.list[i].parent = max(0,
			slices.IndexFunc(b.list[:i], func(o branch) bool { return left > 0 && o.number == left }))
	}
	return true
}

// Numbered returns the index of the branch with a number, or −1.
func (b *Branches) Numbered(number int) int {
	return slices.IndexFunc(b.list, func(o branch) bool { return number > 0 && o.number == number })
}

// Drop removes all branches, for a new run.
func (b *Branches) Drop() { *b = Branches{lost: b.lost + max(0, b.Len()-1)} }

// TakeLost returns the number of branches that were dropped with their run since the
// last call.
func (b *Branches) TakeLost() int {
	lost := b.lost
	b.lost = 0
	return lost
}

// Leaves reports whether the forks must go if run becomes the original: because run is
// nil, or because it begins differently.
func (b *Branches) Leaves(run exercises.Run) bool {
	return b.Forked() && (run == nil || another(b.list[0].run, run))
}

// another reports whether two runs are known to begin differently.
func another(a, b exercises.Run) bool {
	x, y := RootOf(a), RootOf(b)
	return x != "" && y != "" && x != y
}

// RootOf returns a name for the beginning of a run, or "" if its branches cannot be
// computed again.
func RootOf(run exercises.Run) string {
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		return a.Root()
	}
	return ""
}

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
func (w *Waiting) Return(run exercises.Run) *progress.Debug { return w.returned(RootOf(run)) }

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

// SetAside prepares for a new run: branches in b and in the document due that belong to
// another run begin to wait. It returns the part of the document that is still due, and
// a message if branches wait or were lost.
func (w *Waiting) SetAside(b *Branches, due *progress.Debug, run exercises.Run) (left *progress.Debug, words string) {
	left = due
	waiting, lost := 0, 0
	if due != nil && len(due.Branches) > 0 && RootOf(run) != "" && RootOf(run) != due.Root {
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
