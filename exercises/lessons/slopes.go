package lessons

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

func slopeName(i int) string { return "slope" + number(i) }

// asked is the table of the points at α = 0 with a blank for every slope.
func (s slope) asked() map[string]exercises.FieldTable {
	return fieldTable(s.startTable(), fieldColumn{"∂g/∂αᵢ", blankOf(slopeName)})
}

// gradient is every slope at α = 0: 1, since all of the sum is 0.
func (s slope) gradient() answer.Working {
	constant := func(v float64) func(answer.Numbers) float64 { return func(answer.Numbers) float64 { return v } }
	var out answer.Working
	for i, t := range s.t {
		out = append(out, answer.Quantity{Name: slopeName(i), Value: constant(1), Slips: []answer.Slip{
			{ID: "labels", Value: constant(t), Whole: true},
			{ID: "zeros", Value: constant(0), Whole: true},
			{ID: "own-term", Value: constant(1 - s.gram.At(i, i)), Whole: true},
		}})
	}
	return out
}

// slopesScene is the points, and a bar for every slope that is typed; one that is
// not yet has none.
func (s slope) slopesScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	points := ascii.Map{XLabel: "x₁", YLabel: "x₂"}
	bars := ascii.Bars{Vertical: true, Range: ascii.Range{Min: -2, Max: 2}, Said: func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return ascii.FormatValue(v)
	}}
	for i, t := range s.t {
		points.Marks = append(points.Marks, ascii.Mark{X: s.x[i][0], Y: s.x[i][1], Class: int(t), Label: number(i)})
		b := ascii.Bar{Label: "α" + anatomy.Sub(i+1), Ink: ascii.Symbol1}
		if b.Value = typedNumber(ctx, a, slopeName(i)); !math.IsNaN(b.Value) {
			bars.Range = bars.Range.With(b.Value)
		}
		bars.Bars = append(bars.Bars, b)
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("The slopes that you type", bars),
		stage.Chart("The points", points),
	}}
}
