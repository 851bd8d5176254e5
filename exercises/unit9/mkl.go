package unit9

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// learnKernel builds the Go part of exercise 9.5: weights of four kernels chosen by hand,
// by the margin, and by alignment, on two sets that depend on the seed.
func learnKernel(input worksheets.LessonInput) worksheets.LessonOutput {
	sets := newMixtures(input.Seed)
	sizes, moons := sets[0], sets[1]
	end, mostAligned := sizes.lastStep(), floats.MaxIdx(sizes.alignedWeights)
	names, survivors, moonSurvivors := mixKernelNames(), sizes.survivors(), moons.survivors()
	vars := worksheets.Vars{
		"goal": sizes.goal(), "least": anatomy.Digits(end.Objective, 4), "best": anatomy.Digits(sizes.bestSingle(), 4),
		"survivors": len(survivors), "left": lesson.PointSet(survivors...),
		"leftMoons": lesson.PointSet(moonSurvivors...),
		"first":     survivors[0] + 1, "second": survivors[1] + 1, "firstName": names[survivors[0]],
		"secondName":   names[survivors[1]],
		"moonNames":    names[moonSurvivors[0]] + " and " + names[moonSurvivors[1]],
		"firstWeight":  anatomy.Digits(end.Beta[survivors[0]], 3),
		"secondWeight": anatomy.Digits(end.Beta[survivors[1]], 3),
		"alignMost":    mostAligned + 1, "alignWords": names[mostAligned],
		"alignShare": anatomy.Digits(sizes.alignedWeights[mostAligned],
			2),
		"marginShare": anatomy.Digits(end.Beta[mostAligned], 2),
	}
	fewestErrors := sizes.newPoints.Len()
	for _, r := range sizes.namedSolutions() {
		fewestErrors = min(fewestErrors, stage.CountErrors(sizes.machine(r.MKLStep).F, sizes.newPoints))
	}
	vars["learned"], vars["fresh"] = mixTrainingPoints, mixNewPoints
	vars["newWrong"], vars["newFewest"] = stage.CountErrors(sizes.machine(end).F, sizes.newPoints), fewestErrors
	for m, s := range sizes.sliderValues() {
		vars[quantityOfKernel("share", m)] = s
	}
	return worksheets.LessonOutput{
		Vars: vars,
		Tasks: worksheets.Tasks{
			"hand":      {Scene: sizes.handScene, Check: sizes.handCheck},
			"path":      {Scene: sets.pathScene},
			"alignment": {Scene: sets.compareScene},
			"caution":   {Scene: sets.freshScene},
		},
	}
}

// shareSum is the maximum of every slider of weights, and the sum of sliderValues.
const shareSum = 20

// sliders returns a slider for each kernel, all at the same value at first, and the weights β, the
// values of the sliders divided by their sum.
func (mix *mixture) sliders(a exercises.Answers) (controls []exercises.Control, beta []float64) {
	for i, name := range mixKernelNames() {
		c := stage.Slider(quantityOfKernel("share", i), name, 0, shareSum, 1, a, "5")
		controls, beta = append(controls, c), append(beta, c.Number())
	}
	if floats.Sum(beta) > 0 {
		beta = scaledToOne(beta)
	}
	return controls, beta
}

const noKernelText = "All weights are 0, so no kernel is left."

func (mix *mixture) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	controls, beta := mix.sliders(a)
	scene := exercises.Scene{Controls: controls}
	if floats.Sum(beta) == 0 {
		scene.Notes = []ascii.Line{stage.Warning(noKernelText)}
		return scene
	}
	s, err := mix.evaluate(ctx, beta)
	if err != nil {
		return scene
	}
	largeFigure := mix.picture(s)
	smallFigure, plot := stage.SideFigure("the small moons", nil), largeFigure.Plot.(ascii.Map)
	plot.X, plot.Y, plot.Legend = ascii.RangeOf(5.2, 6), ascii.RangeOf(0.3, 0.8), false
	smallFigure.Plot = plot
	scene.Figures = []exercises.Figure{largeFigure, smallFigure, stage.Table("Weights, Σβ = 1", mix.weightTable(s))}
	scene.Notes = []ascii.Line{mix.progressLine(s)}
	return scene
}

// progressLine compares J with the goal.
func (mix *mixture) progressLine(s solvers.MKLStep) ascii.Line {
	ink := lesson.GoalInk(s.Objective <= mix.goal())
	return ascii.Line{{Text: "J = ", Ink: ascii.Text}, {Text: anatomy.Digits(s.Objective, 4), Ink: ink},
		{Text: ", at most " + answer.DisplayDecimal(mix.goal()) + " is asked for", Ink: ascii.Dim}}
}

