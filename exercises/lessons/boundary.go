package lessons

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// curvedBoundary is 1.4: x₁ = x₂² + 5 as a weight vector on
// φ(x) = (x₁, x₂, x₁², x₂², x₁x₂).
func curvedBoundary(worksheets.Brief) worksheets.Parts {
	set := dataset.MustBuiltin("parabola")
	run := learning(set)
	end := must(run.Extend(context.Background(), 5000, exercises.Break{})).(stage.Run).Trace().Last()
	task := weightsTask{
		set: set, names: []string{"w1", "w2", "w3", "w4", "w5", "b"}, want: []string{"1", "0", "0", "-1", "0", "-5"}, f: score,
		show: func(v, x []float64) string {
			return fmt.Sprintf("At (%s, %s) your f is %s", anatomy.Num(x[0]), anatomy.Num(x[1]), anatomy.Num(score(v, x)))
		},
		equal: fmt.Sprintf("f = 0 is the curve x₁ = x₂² + 5, and the sign of f gives all %d labels.", set.Len()),
		asked: "the curve x₁ = x₂² + 5",
	}
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": set.Len(), "updates": end.Updates, "passes": passOf(end),
		},
		Steps: map[string]worksheets.Behaviour{
			"weights": task.behaviour(func(v []float64) exercises.Scene { return boundaryScene(set, v) }),
			"guess":   {Scene: alone(plane(set, nil))},
			"learn":   {Scene: func(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{Run: run} }},
		},
	}
}

// curveFeatures is φ(x).
func curveFeatures(x []float64) []float64 {
	return []float64{x[0], x[1], x[0] * x[0], x[1] * x[1], x[0] * x[1]}
}

// score is w·φ(x) + b with the weights and the offset in one slice.
func score(v, x []float64) float64 {
	f := v[5]
	for i, p := range curveFeatures(x) {
		f += v[i] * p
	}
	return f
}

// boundaryScene draws f = 0 for weights over the true curve; without weights
// the true curve alone.
func boundaryScene(set *dataset.Set, v []float64) exercises.Scene {
	if v == nil {
		return exercises.Scene{Figures: []exercises.Figure{plane(set, nil)}}
	}
	wrong := misclassified(set, func(x []float64) float64 { return score(v, x) })
	return exercises.Scene{
		Figures: []exercises.Figure{plane(set, v)},
		Notes:   []ascii.Line{ascii.Plainf("%d of %d points are on the wrong side.", len(wrong), set.Len())},
		Inspect: scoreAt(set, v, "your f"),
	}
}

// scoreAt describes a point with its score.
func scoreAt(set *dataset.Set, v []float64, called string) func(i int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= set.Len() {
			return nil
		}
		x := set.Point(i)
		return []ascii.Line{ascii.Plainf("point %d: (%s, %s), class %s, %s = %s",
			i+1, anatomy.Num(x[0]), anatomy.Num(x[1]), answer.Signed(set.Label(i)), called, anatomy.Num(score(v, x)))}
	}
}

// plane is the points with the curve they were labelled by, under the field of
// weights where there are some.
func plane(set *dataset.Set, v []float64) exercises.Figure {
	m := ascii.Map{
		Levels: ascii.BoundaryOnly, XLabel: "x₁", YLabel: "x₂", Curves: []ascii.CurveLine{trueCurve(set)},
		X: ascii.RangeOf(set.Column(0)...).Pad(0.06), Y: ascii.RangeOf(set.Column(1)...).Pad(0.06),
	}
	if v != nil {
		m.Field = fieldOf(set, v)
	}
	for i := range set.Len() {
		x := set.Point(i)
		m.Marks = append(m.Marks, ascii.Mark{X: x[0], Y: x[1], Class: int(set.Label(i))})
	}
	return stage.Main("The plane", m)
}

// trueCurve is x₁ = x₂² + 5 across a plane as wide as the data.
func trueCurve(set *dataset.Set) ascii.CurveLine {
	y := ascii.RangeOf(set.Column(1)...)
	reach := math.Max(math.Abs(y.Min), math.Abs(y.Max))
	c := ascii.CurveLine{Ink: ascii.Truth, Name: "x₁ = x₂² + 5"}
	const pieces = 200
	for i := range pieces + 1 {
		y := 1.3 * reach * (2*float64(i)/pieces - 1)
		c.Points = append(c.Points, ascii.Point{X: y*y + 5, Y: y})
	}
	return c
}

// fieldOf is w·φ + b, scaled so that its mean size at the points is 1: the
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
