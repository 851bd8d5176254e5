package stage

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// ghost lays over the pictures of f at frame i what the step changed: the boundary
// before it, and the points that it brought to the other side. There is none where
// no step led to the frame, where the boundary did not move, and where there was
// none before.
func (r Run) ghost(i int, figures []exercises.Figure) []exercises.Figure {
	seg := r.at(i)
	if r.opens(i) || seg.primal() || seg.kind.Restarts {
		return figures
	}
	before, now := r.traces[0].At(i-1), r.traces[0].At(i)
	if unbounded(before) || unmoved(before, now) {
		return figures
	}
	out := slices.Clone(figures)
	for j, f := range out {
		if m, ok := f.Plot.(ascii.Map); ok && m.Field != nil && len(m.Marks) == seg.model.Set.Len() {
			m.Before = seg.model.Expansion(before).On(seg.model.slice())
			m.Marks = slices.Clone(m.Marks)
			for point := range turned(before, now) {
				m.Marks[point].Turned = true
			}
			out[j].Plot = m
		}
	}
	return out
}

// unbounded reports whether f has no boundary: it is a constant.
func unbounded(s solvers.Step) bool {
	for _, c := range s.Coef().All() {
		if c != 0 {
			return false
		}
	}
	return true
}

// unmoved reports whether a step left the boundary where it was.
func unmoved(before, now solvers.Step) bool {
	if before.Bias != now.Bias {
		return false
	}
	for i, c := range now.Coef().All() {
		if before.Coef().At(i) != c {
			return false
		}
	}
	return true
}
