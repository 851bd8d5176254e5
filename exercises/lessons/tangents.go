package lessons

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// tangents are two losses over f, each with the line that touches it at the
// student's f: its rise is the slope.
func tangents(_ context.Context, a exercises.Answers) exercises.Scene {
	at := stage.Slider("u", "f", -2, 2, 0.25, a, "-2")
	chart := ascii.Chart{XLabel: "f", X: ascii.Range{Min: -2, Max: 2}, Y: ascii.Range{Min: -3, Max: 7}}
	for i, l := range []struct {
		loss solvers.Loss
		y    float64
	}{{solvers.ExponentialLoss(), 1}, {solvers.PoissonLoss(), 2}} {
		curve := ascii.ChartSeries{Name: l.loss.Name, Ink: []ascii.Ink{ascii.Symbol1, ascii.Symbol2}[i]}
		line := ascii.ChartSeries{Name: "its line", Kind: ascii.Dots, Ink: curve.Ink}
		u := at.Number()
		for n := range 81 {
			f := -2 + float64(n)/20
			curve.X, curve.Y = append(curve.X, f), append(curve.Y, l.loss.Value(l.y, f))
			if n%5 == 0 {
				line.X, line.Y = append(line.X, f), append(line.Y, l.loss.Value(l.y, u)+l.loss.Slope(l.y, u)*(f-u))
			}
		}
		chart.Series = append(chart.Series, curve, line)
	}
	title := "Exponential, y = +1, and Poisson, y = 2; the lines touch at f = " + anatomy.Num(at.Number())
	return exercises.Scene{Controls: []exercises.Control{at}, Figures: []exercises.Figure{{Title: title, Role: exercises.Main, Plot: chart, Sets: []string{at.Name}}}}
}
