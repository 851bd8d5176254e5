package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync/atomic"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// newGram returns the Gram matrix of a data set. If the matrix fits into the cache, it is computed
// at once, otherwise row by row, with messages to f.progress. rowsErr can be called at any time and
// returns the error of the rows computed so far.
func newGram(f *modelFlags, set *dataset.Set) (g solvers.Gram, rowsErr func() error, err error) {
	k, n, computedRows := f.kernel, set.Len(), 0
	if n*n <= f.cacheMB*(1<<20)/8 {
		m := kernels.Gram(k, set.Points())
		return solvers.NewDense(m), func() error { return nil }, kernelError(kernels.CheckFinite(m))
	}
	rows := kernels.NewRows(k, set.Points())
	finite := &finiteCheck{kernel: k, points: set.Points()}
	return solvers.NewCachedGram(n, func(i int, dst []float64) {
		rows.Row(dst, i)
		checkRow(finite, dst)
		if computedRows++; f.progress != nil && computedRows%100 == 0 {
			f.progress(fmt.Sprintf("computing the Gram matrix row by row, round %.1f",
				1+float64(computedRows)/float64(n)))
		}
	}, f.cacheMB<<20), finite.err, nil
}

// finiteCheck checks that the entries of a Gram matrix are finite. It is safe for
// concurrent use.
type finiteCheck struct {
	kernel kernels.Kernel[[]float64]
	points [][]float64
	failed atomic.Bool
}

func checkRow[T float32 | float64](c *finiteCheck, row []T) {
	var s T
	for _, v := range row {
		s += v - v // 0, or NaN if v is infinite or NaN
	}
	if s != 0 {
		c.failed.Store(true)
	}
}

// err returns an error that names the first entry that is not finite, or nil.
func (c *finiteCheck) err() error {
	if !c.failed.Load() {
		return nil
	}
	rows, row := kernels.NewRows(c.kernel, c.points), make([]float64, len(c.points))
	for i := range row {
		rows.Row(row, i)
		for j, v := range row {
			if v-v != 0 {
				return kernelError(&kernels.NotFiniteError{I: i, J: j, Value: v})
			}
		}
	}
	return kernelError(errors.New("the kernel's values are too large"))
}

// checkedRows computes rows of a Gram matrix and checks that each row is finite.
type checkedRows struct {
	*kernels.PackedRows
	finite finiteCheck
}

// Fill calls [kernels.PackedRows.Fill] and checks the row.
func (r *checkedRows) Fill(dst []float64, i, from int) {
	r.PackedRows.Fill(dst, i, from)
	checkRow(&r.finite, dst)
}

// Fill32 calls [kernels.PackedRows.Fill32] and checks the row.
func (r *checkedRows) Fill32(dst []float32, i, from int) {
	r.PackedRows.Fill32(dst, i, from)
	checkRow(&r.finite, dst)
}

func kernelError(err error) error {
	if err == nil {
		return nil
	}
	return failf("scale the columns, or use another kernel", "%v", err)
}

// psdLimit is the maximum number of points for which warnUnlessPSD tests a kernel.
const psdLimit = 500

// warnUnlessPSD prints a warning if a kernel that contains a formula, expr('…'), is not positive
// semidefinite on these points. All other kernels are positive semidefinite by construction.
func warnUnlessPSD(w io.Writer, m *fittedModel) {
	if !strings.Contains(m.kernel.String(), "expr(") || m.set.Len() > psdLimit {
		return
	}
	var notPSD *kernels.NotPSDError
	if err := kernels.CheckPSD(kernels.Gram(m.kernel, m.set.Points()), 1e-10); errors.As(err, &notPSD) {
		fmt.Fprintf(w, "warning: %v so the problem may have no optimum\n", notPSD)
	}
}

// gramKind names the defect of a Gram matrix from which nothing can be learned. It is usefulGram
// for any other matrix.
type gramKind string

