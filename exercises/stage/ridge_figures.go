package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// figures lists the pictures of frame i: the matrix of the stage, then f and
// its coefficients once there are any.
func (p RidgePainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.RidgeDetail)
	picture := p.Model.Map(p.Model.Expansion(now), MapOptions{})
	if d.Stage < solvers.StageBack {
		return []exercises.Figure{p.matrix(d), picture}
	}
	return []exercises.Figure{
		picture,
		CoefBars("every a", "a", p.Model, now, nil),
		p.residuals(now),
		p.matrix(d),
	}
}

// matrix is the matrix of the stage in colours.
func (p RidgePainter) matrix(d *solvers.RidgeDetail) exercises.Figure {
	rows, cols := d.Matrix.Dims()
	return exercises.Figure{
		Title: matrixTitle(d), Role: exercises.Main,
		Plot: ascii.Heatmap{Rows: rows, Cols: cols, At: d.Matrix.At, Bar: true},
	}
}

// residuals are y − f, which in ridge regression equal λa.
func (p RidgePainter) residuals(s solvers.Step) exercises.Figure {
	var b ascii.Bars
	for i := range p.Model.Set.Len() {
		b.Bars = append(b.Bars, ascii.Bar{Label: "y−f" + anatomy.Sub(i+1), Value: p.Model.Set.Label(i) - s.F(i)})
	}
	return exercises.Figure{Title: "y − f = λa", Role: exercises.Chart, Plot: b}
}

func matrixTitle(d *solvers.RidgeDetail) string {
	switch {
	case d.Stage == solvers.StageGram:
		return "K"
	case d.Stage == solvers.StageRegularise || d.Singular:
		return "K + λI"
	}
	return "L, with LLᵀ = K + λI"
}
