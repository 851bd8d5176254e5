package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descentWords is what least squares and logistic regression differ in.
type descentWords struct {
	title, words, symbols string
	logistic              bool
	form                  solvers.LogisticForm
	rate                  float64
	rateName              string
	step                  float64
	limit                 func(largest float64) float64
	limitName             string
}

func squaresWords(s solvers.LeastSquares, n int) descentWords {
	return descentWords{
		title: "The rule: gradient descent on the mean squared error", words: "Every a moves by its own residual: what f is short of t at that point.",
		symbols: "a ← a + (2η/n)(t − Ka)", rate: 2 * s.Eta / float64(n), rateName: "2η/n", step: s.Eta,
		limit: func(largest float64) float64 { return float64(n) / largest }, limitName: "η < n/λmax",
	}
}

func logisticWords(s solvers.Logistic) descentWords {
	w := descentWords{
		title: "The rule: gradient descent on the logistic loss", words: "Every a moves by its own residual: label minus probability at that point.",
		symbols: "a ← a + γ(y − s(Ka)),  y in {0, 1}", logistic: true, form: s.Form, rate: s.Gamma, rateName: "γ", step: s.Gamma,
		limit: func(largest float64) float64 { return 8 / largest }, limitName: "γ < 8/λmax",
	}
	if s.Form == solvers.PlusMinus {
		w.symbols = "aᵢ ← aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ,  y in {−1, +1}"
	}
	return w
}

// residual is that of point i at f.
func (v view) residual(w descentWords, i int, f float64) float64 {
	switch {
	case !w.logistic:
		return v.Y[i] - f
	case v.Y[i] > 0:
		return solvers.Sigmoid(-f)
	}
	return -solvers.Sigmoid(f)
}

// loss is what the descent lowers, from f.
func (v view) loss(w descentWords, f []float64) float64 {
	var sum float64
	if !w.logistic {
		for i := range f {
			sum += (v.Y[i] - f[i]) * (v.Y[i] - f[i])
		}
		return sum / float64(len(f))
	}
	for i := range f {
		u := -f[i]
		if v.Y[i] <= 0 {
			u = f[i]
		}
		sum += math.Max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
	}
	return sum
}

// descent is the panel of a step of gradient descent.
func (v view) descent(w descentWords) []ascii.Line {
	out := []ascii.Line{heading(w.title), sentence("%s", w.words), dim("%s", w.symbols)}
	d, ok := v.now().Detail.(*solvers.GradientDetail)
	if !ok || v.i == 0 || d.Residuals().Len() != len(v.Y) {
		return append(out, sentence("No step led here. At the start a = 0, so f = 0 at every point."))
	}
	a := v.before().CoefCopy()
	f := v.Scores(a, nil)
	r := make([]float64, len(f))
	for i := range r {
		r[i] = v.residual(w, i, f[i])
	}
	most, second := twoLargest(r)
	out = append(out, v.residuals(w, a, f, r, most, second)...)
	if second >= 0 {
		out = append(out, sentence("Point %d moves most, by %s; the runner-up, %d, moves by %s.", most+1, anatomy.Num(w.rate*r[most]), second+1, anatomy.Num(w.rate*r[second])))
	}
	out = append(out, heading("The arithmetic"))
	return append(out, v.descended(w, a, f, r, most, d)...)
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
func (v view) residuals(w descentWords, a, f, r []float64, most, second int) []ascii.Line {
	header := []string{"", "i", "t", "f", "t − f", w.rateName + "·r", "a old", "a new"}
	if w.logistic {
		header = []string{"", "i", "y", "f", "s(f)", "y − s(f)", w.rateName + "·r", "a old", "a new"}
	}
	now := v.now()
	rows := make([]row, len(r))
	for i := range rows {
		cells := []string{"", fmt.Sprint(i + 1), cell(v.Y[i]), cell(f[i]), cell(r[i])}
		if w.logistic {
			cells = []string{"", fmt.Sprint(i + 1), anatomy.Num(zeroOne(v.Y[i])), cell(f[i]), cell(solvers.Sigmoid(f[i])), cell(r[i])}
		}
		cells = append(cells, cell(w.rate*r[i]), cell(a[i]), cell(a[i]+w.rate*r[i]))
		rows[i] = row{point: i, worth: math.Abs(r[i]), ink: ascii.Text, cells: cells}
		switch {
		case i == most:
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		case i == second:
			rows[i].cells[0], rows[i].keep = "2nd", true
		}
		if !anatomy.Same(now.Coef().At(i), a[i]+w.rate*r[i]) {
			rows[i].ink = ascii.Bad
		}
	}
	return table(header, rows)
}

// zeroOne reads a label −1/+1 or 0/1 as 0/1.
func zeroOne(y float64) float64 {
	if y > 0 {
		return 1
	}
	return 0
}

// descended is the arithmetic of the coefficient that moves most, and of the
// loss.
func (v view) descended(w descentWords, a, f, r []float64, i int, d *solvers.GradientDetail) []ascii.Line {
	sub := anatomy.Sub(i + 1)
	var res, change, loss anatomy.Pen
	switch {
	case !w.logistic:
		res.Text("r%s = t − f = %s − %s = %s", sub, anatomy.Num(v.Y[i]), anatomy.Paren(f[i]), anatomy.Num(r[i]))
	case w.form == solvers.PlusMinus:
		t := 2*zeroOne(v.Y[i]) - 1
		res.Text("r%s = s(−y·f)·y = s(%s)·%s = %s", sub, anatomy.Num(-t*f[i]), anatomy.Signed(t), anatomy.Num(r[i]))
	default:
		res.Text("r%s = y − s(f) = %s − s(%s) = %s − %s = %s", sub, anatomy.Num(zeroOne(v.Y[i])), anatomy.Num(f[i]), anatomy.Num(zeroOne(v.Y[i])), anatomy.Num(solvers.Sigmoid(f[i])), anatomy.Num(r[i]))
	}
	res.Says(r[i], d.Residuals().At(i))
	want := a[i] + w.rate*r[i]
	change.Ink(anatomy.InkA, "a"+sub).Text(" ← a%s + ", sub).Ink(anatomy.InkRate, w.rateName).Text("·r = %s + %s·%s = ", anatomy.Num(a[i]), anatomy.Num(w.rate), anatomy.Paren(r[i])).Ink(anatomy.InkA, anatomy.Num(want))
	change.Says(want, v.now().Coef().At(i))
	was, is := v.loss(w, f), v.loss(w, v.Scores(v.now().CoefCopy(), nil))
	loss.Text("loss: %s → %s, a change of %s", anatomy.Num(was), anatomy.Num(is), anatomy.Num(is-was)).Says(is, v.now().Objective)
	return []ascii.Line{res.Line, change.Line, loss.Line, v.stability(w), v.pulled(w, r, i, is-was)}
}

// maxEigen is the largest n for which the panel finds λmax, once a desk.
const maxEigen = 300

// stability lays the step size beside its limit.
func (v view) stability(w descentWords) ascii.Line {
	var p anatomy.Pen
	if v.Len() > maxEigen {
		return p.Text("the loss is sure to fall while %s", w.limitName).Line
	}
	limit := w.limit(v.largest())
	p.Text("the loss is sure to fall while %s = %s; the step size is %s", w.limitName, anatomy.Num(limit), anatomy.Num(w.step))
	if w.step >= limit {
		p.Ink(ascii.Warn, ", past it")
	}
	return p.Line
}

// pulled is the step in one sentence.
func (v view) pulled(w descentWords, r []float64, i int, change float64) ascii.Line {
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
