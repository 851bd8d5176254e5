package unit8

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// chooseParameters builds the Go part of exercise 8.4: choosing σ and C by cross-validation
// in five folds, and the error on test points. A scene is what a task shows next to its text.
func chooseParameters(input worksheets.LessonInput) worksheets.LessonOutput {
	ctx := context.Background()
	v := lesson.Must(newChoice(ctx, input.Seed))
	for i := uint64(1); v.foldError == 0; i++ { // a test error cannot be below an error of 0 % in the folds
		v = lesson.Must(newChoice(ctx, input.Seed+i<<52))
	}
	narrowMachine, relation := lesson.Must(v.Grid.Train(ctx, v.Set, 0, v.Grid.C.Count-1)), "near"
	if d := v.testError - v.foldError; d < -1 {
		relation = "smaller"
	} else if d > 1 {
		relation = "larger"
	}
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"sigma": anatomy.Digits(v.Grid.Sigma.At(v.I), 2), "c": anatomy.Digits(v.Grid.C.At(v.J), 2),
			"fewest": v.Errors(v.I, v.J), "share": answer.DisplayDecimal(v.foldError),
			"start": v.Errors(len(v.ErrorCounts)-1, 0), "trained": stage.CountErrors(v.F, v.Set),
			"narrow": v.Errors(0, v.Grid.C.Count-1), "learnedNarrow": stage.CountErrors(narrowMachine.F, v.Set),
			"tested":    stage.CountErrors(v.F, v.test),
			"testShare": answer.DisplayDecimal(v.testError), "truth": relation,
		},
		Tasks: worksheets.Tasks{
			"plane": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return v.planeScene(ctx, a, input.Right(ctx, a, "fewest"))
			}},
			"guess": {Scene: func(context.Context, exercises.Answers) exercises.Scene { return v.testScene(ctx, nil) }},
			"once":  {Scene: v.testScene}, "least": {Scene: otherSetsScene(input.Seed)},
		},
	}
}

// choice holds the σ and C that cross-validation chooses for a set. foldError and testError are the
// error rates with this pair, in the folds and on test points, in per cent.
type choice struct {
	stage.Validation
	test                 *dataset.Set
	foldError, testError float64
}

func newChoice(ctx context.Context, seed uint64) (v choice, err error) {
	plane := stage.ParameterGrid{
		Sigma: stage.LogGrid{From: -1, Step: 0.25, Count: 7}, C: stage.LogGrid{From: -1, Step: 0.5, Count: 7},
	}
	if v.Validation, err = plane.Validate(ctx, dataset.Moons(50, 0.3, seed), 5); err == nil {
		v.test = dataset.Moons(1000, 0.3, seed+1<<40)
		v.foldError = errorRate(v.Errors(v.I, v.J), v.Set)
		v.testError = errorRate(stage.CountErrors(v.F, v.test), v.test)
	}
	return v, err
}

// scene shows the plane of σ and C, with the number of errors at each pair, next to a machine. It
// highlights the pair with the given indices, if there are any. If showChosen is true, it marks the
// pair chosen by cross-validation.
func (c choice) scene(machine exercises.Figure, showChosen bool, highlighted ...int) exercises.Scene {
	fewest := c.Errors(c.I, c.J)
	plot := c.Grid.Picture(func(i, j int) float64 { return float64(c.Errors(i, j) - fewest) }, 10)
	plot.Legend = true // so that the axes of both maps are at the same height
	for i, row := range c.ErrorCounts {
		for j := range row {
			m := c.Grid.Mark(c.Grid.Sigma.At(i), c.Grid.C.At(j), "")
			m.Selected, m.Number = slices.Equal(highlighted, []int{i, j}), strconv.Itoa(c.Errors(i, j))
			if showChosen && i == c.I && j == c.J {
				m.Selected, m.Label = true, "chosen"
			}
			plot.Marks = append(plot.Marks, m)
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("errors in five folds, by σ and C", plot), machine}}
}

// planeScene shows one pair of σ and C and the support vector machine with this pair. If showChosen
// is true, it also marks the chosen pair.
func (c choice) planeScene(ctx context.Context, a exercises.Answers, showChosen bool) (scene exercises.Scene) {
	sigma, cSlider := c.Grid.Sigma.Slider("cvsigma", "σ", a, "3.2"), c.Grid.C.Slider("cvc", "C", a, "0.1")
	i, j := c.Grid.Sigma.Nearest(sigma.Number()), c.Grid.C.Nearest(cSlider.Number())
	if m, err := c.Grid.Train(ctx, c.Set, i, j); err == nil {
		scene = c.scene(m.Picture(fmt.Sprintf("all %d learned: %d wrong", m.Set.Len(),
			stage.CountErrors(m.F, m.Set)), true),
			showChosen, i, j)
		scene.Notes = ascii.Linesf("Here the folds have %s wrong: %d of %d.",
			ascii.Join(c.ErrorCounts[i][j], ", ", strconv.Itoa), c.Errors(i, j), m.Set.Len())
	}
	scene.Controls = []exercises.Control{sigma, cSlider}
	return scene
}

// testScene shows the chosen pair and its machine. Once the student opens the test points with the
// switch of the task, the picture shows the test points that the machine gets wrong.
func (c choice) testScene(_ context.Context, a exercises.Answers) exercises.Scene {
	if lesson.SliderValue(a, "tests") == 0 {
		return c.scene(c.Picture(fmt.Sprintf("the chosen pair, all %d learned", c.Set.Len()), true), true)
	}
	m := c.TrainingData
	m.Set = c.test
	return c.scene(errorsFigure(m, c.F, stage.MapOptions{Margins: true,
		Title: fmt.Sprintf("wrong: %d of %d test points", stage.CountErrors(c.F, c.test), c.test.Len())}), true)
}

// otherSetsScene shows the error rates in the folds and on test points for 20 more sets.
func otherSetsScene(seed uint64) worksheets.SceneFunc {
	cache := &stage.Cached[exercises.Scene]{}
	return func(ctx context.Context, _ exercises.Answers) exercises.Scene {
		scene, _ := cache.Get(ctx, func(ctx context.Context) (exercises.Scene, error) {
			dots, aboveCount := ascii.ChartSeries{Kind: ascii.Dots, Ink: ascii.Curve}, 0
			for i := uint64(1); i <= 20; i++ {
				v, err := newChoice(ctx, seed+i<<44)
				if err != nil {
					return exercises.Scene{}, err
				}
				if dots.Add(v.foldError, v.testError); v.testError > v.foldError {
					aboveCount++
				}
			}
			axis := ascii.RangeOf(0, 30)
			equal := ascii.ChartSeries{Name: "equal", X: []float64{0, axis.Max}, Y: []float64{0, axis.Max}, Dim: true}
			return exercises.SceneOf(
				stage.Main("the chosen pairs: per cent wrong", ascii.Chart{X: axis, Y: axis, XLabel: "fold error",
					YLabel: "test", Series: []ascii.ChartSeries{equal, dots}}),
				ascii.Plainf("%d of 20 sets lie above the line: more wrong on test points.", aboveCount)), nil
		})
		return scene
	}
}
