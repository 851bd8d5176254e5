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
	"kernellab/kernels"
)

// choosing builds exercise 8.4: choosing σ and C by cross-validation in five folds, and the error
// on test points.
func choosing(b worksheets.Brief) worksheets.Parts {
	v, others := lesson.Must(newChoice(context.Background(), b.Seed)), &stage.Kept[[]choice]{}
	for i := uint64(1); v.inFolds == 0; i++ { // no test error is less than 0 %
		v = lesson.Must(newChoice(context.Background(), b.Seed+i<<52))
	}
	narrow := lesson.Must(v.Plane.Train(context.Background(), v.Set, 0, v.Plane.C.Count-1))
	truth := "near"
	if d := v.onTest - v.inFolds; d < -1 {
		truth = "smaller"
	} else if d > 1 {
		truth = "larger"
	}
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"sigma": anatomy.Digits(v.Plane.Sigma.At(v.I), 2), "c": anatomy.Digits(v.Plane.C.At(v.J), 2),
			"fewest": v.Errors(v.I, v.J), "share": answer.DisplayDecimal(v.inFolds),
			"start": v.Errors(len(v.Wrong)-1, 0), "trained": stage.Wrong(v.F, v.Set),
			"narrow": v.Errors(0, v.Plane.C.Count-1), "learnedNarrow": stage.Wrong(narrow.F, v.Set),
			"tested": stage.Wrong(v.F, v.test), "testShare": answer.DisplayDecimal(v.onTest), "truth": truth,
		},
		Tasks: worksheets.Tasks{
			"plane": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return v.plane(ctx, a, b.Right(ctx, a, "fewest"))
			}},
			"guess": {Scene: v.chosen}, "once": {Scene: v.once},
			"least": {Scene: func(ctx context.Context, _ exercises.Answers) exercises.Scene {
				sets, err := others.Get(ctx, func(ctx context.Context) (out []choice, err error) {
					for i := uint64(1); i <= 20 && err == nil; i++ {
						out = append(out, choice{})
						out[i-1], err = newChoice(ctx, b.Seed+i<<44)
					}
					return out, err
				})
				if err != nil {
					return exercises.Scene{}
				}
				return scatter(sets)
			}},
		},
	}
}

// choice holds the σ and C that cross-validation chooses for a set, and the error rates with them
// in the folds and on test points, in per cent.
type choice struct {
	stage.Validation
	test            *dataset.Set
	inFolds, onTest float64
}

func newChoice(ctx context.Context, seed uint64) (v choice, err error) {
	plane := stage.Plane{
		Sigma: stage.Decades{From: -1, Step: 0.25, Count: 7}, C: stage.Decades{From: -1, Step: 0.5, Count: 7},
	}
	if v.Validation, err = plane.Validate(ctx, dataset.Moons(50, 0.3, seed), 5); err == nil {
		v.test = dataset.Moons(1000, 0.3, seed+1<<40)
		v.inFolds = 100 * float64(v.Errors(v.I, v.J)) / float64(v.Set.Len())
		v.onTest = 100 * float64(stage.Wrong(v.F, v.test)) / float64(v.test.Len())
	}
	return v, err
}

// scene shows a machine next to the plane of σ and C with marks. The colour in the plane is the
// number of errors above the minimum, up to ten.
func (v choice) scene(machine exercises.Figure, marks ...ascii.Mark) exercises.Scene {
	plot := v.Plane.Picture(func(i, j int) float64 { return float64(v.Errors(i, j) - v.Errors(v.I, v.J)) }, 10)
	plot.Marks = marks
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("errors in five folds, by σ and C", plot), machine},
		Notes:   []ascii.Line{ascii.Inked("orange: many errors in the folds, blue: few", ascii.Dim)},
	}
}

// mark returns the mark of the chosen pair.
func (v choice) mark() ascii.Mark {
	return v.Plane.Mark(v.Plane.Sigma.At(v.I), v.Plane.C.At(v.J), "chosen")
}

