package lessons

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// square is the place of two α, αℓ to the right and αₖ upwards, each from 0 to
// C = 1.
func square(xLabel, yLabel string) ascii.Map {
	edge := ascii.CurveLine{Ink: ascii.Axis, Name: "The box", Points: []ascii.Point{{X: 0, Y: 0}, {X: partnerC, Y: 0}, {X: partnerC, Y: partnerC}, {X: 0, Y: partnerC}, {X: 0, Y: 0}}}
	return ascii.Map{
		X: ascii.RangeOf(0, partnerC).Pad(0.12), Y: ascii.RangeOf(0, partnerC).Pad(0.12), Equal: true,
		XLabel: xLabel, YLabel: yLabel, Curves: []ascii.CurveLine{edge},
	}
}

// boundsScene shows the ends that are typed for αℓ where the pair would then
// stand: in the square, or beside it.
func (h handTask) boundsScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sum, diff := h.kept()
	m := square("αℓ", "αₖ")
	m.X, m.Y = m.X.With(-0.3).With(1.3), m.Y.With(-0.3).With(1.3)
	for _, line := range []struct {
		field, name string
		partner     func(al float64) float64
	}{
		{"same", "equal", func(al float64) float64 { return sum - al }},
		{"other", "different", func(al float64) float64 { return al + diff }},
	} {
		t, err := answer.ReadInterval(a[line.field])
		if err != nil || t.Lo == nil || t.Hi == nil {
			continue
		}
		var ends []ascii.Point
		for _, end := range []answer.Expr{*t.Lo, *t.Hi} {
			if v, problem := answer.Values(ctx, end.String(), 1); problem == nil {
				ends = append(ends, ascii.Point{X: v[0], Y: line.partner(v[0])})
				m.Marks = append(m.Marks, ascii.Mark{X: v[0], Y: line.partner(v[0]), Label: line.name})
			}
		}
		m.Curves = append(m.Curves, ascii.CurveLine{Ink: ascii.Boundary, Name: line.name, Points: ends})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("The square that both α stay in", m)},
		Notes:   []ascii.Line{ascii.Plain("Your ends are drawn as they are typed: in the square, or outside.")},
	}
}
