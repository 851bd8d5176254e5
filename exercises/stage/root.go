package stage

import (
	"fmt"
	"hash/fnv"
	"math"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// Root is a name for what the run began with: the points, the kernel, the solver
// with its parameters, and the coefficients at the start. Of a solver with a
// planted error it is that of the solver it passes for.
func (r Run) Root() string {
	h, s := fnv.New64a(), r.start
	number := func(v float64) { fmt.Fprintf(h, "%x ", math.Float64bits(v)) }
	fmt.Fprintln(h, s.kind.Name, s.primal(), len(s.begin))
	solver := anatomy.Claimed(s.solver())
	fmt.Fprintln(h, solver.Name())
	for _, p := range s.kind.Parameters {
		fmt.Fprintln(h, p.Name, p.Text(solver))
	}
	if s.model.Kernel != nil {
		fmt.Fprintln(h, s.model.Kernel)
	}
	for i := range s.model.Set.Len() {
		for _, v := range s.model.Set.Point(i) {
			number(v)
		}
		number(s.model.Set.Label(i))
	}
	first := s.begin[0].At(0)
	for _, a := range first.Coef().All() {
		number(a)
	}
	number(first.Bias)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Gauges are the objective at frame i and, where the solver knows it, the gap.
func (r Run) Gauges(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	s, kind := r.traces[0].At(i), r.at(i).kind
	if kind.Objective == "" || math.IsNaN(s.Objective) {
		return ""
	}
	out := fmt.Sprintf("%s = %s", kind.Objective, anatomy.Digits(s.Objective, 4))
	if kind.Gap && !math.IsNaN(s.Gap) {
		out += "  gap " + gapOf(s)
	}
	return out
}

// Forks are those that led to the run, the oldest first.
func (r Run) Forks() []exercises.Fork {
	out := make([]exercises.Fork, len(r.choices))
	for i, c := range r.choices {
		out[i] = exercises.Fork{At: c.At, Choose: c.Answers, Name: c.Name}
	}
	return out
}
