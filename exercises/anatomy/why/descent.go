package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
)

// descent is the panel of a step of gradient descent or ascent.
func (v view) descent(d anatomy.Descent) []ascii.Line {
	out := []ascii.Line{heading(d.Title), sentence("%s", d.Words), dim("%s", d.Recurrence+d.Labels)}
	if v.i == 0 || anatomy.Residuals(v.now()).Len() != len(v.Y) {
		return append(out, sentence("No step led here. %s", d.Start))
	}
	was := d.Fit(v.before(), 0)
	most, second := d.Farthest(was)
	out = append(out, v.residuals(d, was, most, second)...)
	if second >= 0 {
		moves := func(i int) string { return anatomy.Num(d.Move(was.A[i], was.R[i])) }
		out = append(out, sentence("Point %d moves most, by %s; the runner-up, %d, moves by %s.", most+1, moves(most), second+1, moves(second)))
	}
	out = append(out, heading("The arithmetic"))
	return append(out, v.descended(d, was, most)...)
}

// residuals is the table of all points.
func (v view) residuals(d anatomy.Descent, was anatomy.Fit, most, second int) []ascii.Line {
	header := append(append([]string{"", "i"}, d.Head...), d.RateSign+"·r", d.Letter+" old", d.Letter+" new")
	now := v.now()
	rows := make([]row, len(was.R))
	for i, r := range was.R {
		cells, anew := []string{"", fmt.Sprint(i + 1)}, was.A[i]+d.Move(was.A[i], r)
		for _, x := range append(d.Row(i, was.F[i], r), d.Rate*r, was.A[i], anew) {
			cells = append(cells, cell(x))
		}
		rows[i] = row{point: i, worth: math.Abs(d.Move(was.A[i], r)), ink: ascii.Text, cells: cells}
		switch {
		case i == most:
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		case i == second:
			rows[i].cells[0], rows[i].keep = "2nd", true
		}
		if !anatomy.Same(now.Coef().At(i), anew) {
			rows[i].ink = ascii.Bad
		}
	}
	return table(header, rows)
}

// descended is the arithmetic of the coefficient that moves most, and of the
// objective.
func (v view) descended(d anatomy.Descent, was anatomy.Fit, i int) []ascii.Line {
	sheet := d.Derivation(i, was.A, was.F[i])
	want, said := sheet.Values(), sheet.Recorded(v.now())
	size := v.Largest()
	is := d.Fit(v.now(), size)
	change := anatomy.Settled(is.Value-was.Value, 1e12*(d.Fit(v.before(), size).OffValue+is.OffValue))
	var value anatomy.Pen
	value.Text("%s: %s → %s, a change of %s", d.Objective, anatomy.Num(was.Value), anatomy.Num(is.Value), anatomy.Num(change)).Says(is.Value, v.now().Objective)
	out := []ascii.Line{equation(sheet, "r", "=", want, said), equation(sheet, "anew", "←", want, said), value.Line}
	if b := d.Aside; b != nil {
		out = append(out, sentence("%s: %s → %s, %s", b.Sign, anatomy.Num(b.Of(was.A)), anatomy.Num(b.Of(is.A)), b.Wanted))
	}
	return append(out, v.stability(d), sentence("%s", d.So(i, was.R[i], change)))
}

// equation is a quantity's line, and what the step has where that is something
// else.
func equation(s anatomy.Derivation, name, is string, want, said anatomy.Numbers) ascii.Line {
	p := anatomy.Pen{Line: s.Equation(name, is, want)}
	if v, ok := said[name]; ok {
		p.Says(want[name], v)
	}
	return p.Line
}

// maxEigen is the largest n for which the panel finds λmax, once a desk.
const maxEigen = 300

// stability lays the step size beside its limit.
func (v view) stability(d anatomy.Descent) ascii.Line {
	var p anatomy.Pen
	goes := "fall"
	if d.Climbs {
		goes = "rise"
	}
	p.Text("%s is sure to %s while %s", d.The(), goes, d.LimitSign)
	if v.Len() > maxEigen {
		return p.Line
	}
	limit := d.Limit(v.largest())
	p.Text(" = %s; the step size is %s", anatomy.Num(limit), anatomy.Num(d.Step))
	if d.Step >= limit {
		p.Ink(ascii.Warn, ", past it")
	}
	return p.Line
}
