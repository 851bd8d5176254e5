package unit6

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// The number of points, the step size and the number of steps in 6.7.
const (
	unseenPoints = 10
	unseenRate   = 0.03
	unseenSteps  = 60
)

// blankPage builds the Go part of exercise 6.7. The worksheet, the text of the exercise, has drawn
// a loss. blankPage draws points for it, and a level that the sum of the losses crosses clearly
// between two steps.
func blankPage(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 67)
	r.IntN(3) // skips the number from which the worksheet has drawn the loss
	loss, _ := solvers.LossByName(input.Texts["name"])
	descent := solvers.LossDescent{Loss: loss, Eta: unseenRate}
	for {
		set := randomSineSet(r, loss.Labels)
		steps := lesson.Must(
			descent.FirstSteps(kernels.Gram(kernels.RBF{Sigma: 0.7}, set.Points()), set.Labels(), unseenSteps),
		)
		first, last := steps[0].Objective, steps[unseenSteps].Objective
		level := exercises.RoundTo(last+(0.2+0.3*r.Float64())*(first-last), 2)
		step := slices.IndexFunc(steps, func(s solvers.Step) bool { return s.Objective <= level })
		gap := 0.02 * math.Abs(level) / unseenPoints
		if step > 3 && step < unseenSteps && steps[step-1].Objective > level+gap && steps[step].Objective < level-gap {
			return worksheets.LessonOutput{
				Vars: worksheets.Vars{"level": anatomy.Num(level), "step": step, "before": step - 1,
					"rate": anatomy.Num(unseenRate)},
				Tasks: worksheets.Tasks{"see": {Scene: descentScene(input.Texts["axis"], set, steps)}},
			}
		}
	}
}

// randomSineSet draws points whose labels follow a sine as closely as their kind permits: signs are
// those of the sine, and positive labels are its exponential.
func randomSineSet(r *rand.Rand, kind solvers.LabelKind) *dataset.Set {
	var x [][]float64
	var y []float64
	for i := range unseenPoints {
		x0 := -2 + 4*(float64(i)+0.2+0.6*r.Float64())/unseenPoints
		label := math.Sin(2 * x0)
		switch kind {
		case solvers.Signs:
			label = math.Copysign(1, label)
		case solvers.Positives:
			label = math.Exp(label)
		}
		x, y = append(x, []float64{x0}), append(y, label)
	}
	return dataset.NewRegression("points", x, y)
}

// descentScene shows the step of the descent that a slider chooses: the predicted labels as a
// curve, f or e^f, the labels themselves, and the dual coefficients.
func descentScene(axis string, set *dataset.Set, steps []solvers.Step) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		step := int(lesson.SliderValue(a, "after"))
		s := steps[step]
		f := kernels.Expansion{Kernel: kernels.RBF{Sigma: 0.7}, Points: set.Points(), Coef: s.CoefCopy()}
		curve, points := ascii.ChartSeries{Name: axis, Ink: ascii.Symbol2},
			ascii.ChartSeries{Name: "y", Kind: ascii.Dots, Ink: ascii.Symbol3, X: set.Column(0), Y: set.Labels()}
		maxCoef := floats.Norm(steps[unseenSteps].CoefCopy(), math.Inf(1))
		bars := ascii.Bars{Vertical: true, Range: ascii.RangeOf(-maxCoef, maxCoef)}
		for i, c := range f.Coef {
			bars.Bars = append(bars.Bars, ascii.Bar{Label: lesson.PointNumber(i), Value: c, Ink: ascii.Symbol1})
		}
		yRange := ascii.RangeOf(-1.6, 1.6)
		if axis != "f" {
			yRange = ascii.RangeOf(0, 3)
		}
		const pieces = 110
		for i := range pieces + 1 {
			x := -2.2 + 4.4*float64(i)/pieces
			y := f.Eval([]float64{x})
			if axis != "f" {
				y = math.Exp(y)
			}
			curve.Add(x, y)
		}
		return exercises.Scene{
			Figures: []exercises.Figure{
				stage.Main("",
					ascii.Chart{XLabel: "x", Y: yRange, Series: []ascii.ChartSeries{points, curve}}),
				stage.SideFigure("a", bars),
			},
			Notes: ascii.Linesf("After step %d: Σℓ = %s.", step, anatomy.Num(s.Objective)),
		}
	}
}
