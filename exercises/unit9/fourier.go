package unit9

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// backToPrimal builds the Go part of exercise 9.6: random Fourier features, how well their
// inner products approximate the kernel, and a linear model on the features.
func backToPrimal(input worksheets.LessonInput) worksheets.LessonOutput {
	g := newFourierError(input.Seed)
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{"firstError": anatomy.Plain(g.errorConstant()/math.Sqrt(input.Numbers["first"]), 2)},
		Tasks: worksheets.Tasks{
			"grow":    {Scene: g.scene},
			"nystrom": {Scene: g.nystromScene},
			"picture": {Scene: newTwins(input.Seed).scene},
			"time":    {Scene: newTrainingClock(input.Seed).Scene},
		},
	}
}

// maxDoublings is the number of times that m, the number of features, doubles from 10 to maxFeatures.
const (
	maxDoublings = 9
	maxFeatures  = 10 << maxDoublings
)

// fourierError compares the Gram matrix K of some points with its approximations ZZᵀ by growing
// numbers of random features.
type fourierError struct {
	seed   uint64
	points [][]float64
	kernel kernels.RBF
	gram   *mat.SymDense
	// Features that are cosines with a phase, and features that are pairs of cosine and sine.
	phaseFeatures, pairFeatures stage.Cached[featureDraws]
}

// newFourierError takes thirty points of the moons, class by class.
func newFourierError(seed uint64) *fourierError {
	set := dataset.MustBuiltin("moons")
	g := &fourierError{seed: seed, kernel: kernels.RBF{Sigma: 1}}
	for _, y := range []float64{1, -1} {
		for i := range set.Len() {
			if set.Label(i) == y && i%10 < 3 {
				g.points = append(g.points, set.Point(i))
			}
		}
	}
	g.gram = kernels.Gram[[]float64](g.kernel, g.points)
	return g
}

// errorConstant returns √m times the expected RMS error of the entries of ZZᵀ off the diagonal, which
// does not depend on m.
func (e *fourierError) errorConstant() float64 {
	return math.Sqrt(e.meanOverPairs(func(i, j int) float64 { return kernels.PhaseVariance(e.gram.At(i, j)) }))
}

// meanOverPairs returns the mean of a symmetric function of i and j over all i ≠ j.
func (e *fourierError) meanOverPairs(f func(i, j int) float64) float64 {
	var sum float64
	n := len(e.points)
	for i := range n {
		for j := range i {
			sum += f(i, j)
		}
	}
	return sum / float64(n*(n-1)/2)
}

// approximation is ZZᵀ, the approximation of K by m = 10·2ⁱ features.
type approximation struct {
	m          int
	gram       *mat.SymDense // ZZᵀ for the last draw
	error      float64       // RMS error off the diagonal, over all draws
	drawErrors []float64     // mean squared error off the diagonal, for each draw
}

// featureDraws holds the features of the last draw, and the approximation of K for every m.
type featureDraws struct {
	z              kernels.Fourier
	pairs          bool            // whether the features are pairs of cosine and sine
	approximations []approximation // approximations[i] uses the first 10·2ⁱ features of each draw
}

// fourierDraws is the number of draws of features for each m. The errors of the entries in
// one draw are correlated, so a single draw says little about the expected error.
const fourierDraws = 24

// cachedDraws returns the features of one kind: pairs of cosine and sine, or cosines with a phase.
// It draws them when it is first called.
func (e *fourierError) cachedDraws(ctx context.Context, pairs bool) (featureDraws, error) {
	cache := &e.phaseFeatures
	if pairs {
		cache = &e.pairFeatures
	}
	return cache.Get(ctx, func(ctx context.Context) (featureDraws, error) { return e.draw(ctx, pairs) })
}

