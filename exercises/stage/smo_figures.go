package stage

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// figures lists the pictures of frame i, the largest first.
func (s SMOPainter) figures(t solvers.Trace, i int) []exercises.Figure {
	now := t.At(i)
	out := []exercises.Figure{s.picture(now)}
	d, updated := now.Detail.(*solvers.SMODetail)
	if updated && i > 0 {
		out = append(out, Parabola(d, t.At(i-1).Objective))
	}
	return append(out, s.bars(now), s.objective(t, i), s.gaps(t, i), s.alphas(t, i))
}

// bars are the α of this step, the pair standing out, C drawn across.
func (s SMOPainter) bars(now solvers.Step) exercises.Figure {
	pair := map[int]ascii.Ink{}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		pair[d.K], pair[d.L] = anatomy.InkK, anatomy.InkL
	}
	title := "every α"
	var refs []ascii.RefLine
	switch c := s.Solver.C; {
	case math.IsInf(c, 1):
	case highest(now) < c/4: // a line at C would press the bars flat
		title += ", far below C = " + anatomy.Num(c)
	default:
		refs = append(refs, ascii.RefLine{Y: c, Label: "C"})
	}
	return CoefBars(title, "α", s.Model, now, pair, refs...)
}

// highest is the largest coefficient of a step, 0 or more.
func highest(s solvers.Step) float64 {
	var most float64
	for _, a := range s.Coef().All() {
		most = math.Max(most, a)
	}
	return most
}

func (s SMOPainter) objective(t solvers.Trace, i int) exercises.Figure {
	return History("dual objective W", t, i, false, Track{Name: "W", Of: func(s solvers.Step) float64 { return s.Objective }})
}

// gaps is the chart of the duality gap and the largest violation, on a
// logarithmic scale, where an infinite gap is left out.
func (s SMOPainter) gaps(t solvers.Trace, i int) exercises.Figure {
	return History("duality gap and KKT violation", t, i, true,
		Track{Name: "gap", Of: func(s solvers.Step) float64 { return s.Gap }},
		Track{Name: "violation", Of: func(s solvers.Step) float64 { return s.Violation }})
}

// alphas is the chart of every α, the pair and the two largest others in
// colour.
func (s SMOPainter) alphas(t solvers.Trace, i int) exercises.Figure {
	now := t.At(i)
	coloured := map[int]ascii.Ink{}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		coloured[d.K], coloured[d.L] = anatomy.InkK, anatomy.InkL
	}
	for j := range 2 {
		best := -1
		for p, a := range now.Coef().All() {
			_, taken := coloured[p]
			if a > 0 && !taken && (best < 0 || a > now.Coef().At(best)) {
				best = p
			}
		}
		if best >= 0 {
			coloured[best] = ascii.Series(j + 3)
		}
	}
	return coefHistory("every α over the steps", "α", s.Model, t, i, coloured)
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
