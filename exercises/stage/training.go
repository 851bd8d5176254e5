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

// TrainingData is what a kernel machine is trained on: points with labels, and a kernel.
type TrainingData struct {
	Set    *dataset.Set
	Kernel kernels.Kernel[[]float64]
	// DrawnColumns holds the indices of the two columns that are drawn. If both are equal, as in the
	// zero value, the first two columns are drawn.
	DrawnColumns [2]int
	// FixedValues holds the values of the columns that are not drawn. If nil, they are the means.
	FixedValues []float64
	// Tol is the tolerance of [TrainingData.TrainSVM]. If zero, the default of the solver is used.
	Tol float64
}

// Labels returns the labels or targets of the points.
func (data TrainingData) Labels() []float64 { return data.Set.Labels() }

// Gram returns the Gram matrix of the points. It returns an error if the kernel cannot
// take points of this dimension or gives values that are not finite.
func (data TrainingData) Gram() (*solvers.Dense, error) {
	if err := kernels.CheckDim(data.Kernel, data.Set.Dim()); err != nil {
		return nil, err
	}
	g := kernels.Gram(data.Kernel, data.Set.Points())
	if err := kernels.CheckFinite(g); err != nil {
		return nil, err
	}
	return solvers.NewDense(g), nil
}

// Dual returns the training problem in its dual form: a Gram matrix and labels.
func (data TrainingData) Dual() (*solvers.Problem, error) {
	g, err := data.Gram()
	if err != nil {
		return nil, err
	}
	return solvers.NewDual(g, data.Set.Labels())
}

// maxFeatures is the largest number of features for which Φ is computed. A cubic kernel on
// pictures of 28 × 28 pixels would have 80 million features.
const maxFeatures = 2000

// Features returns Φ with rows φ(xᵢ). ok is false if the kernel has no finite feature map, or a
// feature map with too many features.
func (data TrainingData) Features() (rows [][]float64, ok bool) {
	fm, ok := data.Kernel.(kernels.FeatureMap)
	if !ok {
		return nil, false
	}
	d := fm.Dim(data.Set.Dim())
	if d < 0 || d > maxFeatures {
		return nil, false
	}
	for _, x := range data.Set.Points() {
		row := make([]float64, d)
		fm.MapTo(row, x)
		rows = append(rows, row)
	}
	return rows, true
}

// Primal returns the problem as explicit features and labels. It returns an error if the kernel
// has no finite feature map, or a feature map with too many features.
func (data TrainingData) Primal() (*solvers.Problem, error) {
	rows, ok := data.Features()
	if !ok {
		return nil, fmt.Errorf("stage: the kernel %s has no feature map of %d features or fewer", data.Kernel, maxFeatures)
	}
	return solvers.NewPrimal(rows, data.Set.Labels())
}

// Expansion returns the decision function f that belongs to the coefficients of a step in the dual.
func (data TrainingData) Expansion(s solvers.Step) kernels.Expansion {
	return kernels.Expansion{Kernel: data.Kernel, Points: data.Set.Points(), Coef: s.Weights(), Bias: s.Bias}
}

// columns returns the indices of the columns that are drawn. In one dimension, j is −1.
func (data TrainingData) columns() (i, j int) {
	switch d := data.Set.Dim(); {
	case d <= 1:
		return 0, -1
	case data.DrawnColumns[0] == data.DrawnColumns[1] || max(data.DrawnColumns[0], data.DrawnColumns[1]) >= d ||
		min(data.DrawnColumns[0], data.DrawnColumns[1]) < 0:
		return 0, 1
	}
	return data.DrawnColumns[0], data.DrawnColumns[1]
}

// drawnSlice returns the plane through the input space that is drawn.
func (data TrainingData) drawnSlice() kernels.Slice {
	i, j := data.columns()
	values := data.FixedValues
	if values == nil {
		values = data.Set.Mean()
	}
	return kernels.Slice{I: i, J: j, At: values}
}

// sliceNote describes the drawn plane. It is empty in one and two dimensions.
func (data TrainingData) sliceNote() string {
	if data.Set.Dim() <= 2 {
		return ""
	}
	i, j := data.columns()
	names := data.Set.Columns()
	return fmt.Sprintf("%s and %s, the other %d at their mean", names[i], names[j], data.Set.Dim()-2)
}

// SliceNote returns sliceNote as a line of its own, because a title may be truncated. ok is false
// in one and two dimensions.
func (data TrainingData) SliceNote() (ascii.Line, bool) {
	note := data.sliceNote()
	return ascii.Inked("Drawn: "+note+".", ascii.Dim), note != ""
}

// Machine is a trained support vector machine.
type Machine struct {
	TrainingData
	solvers.Solution
	C float64           // the bound on α
	F kernels.Expansion // the decision function f, including b
}

// TrainSVM trains a support vector machine with C > 0, by the fast solver [solvers.SolveSVM]. If C is
// +Inf, the margin is hard. If ctx ends, TrainSVM returns the error of ctx. It takes milliseconds for a
// hundred points, which is too slow for a key press, so call it in the background.
func (data TrainingData) TrainSVM(ctx context.Context, c float64) (Machine, error) {
	g, err := data.Gram()
	if err != nil {
		return Machine{}, err
	}
	s, err := solvers.SolveSVM(ctx, g, data.Set.Labels(), solvers.Options{C: c, Tol: data.Tol, MaxIter: machineSteps})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Machine{}, err
	}
	return data.MachineOf(s, c), nil
}