// draw draws maxFeatures features fourierDraws times, and evaluates the first m of them for every m.
func (e *fourierError) draw(ctx context.Context, pairs bool) (featureDraws, error) {
	r := lesson.Rand(e.seed, 96)
	results, draws := make([]approximation, maxDoublings+1), featureDraws{pairs: pairs}
	for range fourierDraws {
		if ctx.Err() != nil {
			return featureDraws{}, ctx.Err()
		}
		draws.z = kernels.NewFourier(r, e.kernel, 2, maxFeatures, pairs)
		z := mat.NewDense(len(e.points), maxFeatures, nil)
		for j, x := range e.points {
			draws.z.MapTo(z.RawRowView(j), x)
		}
		sum := mat.NewSymDense(len(e.points), nil)
		from := 0
		for i := range results {
			a := &results[i]
			a.m = 10 << i
			sum.SymRankK(sum, 1, z.Slice(0, len(e.points), from, a.m))
			a.gram = mat.NewSymDense(len(e.points), nil)
			a.gram.ScaleSym(float64(maxFeatures)/float64(a.m), sum) // z contains the factor 1/√maxFeatures
			a.drawErrors = append(a.drawErrors, e.meanOverPairs(func(i, j int) float64 {
				d := a.gram.At(i, j) - e.gram.At(i, j)
				return d * d
			}))
			from = a.m
		}
	}
	for i := range results {
		results[i].error = math.Sqrt(floats.Sum(results[i].drawErrors) / fourierDraws)
	}
	draws.approximations = results
	return draws, nil
}

func (e *fourierError) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	kind := stage.ChoiceControl("kind", "features", a, "phases",
		exercises.LabelledChoices("phases", "cosines with a phase", "pairs", "pairs of cosine and sine")...)
	scene := exercises.Scene{Controls: []exercises.Control{kind}}
	if draws, err := e.cachedDraws(ctx, kind.Value == "pairs"); err == nil {
		scene.Run = e.run(draws)
	}
	return scene
}

func (e *fourierError) frame(results []approximation, i int) exercises.Frame {
	n, current := len(e.points), results[i]
	curve := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1, Kind: ascii.Dots}
	for _, r := range results[:i+1] {
		curve.Add(math.Log10(float64(r.m)), r.error)
	}
	heatmap := func(k *mat.SymDense) ascii.Heatmap {
		return ascii.Heatmap{Rows: n, Cols: n, At: k.At, Range: ascii.RangeOf(-0.4, 1.4), ShowValues: true}
	}
	return exercises.Frame{
		Figures: []exercises.Figure{
			stage.Main(fmt.Sprintf("ZZᵀ, m = %d", current.m), heatmap(current.gram)),
			stage.Main("K", heatmap(e.gram)),
			stage.SideFigure("RMS error", ascii.Chart{
				XLabel: "log₁₀ m", Series: []ascii.ChartSeries{curve}, Log: true,
				X: ascii.RangeOf(0.9, 4.6), Y: ascii.RangeOf(0.003, 0.6), // room for 10⁴ beside the m
			}),
		},
		Status: ascii.Plainf("%d features: RMS error %s over %d draws, of which one is shown", current.m,
			anatomy.Digits(current.error, 3), fourierDraws),
		Formula: []ascii.Line{
			ascii.Plainf("error · √m = %s · √%d ≈ %s", anatomy.Digits(current.error, 3), current.m,
				anatomy.Digits(current.error*math.Sqrt(float64(current.m)), 2)),
			ascii.Plain("largest error on the diagonal: " + anatomy.Digits(e.diagonalError(current.gram), 2)),
		},
	}
}

// nystromScene shows the RMS error of Nyström's approximation with m landmarks, next to the expected
// RMS error of m random features. The kernel has the width on the slider.
func (e *fourierError) nystromScene(_ context.Context, a exercises.Answers) exercises.Scene {
	errorAtWidth := &fourierError{points: e.points,
		gram: kernels.Gram[[]float64](kernels.RBF{Sigma: lesson.SliderValue(a, "width")}, e.points)}
	r, constant := lesson.Rand(e.seed, 962), errorAtWidth.errorConstant()
	nystromSeries := ascii.ChartSeries{Name: "chosen", Ink: ascii.Symbol1, Kind: ascii.Dots}
	randomSeries := ascii.ChartSeries{Name: "random", Ink: ascii.Symbol2}
	for m := 1; m <= 20; m++ {
		var squareSum float64
		for range fourierDraws {
			k := kernels.Nystrom(errorAtWidth.gram, r.Perm(len(e.points))[:m])
			squareSum += errorAtWidth.meanOverPairs(func(i, j int) float64 {
				d := k.At(i, j) - errorAtWidth.gram.At(i, j)
				return d * d
			})
		}
		nystromSeries.Add(float64(m), math.Sqrt(squareSum/fourierDraws))
		randomSeries.Add(float64(m), constant/math.Sqrt(float64(m)))
	}
	return exercises.SceneOf(stage.Main("", ascii.Chart{XLabel: "m", Log: true,
		Series: []ascii.ChartSeries{nystromSeries, randomSeries}}))
}

