package unit9

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// kernelWidth builds the Go part of exercise 9.3: the effect of σ, alone, together with C,
// and with a growing number of points.
func kernelWidth(input worksheets.LessonInput) worksheets.LessonOutput {
	w := widthMap{set: dataset.Moons(40, 0.15, input.Seed), grid: &stage.Cached[[][]shares]{}}
	unequalSet := firstOfClasses(dataset.Moons(120, 0.15, input.Seed), int(input.Numbers["plus"]),
		int(input.Numbers["minus"]))
	vars := worksheets.Vars{"n": w.set.Len(), "zeroBias": input.Numbers["bias"]}
	for name, pair := range map[string][2]float64{"Flat": {100, 1}, "Line": {100, 1e4},
		"Start": {0.56, 1}, "Steep": {0.56, 1e4}, "End": {100, 1e5}} {
		m := lesson.Must(w.trainMachine(context.Background(), kernels.RBF{Sigma: pair[0]}, pair[1]))
		vars["sv"+name], vars["err"+name] = m.SupportCount(), stage.CountErrors(m.F, w.set)
	}
	linear := lesson.Must(w.trainMachine(context.Background(), kernels.Linear{}, 1))
	vars["svLinear"], vars["errLinear"] = linear.SupportCount(), stage.CountErrors(linear.F, w.set)
	g := newGrowth(input.Seed)
	narrowErrors := lesson.Must(g.errorsAt(context.Background(), growthWidths()[questionWidthIndex]))
	vars["growSome"] = narrowErrors[1]
	vars["growStart"] = lesson.Must(g.errorsAt(context.Background(), 1))[len(narrowErrors)-1]
	vars["growFew"], vars["growMany"], vars["growNew"] = narrowErrors[0], narrowErrors[len(narrowErrors)-1],
		g.newPoints.Len()
	return worksheets.LessonOutput{Vars: vars, Tasks: worksheets.Tasks{
		"entries": {Scene: w.matrixScene}, "map": {Scene: w.scene}, "zero": {Scene: unequalScene(unequalSet)},
		"grow": {Scene: g.scene},
	}}
}

// widthMap trains support vector machines with RBF kernels on two moons, for any σ and C. grid holds
// the results for all pairs of σ and C of the map. It is computed only once.
type widthMap struct {
	set  *dataset.Set
	grid *stage.Cached[[][]shares]
}

// trainMachine trains a machine. Its tolerance is so small that the number of support
// vectors is that of the optimum.
func (w widthMap) trainMachine(ctx context.Context, k kernels.Kernel[[]float64], c float64) (stage.Machine, error) {
	return stage.TrainingData{Set: w.set, Kernel: k, Tol: 1e-6}.TrainSVM(ctx, c)
}

// sigmaSlider returns a slider over the widths of the map.
func sigmaSlider(name, initial string, a exercises.Answers) exercises.Control {
	return stage.LogSlider(name, "σ", 0.01, 100, 0.25, a, initial)
}

// matrixScene shows K as a heatmap, with the points sorted by class.
func (w widthMap) matrixScene(_ context.Context, a exercises.Answers) exercises.Scene {
	sigma := sigmaSlider("matrixsigma", "0.56", a)
	points, classes := pointsByClass(w.set)
	g := kernels.Gram(kernels.RBF{Sigma: sigma.Number()}, points)
	mean, smallest := 0.0, 1.0
	n := len(points)
	for i := range n {
		for j := range i {
			mean, smallest = mean+g.At(i, j)/float64(n*(n-1)/2), min(smallest, g.At(i, j))
		}
	}
	return exercises.Scene{
		Controls: []exercises.Control{sigma},
		Figures: []exercises.Figure{stage.Main("K, by class", ascii.Heatmap{
			Rows: n, Cols: n, At: g.At, Range: ascii.RangeOf(0, 1), RowClass: classes, ColClass: classes,
			ShowValues: true,
		})},
		Notes: ascii.Linesf("Off the diagonal: mean %s, least %s.", anatomy.Num(mean), anatomy.Num(smallest)),
	}
}

// pointsByClass returns the points, first class +1, then class −1.
func pointsByClass(set *dataset.Set) (points [][]float64, classes []int) {
	for _, y := range []float64{1, -1} {
		for i := range set.Len() {
			if set.Label(i) == y {
				points, classes = append(points, set.Point(i)), append(classes, int(y))
			}
		}
	}
	return points, classes
}

