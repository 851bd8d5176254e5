package stage

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// PerceptronPainter shows the perceptron: the decision picture, the mistakes counted in
// α, and each visit as a formula.
type PerceptronPainter struct{ Model Model }

// Paint makes frame i.
func (p PerceptronPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	f := exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  perceptronStatus(now, d),
		Inspect: stepInspector(p.Model, traces[0].Solver(), now),
	}
	if i == 0 {
		f.Formula = ascii.PlainLines("start: α = 0 and b = 0, so f = 0 everywhere: the first point is a mistake")
		return f
	}
	f.Formula = visitFormula(traces[0], i)
	f.Notes = ending(now)
	return f
}

func perceptronStatus(s solvers.Step, d *solvers.PerceptronDetail) ascii.Line {
	return withEnd(ascii.Plainf("pass %d  update %d  %d on the wrong side", d.Epoch, s.Updates, d.Errors), s)
}

// visitFormula shows the visit that led to frame i: the test, and the update if it was a
// mistake.
func visitFormula(t solvers.Trace, i int) []ascii.Line {
	before, now := t.At(i-1), t.At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	state := anatomy.Points{Y: t.Problem().Labels()}.PerceptronState(
		anatomy.Claimed(t.Solver()).(solvers.Perceptron), before)
	state.Alpha = before.CoefCopy()
	visit := state.Derivation(d.Point)
	n := visit.RecordedValues(now)
	test := anatomy.Pen{Line: visit.Equation("margin", n)}
	if !d.Mistake {
		return []ascii.Line{test.Ink(ascii.Good, " > 0: right, nothing changes").Line}
	}
	var update anatomy.Pen
	update.Ink(anatomy.InkA, "α"+anatomy.Sub(d.Point+1)).Add(visit.Result("alpha", n))
	if !state.NoBias {
		update.Text("    b").Add(visit.Result("b", n))
	}
	return []ascii.Line{test.Ink(ascii.Bad, " ≤ 0: a mistake").Line, update.Line}
}

// Event names a mistake, the beginning of a pass, or the end.
func (PerceptronPainter) Event(prev, now solvers.Step) string {
	d := now.Detail.(*solvers.PerceptronDetail)
	was := prev.Detail.(*solvers.PerceptronDetail)
	switch {
	case now.Status.Done():
		return now.Status.Phrase()
	case d.Epoch != was.Epoch:
		return fmt.Sprintf("pass %d begins", d.Epoch)
	case d.Mistake && prev.Coef().At(d.Point) == 0:
		return fmt.Sprintf("point %d is a mistake for the first time", d.Point+1)
	}
	return ""
}

// Breaks lists the breaks: a mistake, a new pass, and every α.
func (p PerceptronPainter) Breaks() []exercises.Break {
	out := []exercises.Break{{Name: "mistake", Label: "a mistake"},
		{Name: "epoch", Label: "a new pass", Condition: "epoch changes"}}
	return append(out, alphaBreaks(p.Model.Set.Len(), "grows")...)
}

// figures returns the pictures of frame i.
func (p PerceptronPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	o := MapOptions{Kinds: []ascii.MarkKind{ascii.Missed},
		Kind: func(i int) ascii.MarkKind { return MistakeMark(now.Coef().At(i)) }}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Point >= 0 {
		o.Focus = map[int]string{d.Point: ""}
	}
	selected := map[int]ascii.Span{}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Mistake {
		selected[d.Point] = ascii.Span{Text: "▲", Ink: anatomy.InkA}
	}
	return []exercises.Figure{
		p.Model.Map(p.Model.Expansion(now), o),
		CoefBars("α counts mistakes", "α", p.Model, now, selected),
		History("points on the wrong side", traces[0], i, false, OnTheWrongSide(traces[0])),
	}
}
