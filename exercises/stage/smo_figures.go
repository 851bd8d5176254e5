package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// figures lists the pictures of frame i, the largest first.
func (s SMOPainter) figures(t solvers.Trace, i int) []exercises.Figure {
	return []exercises.Figure{s.picture(t.At(i))}
}

// picture is the decision map with support vectors and the pair marked.
func (s SMOPainter) picture(now solvers.Step) exercises.Figure {
	o := MapOptions{
		Margins: true,
		Kind:    func(i int) ascii.MarkKind { return Standing(now.Coef().At(i), s.Solver.C) },
	}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		o.Focus = map[int]string{d.K: "k", d.L: "ℓ"}
	}
	return s.Model.Map(s.Model.Expansion(now), o)
}
