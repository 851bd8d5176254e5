package stage

import (
	"fmt"
	"math"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Difference is where two runs part.
type Difference struct {
	Same bool
	// Step is the first that differs, −1 where the two differ before any step
	// (other points), 0 or more otherwise.
	Step  int
	Words []string // how they differ, a sentence each
}

// Diff compares two runs step by step, bit by bit.
func Diff(a, b Run) Difference {
	if words := samePoints(a.start.model.Set, b.start.model.Set); words != "" {
		return Difference{Step: -1, Words: []string{words}}
	}
	setting := settings(a.start, b.start)
	for i := range min(a.Len(), b.Len()) {
		x, y := a.traces[0].At(i), b.traces[0].At(i)
		if words := sameStep(x, y, a.start.kind.Move(x), b.start.kind.Move(y)); len(words) > 0 {
			return Difference{Step: i, Words: append(setting, words...)}
		}
	}
	if a.Len() != b.Len() {
		return Difference{Step: min(a.Len(), b.Len()), Words: append(setting, fmt.Sprintf("The first has %d steps, the second %d; as far as both go they are equal.", a.Len()-1, b.Len()-1))}
	}
	return Difference{Same: true, Step: a.Len(), Words: setting}
}

// samePoints says how two sets differ, or is empty.
func samePoints(a, b *dataset.Set) string {
	if a.Len() != b.Len() || a.Dim() != b.Dim() || a.Task() != b.Task() {
		return fmt.Sprintf("Other data: %s, and %s.", a, b)
	}
	for i := range a.Len() {
		for j, v := range a.Point(i) {
			if v != b.Point(i)[j] {
				return fmt.Sprintf("Other data: point %d has %s = %s in the first and %s in the second.", i+1, a.Columns()[j], anatomy.Exact(v), anatomy.Exact(b.Point(i)[j]))
			}
		}
		if a.Label(i) != b.Label(i) {
			return fmt.Sprintf("Other data: point %d is labelled %s in the first and %s in the second.", i+1, anatomy.Exact(a.Label(i)), anatomy.Exact(b.Label(i)))
		}
	}
	return ""
}

// settings says how kernel and solver differ at the start.
func settings(a, b segment) []string {
	var out []string
	if a.model.Kernel.String() != b.model.Kernel.String() {
		out = append(out, fmt.Sprintf("Kernel %s in the first, %s in the second.", a.model.Kernel, b.model.Kernel))
	}
	if x, y := fmt.Sprintf("%s %+v", a.solver().Name(), a.solver()), fmt.Sprintf("%s %+v", b.solver().Name(), b.solver()); x != y {
		out = append(out, fmt.Sprintf("Solver %s in the first, %s in the second.", x, y))
	}
	return out
}

// sameStep says how two steps differ, with what led to them first.
func sameStep(a, b solvers.Step, did, does anatomy.Move) []string {
	var out []string
	differ := func(what string, x, y string) {
		if x != y {
			out = append(out, fmt.Sprintf("%s: %s in the first, %s in the second.", what, x, y))
		}
	}
	differ("Step", did.String(), does.String())
	if i, ok := firstOther(a.Coef(), b.Coef()); ok {
		if a.Coef().Len() != b.Coef().Len() {
			return append(out, "The coefficients differ in number.")
		}
		differ(fmt.Sprintf("Coefficient %d", i+1), anatomy.Exact(a.Coef().At(i)), anatomy.Exact(b.Coef().At(i)))
	}
	differ("b", anatomy.Exact(a.Bias), anatomy.Exact(b.Bias))
	differ("Objective", anatomy.Exact(a.Objective), anatomy.Exact(b.Objective))
	differ("Status", a.Status.String(), b.Status.String())
	if x, y := math.Abs(a.Objective-b.Objective), math.Abs(a.Objective); len(out) > 0 && x > 0 && x < 1e-12*y {
		out = append(out, fmt.Sprintf("The objectives are apart by %s only: rounding, perhaps of another processor.", anatomy.Num(x)))
	}
	return out
}

// firstOther is the first entry that differs, bit by bit: NaN is like itself.
func firstOther(a, b solvers.Vector) (int, bool) {
	if a.Len() != b.Len() {
		return 0, true
	}
	for i, v := range a.All() {
		if bits := math.Float64bits; bits(v) != bits(b.At(i)) {
			return i, true
		}
	}
	return 0, false
}
