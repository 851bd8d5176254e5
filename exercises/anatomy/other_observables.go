package anatomy

import (
	"math"

	"kernellab/solvers"
)

// observePerceptron returns what conditions can ask of the perceptron.
func observePerceptron(_ solvers.Solver, p *solvers.Problem) []Observable {
	number := func(name, help string, of func(d *solvers.PerceptronDetail) float64) Observable {
		return Observable{Name: name, Symbol: name, Help: help, About: AboutPosition, Value: detail(of)}
	}
	out := []Observable{
		{Name: "mistake", Symbol: "mistake", Help: "the point visited was on the wrong side", Kind: Flag, About: AboutStep,
			Value: scalar(FromVisit(func(d *solvers.PerceptronDetail) float64 { return flagged(d.Mistake) }))},
		number("epoch", "the number of the round, from 1", func(d *solvers.PerceptronDetail) float64 { return float64(d.Epoch) }),
		{Name: "point", Symbol: "point", Aliases: []string{"i"}, Help: "the point visited", About: AboutStep, Index: true,
			Value: scalar(FromVisit(func(d *solvers.PerceptronDetail) float64 { return float64(d.Point + 1) }))},
		{Name: "margin", Symbol: "margin", Help: "y·f of the point visited, before the update", About: AboutStep, Typical: "0",
			Value: scalar(FromVisit(func(d *solvers.PerceptronDetail) float64 { return d.Margin }))},
		coefficients(p, "alpha", "α", "a"),
	}
	out = append(out, classObservables(p)...)
	if !p.Primal() {
		out = append(out, support(), visitChange(p))
	}
	return append(out,
		number("mistakes", "mistakes in this epoch so far", func(d *solvers.PerceptronDetail) float64 { return float64(d.Mistakes) }),
		number("visits", "how many points were visited", func(d *solvers.PerceptronDetail) float64 { return float64(d.Visits) }),
		bias(), lossObservable("Σ −y·f over the points on the wrong side"))
}

// visitChange is by how much a visit changed an α.
func visitChange(p *solvers.Problem) Observable {
	return Observable{
		Name: "dalpha", Symbol: "Δα", Aliases: []string{"dα", "da", "Δa", "Δalpha"}, Help: "by how much the step changed an α",
		About: AboutStep, Size: p.Len(),
		Value: func(s solvers.Step, i int) (float64, bool) {
			return FromVisit(func(d *solvers.PerceptronDetail) float64 { return flagged(d.Mistake && d.Point == i) })(s)
		},
	}
}

// observeLeastSquares returns what conditions can ask of least squares.
func observeLeastSquares(solver solvers.Solver, p *solvers.Problem) []Observable {
	most := constant("eta_max", "η_max", "n/λ_max(K), the largest stable step size", 0)
	most.Value = once(func() float64 {
		v := eigenvalues(p)
		return float64(p.Len()) / v[len(v)-1]
	})
	out := append(descentObservables(p, "the mean of (t − f)²", "t − f"), constant("eta", "η", "the step size", solver.(solvers.LeastSquares).Eta), most)
	if classes(p) {
		out = append(out, classObservables(p)...)
	}
	return out
}

// classes reports whether all labels are classes rather than targets.
func classes(p *solvers.Problem) bool {
	for _, y := range p.Labels() {
		if y != 0 && math.Abs(y) != 1 {
			return false
		}
	}
	return true
}

// observeLogistic returns what conditions can ask of logistic regression.
func observeLogistic(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.Logistic)
	gamma := constant("gamma", "γ", "the step size", s.Gamma)
	gamma.Aliases = []string{"eta", "η"}
	return append(append(descentObservables(p, "Σ log(1 + e^(−yf)) + ½λ‖w‖²", "y − s(f)"), classObservables(p)...),
		Observable{Name: "s", Symbol: "s", Aliases: []string{"p", "sigma"}, Help: "the probability s(f) at a point", About: AboutPosition, Size: p.Len(), Point: true,
			Value: func(s solvers.Step, i int) (float64, bool) { return solvers.Sigmoid(s.F(i)), true }},
		gamma, constant("lambda", "λ", "the penalty", s.Lambda))
}