func (e *fourierError) diagonalError(k *mat.SymDense) float64 {
	d := make([]float64, k.SymmetricDim())
	for i := range d {
		d[i] = math.Abs(k.At(i, i) - 1)
	}
	return floats.Max(d)
}

// fourierTwins are two learning machines that are compared: one with an RBF kernel, and a linear
// one on random features of the same kernel. Both are trained by logistic regression, with the same
// steps of gradient descent from zero and the same penalty, or by ridge regression on the labels.
// The machine with the kernel is trained only once.
type fourierTwins struct {
	seed            uint64
	data            stage.TrainingData
	logistic, ridge stage.Cached[kernelMachine]
}

// kernelMachine is the trained machine with the kernel, and its values on the lattice.
type kernelMachine struct {
	kernels.Expansion
	gamma  float64 // step size of gradient descent
	values lattice
}

func newTwins(seed uint64) *fourierTwins {
	return &fourierTwins{seed: seed,
		data: stage.TrainingData{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 0.5}}}
}

// trainKernelMachine returns the machine with the kernel, trained by the method "logistic" or
// "ridge". It trains each only once.
func (t *fourierTwins) trainKernelMachine(ctx context.Context, method string) (kernelMachine, error) {
	if method == "ridge" {
		return t.ridge.Get(ctx, func(context.Context) (kernelMachine, error) {
			a := lesson.Must(
				solvers.SolveRidge(kernels.Gram[[]float64](t.data.Kernel, t.data.Set.Points()), t.data.Labels(),
					twinPenalty),
			)
			return t.newKernelMachine(a.Coef, 0), nil
		})
	}
	return t.logistic.Get(ctx, func(ctx context.Context) (kernelMachine, error) {
		gamma := 0.5 * solvers.SafeGamma(lesson.Must(t.data.Gram()))
		a, err := trainLogistic(ctx, lesson.Must(t.data.Dual()), gamma, twinSteps)
		if err != nil {
			return kernelMachine{}, err
		}
		return t.newKernelMachine(a, gamma), nil
	})
}

// newKernelMachine returns the machine with the coefficients a, sampled on the lattice.
func (t *fourierTwins) newKernelMachine(a []float64, gamma float64) kernelMachine {
	m := kernelMachine{gamma: gamma,
		Expansion: kernels.Expansion{Kernel: t.data.Kernel, Points: t.data.Set.Points(), Coef: a}}
	m.values = newLattice(ascii.RangeOf(t.data.Set.Column(0)...).Pad(0.12),
		ascii.RangeOf(t.data.Set.Column(1)...).Pad(0.12))
	m.Sample(m.values.values, m.values.ticks(m.values.x), m.values.ticks(m.values.y))
	return m
}

// trainLinearMachine trains the linear machine and returns its weights w. The rows of z are the
// features of the points. For ridge regression, w = Zᵀ(ZZᵀ + λI)⁻¹y, which equals (ZᵀZ + λI)⁻¹Zᵀy,
// as shown in exercise 5.2.
func (t *fourierTwins) trainLinearMachine(ctx context.Context, method string, gamma float64,
	z [][]float64) ([]float64, error) {
	if method != "ridge" {
		return trainLogistic(ctx, lesson.Must(solvers.NewPrimal(z, t.data.Labels())), gamma, twinSteps)
	}
	a := lesson.Must(solvers.SolveRidge(kernels.Gram[[]float64](kernels.Linear{}, z), t.data.Labels(), twinPenalty))
	return anatomy.FeatureWeights(z, a.Coef), nil
}

