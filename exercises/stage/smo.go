package stage

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// SMOPainter shows SMO: the decision picture, the charts of W, gap, violation
// and every α, the parabola of the step, its formula, and its reason.
type SMOPainter struct {
	Model  Model
	Solver solvers.SMO
}

var _ Painter = SMOPainter{}

// Paint makes frame i.
func (s SMOPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[0]
	now := t.At(i)
	f := exercises.Frame{
		Figures: s.figures(t, i),
		Status:  smoStatus(now),
		Inspect: inspector(s.Model, func(i int) []ascii.Line { return s.inspect(now, i) }),
	}
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		f.Formula = []ascii.Line{ascii.Plain("start: every α = 0, so f = b and E = b − t")}
		return f
	}
	f.Formula = SMOFormula(d)
	f.Notes = append(smoNotes(now, d), ascii.Plain(marginNote(now, s.Model.Set)))
	return f
}

func smoStatus(s solvers.Step) ascii.Line {
	var p anatomy.Pen
	p.Text("update %d", s.Updates)
	if d, ok := s.Detail.(*solvers.SMODetail); ok {
		p.Text("  pair (").Ink(anatomy.InkK, fmt.Sprint(d.K+1)).Text(", ").Ink(anatomy.InkL, fmt.Sprint(d.L+1)).Text(")")
	}
	p.Text("  W = %s  gap %s  violation %s", anatomy.Digits(s.Objective, 4), anatomy.Digits(s.Gap, 2), anatomy.Digits(math.Max(0, s.Violation), 2))
	if s.Status.Done() {
		ink := ascii.Warn
		if s.Status == solvers.Converged {
			ink = ascii.Good
		}
		p.Ink(ink, "  "+s.Status.String())
	}
	return p.Line
}

// smoNotes are the facts of an update beside the question.
func smoNotes(s solvers.Step, d *solvers.SMODetail) []ascii.Line {
	var out []ascii.Line
	var gain anatomy.Pen
	gain.Text("W gained %s", anatomy.Digits(d.DW, 3))
	switch {
	case d.Clipped:
		gain.Text("; the step was clipped")
	case d.Free:
		gain.Text("; the clip was left out")
	}
	out = append(out, gain.Line)
	if d.Kappa <= 0 {
		var p anatomy.Pen
		p.Ink(anatomy.InkKappa, "κ = "+anatomy.Num(d.Kappa)).Text(": ")
		if d.Kappa < 0 {
			p.Text("this kernel is not positive semidefinite; 1e−12 stands in, and the step goes to a bound")
		} else {
			p.Text("the two points coincide in feature space; 1e−12 stands in, and the step goes to a bound")
		}
		out = append(out, p.Line)
	}
	return append(out, ending(s)...)
}
