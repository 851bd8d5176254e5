package watch

import "kernellab/solvers"

// ascentWords are the quantities of gradient ascent on the dual.
func ascentWords(s solvers.Ascent, p *solvers.Problem) []*quantity {
	told := func(of func(d *solvers.AscentDetail) float64) func(solvers.Step, int) (float64, bool) {
		return func(s solvers.Step, _ int) (float64, bool) {
			d, ok := s.Detail.(*solvers.AscentDetail)
			if !ok {
				return 0, false
			}
			return of(d), true
		}
	}
	out := []*quantity{
		coefficients(p, "alpha", "α", "a"),
		{name: "sum", sign: "Σαt", help: "Σαt, which the dual wants to be 0", nature: state, typical: "0",
			of: told(func(d *solvers.AscentDetail) float64 { return d.Sum })},
		{name: "least", sign: "least", help: "the smallest α, which may not be below 0", nature: state, typical: "0",
			of: told(func(d *solvers.AscentDetail) float64 { return d.Least })},
		{name: "W", sign: "W", aliases: []string{"objective", "dual"}, help: "the dual objective", nature: state,
			of: always(func(s solvers.Step) float64 { return s.Objective })},
		{name: "slope", sign: "slope", aliases: []string{"gradient"}, help: "∂W/∂α of a point before the step", nature: deed, size: p.Len(),
			of: func(s solvers.Step, i int) (float64, bool) {
				d, ok := s.Detail.(*solvers.AscentDetail)
				if !ok || i >= d.Gradient().Len() {
					return 0, false
				}
				return d.Gradient().At(i), true
			}},
		{name: "eta", sign: "η", help: "the step size", of: given(s.Eta)},
	}
	return descentRest(out, p)
}
