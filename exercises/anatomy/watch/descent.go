package watch

import (
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// leastSquaresWords are the quantities of gradient descent on least squares.
func leastSquaresWords(s solvers.LeastSquares, p *solvers.Problem) []*quantity {
	out := append(descentWords(p, "the mean of (t − f)²", "t − f"),
		&quantity{name: "eta", sign: "η", help: "the step size", of: given(s.Eta)},
		&quantity{name: "eta_max", sign: "η_max", help: "n/λ_max(K), the largest stable step size",
			of: fixed(func() float64 {
				v := eigenvalues(p)
				return float64(p.Len()) / v[len(v)-1]
			})})
	if isClasses(p) {
		out = append(out, classWords(p)...)
	}
	return out
}

// logisticWords are the quantities of gradient descent on the logistic loss.
func logisticWords(s solvers.Logistic, p *solvers.Problem) []*quantity {
	out := append(descentWords(p, "Σ log(1 + e^(−yf)) + ½λ‖w‖²", "y − s(f)"), classWords(p)...)
	return append(out,
		&quantity{name: "s", sign: "s", aliases: []string{"p", "sigma"}, help: "the probability s(f) at a point", nature: state, size: p.Len(), point: true,
			of: func(s solvers.Step, i int) (float64, bool) { return solvers.Sigmoid(s.F(i)), true }},
		&quantity{name: "gamma", sign: "γ", aliases: []string{"eta", "η"}, help: "the step size", of: given(s.Gamma)},
		&quantity{name: "lambda", sign: "λ", help: "the penalty", of: given(s.Lambda)})
}

func descentWords(p *solvers.Problem, lossHelp, residual string) []*quantity {
	c := coefficients(p, "a", "a", "alpha", "α")
	return []*quantity{
		loss(lossHelp),
		{name: "gradient", sign: "gradient", aliases: []string{"violation"}, help: "the length of the gradient of w", nature: state, typical: "1e-3",
			of: always(func(s solvers.Step) float64 { return s.Violation })},
		c,
		{name: "d" + c.name, sign: "Δ" + c.sign, aliases: []string{"da", "Δa", "dalpha", "Δα"}, help: "by how much the step changed a weight", nature: deed, size: p.Dim(), feature: p.Primal(),
			of: entry(changed)},
		residuals(p, "r", "the residual "+residual, "residual"),
	}
}

// ascentWords are the quantities of gradient ascent on the dual.
func ascentWords(s solvers.Ascent, p *solvers.Problem) []*quantity {
	return []*quantity{
		coefficients(p, "alpha", "α", "a"),
		{name: "sum", sign: "Σαt", help: "Σαt, which the dual wants to be 0", nature: state, typical: "0",
			of: told(func(d *solvers.AscentDetail) float64 { return d.Sum })},
		{name: "least", sign: "least", help: "the smallest α, which may not be below 0", nature: state, typical: "0",
			of: told(func(d *solvers.AscentDetail) float64 { return d.Least })},
		dualObjective(),
		residuals(p, "slope", "∂W/∂α", "gradient"),
		{name: "eta", sign: "η", help: "the step size", of: given(s.Eta)},
	}
}

// residuals are what a step went by, by point, which the start has not.
func residuals(p *solvers.Problem, name, what, alias string) *quantity {
	return &quantity{name: name, sign: name, aliases: []string{alias}, help: what + " of a point before the step", nature: deed, size: p.Len(),
		of: entry(anatomy.Residuals)}
}

// entry makes an entry of a vector of a step; where it has none there is none.
func entry(of func(solvers.Step) solvers.Vector) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		v := of(s)
		if i >= v.Len() {
			return 0, false
		}
		return v.At(i), true
	}
}

// changed is by how much a step of gradient descent changed the coefficients.
func changed(s solvers.Step) solvers.Vector {
	d, ok := s.Detail.(*solvers.GradientDetail)
	if !ok {
		return solvers.Vector{}
	}
	return d.Change()
}
