package unit1

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// parabola is a·x² + b·x + c.
type parabola struct{ a, b, c float64 }

func (q parabola) value(x float64) float64 { return (q.a*x+q.b)*x + q.c }

// lineAndParabola builds the Go part of exercise 1.3: if (x₁ + 1)², the height of a lifted
// point, is substituted for x₂, the line x₂ = h becomes a quadratic function on the number line.
func lineAndParabola(input worksheets.LessonInput) worksheets.LessonOutput {
	set, h := dataset.Worksheet1D(input.Seed), input.Numbers["h"]
	difference := parabola{1, 2, 1 - h} // x₂ − h after substituting x₂ = (x₁ + 1)²
	formula := "x₁² + 2x₁ " + anatomy.SignedTerm(1-h)
	task := weightsTask{
		set: set, names: []string{"a", "b", "c"}, want: []string{"1", "2", answer.Decimal(1 - h)},
		f: func(v, x []float64) float64 { return parabola{v[0], v[1], v[2]}.value(x[0]) },
		scoreText: func(v, x []float64) string {
			return fmt.Sprintf("At x₁ = %s your quadratic is %s", anatomy.Num(x[0]),
				anatomy.Num(parabola{v[0], v[1], v[2]}.value(x[0])))
		},
		equalMessage: fmt.Sprintf("It is x₂ − %s with (x₁ + 1)² for x₂, and its sign gives all %d labels.",
			answer.DisplayDecimal(h), set.Len()),
		goalText: "the line x₂ = " + answer.DisplayDecimal(h),
		slips: [][]string{{"1", "2", answer.Decimal(h)}, {"1", "2", answer.Decimal(1 + h)}, {"1", "2", "1"},
			{"1", "0", answer.Decimal(1 - h)}, {"0", "1", answer.Decimal(-h)}},
	}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"write": task.lessonTask(func(v []float64) exercises.Scene {
			if v == nil {
				return exercises.SceneOf(stage.Main("The lifted plane and the line x₂ = "+answer.DisplayDecimal(h),
					lineInPlane(set, 0, 1, -h)))
			}
			return quadraticScene(set, parabola{v[0], v[1], v[2]})
		}),
		"roots": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			roots := []float64{lesson.TypedNumber(ctx, a, "left"), lesson.TypedNumber(ctx, a, "right")}
			return rootsScene(set, difference, formula, slices.DeleteFunc(roots, math.IsNaN))
		}},
		"look": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			w1, w2, offset := lesson.SliderValue(a, "w1"), lesson.SliderValue(a, "w2"), lesson.SliderValue(a, "offset")
			q := parabola{w2, w1 + 2*w2, w2 + offset}
			quadratic := quadraticScene(set, q)
			return exercises.Scene{
				Figures: []exercises.Figure{
					stage.Main("w₁·x₁ + w₂·x₂ + offset = 0", lineInPlane(set, w1, w2, offset)),
					stage.SideFigure(fmt.Sprintf("a = %s, b = %s, c = %s", anatomy.Num(q.a), anatomy.Num(q.b),
						anatomy.Num(q.c)), quadratic.Figures[0].Plot),
				},
				Notes: quadratic.Notes,
			}
		}},
	}}
}

// lineInPlane shows the points lifted by x₂ = (x₁ + 1)² and the line w1·x₁ + w2·x₂ + offset = 0.
func lineInPlane(set *dataset.Set, w1, w2, offset float64) ascii.Lift {
	lift := curveOfFeature(set, func(x float64) float64 { return (x + 1) * (x + 1) })
	lift.HasLine, lift.W1, lift.W2, lift.B, lift.BoundaryOnly = true, w1, w2, offset, true
	return lift
}

// quadraticScene shows a quadratic as a parabola. Below the parabola, it shows the number line with
// the roots and with the labels that the sign of the quadratic gives to the points.
func quadraticScene(set *dataset.Set, q parabola) exercises.Scene {
	marks, span := stage.MarksOnLine(set)
	wrong := bracketWrong(marks, set, q.value)
	numberLine := ascii.NumberLine{X: span, F: q.value, Marks: slices.Clone(marks), Roots: q.roots(), Label: "x₁"}
	for i := range marks {
		marks[i].Y = q.value(marks[i].X)
	}
	parabolaPlot := ascii.Map{
		X: span, Marks: marks, XLabel: "x₁", YLabel: "f", Levels: ascii.BoundaryOnly,
		Field:  ascii.FieldFunc(func(_, y float64) float64 { return y }),
		Curves: []ascii.CurveLine{{F: q.value, Name: "f"}},
	}
	note := ascii.Plainf("The sign is right at all %d points.", set.Len())
	if wrong > 0 {
		note = stage.Warning(fmt.Sprintf("The sign is wrong at %d of %d points.", wrong, set.Len()))
	}
	return exercises.Scene{
		Figures: []exercises.Figure{
			stage.Main("f = ax₁² + bx₁ + c: above 0 is +1, below 0 is −1", parabolaPlot),
			stage.Strip("Its label for each x₁", numberLine),
		},
		Notes: []ascii.Line{note},
	}
}

// bracketWrong puts brackets around the marks of the points at which f has the wrong sign, and returns
// the number of these points.
func bracketWrong(marks []ascii.Mark, set *dataset.Set, f func(float64) float64) int {
	wrong := misclassifiedPoints(set, func(x []float64) float64 { return f(x[0]) })
	for _, i := range wrong {
		marks[i].Focus = true
	}
	return len(wrong)
}

// rootsScene shows the parabola of q under a title, and the number line cut at the roots that the
// student has typed.
func rootsScene(set *dataset.Set, q parabola, title string, roots []float64) exercises.Scene {
	marks, span := stage.MarksOnLine(set)
	numberLine := ascii.NumberLine{X: span, Marks: marks, Roots: roots, Label: "x₁"}
	notes := ascii.PlainLines("The number line is cut at your roots once you have given both.")
	if len(roots) == 2 {
		numberLine.F = func(x float64) float64 { return (x - roots[0]) * (x - roots[1]) }
		notes = ascii.Linesf("On the wrong side of these cuts: %d of %d points.",
			bracketWrong(marks, set, numberLine.F), set.Len())
	}
	parabolaFigure := quadraticScene(set, q).Figures[0]
	parabolaFigure.Title = title
	return exercises.Scene{
		Figures: []exercises.Figure{parabolaFigure,
			stage.Strip("The number line, cut at your roots", numberLine)},
		Notes: notes,
	}
}

// roots returns the real zeros in rising order.
func (q parabola) roots() []float64 {
	if q.a == 0 {
		if q.b == 0 {
			return nil
		}
		return []float64{-q.c / q.b}
	}
	d := q.b*q.b - 4*q.a*q.c
	if d < 0 {
		return nil
	}
	// Compute the root that is larger in absolute value first, to avoid cancellation.
	h := -(q.b + math.Copysign(math.Sqrt(d), q.b)) / 2
	if h == 0 {
		return []float64{0}
	}
	u, v := h/q.a, q.c/h
	return []float64{min(u, v), max(u, v)}
}
