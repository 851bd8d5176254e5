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
	// DrawnColumns holds the indices of the two columns that are drawn. If both are equal, as in the
	// zero value, the first two columns are drawn.
	DrawnColumns [2]int
	// FixedValues holds the values of the columns that are not drawn. If nil, they are the means.
	FixedValues []float64
	// Tol is the tolerance of [Model.SVM]. If zero, the default of the solver is used.
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

// Dual returns the training problem in its dual form: a Gram matrix and labels.
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

// Features returns Φ with rows φ(xᵢ). ok is false if the kernel has no finite feature map, or a
// feature map with too many features.
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

// Primal returns the problem as explicit features and labels. It returns an error if the kernel
// has no finite feature map, or a feature map with too many features.
func (m Model) Primal() (*solvers.Problem, error) {
	rows, ok := m.Features()
	if !ok {
		return nil, fmt.Errorf("stage: the kernel %s has no feature map of %d features or fewer", m.Kernel, maxPrimal)
	}
	return solvers.NewPrimal(rows, m.Set.Labels())
}

// Expansion returns the decision function f that belongs to the coefficients of a step in the dual.
func (m Model) Expansion(s solvers.Step) kernels.Expansion {
	return kernels.Expansion{Kernel: m.Kernel, Points: m.Set.Points(), Coef: s.Weights(), Bias: s.Bias}
}

// columns returns the indices of the columns that are drawn. In one dimension, j is −1.
func (m Model) columns() (i, j int) {
	switch d := m.Set.Dim(); {
	case d <= 1:
		return 0, -1
	case m.DrawnColumns[0] == m.DrawnColumns[1] || max(m.DrawnColumns[0], m.DrawnColumns[1]) >= d ||
		min(m.DrawnColumns[0], m.DrawnColumns[1]) < 0:
		return 0, 1
	}
	return m.DrawnColumns[0], m.DrawnColumns[1]
}

// drawnSlice returns the plane through the input space that is drawn.
func (m Model) drawnSlice() kernels.Slice {
	i, j := m.columns()
	at := m.FixedValues
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

// SliceNote returns sliceNote as a line of its own, because a title may be truncated. ok is false
// in one and two dimensions.
func (m Model) SliceNote() (ascii.Line, bool) {
	note := m.sliceNote()
	return ascii.Inked("Drawn: "+note+".", ascii.Dim), note != ""
}

// Machine is a trained support vector machine.
type Machine struct {
	Model
	solvers.Solution
	C float64           // the bound on α
	F kernels.Expansion // the decision function f, including b
}

// SVM trains a support vector machine with C > 0, by the fast solver [solvers.SolveSVM]. If C is
// +Inf, the margin is hard. If ctx ends, SVM returns the error of ctx. It takes milliseconds for a
// hundred points, which is too slow for a key press, so call it in the background.
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
	return m.MachineOf(s, c), nil
}

// MachineOf turns a solution of the dual, found with the bound c, into a machine.
func (m Model) MachineOf(s solvers.Solution, c float64) Machine {
	signedAlpha := m.Labels()
	for i, a := range s.Alpha {
		signedAlpha[i] *= a
	}
	f := kernels.Expansion{Kernel: m.Kernel, Points: m.Set.Points(), Coef: signedAlpha, Bias: s.Bias}
	return Machine{Model: m, Solution: s, C: c, F: f}
}

// machineSteps is the maximum number of updates when a machine is trained. For a hundred
// points they take a tenth of a second.
const machineSteps = 500_000

// Margin returns 1/‖w‖, the distance of the margin from the boundary in feature space.
func (m Machine) Margin() float64 { return 1 / math.Sqrt(m.NormSq) }

// SignedScore returns t·f of point i, which is at least 1 outside the margin.
func (m Machine) SignedScore(i int) float64 { return m.Set.Label(i) * (m.Scores[i] + m.Bias) }

