package cli

import (
	"context"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fitSVM takes the fast path.
func fitSVM(ctx context.Context, f *modelFlags, set *dataset.Set) (*fitted, error) {
	rows := newFiniteRows(f.kernel, set.Points())
	y := set.Labels()
	s, err := solvers.SolveRows(ctx, rows.source(), y, solvers.Options{
		C: f.c, Tol: f.tol, MaxIter: f.updates(), CacheBytes: f.cacheMB << 20, Progress: f.progress,
	})
	if bad := rows.seen.err(); bad != nil {
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
	if !converged(m.status) {
		m.advice = advice(f, m.status, nil)
	}
	return m, nil
}

// finiteRows are rows of a Gram matrix that remember an entry that is no
// number.
type finiteRows struct {
	*kernels.Stretches
	kernel kernels.Kernel[[]float64]
	point  []int // the point at each place
	seen   firstInfinite
}

func newFiniteRows(k kernels.Kernel[[]float64], points [][]float64) *finiteRows {
	r := &finiteRows{Stretches: kernels.NewStretches(k, points), kernel: k, point: make([]int, len(points))}
	for i := range r.point {
		r.point[i] = i
	}
	return r
}

// source is the rows themselves where every entry is a number: an RBF's are.
func (r *finiteRows) source() solvers.RowSource {
	if _, ok := r.kernel.(kernels.RBF); ok {
		return r.Stretches
	}
	return r
}

// Swap exchanges the points at two places.
func (r *finiteRows) Swap(i, j int) {
	r.Stretches.Swap(i, j)
	r.point[i], r.point[j] = r.point[j], r.point[i]
}

// Fill is [kernels.Stretches.Fill].
func (r *finiteRows) Fill(dst []float64, i, from int) {
	r.Stretches.Fill(dst, i, from)
	noteInfinite(r, dst, i, from)
}

// Fill32 is [kernels.Stretches.Fill32].
func (r *finiteRows) Fill32(dst []float32, i, from int) {
	r.Stretches.Fill32(dst, i, from)
	noteInfinite(r, dst, i, from)
}

// Diag is [kernels.Stretches.Diag].
func (r *finiteRows) Diag(i int) float64 {
	v := r.Stretches.Diag(i)
	r.seen.note(r.point[i], r.point[i], v)
	return v
}

// noteInfinite looks for an entry that is no number, first in the sum of all.
func noteInfinite[T float32 | float64](r *finiteRows, row []T, i, from int) {
	var s T
	for _, v := range row {
		s += v - v
	}
	if s == 0 {
		return
	}
	for j, v := range row {
		r.seen.note(r.point[i], r.point[from+j], float64(v))
	}
}
