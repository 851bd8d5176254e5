package stage

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// RidgePainter shows the stages of ridge regression.
type RidgePainter struct {
	Model  Model
	Lambda float64
}

var _ Painter = RidgePainter{}

// NewRidge starts kernel ridge regression on a model, with the primal in
// lockstep where the kernel has a finite feature map.
func NewRidge(m Model, s solvers.Ridge) (TraceRun, error) {
	p, err := m.Dual()
	if err != nil {
		return TraceRun{}, err
	}
	return lockstep(m, s, p, RidgePainter{Model: m, Lambda: s.Lambda})
}

// Paint makes frame i.
func (p RidgePainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.RidgeDetail)
	f := exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  ridgeStatus(d),
		Formula: p.formula(now, d),
		Inspect: func(i int) []ascii.Line {
			if i < 0 || i >= p.Model.Set.Len() {
				return nil
			}
			return p.inspect(now, i)
		},
	}
	if d.Stage >= solvers.StageBack && len(traces) > 1 && i < traces[1].Len() {
		f.Why = Lockstep(p.Model, now, traces[1].At(i))
	}
	if now.Status.Done() {
		var end pen
		f.Notes = []ascii.Line{end.text("%s", now.Sentence).line}
	}
	return f
}

func ridgeStatus(d *solvers.RidgeDetail) ascii.Line {
	var p pen
	p.text("stage %d of 6: %s", int(d.Stage)+1, d.Stage)
	if d.Stage >= solvers.StageCholesky {
		p.text("  condition number %s", num(d.Cond, 3))
	}
	return p.line
}

func (p RidgePainter) formula(s solvers.Step, d *solvers.RidgeDetail) []ascii.Line {
	var l pen
	switch d.Stage {
	case solvers.StageGram:
		l.text("K, %d×%d: one inner product for every pair of points", s.Coef().Len(), s.Coef().Len())
	case solvers.StageRegularise:
		l.text("K + ").ink(inkRate, "λ").text("I with ").ink(inkRate, "λ = "+Num(p.Lambda))
	case solvers.StageCholesky:
		l.text("K + ").ink(inkRate, "λ").text("I = LLᵀ, L lower triangular")
		if d.Singular {
			l = pen{}
			l.text("K + ").ink(inkRate, "λ").text("I is singular to working precision: there is no such L")
		}
	case solvers.StageForward:
		l.text("Lz = y, from the first row down")
	case solvers.StageBack:
		l.text("Lᵀ").ink(inkA, "a").text(" = z, from the last row up")
	case solvers.StageResidual:
		l.text("‖(K + ").ink(inkRate, "λ").text("I)").ink(inkA, "a").text(" − y‖ / ‖y‖ = %s", num(d.Residual, 2))
	}
	return []ascii.Line{l.line}
}

func (p RidgePainter) inspect(s solvers.Step, i int) []ascii.Line {
	y := p.Model.Set.Label(i)
	var a, f pen
	a.ink(inkA, fmt.Sprintf("a%s = %s", Sub(i+1), Num(s.Coef().At(i)))).text("   λa%s = %s", Sub(i+1), Num(p.Lambda*s.Coef().At(i)))
	f.text("f = %s   y − f = %s", Num(s.F(i)), Num(y-s.F(i)))
	return []ascii.Line{inspectPoint(p.Model.Set, i), a.line, f.line}
}

// Event names the stage.
func (RidgePainter) Event(_, now solvers.Step) string {
	return now.Detail.(*solvers.RidgeDetail).Stage.String()
}

// Breaks lists none: there are six stages.
func (RidgePainter) Breaks() []exercises.Break { return nil }

// Holds is never true.
func (RidgePainter) Holds(string, solvers.Step, solvers.Step) bool { return false }
