package lifting

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// trueCurve is x₁ = x₂² + 5 across a plane as wide as the data.
func trueCurve(set *dataset.Set) ascii.CurveLine {
	reach := 0.0
	for i := range set.Len() {
		reach = math.Max(reach, math.Abs(set.Point(i)[1]))
	}
	c := ascii.CurveLine{Ink: ascii.Truth, Name: "x₁ = x₂² + 5"}
	const pieces = 200
	for i := range pieces + 1 {
		y := 1.3 * reach * (2*float64(i)/pieces - 1)
		c.Points = append(c.Points, ascii.Point{X: y*y + 5, Y: y})
	}
	return c
}

// plane is the picture of the set under a field; nil: the points alone.
func plane(set *dataset.Set, field ascii.Sampler, curves ...ascii.CurveLine) exercises.Figure {
	m := ascii.Map{Field: field, Levels: ascii.BoundaryOnly, Curves: curves, XLabel: "x₁", YLabel: "x₂"}
	for i := range set.Len() {
		x := set.Point(i)
		m.Marks = append(m.Marks, ascii.Mark{X: x[0], Y: x[1], Class: int(set.Label(i))})
	}
	m.X, m.Y = ascii.RangeOf(set.Column(0)...).Pad(0.06), ascii.RangeOf(set.Column(1)...).Pad(0.06)
	return exercises.Figure{Title: "The plane", Role: exercises.Main, Plot: m}
}

// trueScene shows the points with the curve they were labelled by.
func trueScene(set *dataset.Set) exercises.Scene {
	return exercises.Scene{Figures: []exercises.Figure{plane(set, nil, trueCurve(set))}}
}

// weightsScene draws f = 0 for the weights typed so far.
func weightsScene(ctx context.Context, set *dataset.Set, a exercises.Answers) exercises.Scene {
	v, _ := numbers(ctx, a, weightFields())
	if v == nil {
		return trueScene(set)
	}
	wrong := misclassified(set, func(x []float64) float64 { return score(v, x) })
	return exercises.Scene{
		Figures: []exercises.Figure{plane(set, fieldOf(set, v), trueCurve(set))},
		Notes:   []ascii.Line{plainf("%d of %d points are on the wrong side.", len(wrong), set.Len())},
		Inspect: func(i int) []ascii.Line {
			if i < 0 || i >= set.Len() {
				return nil
			}
			x := set.Point(i)
			return []ascii.Line{plainf("point %d: (%s, %s), class %s, your f = %s", i+1, stage.Num(x[0]), stage.Num(x[1]), answer.Signed(set.Label(i)), stage.Num(score(v, x)))}
		},
	}
}

// fieldOf is w·Φ + b, scaled so that its mean size at the points is 1: the
// boundary does not depend on the scale, and the fill shows both sides.
func fieldOf(set *dataset.Set, v []float64) ascii.Sampler {
	var size float64
	for i := range set.Len() {
		size += math.Abs(score(v, set.Point(i))) / float64(set.Len())
	}
	if size == 0 {
		size = 1
	}
	return ascii.FieldFunc(func(x, y float64) float64 { return score(v, []float64{x, y}) / size })
}