// plane shows one pair of σ and C and its machine. If the student has found the chosen pair, it is
// also marked.
func (v choice) plane(ctx context.Context, a exercises.Answers, found bool) exercises.Scene {
	sigma, c := v.Plane.Sigma.Slider("cvsigma", "σ", a, "3.2"), v.Plane.C.Slider("cvc", "C", a, "0.1")
	i, j := v.Plane.Sigma.Nearest(sigma.Number()), v.Plane.C.Nearest(c.Number())
	m, err := v.Plane.Train(ctx, v.Set, i, j)
	if err != nil {
		return exercises.Scene{Controls: []exercises.Control{sigma, c}}
	}
	marks := []ascii.Mark{v.Plane.Mark(v.Plane.Sigma.At(i), v.Plane.C.At(j), "here")}
	if found {
		marks = append(marks, v.mark())
	}
	scene := v.scene(m.Picture(fmt.Sprintf("all %d learned: %d wrong", m.Set.Len(), stage.Wrong(m.F, m.Set)), true),
		marks...)
	scene.Controls = []exercises.Control{sigma, c}
	scene.Notes = append(ascii.Linesf("Here the folds have %s wrong: %d of %d.",
		lesson.JoinText(v.Wrong[i][j], strconv.Itoa), v.Errors(i, j), m.Set.Len()), scene.Notes...)
	return scene
}

// chosen shows the chosen pair and its machine.
func (v choice) chosen(context.Context, exercises.Answers) exercises.Scene {
	return v.scene(v.Picture(fmt.Sprintf("the chosen pair, all %d learned", v.Set.Len()), true), v.mark())
}

// once is like chosen, with a switch that opens the test points. When they are open, the picture
// of the machine shows only the misclassified ones.
func (v choice) once(ctx context.Context, a exercises.Answers) exercises.Scene {
	tests, scene := stage.ChoiceControl("tests", "test points", a, "closed",
		exercises.Labelled("closed", "closed", "opened", "opened")...), v.chosen(ctx, a)
	scene.Controls = []exercises.Control{tests}
	if tests.Value == "opened" {
		m := v.Model
		m.Set = v.test
		scene.Figures[1] = onlyWrong(m, v.F, stage.MapOptions{Margins: true,
			Title: fmt.Sprintf("wrong: %d of %d test points", stage.Wrong(v.F, v.test), v.test.Len())})
	}
	return scene
}

// onlyWrong returns the picture of f with marks only for the misclassified points.
func onlyWrong(m stage.Model, f kernels.Expansion, o stage.MapOptions) exercises.Figure {
	figure := m.Map(f, o)
	picture := figure.Plot.(ascii.Map)
	picture.Marks = slices.DeleteFunc(picture.Marks, func(p ascii.Mark) bool {
		return float64(p.Class)*f.Eval([]float64{p.X, p.Y}) > 0
	})
	figure.Plot = picture
	return figure
}

// scatter shows the error rates of many sets, in the folds and on test points.
func scatter(sets []choice) exercises.Scene {
	dots, above := ascii.ChartSeries{Name: "a set", Kind: ascii.Dots, Ink: ascii.Curve}, 0
	for _, v := range sets {
		dots.Add(v.inFolds, v.onTest)
		if v.onTest > v.inFolds {
			above++
		}
	}
	to := ascii.Range{Min: 0, Max: 30}
	equal := ascii.ChartSeries{Name: "equal", X: []float64{0, to.Max}, Y: []float64{0, to.Max}, Dim: true}
	return exercises.SceneOf(
		stage.Main("the chosen pairs: per cent wrong", ascii.Chart{X: to, Y: to, XLabel: "in the folds", YLabel: "test",
			Series: []ascii.ChartSeries{equal, dots}}),
		ascii.Plainf("%d of %d sets lie above the line: more wrong on test points.", above, len(sets)))
}
