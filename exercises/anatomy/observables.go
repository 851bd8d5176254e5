package anatomy

import (
	"math"
	"slices"

	"kernellab/solvers"
)

// observeSMO returns the observables of SMO, with the symbols that the exercises use.
// The first argument of observe and of similar functions lists the name, the symbol and the aliases of
// an observable.
func observeSMO(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.SMO)
	clip := observe("clip clip", "which bound cut the step: L, H or none", AboutStep, detailValue(clippedAt)).
		withWords("none", "L", "H")
	clip.Idle = true
	out := []Observable{
		coefObservable(p, "alpha α a"), clip,
		positionObservable("gap gap", "the duality gap",
			func(s solvers.Step) float64 { return s.Gap }).withTypical("1e-3"),
		positionObservable("violation violation", "the largest violation of the KKT conditions by a pair",
			func(s solvers.Step) float64 { return s.Violation }).withTypical("1e-3"),
		dualObservable(), supportObservable(),
	}
	out = slices.Concat(out, classObservables(p), pairObservables(p))
	return append(out,
		constantObservable("C C", "the bound of every α", s.C),
		positionObservable("nBound nBound", "how many α are at C",
			countCoefficients(func(a float64) bool { return a == s.C })),
		observe("E E", "f − t at a point", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return s.F(i) - p.Y(i), true }).withEntries(p.Len()),
		biasObservable(),
		positionObservable("primal primal P", "the primal objective",
			func(s solvers.Step) float64 { return s.PrimalObjective }),
	)
}

// pairObservables returns the observables of the update of a pair.
func pairObservables(p *solvers.Problem) []Observable {
	updateNumber := func(names, help string, read func(d *solvers.SMODetail) float64) Observable {
		return observe(names, help, AboutStep, detailValue(read))
	}
	pair := updateNumber("pair pair", "the two points, in any order",
		func(d *solvers.SMODetail) float64 { return PairCode(d.K+1, d.L+1) })
	pair.Kind = PointPair
	out := []Observable{
		updateNumber("k k", "the first point of the pair",
			func(d *solvers.SMODetail) float64 { return float64(d.K + 1) }).asIndex(),
		updateNumber("l l", "the second point of the pair",
			func(d *solvers.SMODetail) float64 { return float64(d.L + 1) }).asIndex(),
		pair,
		observe("dalpha Δα dα da Δa Δalpha delta_alpha", "how much the step changed an α", AboutStep,
			pairChange).withEntries(p.Len()),
	}
	out = append(out, anyPair().Observables()...)
	return append(out, updateNumber("null null", "the update moved nothing",
		func(d *solvers.SMODetail) float64 { return boolNumber(d.Unchanged) }).asFlag())
}

// clippedAt says which bound clipped a step: 0 for none, 1 for L, 2 for H.
func clippedAt(d *solvers.SMODetail) float64 {
	switch {
	case !d.Clipped:
		return 0
	case d.Unclipped < d.Lo:
		return 1
	}
	return 2
}

// pairChange returns by how much an update changed α of point i.
func pairChange(s solvers.Step, i int) (float64, bool) {
	d, ok := s.Detail.(*solvers.SMODetail)
	switch {
	case !ok:
		return 0, false
	case i == d.K:
		return d.NewAk - d.OldAk, true
	case i == d.L:
		return d.NewAl - d.OldAl, true
	}
	return 0, true
}

// observePerceptron returns the observables of the perceptron.
func observePerceptron(_ solvers.Solver, p *solvers.Problem) []Observable {
	positionNumber := func(names, help string, read func(d *solvers.PerceptronDetail) float64) Observable {
		return observe(names, help, AboutPosition, detailValue(read))
	}
	visitNumber := func(names, help string, read func(d *solvers.PerceptronDetail) float64) Observable {
		return observe(names, help, AboutStep, optional(FromVisit(read)))
	}
	out := []Observable{
		visitNumber("mistake mistake", "the point visited was on the wrong side",
			func(d *solvers.PerceptronDetail) float64 { return boolNumber(d.Mistake) }).asFlag(),
		positionNumber("epoch pass", "the number of the pass, from 1",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Pass) }),
		visitNumber("point point i", "the point visited",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Point + 1) }).asIndex(),
		visitNumber("margin margin", "y·f of the point visited, before the update",
			func(d *solvers.PerceptronDetail) float64 { return d.Margin }).withTypical("0"),
		coefObservable(p, "alpha α a"),
	}
	out = append(out, classObservables(p)...)
	if !p.IsPrimal() {
		change := func(s solvers.Step, i int) (float64, bool) {
			return FromVisit(
				func(d *solvers.PerceptronDetail) float64 { return boolNumber(d.Mistake && d.Point == i) },
			)(s)
		}
		out = append(out, supportObservable(),
			observe("dalpha Δα dα da Δa Δalpha", "how much the step changed an α", AboutStep, change).withEntries(
				p.Len(),
			))
	}
	return append(out,
		positionNumber("mistakes mistakes", "mistakes in this pass so far",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Mistakes) }),
		positionNumber("visits visits", "how many points were visited",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Visits) }),
		biasObservable(), lossObservable("Σ −y·f over the points on the wrong side"))
}