// machine returns the SVM with the kernel Σβₘkₘ of a step.
func (mix *mixture) machine(s solvers.MKLStep) stage.Machine {
	var k kernels.Sum[[]float64]
	for m, b := range s.Beta {
		if b > 0 {
			k = append(k, kernels.Scaled[[]float64]{Factor: b, Kernel: mix.kernels[m]})
		}
	}
	return stage.TrainingData{Set: mix.set, Kernel: k}.MachineOf(solvers.Solution{Alpha: s.Alpha, Bias: s.Bias}, mixC)
}

// picture shows the SVM with the kernel Σβₘkₘ of a step.
func (mix *mixture) picture(s solvers.MKLStep) exercises.Figure {
	return mix.machine(s).Picture(fmt.Sprintf("SVM, C = %d, with the kernel Σβₘkₘ", mixC), false)
}

// weightTable shows β of a step with the slopes of J, the optimum of the SVM for given weights.
func (mix *mixture) weightTable(s solvers.MKLStep) ascii.Table {
	t := ascii.Table{Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "βₘ", Right: true},
		{Title: "slope of J", Right: true}}}
	for m, b := range s.Beta {
		t.Add(
			ascii.Inked(fmt.Sprint(m+1), ascii.Dim), ascii.Inked(mixKernelNames()[m], ascii.Series(m)),
			ascii.Plain(strconv.FormatFloat(b, 'f', 4, 64)), ascii.Plain("−"+anatomy.Plain(s.Squares[m]/2, 4)),
		)
	}
	return t
}

// handCheck judges J for the weights on the sliders. If no slider was ever
// moved, or all weights are 0, the answer is empty.
func (mix *mixture) handCheck(ctx context.Context, a exercises.Answers) exercises.Report {
	controls, beta := mix.sliders(a)
	touched := false
	for _, c := range controls {
		touched = touched || a[c.Name] != ""
	}
	switch {
	case !touched:
		return exercises.Report{Verdict: exercises.Empty, Headline: "Move the weights first."}
	case floats.Sum(beta) == 0:
		return exercises.Report{Verdict: exercises.Empty, Headline: noKernelText}
	}
	s, err := mix.evaluate(ctx, beta)
	if err != nil {
		return exercises.Report{Verdict: exercises.Undecided, Fact: ascii.PlainLines(err.Error())}
	}
	mistake := ""
	switch {
	case s.Objective <= mix.goal():
	case floats.Max(beta) == 1:
		mistake = "alone"
	default:
		mistake = "slope"
	}
	return lesson.GoalReport(mistake, "Below.", mix.progressLine(s))
}

// twoSizes returns n points of two large moons and two small ones next to them. A kernel narrow
// enough for the small moons is too narrow for the large moons. Two fifths of the points are in
// the small moons. n must be a multiple of 5.
func twoSizes(n int, seed uint64) *dataset.Set {
	var points [][]float64
	var labels []float64
	add := func(set *dataset.Set, scale, right, up float64) {
		for i := range set.Len() {
			p := set.Point(i)
			points = append(points, []float64{right + float64(scale*p[0]), up + float64(scale*p[1])})
			labels = append(labels, set.Label(i))
		}
	}
	add(dataset.Moons(n*3/5, 0.12, seed), 2.1, 0, 0)
	add(dataset.Moons(n*2/5, 0.12, ^seed), 0.2, 5.5, 0.5)
	return dataset.NewClassification("two sizes", points, labels)
}

const (
	mixC              = 1    // C of every SVM of exercise 9.5
	mixGap            = 1e-5 // relative duality gap at the end of a path
	mixTrainingPoints = 60   // number of training points
	mixNewPoints      = 200  // number of new points
)

// mixKernelNames returns the names of the four kernels, in their order.
func mixKernelNames() []string {
	return []string{"linear", "(xᵀz + 1)²", "RBF σ=1", "RBF σ=0.158"}
}

// mixture is a data set with four kernels, each divided by the mean of its diagonal, and the
// weights of the kernels that two objectives choose: J and the alignment with the labels.
type mixture struct {
	name           exercises.Choice // entry of the control that selects the set
	set, newPoints *dataset.Set
	kernels        []kernels.Kernel[[]float64]
	grams          []*mat.SymDense
	singleKernels  []solvers.MKLStep // the solution for each kernel alone
	path           []solvers.MKLStep // the steps of the solver that minimises J
	alignedWeights []float64         // weights by alignment
	alignedStep    solvers.MKLStep   // the solution for the weights by alignment
}

