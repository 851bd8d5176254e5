// Package unit8 contains unit 8, “Kernel machines compared”: its worksheets, and Go code for
// the exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit8

import (
	"context"
	"embed"
	"fmt"
	"math"
	"strconv"

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

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"8.1": logisticAgainstSVM,
		"8.2": perceptronAgainstSVM,
		"8.3": degreeP,
		"8.4": chooseParameters,
	}}
}

// logisticAgainstSVM builds the Go part of exercise 8.1: logistic loss and hinge loss, with the same
// kernel and points.
func logisticAgainstSVM(input worksheets.LessonInput) worksheets.LessonOutput {
	v := comparisonSets{
		{name: exercises.Choice{Value: "moons", Label: "two moons"}, sigma: 0.5,
			set: lesson.DrawLegible(input.Seed,
				func(seed uint64) *dataset.Set { return dataset.Moons(60, 0.2, seed) }),
			newPoints: dataset.Moons(400, 0.2, input.Seed+1<<32)},
		{name: exercises.Choice{Value: "blobs", Label: "two blobs"}, sigma: 1.5,
			set:       dataset.BlobsOverlapping(60, input.Seed),
			newPoints: dataset.BlobsOverlapping(400, input.Seed+1<<32)},
	}
	fitted := lesson.Must(v[0].fitBoth(context.Background(), questionC))
	initial := lesson.Must(v[0].fitBoth(context.Background(), 1))
	n := v[0].set.Len()
	x, f := input.Numbers["near"], input.Numbers["f"]
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"points": n, "askedC": questionC, "svm": fitted.svm.SupportCount(), "svmFirst": initial.svm.SupportCount(),
			"logistic": fitted.nonzeroCoefs(),
			"svmNew":   fitted.newErrorText(fitted.svm.F), "logisticNew": fitted.newErrorText(fitted.logisticF),
			"slope":  anatomy.Plain(solvers.Sigmoid(-x), 3),
			"weight": anatomy.Plain(input.Numbers["c"]*solvers.Sigmoid(-x), 3),
			"p":      anatomy.Plain(solvers.Sigmoid(f), 3),
		},
		Tasks: worksheets.Tasks{"both": {Scene: v.scene}},
	}
}

// questionC is the C for which the student counts nonzero coefficients.
const questionC = 10

// comparisonSet is a data set, new points of the same distribution, and a suitable width of the RBF
// kernel.
type comparisonSet struct {
	name           exercises.Choice // entry of the control that selects the set
	sigma          float64
	set, newPoints *dataset.Set
}

// fittedPair holds the SVM and logistic regression on a comparisonSet, with λ = 1/C. Logistic
// regression has the kernel k + 1, so its offset is Σa.
type fittedPair struct {
	comparisonSet
	svm       stage.Machine
	logistic  solvers.LogisticSolution
	logisticF kernels.Expansion // the function of logistic regression
}

func (s comparisonSet) fitBoth(ctx context.Context, c float64) (fittedPair, error) {
	out := fittedPair{comparisonSet: s}
	k := kernels.RBF{Sigma: s.sigma}
	var err error
	if out.svm, err = (stage.TrainingData{Set: s.set, Kernel: k}).TrainSVM(ctx, c); err != nil {
		return out, err
	}
	if out.logistic, err = solvers.SolveLogistic(ctx, offsetGram(k, s.set), s.set.Labels(), 1/c); err != nil {
		return out, err
	}
	out.logisticF = kernels.Expansion{Kernel: k, Points: s.set.Points(), Coef: out.logistic.Coef,
		Bias: floats.Sum(out.logistic.Coef)}
	return out, ctx.Err()
}

// offsetGram returns the Gram matrix of k + 1.
func offsetGram(k kernels.Kernel[[]float64], set *dataset.Set) *mat.SymDense {
	g := kernels.Gram(k, set.Points())
	for i := range set.Len() {
		for j := i; j < set.Len(); j++ {
			g.SetSym(i, j, g.At(i, j)+1)
		}
	}
	return g
}

// nonzeroCoefs returns the number of nonzero coefficients of logistic regression.
func (f fittedPair) nonzeroCoefs() int {
	return floats.Count(func(a float64) bool { return a != 0 }, f.logistic.Coef)
}

