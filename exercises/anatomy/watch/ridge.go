package watch

import "kernellab/solvers"

// ridgeWords are the quantities of the stages of ridge regression.
func ridgeWords(s solvers.Ridge, p *solvers.Problem) []*quantity {
	c := coefficients(p, "a", "a", "alpha", "α")
	c.of = solved(c.of)
	return []*quantity{
		{name: "stage", sign: "stage", help: "the stage of the solve", kind: word, nature: state,
			words: []string{"gram", "regularise", "cholesky", "forward", "back", "residual"},
			of:    stage(0, func(d *solvers.RidgeDetail) float64 { return float64(d.Stage) })},
		c,
		{name: "singular", sign: "singular", help: "K + λI has no Cholesky factor", kind: flag, nature: state,
			of: stage(solvers.StageCholesky, func(d *solvers.RidgeDetail) float64 { return truth(d.Singular) })},
		{name: "cond", sign: "cond", aliases: []string{"condition"}, help: "the condition number of K + λI", nature: state,
			of: stage(solvers.StageCholesky, func(d *solvers.RidgeDetail) float64 { return d.Cond })},
		{name: "rank", sign: "rank", help: "the rank of K + λI", nature: state,
			of: stage(solvers.StageBack, func(d *solvers.RidgeDetail) float64 { return float64(d.Rank) })},
		{name: "resid", sign: "resid", aliases: []string{"residual", "violation"}, help: "‖(K + λI)a − y‖ / ‖y‖", nature: state, typical: "1e-9",
			of: stage(solvers.StageResidual, func(d *solvers.RidgeDetail) float64 { return d.Residual })},
		loss("½‖y − f‖² + ½λ‖w‖²"),
		{name: "lambda", sign: "λ", help: "the penalty", of: given(s.Lambda)},
	}
}

// solved makes a value that is there once the system is solved.
func solved(of func(s solvers.Step, i int) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		if s.Updates == 0 {
			return 0, false
		}
		return of(s, i)
	}
}

// stage makes a value that is known from a stage on.
func stage(from solvers.Stage, of func(d *solvers.RidgeDetail) float64) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) {
		d, ok := s.Detail.(*solvers.RidgeDetail)
		if !ok || d.Stage < from {
			return 0, false
		}
		return of(d), true
	}
}
