package stage

import (
	"kernellab/exercises"
	"kernellab/solvers"
)

// figures lists the pictures of frame i.
func (p DescentPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	return []exercises.Figure{p.Model.Map(p.Model.Expansion(now), MapOptions{Probability: p.Logistic})}
}