func descentObservables(p *solvers.Problem, loss, residual string) []Observable {
	c := coefficients(p, "a", "a", "alpha", "α")
	gradient := position("gradient", "the length of the gradient of w", func(s solvers.Step) float64 { return s.Violation }, "violation")
	gradient.Typical = "1e-3"
	return []Observable{
		lossObservable(loss), gradient, c,
		{Name: "d" + c.Name, Symbol: "Δ" + c.Symbol, Aliases: []string{"da", "Δa", "dalpha", "Δα"}, Help: "by how much the step changed a weight", About: AboutStep, Size: p.Dim(), Feature: p.Primal(),
			Value: entry(changes)},
		residualObservable(p, "r", "the residual "+residual, "residual"),
	}
}

// observeAscent returns what conditions can ask of gradient ascent on the dual.
func observeAscent(solver solvers.Solver, p *solvers.Problem) []Observable {
	sum := Observable{Name: "sum", Symbol: "Σαt", Help: "Σαt, which the dual wants to be 0", About: AboutPosition, Typical: "0",
		Value: detail(func(d *solvers.AscentDetail) float64 { return d.Sum })}
	least := Observable{Name: "least", Symbol: "least", Help: "the smallest α, which may not be below 0", About: AboutPosition, Typical: "0",
		Value: detail(func(d *solvers.AscentDetail) float64 { return d.Least })}
	return []Observable{
		coefficients(p, "alpha", "α", "a"), sum, least, dualObjective(),
		residualObservable(p, "slope", "∂W/∂α", "gradient"), constant("eta", "η", "the step size", solver.(solvers.Ascent).Eta),
	}
}

// residualObservable is what a step went by, by point, which the start has not.
func residualObservable(p *solvers.Problem, name, what, alias string) Observable {
	return Observable{Name: name, Symbol: name, Aliases: []string{alias}, Help: what + " of a point before the step", About: AboutStep, Size: p.Len(), Value: entry(Residuals)}
}

// entry makes a value of an entry of a vector, which may be shorter.
func entry(of func(solvers.Step) solvers.Vector) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		v := of(s)
		if i >= v.Len() {
			return 0, false
		}
		return v.At(i), true
	}
}

// changes is what a step of gradient descent added to the coefficients.
func changes(s solvers.Step) solvers.Vector {
	if d, ok := s.Detail.(*solvers.GradientDetail); ok {
		return d.Change()
	}
	return solvers.Vector{}
}

// observeRidge returns what conditions can ask of the stages of ridge regression.
func observeRidge(solver solvers.Solver, p *solvers.Problem) []Observable {
	known := func(name, help string, from solvers.Stage, of func(d *solvers.RidgeDetail) float64, aliases ...string) Observable {
		return Observable{Name: name, Symbol: name, Aliases: aliases, Help: help, About: AboutPosition, Value: scalar(fromStage(from, of))}
	}
	c := coefficients(p, "a", "a", "alpha", "α")
	c.Value = onceSolved(c.Value)
	stage := known("stage", "the stage of the solve", 0, func(d *solvers.RidgeDetail) float64 { return float64(d.Stage) })
	stage.Kind, stage.Words = OneOfWords, []string{"gram", "regularise", "cholesky", "forward", "back", "residual"}
	singular := known("singular", "K + λI has no Cholesky factor", solvers.StageCholesky, func(d *solvers.RidgeDetail) float64 { return flagged(d.Singular) })
	singular.Kind = Flag
	left := known("resid", "‖(K + λI)a − y‖ / ‖y‖", solvers.StageResidual, func(d *solvers.RidgeDetail) float64 { return d.Residual }, "residual", "violation")
	left.Typical = "1e-9"
	return []Observable{
		stage, c, singular,
		known("cond", "the condition number of K + λI", solvers.StageCholesky, func(d *solvers.RidgeDetail) float64 { return d.Cond }, "condition"),
		known("rank", "the rank of K + λI", solvers.StageBack, func(d *solvers.RidgeDetail) float64 { return float64(d.Rank) }),
		left, lossObservable("½‖y − f‖² + ½λ‖w‖²"), constant("lambda", "λ", "the penalty", solver.(solvers.Ridge).Lambda),
	}
}

// onceSolved makes a value that is there once the system is solved.
func onceSolved(of func(s solvers.Step, i int) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		if s.Updates == 0 {
			return 0, false
		}
		return of(s, i)
	}
}

// fromStage makes a number that is known from a stage on.
func fromStage(from solvers.Stage, of func(d *solvers.RidgeDetail) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		d, ok := s.Detail.(*solvers.RidgeDetail)
		if !ok || d.Stage < from {
			return 0, false
		}
		return of(d), true
	}
}
