package watch

import "kernellab/solvers"

// leastSquaresWords are the quantities of gradient descent on least squares.
func leastSquaresWords(s solvers.LeastSquares, p *solvers.Problem) []*quantity {
	out := descentWords(p, "the mean of (t − f)²", "t − f")
	out = append(out,
		&quantity{name: "eta", sign: "η", help: "the step size", of: given(s.Eta)},
		&quantity{name: "eta_max", sign: "η_max", help: "n/λ_max(K), the largest stable step size",
			of: fixed(func() float64 {
				v := eigenvalues(p)
				return float64(p.Len()) / v[len(v)-1]
			})})
	if isClasses(p) {
		out = append(out, classWords(p)...)
	}
	return descentRest(out, p)
}

// logisticWords are the quantities of gradient descent on the logistic loss.
func logisticWords(s solvers.Logistic, p *solvers.Problem) []*quantity {
	out := append(descentWords(p, "Σ log(1 + e^(−yf))", "y − s(f)"), classWords(p)...)
	out = append(out,
		&quantity{name: "s", sign: "s", aliases: []string{"p", "sigma"}, help: "the probability s(f) at a point", nature: state, size: p.Len(), point: true,
			of: func(s solvers.Step, i int) (float64, bool) { return solvers.Sigmoid(s.F(i)), true }},
		&quantity{name: "gamma", sign: "γ", aliases: []string{"eta", "η"}, help: "the step size", of: given(s.Gamma)})
	return descentRest(out, p)
}

func descentWords(p *solvers.Problem, lossHelp, residual string) []*quantity {
	c := coefficients(p, "a", "a", "alpha", "α")
	return []*quantity{
		loss(lossHelp),
		{name: "gradient", sign: "gradient", aliases: []string{"violation"}, help: "the length of the gradient of w", nature: state, typical: "1e-3",
			of: func(s solvers.Step, _ int) (float64, bool) { return s.Violation, s.N > 0 }},
		c,
		{name: "d" + c.name, sign: "Δ" + c.sign, aliases: []string{"da", "Δa", "dalpha", "Δα"}, help: "by how much the step changed a weight", nature: deed, size: p.Dim(), feature: p.Primal(),
			of: descended((*solvers.GradientDetail).Change)},
		{name: "r", sign: "r", aliases: []string{"residual"}, help: "the residual " + residual + " of a point before the step", nature: deed, size: p.Len(),
			of: descended((*solvers.GradientDetail).Residuals)},
	}
}

// descentRest adds what every descent has.
func descentRest(words []*quantity, p *solvers.Problem) []*quantity {
	words = append(words, pointWords(p)...)
	words = append(words, spectrum(p)...)
	return append(words, commonWords()...)
}

// descended makes an entry of what a step did, which the start has not.
func descended(of func(*solvers.GradientDetail) solvers.Vector) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		d, ok := s.Detail.(*solvers.GradientDetail)
		if !ok || i >= of(d).Len() {
			return 0, false
		}
		return of(d).At(i), true
	}
}
