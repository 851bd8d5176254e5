package stage

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Model is the training data of a machine: points with labels, and a kernel.
type Model struct {
	Set    *dataset.Set
	Kernel kernels.Kernel[[]float64]
	// Pair is the pair of columns drawn. If both are equal, as in the zero value, the
	// first two are drawn. All others stay at their mean.
	Pair [2]int
	// At holds the values of the columns that are not drawn. If nil, they are the means.
	At []float64
	// Tol is the tolerance of [Model.SVM]. If zero, that of the solver is used.
	Tol float64
}

// Labels returns the labels or targets of the points.
func (m Model) Labels() []float64 { return m.Set.Labels() }

// Gram returns the Gram matrix of the points. It returns an error if the kernel cannot
// take points of this dimension or gives values that are not finite.
func (m Model) Gram() (*solvers.Dense, error) {
	if err := kernels.CheckDim(m.Kernel, m.Set.Dim()); err != nil {
		return nil, err
	}
	g := kernels.Gram(m.Kernel, m.Set.Points())
	if err := kernels.CheckFinite(g); err != nil {
		return nil, err
	}
	return solvers.NewDense(g), nil
}

// Dual returns the problem as a Gram matrix and labels.
func (m Model) Dual() (*solvers.Problem, error) {
	g, err := m.Gram()
	if err != nil {
		return nil, err
	}
	return solvers.NewDual(g, m.Set.Labels())
}

// maxPrimal is the largest number of features for which Φ is computed. A cubic kernel on
// pictures of 28 × 28 pixels would have 80 million features.
const maxPrimal = 2000

// Features returns Φ with rows φ(xᵢ). ok is false if the kernel has no finite feature
// map or one with too many features.
func (m Model) Features() (rows [][]float64, ok bool) {
	fm, ok := m.Kernel.(kernels.FeatureMap)
	if !ok {
		return nil, false
	}
	d := fm.Dim(m.Set.Dim())
	if d < 0 || d > maxPrimal {
		return nil, false
	}
	for _, x := range m.Set.Points() {
		row := make([]float64, d)
		fm.MapTo(row, x)
		rows = append(rows, row)
	}
	return rows, true
}

// Primal returns the problem as explicit features and labels. It returns an error if
// the kernel has no finite feature map or one with too many features.
func (m Model) Primal() (*solvers.Problem, error) {
	rows, ok := m.Features()
	if !ok {
		return nil, fmt.Errorf("stage: the kernel %s has no feature map of %d features or fewer", m.Kernel, maxPrimal)
	}
	return solvers.NewPrimal(rows, m.Set.Labels())
}

// Expansion returns f at a dual step as a function of the input.
func (m Model) Expansion(s solvers.Step) kernels.Expansion {
	return kernels.Expansion{Kernel: m.Kernel, Points: m.Set.Points(), Coef: s.Weights(), Bias: s.Bias}
}

// columns returns the drawn pair. In one dimension, j is −1.
func (m Model) columns() (i, j int) {
	switch d := m.Set.Dim(); {
	case d <= 1:
		return 0, -1
	case m.Pair[0] == m.Pair[1] || max(m.Pair[0], m.Pair[1]) >= d || min(m.Pair[0], m.Pair[1]) < 0:
		return 0, 1
	}
	return m.Pair[0], m.Pair[1]
}

// slice returns the plane that is drawn.
func (m Model) slice() kernels.Slice {
	i, j := m.columns()
	at := m.At
	if at == nil {
		at = m.Set.Mean()
	}
	return kernels.Slice{I: i, J: j, At: at}
}

// sliceNote describes the drawn plane. It is empty in one and two dimensions.
func (m Model) sliceNote() string {
	if m.Set.Dim() <= 2 {
		return ""
	}
	i, j := m.columns()
	names := m.Set.Columns()
	return fmt.Sprintf("%s and %s, the other %d at their mean", names[i], names[j], m.Set.Dim()-2)
}

// SliceNote returns sliceNote as a separate line, where it is not truncated. ok is false in
// one and two dimensions.
func (m Model) SliceNote() (ascii.Line, bool) {
	note := m.sliceNote()
	return ascii.Inked("Drawn: "+note+".", ascii.Dim), note != ""
}

// Machine is a trained support vector machine.
type Machine struct {
	Model
	solvers.Solution
	C float64
	F kernels.Expansion
}

// SVM trains a support vector machine with C > 0, where +Inf means a hard margin, by the
// fast path. If ctx ends, it returns the error of ctx. It takes milliseconds for a hundred
// points, so call it in the background job of a scene and not on a key press.
func (m Model) SVM(ctx context.Context, c float64) (Machine, error) {
	g, err := m.Gram()
	if err != nil {
		return Machine{}, err
	}
	s, err := solvers.SolveSVM(ctx, g, m.Set.Labels(), solvers.Options{C: c, Tol: m.Tol, MaxIter: machineSteps})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Machine{}, err
	}
	return m.Solved(s, c), nil
}

// Solved returns the machine of a solution of the dual with the bound c.
func (m Model) Solved(s solvers.Solution, c float64) Machine {
	coef := m.Labels()
	for i, a := range s.Alpha {
		coef[i] *= a
	}
	f := kernels.Expansion{Kernel: m.Kernel, Points: m.Set.Points(), Coef: coef, Bias: s.Bias}
	return Machine{Model: m, Solution: s, C: c, F: f}
}

// machineSteps is the maximum number of updates when a machine is trained. For a hundred
// points they take a tenth of a second.
const machineSteps = 500_000

// Margin returns the distance of the margin from the boundary, in feature space.
func (m Machine) Margin() float64 { return 1 / math.Sqrt(m.NormSq) }

// SignedScore returns t·f of point i, which is at least 1 outside the margin.
func (m Machine) SignedScore(i int) float64 { return m.Set.Label(i) * (m.Scores[i] + m.Bias) }

// Picture returns the decision map with the support vectors marked. If margins is set,
// it also draws f = ±1.
func (m Machine) Picture(title string, margins bool) exercises.Figure {
	return m.Map(m.F, MapOptions{Title: title, Margins: margins, Kind: m.AlphaMark})
}

// AlphaMark returns the mark of point i, according to its α.
func (m Machine) AlphaMark(i int) ascii.MarkKind { return AlphaMark(m.Alpha[i], m.C) }

// Wrong returns the number of points of a set on the wrong side of f or on the
// boundary.
func Wrong(f kernels.Expansion, set *dataset.Set) int {
	var wrong int
	for i := range set.Len() {
		if set.Label(i)*f.Eval(set.Point(i)) <= 0 {
			wrong++
		}
	}
	return wrong
}