// observeLeastSquares returns the observables of least squares.
func observeLeastSquares(solver solvers.Solver, p *solvers.Problem) []Observable {
	limit := lazyConstant(func() float64 {
		v := eigenvalues(p)
		return float64(p.Len()) / v[len(v)-1]
	})
	out := append(descentObservables(p, "the mean of (t − f)²", "t − f"),
		constantObservable("eta η", "the step size", solver.(solvers.LeastSquares).Eta),
		observe("eta_max η_max", "n/λ_max(K), the largest stable step size", AboutProblem, limit))
	for _, y := range p.Labels() {
		if y != 0 && math.Abs(y) != 1 { // targets rather than classes
			return out
		}
	}
	return append(out, classObservables(p)...)
}

// observeLogistic returns the observables of logistic regression.
func observeLogistic(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.Logistic)
	return append(append(descentObservables(p, "Σ log(1 + e^(−yf)) + ½λ‖w‖²", "y − s(f)"), classObservables(p)...),
		observe("s s p sigma", "the probability s(f) at a point", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return solvers.Sigmoid(s.F(i)), true }).byPoint(p.Len()),
		constantObservable("gamma η eta γ", "the step size", s.Gamma),
		constantObservable("lambda λ", "the penalty", s.Lambda))
}

func descentObservables(p *solvers.Problem, loss, residual string) []Observable {
	c := coefObservable(p, "a a alpha α")
	change := observe("d"+c.Name+" Δ"+c.Symbol+" da Δa dalpha Δα", "how much the step changed a weight", AboutStep,
		entryValue(changes)).withEntries(p.Dim())
	change.Feature = p.IsPrimal()
	return []Observable{
		lossObservable(loss),
		positionObservable("gradient gradient violation", "the length of the gradient of w",
			func(s solvers.Step) float64 { return s.Violation }).withTypical("1e-3"),
		c, change, residualObservable(p, "r r residual", "the residual "+residual),
	}
}

// observeAscent returns the observables of gradient ascent on the dual.
func observeAscent(solver solvers.Solver, p *solvers.Problem) []Observable {
	positionNumber := func(names, help string, read func(d *solvers.AscentDetail) float64) Observable {
		return observe(names, help, AboutPosition, detailValue(read)).withTypical("0")
	}
	return []Observable{
		coefObservable(p, "alpha α a"),
		positionNumber("sum Σαt", "Σαt, which has to be 0 in the dual",
			func(d *solvers.AscentDetail) float64 { return d.Sum }),
		positionNumber("least least", "the smallest α, which may not be below 0",
			func(d *solvers.AscentDetail) float64 { return d.Least }),
		dualObservable(), residualObservable(p, "slope slope gradient", "∂g/∂α"),
		constantObservable("eta η", "the step size", solver.(solvers.Ascent).Eta),
	}
}

// changes returns what a step of gradient descent added to the coefficients.
func changes(s solvers.Step) solvers.Vector {
	if d, ok := s.Detail.(*solvers.GradientDetail); ok {
		return d.Change()
	}
	return solvers.Vector{}
}

// observeRidge returns the observables of the stages of ridge regression.
func observeRidge(solver solvers.Solver, p *solvers.Problem) []Observable {
	sinceStage := func(first solvers.RidgeStage, names, help string,
		read func(d *solvers.RidgeDetail) float64) Observable {
		return observe(names, help, AboutPosition, func(s solvers.Step, _ int) (float64, bool) {
			d := stageDetail(s)
			return read(d), d.Stage >= first
		})
	}
	c := coefObservable(p, "a a alpha α")
	c.Value = afterSolving(c.Value)
	return []Observable{
		sinceStage(0, "stage stage", "the stage of the solve",
			func(d *solvers.RidgeDetail) float64 { return float64(d.Stage) }).
			withWords("gram", "regularise", "cholesky", "forward", "back", "residual"),
		c,
		sinceStage(solvers.StageCholesky, "singular singular", "K + λI has no Cholesky factor",
			func(d *solvers.RidgeDetail) float64 { return boolNumber(d.Singular) }).asFlag(),
		sinceStage(solvers.StageCholesky, "cond cond condition", "the condition number of K + λI",
			func(d *solvers.RidgeDetail) float64 { return d.Cond }),
		sinceStage(solvers.StageBack, "rank rank", "the rank of K + λI",
			func(d *solvers.RidgeDetail) float64 { return float64(d.Rank) }),
		sinceStage(solvers.StageResidual, "resid resid residual violation", "‖(K + λI)a − y‖ / ‖y‖",
			func(d *solvers.RidgeDetail) float64 { return d.Residual }).withTypical("1e-9"),
		lossObservable("½‖y − f‖² + ½λ‖w‖²"),
		constantObservable("lambda λ", "the penalty", solver.(solvers.Ridge).Lambda),
	}
}

// afterSolving restricts a Value function to steps after the system is solved.
func afterSolving(valueFunc func(s solvers.Step, i int) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		if s.Updates == 0 {
			return 0, false
		}
		return valueFunc(s, i)
	}
}
