package debug

import (
	"kernellab/exercises"
	"kernellab/exercises/anatomy/ask"
)

var (
	_ exercises.Quiz       = Run{}
	_ exercises.Apprentice = Run{}
)

// Questions are about the step from frame i to frame i+1. Where a new setting
// begins there are none: no step leads there.
func (r Run) Questions(i int) []exercises.Step {
	if i < 0 || i+1 >= r.Len() || r.opens(i+1) || r.byHand(i) {
		return nil
	}
	seg := r.at(i + 1)
	return ask.Questions(r.view(seg), i)
}

// ByHand is the step from frame i to frame i+1 as a form; nil where there is
// nothing to compute.
func (r Run) ByHand(i int) exercises.Step {
	if i < 0 || i+1 >= r.Len() || r.opens(i+1) {
		return nil
	}
	seg := r.at(i + 1)
	return ask.ByHand(r.view(seg), i)
}
