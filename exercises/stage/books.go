package stage

import (
	"fmt"

	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy/explain"
)

// Invariants lists what must hold at frame i.
func (r Run) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= r.Len() {
		return nil
	}
	seg := r.at(i)
	traces, at := r.view(seg), i
	if seg.kind.Restarts && seg.from > 0 {
		traces, at = seg.stages(r.traces, i), i-seg.from
	}
	a, ok := seg.account(traces, at, r.opens(i))
	if !ok {
		return nil
	}
	return explain.Ledger(a)
}

// Watch reads a condition in the words of the run's algorithm.
func (r Run) Watch(text string) (exercises.Break, error) {
	return r.last().desk.watch(text)
}

// Examples are two or three conditions that the run's algorithm knows.
func (r Run) Examples() []string {
	var out []string
	for _, text := range []string{"alpha[2] changes", "a[2] changes", "gap < 1e-3", "loss < 0.5", "mistakes > 2"} {
		if _, err := r.Watch(text); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// Change is the condition that the coefficient of point i changes; not ok in the
// primal, whose coefficients are those of features.
func (r Run) Change(i int) (exercises.Break, bool) {
	s := r.last()
	if s.primal() || i < 0 || i >= s.model.Set.Len() {
		return exercises.Break{}, false
	}
	return change(r, s.kind.Letter, i)
}

// change is the condition that entry i, counted from 0, of a word changes; not ok
// where there is none.
func change(w exercises.Breakpoints, word string, i int) (exercises.Break, bool) {
	b, err := w.Watch(fmt.Sprintf("%s[%d] changes", word, i+1))
	return b, err == nil
}

// Complete lists how a condition can go on at rune at.
func (r Run) Complete(text string, at int) []exercises.Completion {
	return r.last().desk.words().Complete(text, at)
}

// Reading is the value of what a condition looks at, at frame i; "" for a
// break that was not typed.
func (r Run) Reading(b exercises.Break, i int) string {
	if i < 0 || i >= r.Len() || r.at(i).desk.listed()[b.Name] {
		return ""
	}
	c, ok := r.at(i).desk.read(b.Name)
	if !ok {
		return ""
	}
	now := r.traces[0].At(i)
	if r.opens(i) {
		return c.Reading(now, now)
	}
	return c.Reading(r.traces[0].At(i-1), now)
}

// Questions are about the step from frame i to frame i+1. Where a new setting
// begins there are none: no step leads there.
func (r Run) Questions(i int) []exercises.Step {
	if i < 0 || i+1 >= r.Len() || r.opens(i+1) || byHand(r, i) {
		return nil
	}
	seg := r.at(i + 1)
	a, ok := seg.account(r.view(seg), i+1, false)
	if !ok {
		return nil
	}
	return explain.Questions(a)
}

// ByHand is the step from frame i to frame i+1 as a form; nil where there is
// nothing to compute.
func (r Run) ByHand(i int) exercises.Step {
	if i < 0 || i+1 >= r.Len() || r.opens(i+1) {
		return nil
	}
	seg := r.at(i + 1)
	a, ok := seg.account(r.view(seg), i+1, false)
	if !ok {
		return nil
	}
	return explain.ByHand(a)
}

// UpTo is the run as it was when frame i was its last, for pictures that are not
// to tell what came after; a fork that only the next step shows is none yet.
func (r Run) UpTo(i int) exercises.Run {
	if i < 0 || i >= r.Len()-1 {
		return r
	}
	r.traces = r.upTo(i)
	r.segments = slices.DeleteFunc(slices.Clone(r.segments), func(s segment) bool { return s.from > i })
	r.choices = slices.DeleteFunc(slices.Clone(r.choices), func(c Choice) bool { return c.At >= i })
	return r
}

// Mark returns the run with some steps marked, each by the frame before it: the
// student is asked for them before they are shown.
func (r Run) Mark(frames ...int) Run {
	r.marks = slices.Concat(r.marks, frames)
	return r
}

// Marked reports whether the step after frame i is marked.
func (r Run) Marked(i int) bool { return slices.Contains(r.marks, i) }
