package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// figures lists the pictures of frame i.
func (p PerceptronPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	o := MapOptions{Kind: func(i int) ascii.MarkKind {
		if now.Coef().At(i) > 0 {
			return ascii.FreeSV
		}
		return ascii.PlainMark
	}}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Point >= 0 {
		o.Focus = map[int]string{d.Point: ""}
	}
	selected := map[int]ascii.Ink{}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Mistake {
		selected[d.Point] = anatomy.InkA
	}
	return []exercises.Figure{
		p.Model.Map(p.Model.Expansion(now), o),
		CoefBars("α counts mistakes", "α", p.Model, now, selected),
		History("points on the wrong side", traces[0], i, false, Track{Name: "wrong", Of: wrongSide}),
	}
}

func wrongSide(s solvers.Step) float64 {
	return float64(s.Detail.(*solvers.PerceptronDetail).Errors)
}