// twinSteps and twinPenalty are the number of steps and the penalty λ of both twins.
const (
	twinSteps   = 150
	twinPenalty = 0.1
)

// trainLogistic trains logistic regression on a problem and returns the coefficients.
func trainLogistic(ctx context.Context, p *solvers.Problem, gamma float64, steps int) ([]float64, error) {
	trace, err := lesson.Must(solvers.NewTrace(solvers.Logistic{Gamma: gamma, Lambda: twinPenalty}, p)).Extend(ctx,
		steps, nil)
	return trace.Last().CoefCopy(), err
}

// featureRows returns the rows z(x) of some points.
func featureRows(f kernels.Fourier, points [][]float64) [][]float64 {
	out := make([][]float64, len(points))
	for i, x := range points {
		out[i] = make([]float64, f.Dim(len(x)))
		f.MapTo(out[i], x)
	}
	return out
}

func (t *fourierTwins) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	size := stage.LogSlider("features", "m", 4, 1024, math.Log10(2), a, "4")
	m := 2 * int(math.Round(size.Number()/2))
	method := stage.ChoiceControl("twins", "machine", a, "logistic",
		exercises.LabelledChoices("logistic", "logistic", "ridge", "ridge")...)
	scene := exercises.Scene{Controls: []exercises.Control{size, method}}
	f, err := t.trainKernelMachine(ctx, method.Value)
	if err != nil {
		return scene
	}
	z := kernels.NewFourier(lesson.Rand(t.seed, 960), t.data.Kernel.(kernels.RBF), 2, m, true)
	w, err := t.trainLinearMachine(ctx, method.Value, f.gamma, featureRows(z, t.data.Set.Points()))
	if err != nil {
		return scene
	}
	x, y := f.values.x, f.values.y
	g := newLattice(x, y)
	z.Sample(g.values, w, g.ticks(x), g.ticks(y))
	picture := ascii.Map{X: x, Y: y, Field: f.Expansion, ComparisonField: g, Levels: ascii.BoundaryOnly, XLabel: "x₁",
		YLabel: "x₂"}
	for i := range t.data.Set.Len() {
		p := t.data.Set.Point(i)
		picture.Marks = append(picture.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(t.data.Set.Label(i))})
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("filled: kernel; dotted: linear on m = %d features", m), picture),
	}
	scene.Notes = ascii.Linesf(
		"They disagree on %s %% of the picture. The kernel machine keeps %d numbers a and all points, the linear model %d numbers w and the ω.",
		anatomy.Digits(100*g.disagreement(f.values), 2), t.data.Set.Len(), m,
	)
	return scene
}

// lattice holds the values of a function of the plane on a grid, and interpolates them
// bilinearly. It serves for functions that are drawn often and are expensive to compute.
type lattice struct {
	x, y   ascii.Range
	values []float64
}

// latticeSide is the number of points of a lattice in each direction.
const latticeSide = 48

func newLattice(x, y ascii.Range) lattice {
	return lattice{x, y, make([]float64, latticeSide*latticeSide)}
}

// ticks returns the coordinates of the lattice points along one axis.
func (l lattice) ticks(r ascii.Range) []float64 {
	out := make([]float64, latticeSide)
	for i := range out {
		out[i] = r.Min + r.Span()*float64(i)/(latticeSide-1)
	}
	return out
}

// disagreement returns the fraction of lattice points at which the functions have opposite signs.
func (l lattice) disagreement(other lattice) float64 {
	n := 0
	for i, v := range l.values {
		if v*other.values[i] < 0 {
			n++
		}
	}
	return float64(n) / float64(len(l.values))
}

// Sample interpolates the lattice at each (x, y). It implements [ascii.Sampler].
func (l lattice) Sample(dst, xs, ys []float64) {
	value := func(i, j int) float64 { return l.values[j*latticeSide+i] }
	position := func(r ascii.Range, v float64) float64 { return (v - r.Min) / r.Span() * (latticeSide - 1) }
	for r, y := range ys {
		for c, x := range xs {
			dst[r*len(xs)+c] = stage.Bilinear(value, latticeSide, latticeSide, position(l.x, x), position(l.y, y))
		}
	}
}