// shares are the fractions of support vectors and of errors among all points.
type shares struct{ supports, errors float64 }

// mapPlane returns the grid of σ and C in 9.3: σ = 10⁻² … 10² and C = 10⁻¹ … 10⁵, in half decades.
func mapPlane() stage.ParameterGrid {
	return stage.ParameterGrid{
		Sigma: stage.LogGrid{From: -2, Step: 0.5, Count: 9}, C: stage.LogGrid{From: -1, Step: 0.5, Count: 13},
	}
}

// allShares trains a machine for each pair of σ and C of the map, and returns the shares of each.
func (w widthMap) allShares(ctx context.Context) ([][]shares, error) {
	return stage.EvaluateGrid(mapPlane(), func(k kernels.RBF, c float64) (shares, error) {
		m, err := w.trainMachine(ctx, k, c)
		if err != nil {
			return shares{}, err
		}
		n := float64(w.set.Len())
		return shares{float64(m.SupportCount()) / n, float64(stage.CountErrors(m.F, w.set)) / n}, nil
	})
}

// scene shows the map of σ and C with the lines C = 1 and C = σ², and the machine for one pair of σ
// and C.
func (w widthMap) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sigma := sigmaSlider("mapsigma", "0.56", a)
	c := stage.LogSlider("mapc", "C", 0.1, 1e5, 0.5, a, "1")
	colour := stage.ChoiceControl("mapcolour", "colour", a, "supports",
		exercises.LabelledChoices("supports", "support vectors", "errors", "training errors")...)
	scene := exercises.Scene{Controls: []exercises.Control{sigma, c, colour}}
	m, err := w.trainMachine(ctx, kernels.RBF{Sigma: sigma.Number()}, c.Number())
	if err != nil {
		return scene
	}
	g, err := w.grid.Get(ctx, w.allShares)
	if err != nil {
		return scene
	}
	value, maxValue := func(i, j int) float64 { return g[i][j].supports }, 1.0
	legend := "orange or dotted: all points are support vectors, blue or empty: few"
	if colour.Value == "errors" {
		value, maxValue = func(i, j int) float64 { return g[i][j].errors }, 0.5
		legend = "orange or dotted: many errors, blue or empty: none"
	}
	plot := mapPlane().Picture(value, maxValue)
	plot.Marks = []ascii.Mark{mapPlane().Mark(sigma.Number(), c.Number(), "here")}
	plot.Curves = []ascii.CurveLine{
		{Points: []ascii.Point{{X: plot.X.Min, Y: 0}, {X: plot.X.Max, Y: 0}}, Dotted: true, Name: "C = 1"},
		{Points: []ascii.Point{{X: plot.Y.Min / 2, Y: plot.Y.Min}, {X: plot.X.Max, Y: 2 * plot.X.Max}}, Name: "C = σ²"},
	}
	scene.Figures = []exercises.Figure{
		stage.Main("σ and C", plot),
		m.Picture(fmt.Sprintf("Here: %d support vectors, %s", m.SupportCount(),
			ascii.Count(stage.CountErrors(m.F, w.set), "error")), true),
	}
	scene.Notes = []ascii.Line{
		ascii.Plainf("%d of the %d support vectors have α = C.", m.AtBoundCount(m.C), m.SupportCount()),
		ascii.Inked("horizontal line: C = 1; rising line: C = σ². "+legend, ascii.Dim),
	}
	return scene
}

// firstOfClasses returns the first nPlus points of class +1 and the first nMinus points of class −1.
func firstOfClasses(set *dataset.Set, nPlus, nMinus int) *dataset.Set {
	remaining := map[float64]int{1: nPlus, -1: nMinus}
	var indices []int
	for i := range set.Len() {
		if y := set.Label(i); remaining[y] > 0 {
			indices, remaining[y] = append(indices, i), remaining[y]-1
		}
	}
	return set.Subset(indices)
}

