// Package anatomytest makes runs for the tests of package anatomy: a model of points
// and a kernel, and traces of solvers on it. It knows no figures and no stage.
package anatomytest

import (
	"context"
	"fmt"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Model holds points with labels, and a kernel.
type Model struct {
	Set    *dataset.Set
	Kernel kernels.Kernel[[]float64]
}

// NewModel returns a model of a built-in set and a kernel.
func NewModel(t testing.TB, set, kernel string) Model {
	t.Helper()
	k, err := kernels.Parse(kernel)
	if err != nil {
		t.Fatal(err)
	}
	return Model{Set: dataset.MustBuiltin(set), Kernel: k}
}

// Labels returns the labels or targets.
func (m Model) Labels() []float64 { return m.Set.Labels() }

// Gram returns the Gram matrix.
func (m Model) Gram() (*solvers.Dense, error) {
	if err := kernels.CheckDim(m.Kernel, m.Set.Dim()); err != nil {
		return nil, err
	}
	return solvers.NewDense(kernels.Gram(m.Kernel, m.Set.Points())), nil
}

// Features returns the rows φ(xᵢ). ok is false if there are more than 2000 features, as
// in package stage.
func (m Model) Features() (rows [][]float64, ok bool) {
	fm, ok := m.Kernel.(kernels.FeatureMap)
	if !ok || fm.Dim(m.Set.Dim()) > 2000 {
		return nil, false
	}
	for _, x := range m.Set.Points() {
		row := make([]float64, fm.Dim(len(x)))
		fm.MapTo(row, x)
		rows = append(rows, row)
	}
	return rows, true
}

// Dual returns the problem as a Gram matrix and labels.
func (m Model) Dual() (*solvers.Problem, error) {
	g, err := m.Gram()
	if err != nil {
		return nil, err
	}
	return solvers.NewDual(g, m.Set.Labels())
}

// Primal returns the problem as features and labels.
func (m Model) Primal() (*solvers.Problem, error) {
	rows, ok := m.Features()
	if !ok {
		return nil, fmt.Errorf("the kernel %s has no finite feature map", m.Kernel)
	}
	return solvers.NewPrimal(rows, m.Set.Labels())
}

// Trace returns the first steps of a solver on a problem.
func Trace(t testing.TB, s solvers.Solver, p *solvers.Problem, steps int) solvers.Trace {
	t.Helper()
	tr, err := solvers.NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(context.Background(), steps, nil); err != nil {
		t.Fatal(err)
	}
	return tr
}
