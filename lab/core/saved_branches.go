package core

import (
	"context"
	"maps"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// maxSaved is the maximum number of branches that are saved, the latest ones. maxForks is
// the maximum number of forks that lead to each.
const maxSaved, maxForks = 24, 48

// save returns what to save of branches that are up to date. Without branches only Made
// is set.
func (b *Branches) save() *progress.Debug {
	out := &progress.Debug{Made: b.made}
	if !b.Forked() {
		return out
	}
	if out.Root = rootOf(b.list[0].run); out.Root == "" {
		return out
	}
	out.Last = b.list[0].run.Len() - 1
	for i, one := range b.list[1:] {
		forks := one.run.Abilities().Branching.Forks()
		if len(forks) > maxForks {
			continue
		}
		saved := progress.Branch{Number: one.number, Left: b.list[one.parent].number, Last: one.run.Len() - 1}
		for _, f := range forks {
			saved.Forks = append(saved.Forks, progress.Fork{At: f.At, Choose: maps.Clone(f.Choose), Name: f.Name})
		}
		out.Branches = append(out.Branches, saved)
		if i+1 == b.now {
			out.Shown = one.number
		}
	}
	out.Branches = out.Branches[max(0, len(out.Branches)-maxSaved):]
	if !slices.ContainsFunc(out.Branches, func(s progress.Branch) bool { return s.Number == out.Shown }) {
		out.Shown = 0
	}
	return out
}

// regrown is a saved branch that was computed again.
type regrown struct {
	progress.Branch
	run exercises.Run
}

// regrow computes a saved original and its branches again. Branches that cannot be
// computed are omitted, and lost is their number.
func regrow(ctx context.Context, run exercises.Run, was *progress.Debug) (original exercises.Run, out []regrown,
	lost int) {
	original = exercises.Reach(ctx, run, min(was.Last, regrowLimit))
	seen := map[int]bool{}
	for _, k := range was.Branches {
		if k.Number < 1 || len(k.Forks) == 0 || seen[k.Number] {
			lost++
			continue
		}
		var forks []exercises.Fork
		for _, f := range k.Forks {
			forks = append(forks, exercises.Fork{At: f.At, Choose: f.Choose, Name: f.Name})
		}
		grown, err := exercises.Regrow(ctx, original, forks, min(k.Last, forks[len(forks)-1].At+regrowLimit))
		if err != nil {
			lost++
			continue
		}
		seen[k.Number] = true
		out = append(out, regrown{k, grown})
	}
	return original, out, lost
}

// regrowLimit is the maximum number of frames that are computed at once. The others are
// computed when the student goes to them.
const regrowLimit = 5000

// graft adds branches that were saved earlier, with their old numbers, and continues
// numbering after made. ok is false if the original has another root.
func (b *Branches) graft(all []regrown, root string, made int) (ok bool) {
	if len(all) > 0 && rootOf(b.list[0].run) != root {
		return false
	}
	b.made = max(b.made, made)
	all = slices.DeleteFunc(slices.Clone(all), func(r regrown) bool { return b.numbered(r.Number) >= 0 })
	for _, r := range all {
		b.list = append(b.list, branch{run: r.run, number: r.Number})
		b.made = max(b.made, r.Number)
	}
	for i, r := range all {
		at := len(b.list) - len(all) + i
		if parent := b.numbered(r.Left); parent < at {
			b.list[at].parent = max(0, parent)
		}
	}
	return true
}

// numbered returns the index of the branch with a number, or −1.
func (b *Branches) numbered(number int) int {
	return slices.IndexFunc(b.list, func(o branch) bool { return number > 0 && o.number == number })
}

// leaves reports whether the forks must go if run becomes the original: because run is
// nil, or because it begins differently.
func (b *Branches) leaves(run exercises.Run) bool {
	return b.Forked() && (run == nil || another(b.list[0].run, run))
}

// another reports whether two runs are known to begin differently.
func another(a, b exercises.Run) bool {
	x, y := rootOf(a), rootOf(b)
	return x != "" && y != "" && x != y
}

// rootOf returns a name for the beginning of a run, or "" if its branches cannot be
// computed again.
func rootOf(run exercises.Run) string {
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		return a.Root()
	}
	return ""
}

// waiting holds branches whose run now has other data or parameters. They are computed
// again when the run is the old one once more. The zero value is empty.
type waiting struct {
	of      []*progress.Debug // oldest first; each has the root of its run
	changes int
}

// maxWaiting is the maximum number of runs whose branches wait. Those of the oldest
// run are dropped.
const maxWaiting = 6

// with returns a document, which may be nil, with the waiting branches added. It
// returns nil if there is nothing to save.
func (w *waiting) with(d *progress.Debug) *progress.Debug {
	if len(w.of) == 0 && d == nil {
		return nil
	}
	var out progress.Debug
	if d != nil {
		out = *d
	}
	out.Waiting = w.of
	return &out
}

// count returns the number of waiting branches.
func (w *waiting) count() int {
	n := 0
	for _, d := range w.of {
		n += len(d.Branches)
	}
	return n
}

// add adds the branches of a document and returns how many older ones were dropped to
// make room.
func (w *waiting) add(d *progress.Debug) (lost int) {
	w.take(d.Root)
	w.changes++
	w.of = append(slices.Clone(w.of),
		&progress.Debug{Root: d.Root, Last: d.Last, Branches: d.Branches, Shown: d.Shown, Made: d.Made})
	for len(w.of) > maxWaiting {
		lost += len(w.of[0].Branches)
		w.of = w.of[1:]
	}
	return lost
}

// take removes and returns the branches that waited for the run with a root, or nil.
func (w *waiting) take(root string) *progress.Debug {
	i := slices.IndexFunc(w.of, func(o *progress.Debug) bool { return o.Root == root })
	if i < 0 || root == "" {
		return nil
	}
	w.changes++
	out := w.of[i]
	w.of = slices.Delete(slices.Clone(w.of), i, i+1)
	return out
}
