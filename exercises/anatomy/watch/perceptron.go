package watch

import (
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// perceptronWords are the quantities of the perceptron.
func perceptronWords(p *solvers.Problem) []*quantity {
	out := []*quantity{
		{name: "mistake", sign: "mistake", help: "the point visited was on the wrong side", kind: flag, nature: deed,
			of: scalar(anatomy.FromVisit(func(d *solvers.PerceptronDetail) float64 { return truth(d.Mistake) }))},
		{name: "epoch", sign: "epoch", help: "the number of the round, from 1", nature: state,
			of: told(func(d *solvers.PerceptronDetail) float64 { return float64(d.Epoch) })},
		{name: "point", sign: "point", aliases: []string{"i"}, help: "the point visited", nature: deed, index: true,
			of: scalar(anatomy.FromVisit(func(d *solvers.PerceptronDetail) float64 { return float64(d.Point + 1) }))},
		{name: "margin", sign: "margin", help: "y·f of the point visited, before the update", nature: deed, typical: "0",
			of: scalar(anatomy.FromVisit(func(d *solvers.PerceptronDetail) float64 { return d.Margin }))},
		coefficients(p, "alpha", "α", "a"),
	}
	out = append(out, classWords(p)...)
	if !p.Primal() {
		out = append(out, support(), perceptronChange(p))
	}
	return append(out,
		&quantity{name: "mistakes", sign: "mistakes", help: "mistakes in this epoch so far", nature: state,
			of: told(func(d *solvers.PerceptronDetail) float64 { return float64(d.Mistakes) })},
		&quantity{name: "visits", sign: "visits", help: "how many points were visited", nature: state,
			of: told(func(d *solvers.PerceptronDetail) float64 { return float64(d.Visits) })},
		bias(),
		loss("Σ −y·f over the points on the wrong side"),
	)
}

func perceptronChange(p *solvers.Problem) *quantity {
	return &quantity{
		name: "dalpha", sign: "Δα", aliases: []string{"dα", "da", "Δa", "Δalpha"}, help: "by how much the step changed an α",
		nature: deed, size: p.Len(),
		of: func(s solvers.Step, i int) (float64, bool) {
			d, ok := s.Detail.(*solvers.PerceptronDetail)
			if !ok || d.Point < 0 {
				return 0, false
			}
			return truth(d.Mistake && d.Point == i), true
		},
	}
}