// unequalScene shows a machine with C = 10 on classes of unequal size. A slider sets σ.
func unequalScene(set *dataset.Set) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		sigma := sigmaSlider("farsigma", "1", a)
		scene := exercises.Scene{Controls: []exercises.Control{sigma}}
		m, err := stage.TrainingData{Set: set, Kernel: kernels.RBF{Sigma: sigma.Number()}}.TrainSVM(ctx, 10)
		if err != nil {
			return scene
		}
		bars := ascii.Bars{Refs: []ascii.RefLine{{Y: 1, Label: "1"}}}
		for i, alpha := range m.Alpha {
			bars.Bars = append(bars.Bars, ascii.Bar{Value: alpha, Class: int(set.Label(i))})
		}
		slices.SortFunc(bars.Bars, func(a, b ascii.Bar) int {
			return cmp.Or(b.Class-a.Class, cmp.Compare(b.Value, a.Value))
		})
		scene.Figures = []exercises.Figure{
			m.Picture(fmt.Sprintf("σ = %s, b = %s", anatomy.Num(sigma.Number()), anatomy.Num(m.Bias)), true),
			stage.SideFigure("α by class, with dashes at 1", bars),
		}
		scene.Notes = ascii.Linesf("%d of %d points are support vectors. Far from all of them, f = b.",
			m.SupportCount(), set.Len())
		return scene
	}
}

// growth shows how the number of errors at each width depends on the number of training points. Its
// training sets are noisy moons of several sizes. newPoints are for testing.
type growth struct {
	sets        []*dataset.Set
	newPoints   *dataset.Set
	sweepErrors *stage.Cached[[][]int]
}

func newGrowth(seed uint64) growth {
	g := growth{newPoints: dataset.Moons(400, 0.2, seed+1<<32), sweepErrors: &stage.Cached[[][]int]{}}
	for _, n := range []int{20, 80, 240} {
		g.sets = append(g.sets, dataset.Moons(n, 0.2, seed))
	}
	return g
}

// questionWidthIndex is the index in growthWidths of the narrow width that a question is about.
const questionWidthIndex = 2

// growthWidths returns the widths from 0.032 to 10, each 10^¼ times the one before, rounded as on
// the slider.
func growthWidths() []float64 {
	c := growthSlider(nil)
	out := make([]float64, 11)
	for i := range out {
		c.Value = exercises.FormatNumber(c.Min)
		c.Value = c.Nudge(i)
		out[i] = c.Number()
	}
	return out
}

func growthSlider(a exercises.Answers) exercises.Control {
	return stage.LogSlider("growsigma", "σ", 0.032, 10, 0.25, a, "1")
}

// errorsAt returns, for each training set, the number of errors on new points at one width and C =
// 10.
func (g growth) errorsAt(ctx context.Context, sigma float64) ([]int, error) {
	out := make([]int, len(g.sets))
	for i, set := range g.sets {
		m, err := stage.TrainingData{Set: set, Kernel: kernels.RBF{Sigma: sigma}}.TrainSVM(ctx, 10)
		if err != nil {
			return nil, err
		}
		out[i] = stage.CountErrors(m.F, g.newPoints)
	}
	return out, nil
}

// sweep returns the results of errorsAt for all growthWidths.
func (g growth) sweep(ctx context.Context) ([][]int, error) {
	var out [][]int
	for _, s := range growthWidths() {
		errors, err := g.errorsAt(ctx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, errors)
	}
	return out, nil
}

// scene shows the errors on new points by width, with a curve for each number of
// training points.
func (g growth) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sigma := growthSlider(a)
	scene := exercises.Scene{Controls: []exercises.Control{sigma}}
	errorCounts, err := g.sweepErrors.Get(ctx, g.sweep)
	if err != nil {
		return scene
	}
	errorsHere, err := g.errorsAt(ctx, sigma.Number())
	if err != nil {
		return scene
	}
	chart := ascii.Chart{XLabel: "log₁₀ σ", HasCursor: true, Cursor: math.Log10(sigma.Number()),
		Y: ascii.Range{Min: 0, Max: float64(g.newPoints.Len()) / 2}}
	var errorTexts []string
	for i, set := range g.sets {
		s := ascii.ChartSeries{Name: fmt.Sprintf("n = %d", set.Len()), Ink: ascii.Series(i)}
		for j, width := range growthWidths() {
			s.Add(math.Log10(width), float64(errorCounts[j][i]))
		}
		chart.Series = append(chart.Series, s)
		errorTexts = append(errorTexts, fmt.Sprintf("%d (n = %d)", errorsHere[i], set.Len()))
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("σ = %s, errors: %s", anatomy.Num(sigma.Number()), strings.Join(errorTexts, ", ")),
			chart),
	}
	scene.Notes = ascii.Linesf("Errors on %d new points, with C = 10.", g.newPoints.Len())
	return scene
}