// The kinds. They are also in the JSON.
const (
	usefulGram   gramKind = ""
	identityGram gramKind = "identity"
	constantGram gramKind = "constant"
)

// words describes the kind and what may help.
func (k gramKind) words() string {
	switch k {
	case identityGram:
		return "K is practically the identity: off the diagonal it is below 1 %. A wider kernel or --scale may help."
	case constantGram:
		return "K is practically constant: its entries differ by less than 1 %. A narrower kernel or --scale may help."
	}
	return ""
}

// kindOfGram returns the kind of the Gram matrix of some points. It looks at no more than about a
// million entries. Pairs of points that the kernel cannot distinguish, such as equal points, are no
// evidence against the identity.
func kindOfGram(k kernels.Kernel[[]float64], points [][]float64) gramKind {
	const maxEntries, tolerance = 1 << 20, 0.01
	n := len(points)
	rows, row, diagonal := kernels.NewRows(k, points), make([]float64, n), make([]float64, n)
	for i, x := range points {
		diagonal[i] = k.Eval(x, x)
	}
	values, isIdentity, isConstant := ascii.RangeOf(diagonal...), n > 2, n > 2
	for i := 0; i < n && (isIdentity || isConstant); i += max(1, n*n/maxEntries) {
		rows.Row(row, i)
		for _, v := range row {
			values = values.With(v)
		}
		isConstant = isConstant && values.Span() <= tolerance*max(math.Abs(values.Min), math.Abs(values.Max))
		for j, v := range row {
			if diagonalSum := diagonal[i] + diagonal[j]; j != i && diagonalSum-2*v >= 1e-9*diagonalSum {
				isIdentity = isIdentity && math.Abs(v) < tolerance*math.Sqrt(diagonal[i]*diagonal[j])
			}
		}
	}
	switch {
	case isConstant:
		return constantGram
	case isIdentity:
		return identityGram
	}
	return usefulGram
}

// fitSVM fits an SVM with the fast solver, which records no steps.
func fitSVM(ctx context.Context, f *modelFlags, set *dataset.Set) (*fittedModel, error) {
	rows := &checkedRows{kernels.NewPackedRows(f.kernel, set.Points()),
		finiteCheck{kernel: f.kernel, points: set.Points()}}
	var source solvers.RowSource = rows
	if _, ok := f.kernel.(kernels.RBF); ok {
		source = rows.PackedRows // always finite
	}
	y := set.Labels()
	var progress func(solvers.Progress)
	if f.progress != nil {
		progress = func(p solvers.Progress) { f.progress(progressWords(p)) }
	}
	s, err := solvers.SolveRows(ctx, source, y, solvers.Options{
		C: f.c, Tol: f.tol, MaxIter: f.updates(), CacheBytes: f.cacheMB << 20, Progress: progress,
	})
	if rowsErr := rows.finite.err(); rowsErr != nil {
		return nil, rowsErr
	}
	if err != nil {
		return nil, err
	}
	m := &fittedModel{
		iterations: s.Iterations, status: s.Status, sentence: s.Sentence, violation: s.Violation,
		objective: s.Objective, primal: s.PrimalObjective, gap: s.Gap, bias: s.Bias,
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
	m.advice = advice(f, m.status, nil)
	return m, nil
}

// fitRidge solves the linear system at once, without steps.
func fitRidge(f *modelFlags, set *dataset.Set) (*fittedModel, error) {
	k := kernels.Gram(f.kernel, set.Points())
	if err := kernels.CheckFinite(k); err != nil {
		return nil, kernelError(err)
	}
	s, err := solvers.SolveRidge(k, set.Labels(), f.lambda)
	if err != nil {
		return nil, err
	}
	nan := math.NaN()
	return &fittedModel{
		iterations: 1, status: s.Status, sentence: s.Sentence, violation: s.Residual, advice: advice(f, s.Status, nil),
		objective: s.Objective, primal: nan, gap: nan, dual: s.Coef, weights: s.Coef, scores: s.Scores,
	}, nil
}
