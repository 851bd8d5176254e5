package stage

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// RidgePainter shows the stages of ridge regression.
type RidgePainter struct {
	Model  Model
	Lambda float64
}

var _ Painter = RidgePainter{}

// Paint makes frame i.
func (p RidgePainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.RidgeDetail)
	return exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  ridgeStatus(d),
		Formula: p.formula(now, d),
		Inspect: inspector(p.Model, func(i int) []ascii.Line { return p.inspect(now, i) }),
		Notes:   ending(now),
	}
}

func ridgeStatus(d *solvers.RidgeDetail) ascii.Line {
	var p anatomy.Pen
	p.Text("stage %d of 6: %s", int(d.Stage)+1, d.Stage)
	if d.Stage >= solvers.StageCholesky {
		p.Text("  condition number %s", anatomy.Digits(d.Cond, 3))
	}
	return p.Line
}

func (p RidgePainter) formula(s solvers.Step, d *solvers.RidgeDetail) []ascii.Line {
	var l anatomy.Pen
	switch d.Stage {
	case solvers.StageGram:
		l.Text("K, %d×%d: one inner product for every pair of points", s.Coef().Len(), s.Coef().Len())
	case solvers.StageRegularise:
		l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I with ").Ink(anatomy.InkRate, "λ = "+anatomy.Num(p.Lambda))
	case solvers.StageCholesky:
		l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I = LLᵀ, L lower triangular")
		if d.Singular {
			l = anatomy.Pen{}
			l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I is singular to working precision: there is no such L")
		}
	case solvers.StageForward:
		l.Text("Lz = y, from the first row down")
	case solvers.StageBack:
		l.Text("Lᵀ").Ink(anatomy.InkA, "a").Text(" = z, from the last row up")
	case solvers.StageResidual:
		l.Text("‖(K + ").Ink(anatomy.InkRate, "λ").Text("I)").Ink(anatomy.InkA, "a").Text(" − y‖ / ‖y‖ = %s",
			anatomy.Digits(d.Residual, 2))
	}
	return []ascii.Line{l.Line}
}

func (p RidgePainter) inspect(s solvers.Step, i int) []ascii.Line {
	y := p.Model.Set.Label(i)
	var a, f anatomy.Pen
	a.Ink(anatomy.InkA, fmt.Sprintf("a%s = %s", anatomy.Sub(i+1), anatomy.Num(s.Coef().At(i)))).Text("   λa%s = %s",
		anatomy.Sub(i+1), anatomy.Num(p.Lambda*s.Coef().At(i)))
	f.Text("f = %s   y − f = %s", anatomy.Num(s.F(i)), anatomy.Num(y-s.F(i)))
	return []ascii.Line{inspectPoint(p.Model.Set, i), a.Line, f.Line}
}

// Event names the stage.
func (RidgePainter) Event(_, now solvers.Step) string {
	return now.Detail.(*solvers.RidgeDetail).Stage.String()
}

// Breaks returns nil, since there are only six stages.
func (RidgePainter) Breaks() []exercises.Break { return nil }

// Holds returns false.
func (RidgePainter) Holds(string, solvers.Step, solvers.Step) bool { return false }

// figures returns the pictures of frame i: the matrix of the stage, then f and its
// coefficients once they exist.
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

// matrix shows the matrix of the stage in colours.
func (p RidgePainter) matrix(d *solvers.RidgeDetail) exercises.Figure {
	rows, cols := d.Matrix.Dims()
	return Main(matrixTitle(d), ascii.Heatmap{Rows: rows, Cols: cols, At: d.Matrix.At, Bar: true})
}

// residuals shows y − f, which in ridge regression equals λa.
func (p RidgePainter) residuals(s solvers.Step) exercises.Figure {
	var b ascii.Bars
	for i := range p.Model.Set.Len() {
		b.Bars = append(b.Bars, ascii.Bar{Label: "y−f" + anatomy.Sub(i+1), Value: p.Model.Set.Label(i) - s.F(i)})
	}
	return Chart("y − f = λa", b)
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