// MachineOf turns a solution of the dual, found with the bound c, into a machine.
func (data TrainingData) MachineOf(s solvers.Solution, c float64) Machine {
	signedAlpha := data.Labels()
	for i, a := range s.Alpha {
		signedAlpha[i] *= a
	}
	f := kernels.Expansion{Kernel: data.Kernel, Points: data.Set.Points(), Coef: signedAlpha, Bias: s.Bias}
	return Machine{TrainingData: data, Solution: s, C: c, F: f}
}

// machineSteps is the maximum number of updates when a machine is trained. For a hundred
// points they take a tenth of a second.
const machineSteps = 500_000

// Margin returns 1/‖w‖, the distance of the margin from the boundary in feature space.
func (m Machine) Margin() float64 { return 1 / math.Sqrt(m.NormSq) }

// SignedScore returns t·f of point i, which is at least 1 outside the margin.
func (m Machine) SignedScore(i int) float64 { return m.Set.Label(i) * (m.Scores[i] + m.Bias) }

// Picture returns the decision map (f as colours of the plane, with the points) with the support
// vectors marked. If margins is set, it also draws f = ±1.
func (m Machine) Picture(title string, margins bool) exercises.Figure {
	o := MapOptions{Title: title, Margins: margins, Kind: m.AlphaMark}
	if margins {
		o.Kinds = boundKinds(m.C) // adds the row of the legend that explains the marks
	}
	return m.Map(m.F, o)
}

// AlphaMark returns the mark of point i, according to its α.
func (m Machine) AlphaMark(i int) ascii.MarkKind { return AlphaMark(m.Alpha[i], m.C) }

// CountErrors returns the number of points of a set on the wrong side of f or on the
// boundary.
func CountErrors(f kernels.Expansion, set *dataset.Set) int {
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
func (g LogGrid) At(i int) float64 { return math.Pow(10, g.From+float64(i)*g.Step) }

// Range returns the range of the decimal logarithms of the numbers.
func (g LogGrid) Range() ascii.Range {
	return ascii.Range{Min: g.From, Max: g.From + float64(g.Count-1)*g.Step}
}

// Slider returns a slider over the numbers.
func (g LogGrid) Slider(name, label string, a exercises.Answers, initial string) exercises.Control {
	return LogSlider(name, label, g.At(0), g.At(g.Count-1), g.Step, a, initial)
}

// Nearest returns the index of the number nearest to v > 0, such as the rounded value of a
// slider.
func (g LogGrid) Nearest(v float64) int {
	return max(0, min(g.Count-1, int(math.Round((math.Log10(v)-g.From)/g.Step))))
}

// ParameterGrid is a grid of pairs (σ, C) for support vector machines with an RBF kernel.
type ParameterGrid struct{ Sigma, C LogGrid }

// EvaluateGrid calls compute for every pair in a grid. Entry [i][j] of the result belongs to the i-th
// σ and the j-th C. If compute returns an error, EvaluateGrid stops and returns the error. If compute
// trains a machine, call EvaluateGrid in the background, because it takes long.
func EvaluateGrid[T any](p ParameterGrid, compute func(kernel kernels.RBF, c float64) (T, error)) ([][]T, error) {
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

// Minimizer returns the pair with the smallest value. Among pairs with equal values, it returns the
// pair with the largest σ and, among these, the smallest C.
func (p ParameterGrid) Minimizer(value func(i, j int) float64) (bestI, bestJ int) {
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
			interpolated := Bilinear(value, p.Sigma.Count, p.C.Count, (u-x.Min)/p.Sigma.Step, (v-y.Min)/p.C.Step)
			return 3.3 * (interpolated/maximum - 0.5)
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
func (data TrainingData) CrossValidate(ctx context.Context, c float64, folds int) ([]int, error) {
	errorCounts, foldOf := make([]int, folds), make([]int, data.Set.Len())
	for i := range foldOf {
		foldOf[i] = i * folds / len(foldOf)
	}
	for f := range folds {
		rest := data
		heldOut, others := data.Set.HoldOut(foldOf, f)
		rest.Set = others
		machine, err := rest.TrainSVM(ctx, c)
		if err != nil {
			return nil, err
		}
		errorCounts[f] = CountErrors(machine.F, heldOut)
	}
	return errorCounts, nil
}

// Validation is the result of choosing σ and C for a set by cross-validation.
type Validation struct {
	Grid        ParameterGrid
	ErrorCounts [][][]int // numbers of errors by σ, C and fold
	I, J        int       // indices of the chosen σ and C, see [ParameterGrid.Minimizer]
	Machine               // the machine trained on the whole set with the chosen σ and C
}

// Validate cross-validates every pair of the grid, chooses the best pair and trains with it.
func (p ParameterGrid) Validate(ctx context.Context, set *dataset.Set, folds int) (v Validation, err error) {
	v.Grid = p
	v.ErrorCounts, err = EvaluateGrid(p, func(k kernels.RBF, c float64) ([]int, error) {
		return TrainingData{Set: set, Kernel: k}.CrossValidate(ctx, c, folds)
	})
	if err != nil {
		return v, err
	}
	v.I, v.J = p.Minimizer(func(i, j int) float64 { return float64(v.Errors(i, j)) })
	v.Machine, err = p.Train(ctx, set, v.I, v.J)
	return v, err
}

// Train trains a machine with the i-th σ and the j-th C.
func (p ParameterGrid) Train(ctx context.Context, set *dataset.Set, i, j int) (Machine, error) {
	return TrainingData{Set: set, Kernel: kernels.RBF{Sigma: p.Sigma.At(i)}}.TrainSVM(ctx, p.C.At(j))
}

// Errors returns the number of errors in all folds with the i-th σ and the j-th C.
func (v Validation) Errors(i, j int) (n int) {
	for _, wrong := range v.ErrorCounts[i][j] {
		n += wrong
	}
	return n
}