// newErrorText formats the error rate on new points.
func (f fittedPair) newErrorText(e kernels.Expansion) string {
	return anatomy.Num(errorRate(stage.CountErrors(e, f.newPoints), f.newPoints)) + " %"
}

// comparisonSets holds the sets among which the student chooses.
type comparisonSets []comparisonSet

// scene shows both boundaries, the slopes of both losses with a mark for every point, and a table
// with the numbers of both machines.
func (s comparisonSets) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	dataControl, set := stage.DataControl("duel", s, func(d comparisonSet) exercises.Choice { return d.name }, a)
	c := stage.LogSlider("duelc", "C = 1/λ", 0.01, 1000, 0.5, a, "1")
	machine := stage.ChoiceControl("shown", "picture", a, "svm",
		exercises.LabelledChoices("svm", "SVM", "logistic", "logistic")...)
	scene := exercises.Scene{Controls: []exercises.Control{c, dataControl, machine}}
	f, err := set.fitBoth(ctx, c.Number())
	if err != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{
		f.picture(machine.Value == "logistic", c.Value),
		stage.SideFigure("|a|/C, by t·f", f.slopeChart()), f.resultsTable(),
	}
	scene.Notes = []ascii.Line{ascii.Inked(
		"background, bright line: the machine shown; dim line: the other; filled: |a| > 0 in the SVM; coloured: |a| = C",
		ascii.Dim)}
	return scene
}

// picture returns the map of one machine with the boundary of the other.
func (f fittedPair) picture(logistic bool, c string) exercises.Figure {
	main, other := f.svm.F, f.logisticF
	if logistic {
		main, other = other, main
	}
	picture := f.svm.Map(main,
		stage.MapOptions{
			Title: fmt.Sprintf("%s, RBF, σ = %s, C = %s", f.name.Label, anatomy.Num(f.sigma), exercises.Typeset(c)),
			Kind:  f.svm.AlphaMark, Probability: logistic,
		})
	plot := picture.Plot.(ascii.Map)
	plot.ComparisonField = other
	picture.Plot = plot
	return picture
}

// slopeChart shows the absolute slopes of both losses, and |a|/C of each point.
func (f fittedPair) slopeChart() ascii.Chart {
	points := [2]ascii.ChartSeries{{Name: "SVM", Kind: ascii.Dots, Ink: ascii.Series(0)},
		{Name: "logistic", Kind: ascii.Crosses, Ink: ascii.Series(1)}}
	for i := range f.set.Len() {
		y := f.set.Label(i)
		for k, point := range [2][2]float64{{f.svm.SignedScore(i), f.svm.Alpha[i] / f.svm.C},
			{y * f.logistic.Scores[i], math.Abs(f.logistic.Coef[i]) / f.svm.C}} {
			points[k].Add(max(-3, min(point[0], 4)), point[1])
		}
	}
	hinge := ascii.ChartSeries{Name: "hinge", X: []float64{-3, 1, 1, 4}, Y: []float64{1, 1, 0, 0}, Dim: true}
	curve := ascii.ChartSeries{Name: "s(−t·f)", Dim: true}
	for i := range 57 {
		x := -3 + float64(i)/8
		curve.Add(x, solvers.Sigmoid(-x))
	}
	return ascii.Chart{XLabel: "t·f", X: ascii.RangeOf(-3, 4), Y: ascii.RangeOf(0, 1),
		Series: []ascii.ChartSeries{hinge, curve, points[0], points[1]}}
}

// resultsTable shows both machines in a table.
func (f fittedPair) resultsTable() exercises.Figure {
	table := ascii.Table{Columns: ascii.Columns("", "a ≠ 0", "wrong", "new wrong")}
	row := func(name string, nonzero int, e kernels.Expansion) {
		table.Add(ascii.PlainLines(name, strconv.Itoa(nonzero), strconv.Itoa(stage.CountErrors(e, f.set)),
			f.newErrorText(e))...)
	}
	row("SVM", f.svm.SupportCount(), f.svm.F)
	row("logistic", f.nonzeroCoefs(), f.logisticF)
	return stage.Table(fmt.Sprintf("%d points learned, %d new", f.set.Len(), f.newPoints.Len()), table)
}
