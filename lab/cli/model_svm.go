package cli

import (
	"context"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fitSVM takes the fast path.
func fitSVM(ctx context.Context, f *modelFlags, set *dataset.Set) (*fitted, error) {
	rows := &checkedRows{kernels.NewStretches(f.kernel, set.Points()), finiteCheck{kernel: f.kernel, points: set.Points()}}
	var source solvers.RowSource = rows
	if _, ok := f.kernel.(kernels.RBF); ok {
		source = rows.Stretches // always finite
	}
	y := set.Labels()
	s, err := solvers.SolveRows(ctx, source, y, solvers.Options{
		C: f.c, Tol: f.tol, MaxIter: f.updates(), CacheBytes: f.cacheMB << 20, Progress: f.progress,
	})
	if bad := rows.finite.err(); bad != nil {
		return nil, bad
	}
	if err != nil {
		return nil, err
	}
	m := &fitted{
		iterations: s.Iterations, status: s.Status, sentence: s.Sentence, violation: s.Violation,
		objective: s.Objective, primal: s.Primal, gap: s.Gap, bias: s.Bias,
		dual: s.Alpha, weights: make([]float64, len(y)),
	}
	for i, alpha := range s.Alpha {
		m.weights[i] = alpha * y[i]
	}
	if s.Scores != nil {
		m.scores = s.Scores
		for i := range m.scores {
			m.scores[i] += s.Bias
		}
	}
	if m.status != solvers.Converged {
		m.advice = advice(f, m.status, nil)
	}
	return m, nil
}
