package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// figures lists the pictures of frame i.
func (p DescentPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	return []exercises.Figure{
		p.Model.Map(p.Model.Expansion(now), MapOptions{Probability: p.Logistic}),
		p.loss(traces[0], i),
		CoefBars("every a", "a", p.Model, now, nil),
		coefHistory("every a over the steps", "a", p.Model, traces[0], i, biggest(now)),
	}
}

// loss is the chart of the loss, logarithmic where it spans decades.
func (p DescentPainter) loss(t solvers.Trace, i int) exercises.Figure {
	first, last := t.At(0).Objective, t.Last().Objective
	log := last < first/100 || last > first*100
	return History("loss", t, i, log, Track{Name: "loss", Of: func(s solvers.Step) float64 { return s.Objective }})
}

// biggest colours the largest coefficient of either sign.
func biggest(s solvers.Step) map[int]ascii.Ink {
	top, bottom := 0, 0
	for i, c := range s.Coef().All() {
		if c > s.Coef().At(top) {
			top = i
		}
		if c < s.Coef().At(bottom) {
			bottom = i
		}
	}
	return map[int]ascii.Ink{top: ascii.Series(0), bottom: ascii.Series(1)}
}