// newMixture learns the weights of both objectives.
func newMixture(name exercises.Choice, set, newPoints *dataset.Set) *mixture {
	l := &mixture{name: name, set: set, newPoints: newPoints}
	for _, k := range []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2, C: 1},
		kernels.RBF{Sigma: 1}, kernels.RBFFromGamma(20)} {
		g := kernels.Gram(k, set.Points())
		factor := 1 / solvers.MeanDiagonal(g)
		g.ScaleSym(factor, g)
		l.grams = append(l.grams, g)
		l.kernels = append(l.kernels, kernels.Scaled[[]float64]{Factor: factor, Kernel: k})
	}
	ctx := context.Background()
	for m := range l.grams {
		beta := make([]float64, len(l.grams))
		beta[m] = 1
		l.singleKernels = append(l.singleKernels, lesson.Must(l.evaluate(ctx, beta)))
	}
	l.path = lesson.Must(solvers.MKL{C: mixC, RelativeGap: mixGap}.Learn(ctx, l.grams, set.Labels()))
	l.alignedWeights, _ = kernels.AlignedWeights(l.grams, kernels.TargetGram(set.Labels()))
	l.alignedStep = lesson.Must(l.evaluate(ctx, l.alignedWeights))
	return l
}

// evaluate returns the solution for the weights β.
func (mix *mixture) evaluate(ctx context.Context, beta []float64) (solvers.MKLStep, error) {
	return solvers.MKL{C: mixC}.Evaluate(ctx, mix.grams, mix.set.Labels(), beta)
}

// lastStep returns the last step of the path.
func (mix *mixture) lastStep() solvers.MKLStep { return mix.path[len(mix.path)-1] }

// bestSingle returns the smallest J of a single kernel.
func (mix *mixture) bestSingle() float64 {
	out := math.Inf(1)
	for _, s := range mix.singleKernels {
		out = min(out, s.Objective)
	}
	return out
}

// goal returns the J to reach by hand: half way from the best single kernel to the minimum, rounded
// down to tenths.
func (mix *mixture) goal() float64 {
	return math.Floor(5*(mix.bestSingle()+mix.lastStep().Objective)) / 10
}

// survivors returns the indices of the kernels with nonzero weights at the last step of the path.
func (mix *mixture) survivors() []int {
	var out []int
	for m, b := range mix.lastStep().Beta {
		if b > 0 {
			out = append(out, m)
		}
	}
	return out
}

// sliderValues returns values for the sliders that approximate the weights at the end of the path.
// Their sum is shareSum.
func (mix *mixture) sliderValues() []float64 {
	out := make([]float64, len(mix.grams))
	for m, b := range mix.lastStep().Beta {
		out[m] = math.Round(shareSum * b)
	}
	out[floats.MaxIdx(out)] += shareSum - floats.Sum(out)
	return out
}

// keepsTwoKernels reports whether exactly two kernels are left, both with substantial weights.
func (mix *mixture) keepsTwoKernels() bool {
	last, survivors := mix.lastStep(), mix.survivors()
	return len(survivors) == 2 && last.Gap() <= mixGap*last.Objective &&
		min(last.Beta[survivors[0]], last.Beta[survivors[1]]) > 0.05
}

// isClear reports whether the questions about the set have clear answers. The two remaining weights
// must differ from each other and from their initial value ¼. The goal must be reachable with
// the sliders, but not with a single kernel.
func (mix *mixture) isClear() bool {
	if !mix.keepsTwoKernels() {
		return false
	}
	firstWeight := mix.lastStep().Beta[mix.survivors()[0]]
	if math.Abs(firstWeight-0.25) < 0.02 || math.Abs(firstWeight-0.5) < 0.015 {
		return false
	}
	s := lesson.Must(mix.evaluate(context.Background(), scaledToOne(mix.sliderValues())))
	return mix.bestSingle() > mix.goal()+0.2 && s.Objective < mix.goal()-0.05
}

// scaledToOne divides weights by their sum.
func scaledToOne(v []float64) []float64 {
	out := append([]float64(nil), v...)
	floats.Scale(1/floats.Sum(out), out)
	return out
}

// newMixtures draws two sets, each until it is suitable. The first has moons of two sizes, the second
// of one size.
func newMixtures(seed uint64) mixtures {
	var out mixtures
	for _, d := range []struct {
		name  exercises.Choice
		suits func(*mixture) bool
		set   func(n int, seed uint64) *dataset.Set
	}{
		{exercises.Choice{Value: "sizes", Label: "two sizes of moons"}, (*mixture).isClear, twoSizes},
		{exercises.Choice{Value: "moons", Label: "two moons"}, (*mixture).keepsTwoKernels,
			func(n int, seed uint64) *dataset.Set { return dataset.Moons(n, 0.2, seed) }},
	} {
		for trySeed := seed; ; trySeed += 1 << 40 {
			train := lesson.DrawLegible(trySeed,
				func(seed uint64) *dataset.Set { return d.set(mixTrainingPoints, seed) })
			if l := newMixture(d.name, train, d.set(mixNewPoints, trySeed+1<<32)); d.suits(l) {
				out = append(out, l)
				break
			}
		}
	}
	return out
}
