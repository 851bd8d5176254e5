package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descent is the panel of a step of gradient descent.
func (v view) descent(w anatomy.Descent) []ascii.Line {
	out := []ascii.Line{heading(w.Title), sentence("%s", w.Words), dim("%s", w.Recurrence+w.Labels)}
	d, ok := v.now().Detail.(*solvers.GradientDetail)
	if !ok || v.i == 0 || d.Residuals().Len() != len(v.Y) {
		return append(out, sentence("No step led here. At the start a = 0, so f = 0 at every point."))
	}
	was := w.Fit(v.before(), 0)
	r := was.R
	most, second := twoLargest(r)
	out = append(out, v.residuals(w, was, most, second)...)
	if second >= 0 {
		out = append(out, sentence("Point %d moves most, by %s; the runner-up, %d, moves by %s.", most+1, anatomy.Num(w.Rate*r[most]), second+1, anatomy.Num(w.Rate*r[second])))
	}
	out = append(out, heading("The arithmetic"))
	return append(out, v.descended(w, was, most)...)
}

// twoLargest are the points with the largest |r|; the second is −1 where there
// is one point only.
func twoLargest(r []float64) (first, second int) {
	first, second = 0, -1
	for i, v := range r {
		switch {
		case i == 0:
		case math.Abs(v) > math.Abs(r[first]):
			first, second = i, first
		case second < 0 || math.Abs(v) > math.Abs(r[second]):
			second = i
		}
	}
	return first, second
}

// residuals is the table of all points.
func (v view) residuals(w anatomy.Descent, was anatomy.Fit, most, second int) []ascii.Line {
	a, f, r := was.A, was.F, was.R
	header := []string{"", "i", "t", "f", "t − f", w.RateSign + "·r", "a old", "a new"}
	if w.Logistic {
		header = []string{"", "i", "y", "f", "s(f)", "y − s(f)", w.RateSign + "·r", "a old", "a new"}
	}
	now := v.now()
	rows := make([]row, len(r))
	for i := range rows {
		cells := []string{"", fmt.Sprint(i + 1), cell(v.Y[i]), cell(f[i]), cell(r[i])}
		if w.Logistic {
			cells = []string{"", fmt.Sprint(i + 1), anatomy.Num(anatomy.ZeroOne(v.Y[i])), cell(f[i]), cell(solvers.Sigmoid(f[i])), cell(r[i])}
		}
		cells = append(cells, cell(w.Rate*r[i]), cell(a[i]), cell(a[i]+w.Rate*r[i]))
		rows[i] = row{point: i, worth: math.Abs(r[i]), ink: ascii.Text, cells: cells}
		switch {
		case i == most:
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		case i == second:
			rows[i].cells[0], rows[i].keep = "2nd", true
		}
		if !anatomy.Same(now.Coef().At(i), a[i]+w.Rate*r[i]) {
			rows[i].ink = ascii.Bad
		}
	}
	return table(header, rows)
}

// descended is the arithmetic of the coefficient that moves most, and of the
// loss.
func (v view) descended(w anatomy.Descent, was anatomy.Fit, i int) []ascii.Line {
	sheet := w.Sheet(i, was.A, was.F[i])
	want, said := sheet.Truth(), sheet.Said(v.now())
	var res, change, loss anatomy.Pen
	res.Text("%s = %s = %s", sheet.Of("r").Sign, sheet.Filled("r", want), anatomy.Num(want["r"])).Says(want["r"], said["r"])
	change.Ink(anatomy.InkA, sheet.Of("anew").Sign).Text(" ← %s + ", sheet.Of("a").Sign).Ink(anatomy.InkRate, w.RateSign).Text("·r = %s = ", sheet.Filled("anew", want))
	change.Ink(anatomy.InkA, anatomy.Num(want["anew"])).Says(want["anew"], said["anew"])
	is := w.Fit(v.now(), 0).Loss
	loss.Text("loss: %s → %s, a change of %s", anatomy.Num(was.Loss), anatomy.Num(is), anatomy.Num(is-was.Loss)).Says(is, v.now().Objective)
	return []ascii.Line{res.Line, change.Line, loss.Line, v.stability(w), v.pulled(was.R, i, is-was.Loss)}
}

// maxEigen is the largest n for which the panel finds λmax, once a desk.
const maxEigen = 300

// stability lays the step size beside its limit.
func (v view) stability(w anatomy.Descent) ascii.Line {
	var p anatomy.Pen
	if v.Len() > maxEigen {
		return p.Text("the loss is sure to fall while %s", w.LimitSign).Line
	}
	limit := w.Limit(v.largest())
	p.Text("the loss is sure to fall while %s = %s; the step size is %s", w.LimitSign, anatomy.Num(limit), anatomy.Num(w.Step))
	if w.Step >= limit {
		p.Ink(ascii.Warn, ", past it")
	}
	return p.Line
}

// pulled is the step in one sentence.
func (v view) pulled(r []float64, i int, change float64) ascii.Line {
	what := "fell"
	if change > 0 {
		what = "rose"
	}
	side := "above"
	if r[i] > 0 {
		side = "below"
	}
	return sentence("So: point %[2]d pulls hardest, f is farthest %[1]s its label there; the loss %[3]s.", side, i+1, what)
}