// Picture returns the decision map with the support vectors marked. If margins is set,
// it also draws f = ±1.
func (m Machine) Picture(title string, margins bool) exercises.Figure {
	o := MapOptions{Title: title, Margins: margins, Kind: m.AlphaMark}
	if margins {
		o.Kinds = boundKinds(m.C) // adds the row of the legend that explains the marks
	}
	return m.Map(m.F, o)
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

// LogGrid holds Count numbers at equal distances on a logarithmic scale: 10^From,
// 10^(From+Step), and so on.
type LogGrid struct {
	From, Step float64
	Count      int
}

// At returns the i-th number, counted from 0.
func (d LogGrid) At(i int) float64 { return math.Pow(10, d.From+float64(i)*d.Step) }

// Range returns the range of the decimal logarithms of the numbers.
func (d LogGrid) Range() ascii.Range {
	return ascii.Range{Min: d.From, Max: d.From + float64(d.Count-1)*d.Step}
}

// Slider returns a slider over the numbers.
func (d LogGrid) Slider(name, label string, a exercises.Answers, initial string) exercises.Control {
	return LogSlider(name, label, d.At(0), d.At(d.Count-1), d.Step, a, initial)
}

// Nearest returns the index of the number nearest to v > 0, such as the rounded value of a
// slider.
func (d LogGrid) Nearest(v float64) int {
	return max(0, min(d.Count-1, int(math.Round((math.Log10(v)-d.From)/d.Step))))
}

// ParameterGrid is a grid of pairs (σ, C) for support vector machines with an RBF kernel.
type ParameterGrid struct{ Sigma, C LogGrid }

// OverGrid calls compute for every pair in a grid. Entry [i][j] of the result belongs to the i-th
// σ and the j-th C. If compute returns an error, OverGrid stops and returns the error. If compute
// trains a machine, call OverGrid in the background, because it takes long.
func OverGrid[T any](p ParameterGrid, compute func(kernel kernels.RBF, c float64) (T, error)) ([][]T, error) {
	out := make([][]T, p.Sigma.Count)
	for i := range out {
		out[i] = make([]T, p.C.Count)
		for j := range out[i] {
			v, err := compute(kernels.RBF{Sigma: p.Sigma.At(i)}, p.C.At(j))
			if err != nil {
				return nil, err
			}
			out[i][j] = v
		}
	}
	return out, nil
}

// Least returns the pair with the smallest value. Among pairs with equal values, it returns the pair
// with the largest σ and, among these, the smallest C.
func (p ParameterGrid) Least(value func(i, j int) float64) (bestI, bestJ int) {
	bestI = p.Sigma.Count - 1
	for i := bestI; i >= 0; i-- {
		for j := range p.C.Count {
			if value(i, j) < value(bestI, bestJ) {
				bestI, bestJ = i, j
			}
		}
	}
	return bestI, bestJ
}

// Picture shows a value between 0 and the maximum for each pair in the grid as a colour. It
// interpolates between the pairs. The axes are logarithmic.
func (p ParameterGrid) Picture(value func(i, j int) float64, maximum float64) ascii.Map {
	x, y := p.Sigma.Range(), p.C.Range()
	return ascii.Map{
		X: x.Pad(.1), Y: y.Pad(.05), // room for marks and their numbers at the border
		Field: ascii.FieldFunc(func(u, v float64) float64 {
			at := Bilinear(value, p.Sigma.Count, p.C.Count, (u-x.Min)/p.Sigma.Step, (v-y.Min)/p.C.Step)
			return 3.3 * (at/maximum - 0.5)
		}),
		Levels: ascii.NoLines,
		XLabel: "log₁₀ σ", YLabel: "log₁₀ C",
	}
}

// Mark returns a mark for the picture at a pair of σ and C.
func (p ParameterGrid) Mark(sigma, c float64, label string) ascii.Mark {
	return ascii.Mark{X: math.Log10(sigma), Y: math.Log10(c), Selected: true, Label: label}
}

// Bilinear interpolates bilinearly on a grid of m × n points, where value returns the value at a
// point. Bilinear returns the interpolated value at (x, y).
func Bilinear(value func(i, j int) float64, m, n int, x, y float64) float64 {
	i, j := max(0, min(int(x), m-2)), max(0, min(int(y), n-2))
	u, v := x-float64(i), y-float64(j)
	return (1-u)*((1-v)*value(i, j)+v*value(i, j+1)) + u*((1-v)*value(i+1, j)+v*value(i+1, j+1))
}

// CrossValidate divides the points into folds of consecutive points. For each fold, it trains a
// machine with bound c on all other folds and counts the errors of this machine in the fold. It
// returns the number of errors in each fold. The sizes of the folds differ by at most one. There
// must not be more folds than points.
func (m Model) CrossValidate(ctx context.Context, c float64, folds int) ([]int, error) {
	errorCounts, foldOf := make([]int, folds), make([]int, m.Set.Len())
	for i := range foldOf {
		foldOf[i] = i * folds / len(foldOf)
	}
	for f := range folds {
		rest := m
		heldOut, others := m.Set.HoldOut(foldOf, f)
		rest.Set = others
		machine, err := rest.SVM(ctx, c)
		if err != nil {
			return nil, err
		}
		errorCounts[f] = Wrong(machine.F, heldOut)
	}
	return errorCounts, nil
}

// Validation is the result of choosing σ and C for a set by cross-validation.
type Validation struct {
	Grid    ParameterGrid
	Wrong   [][][]int // numbers of errors by σ, C and fold
	I, J    int       // indices of the chosen σ and C, which minimise the errors in the sense of [ParameterGrid.Least]
	Machine           // the machine trained on the whole set with the chosen σ and C
}

// Validate cross-validates every pair of the grid, chooses the best pair and trains with it.
func (p ParameterGrid) Validate(ctx context.Context, set *dataset.Set, folds int) (v Validation, err error) {
	v.Grid = p
	v.Wrong, err = OverGrid(p, func(k kernels.RBF, c float64) ([]int, error) {
		return Model{Set: set, Kernel: k}.CrossValidate(ctx, c, folds)
	})
	if err != nil {
		return v, err
	}
	v.I, v.J = p.Least(func(i, j int) float64 { return float64(v.Errors(i, j)) })
	v.Machine, err = p.Train(ctx, set, v.I, v.J)
	return v, err
}

// Train trains a machine with the i-th σ and the j-th C.
func (p ParameterGrid) Train(ctx context.Context, set *dataset.Set, i, j int) (Machine, error) {
	return Model{Set: set, Kernel: kernels.RBF{Sigma: p.Sigma.At(i)}}.SVM(ctx, p.C.At(j))
}

// Errors returns the number of errors in all folds with the i-th σ and the j-th C.
func (v Validation) Errors(i, j int) (n int) {
	for _, wrong := range v.Wrong[i][j] {
		n += wrong
	}
	return n
}
