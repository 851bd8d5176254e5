package debug

import "slices"

// Mark returns the run with some steps marked, each by the frame before it: the
// student is asked for them before they are shown.
func (r Run) Mark(frames ...int) Run {
	r.marks = slices.Concat(r.marks, frames)
	return r
}

// Marked reports whether the step after frame i is marked.
func (r Run) Marked(i int) bool { return slices.Contains(r.marks, i) }
