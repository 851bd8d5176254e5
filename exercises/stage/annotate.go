package stage

import (
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// mostNumbered is up to how many points the pictures of a run number each.
const mostNumbered = 30

// annotated are the pictures of frame i with what the run knows of it: the numbers
// of the points, where there are few, and what the step changed.
func annotated(r Run, i int, figures []exercises.Figure) []exercises.Figure {
	seg := r.at(i)
	n := seg.model.Set.Len()
	ghost := ghostOf(r, i)
	if n > mostNumbered && ghost == nil {
		return figures
	}
	out := slices.Clone(figures)
	for j, f := range out {
		m, ok := f.Plot.(ascii.Map)
		if !ok || len(m.Marks) != n {
			continue
		}
		m.Marks = slices.Clone(m.Marks)
		if n <= mostNumbered {
			for k := range m.Marks {
				m.Marks[k].Number = strconv.Itoa(k + 1)
			}
		}
		if ghost != nil && m.Field != nil {
			m.Before = seg.model.Expansion(*ghost).On(seg.model.slice())
			for k := range turned(*ghost, r.traces[0].At(i)) {
				m.Marks[k].Turned = true
			}
		}
		out[j].Plot = m
	}
	return out
}

// ghostOf is the step whose boundary frame i leaves; nil where no step led to the
// frame, where the boundary did not move, and where there was none before.
func ghostOf(r Run, i int) *solvers.Step {
	seg := r.at(i)
	if r.opens(i) || seg.primal() || seg.kind.Restarts {
		return nil
	}
	before := r.traces[0].At(i - 1)
	if unbounded(before) || unmoved(before, r.traces[0].At(i)) {
		return nil
	}
	return &before
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
