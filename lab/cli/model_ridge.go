package cli

import (
	"math"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fitRidge solves the system at once; with a trace it is walked stage by stage
// instead.
func fitRidge(f *modelFlags, set *dataset.Set) (*fitted, error) {
	k := kernels.Gram(f.kernel, set.Points())
	if err := kernels.CheckFinite(k); err != nil {
		return nil, kernelError(err)
	}
	s, err := solvers.SolveRidge(k, set.Labels(), f.lambda)
	if err != nil {
		return nil, err
	}
	nan := math.NaN()
	m := &fitted{
		iterations: 1, status: s.Status, sentence: s.Sentence, violation: s.Residual,
		objective: s.Objective, primal: nan, gap: nan, dual: s.Coef, weights: s.Coef, scores: s.Scores,
	}
	if m.status != solvers.Converged {
		m.advice = advice(f, m.status, nil)
	}
	return m, nil
}
