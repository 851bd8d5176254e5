package lessons

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// distanceAndMargin is 7.1: a line w₁x₁ + w₂x₂ + b = 0 of the plane, dotted lines where
// that is ±1, and the perpendiculars of points onto it.
func distanceAndMargin(b worksheets.Brief) worksheets.Parts {
	n := b.Numbers
	at, other := ascii.Mark{X: n["ax"], Y: n["ay"], Class: 1, Label: "A"}, ascii.Mark{X: n["bx"], Y: n["by"], Class: -1, Label: "B"}
	alone := ascii.Mark{X: n["ax"], Y: n["ay"], Label: "x"}
	line := func(scaled func(v float64, a exercises.Answers) float64, marks ...ascii.Mark) worksheets.Behaviour {
		return worksheets.Behaviour{Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			return exercises.Scene{Figures: []exercises.Figure{stage.Main("", withFeet(scaled(n["w1"], a), scaled(n["w2"], a), -scaled(n["off"], a), marks))}}
		}}
	}
	by := func(d float64) func(float64, exercises.Answers) float64 {
		return func(v float64, _ exercises.Answers) float64 { return v / d }
	}
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{
		"foot": line(by(2), alone), "measure": line(by(1), at, other), "margin": line(by(n["near"]), at, other),
		"slide": line(func(v float64, a exercises.Answers) float64 { return v * sliderAt(a, "c") }, at, other),
	}}
}

// withFeet is the line, the points, and the way of each to its foot on the line.
func withFeet(w1, w2, b float64, marks []ascii.Mark) ascii.Map {
	m := ascii.Map{Equal: true, XLabel: "x₁", YLabel: "x₂", Marks: marks, Field: ascii.FieldFunc(func(x, y float64) float64 { return w1*x + w2*y + b })}
	var x, y []float64
	for _, q := range marks {
		by := (w1*q.X + w2*q.Y + b) / (w1*w1 + w2*w2)
		f := ascii.Point{X: q.X - by*w1, Y: q.Y - by*w2}
		x, y = append(x, q.X, f.X), append(y, q.Y, f.Y)
		m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{{X: q.X, Y: q.Y}, f}, Ink: ascii.Accent, Name: "The way to the foot of the perpendicular"})
	}
	m.X, m.Y = ascii.RangeOf(x...).Pad(0.25), ascii.RangeOf(y...).Pad(0.25)
	return m
}
