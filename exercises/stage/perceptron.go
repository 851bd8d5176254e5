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

var _ Painter = PerceptronPainter{}

// Paint makes frame i.
func (p PerceptronPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	f := exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  perceptronStatus(now, d),
		Inspect: inspector(p.Model, func(i int) []ascii.Line { return p.inspect(now, i) }),
	}
	if i == 0 {
		f.Formula = ascii.PlainLines("start: α = 0 and b = 0, so f = 0 everywhere: the first point is a mistake")
		return f
	}
	f.Formula = visitFormula(traces[0].Problem(), traces[0].At(i-1), now)
	f.Notes = ending(now)
	return f
}

func perceptronStatus(s solvers.Step, d *solvers.PerceptronDetail) ascii.Line {
	var p anatomy.Pen
	p.Text("epoch %d  update %d  %d on the wrong side", d.Epoch, s.Updates, d.Errors)
	if s.Status == solvers.Converged {
		p.Ink(ascii.Good, "  converged")
	} else if s.Status.Done() {
		p.Ink(ascii.Warn, "  "+s.Status.Phrase())
	}
	return p.Line
}

// visitFormula shows the visit that led to now: the test, and the update if it was a
// mistake.
func visitFormula(p *solvers.Problem, before, now solvers.Step) []ascii.Line {
	d := now.Detail.(*solvers.PerceptronDetail)
	i := d.Point
	f := d.Margin / p.Y(i)
	sub := anatomy.Sub(i + 1)
	var test, update anatomy.Pen
	test.Text("y%s f(x%s) = (%s)(%s) = %s", sub, sub, anatomy.Label(p.Y(i)), anatomy.Num(f), anatomy.Num(d.Margin))
	if !d.Mistake {
		test.Ink(ascii.Good, " > 0: right, nothing changes")
		return []ascii.Line{test.Line}
	}
	test.Ink(ascii.Bad, " ≤ 0: a mistake")
	update.Ink(anatomy.InkA, "α"+sub).Text(" ← %s + 1 = ", anatomy.Num(before.Coef().At(i))).Ink(anatomy.InkA,
		anatomy.Num(now.Coef().At(i)))
	update.Text("    b ← b + y%s = %s + (%s) = %s", sub, anatomy.Num(before.Bias), anatomy.Label(p.Y(i)),
		anatomy.Num(now.Bias))
	if before.Bias == now.Bias {
		update.Line = update.Line[:len(update.Line)-1]
	}
	return []ascii.Line{test.Line, update.Line}
}

// inspect describes a point at a step.
func (p PerceptronPainter) inspect(s solvers.Step, i int) []ascii.Line {
	y := p.Model.Set.Label(i)
	var a, f anatomy.Pen
	a.Ink(anatomy.InkA, fmt.Sprintf("α%s = %s", anatomy.Sub(i+1), anatomy.Num(s.Coef().At(i)))).Text(
		": a mistake that many times",
	)
	f.Text("f = %s   y·f = %s", anatomy.Num(s.F(i)), anatomy.Num(y*s.F(i)))
	if y*s.F(i) > 0 {
		f.Ink(ascii.Good, "  right")
	} else {
		f.Ink(ascii.Bad, "  a mistake")
	}
	return []ascii.Line{inspectPoint(p.Model.Set, i), a.Line, f.Line}
}

// Event names a mistake, the beginning of an epoch, or the end.
func (PerceptronPainter) Event(prev, now solvers.Step) string {
	d := now.Detail.(*solvers.PerceptronDetail)
	was := prev.Detail.(*solvers.PerceptronDetail)
	switch {
	case now.Status.Done():
		return now.Status.Phrase()
	case d.Epoch != was.Epoch:
		return fmt.Sprintf("epoch %d begins", d.Epoch)
	case d.Mistake && prev.Coef().At(d.Point) == 0:
		return fmt.Sprintf("point %d is a mistake for the first time", d.Point+1)
	}
	return ""
}

// Breaks lists the breaks: a mistake, a new epoch, and every α.
func (p PerceptronPainter) Breaks() []exercises.Break {
	out := []exercises.Break{{Name: "mistake", Label: "a mistake"}, {Name: "epoch", Label: "a new epoch"}}
	return append(out, alphaBreaks(p.Model.Set.Len(), "grows")...)
}

// Holds reports whether a break holds.
func (p PerceptronPainter) Holds(name string, prev, now solvers.Step) bool {
	d := now.Detail.(*solvers.PerceptronDetail)
	switch name {
	case "mistake":
		return d.Mistake
	case "epoch":
		return d.Epoch != prev.Detail.(*solvers.PerceptronDetail).Epoch
	}
	i, ok := alphaOf(name)
	return ok && d.Mistake && d.Point == i
}

// figures returns the pictures of frame i.
func (p PerceptronPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	o := MapOptions{Kinds: []ascii.MarkKind{ascii.Missed},
		Kind: func(i int) ascii.MarkKind { return Counted(now.Coef().At(i)) }}
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
