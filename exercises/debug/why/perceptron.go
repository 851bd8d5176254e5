package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// margins is the perceptron at a step: f with b at every point, from α.
func (v view) margins(s solvers.Step) (alpha, f []float64) {
	alpha = s.CoefCopy()
	f = v.Scores(alpha, v.Y)
	for i := range f {
		f[i] += s.Bias
	}
	return alpha, f
}

// perceptron is the panel of a visit.
func (v view) perceptron(s solvers.Perceptron) []ascii.Line {
	turn := "The points are visited in order, again and again."
	if s.Seed != 0 {
		turn = "The points are visited in an order drawn for each epoch."
	}
	update := "y·f ≤ 0:  α ← α + 1,  b ← b + y       y·f > 0:  nothing changes"
	if s.NoBias {
		update = "y·f ≤ 0:  α ← α + 1       y·f > 0:  nothing changes"
	}
	out := []ascii.Line{heading("The rule: learn from mistakes"), sentence("%s", turn), sentence("One that is not strictly on its side is added."), dim("%s", update)}
	d, ok := v.now().Detail.(*solvers.PerceptronDetail)
	if !ok || v.i == 0 || d.Point < 0 || d.Point >= len(v.Y) {
		alpha, f := v.margins(v.now())
		out = append(out, sentence("Nothing is visited here. At α = 0 and b = 0 every y·f is 0, a mistake."))
		return append(out, v.visited(alpha, f, -1)...)
	}
	alpha, f := v.margins(v.before())
	out = append(out, v.visited(alpha, f, d.Point)...)
	out = append(out, heading("The arithmetic"))
	return append(out, v.visit(s, alpha, f, d)...)
}

// visited is the table of all points as they stood before the visit.
func (v view) visited(alpha, f []float64, point int) []ascii.Line {
	rows := make([]row, len(f))
	for i := range rows {
		margin := v.Y[i] * f[i]
		wrong := "right"
		if margin <= 0 {
			wrong = "mistake"
		}
		rows[i] = row{point: i, worth: -math.Abs(margin), ink: ascii.Text,
			cells: []string{"", fmt.Sprint(i + 1), anatomy.Label(v.Y[i]), cell(alpha[i]), cell(f[i]), cell(margin), wrong}}
		if i == point {
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		}
	}
	return table([]string{"", "i", "y", "α", "f", "y·f", "side"}, rows)
}

// visit is the arithmetic of one visit.
func (v view) visit(s solvers.Perceptron, alpha, f []float64, d *solvers.PerceptronDetail) []ascii.Line {
	i := d.Point
	sub := anatomy.Sub(i + 1)
	margin := v.Y[i] * f[i]
	before, now := v.before(), v.now()
	var law, score, test, count anatomy.Pen
	law.Text("f(x%s) = Σ αⱼyⱼKⱼ%s + b", sub, sub)
	score.Text("   = %s = %s", v.terms(alpha, i, before.Bias), anatomy.Num(f[i]))
	test.Text("y·f = %s·%s = %s", anatomy.Signed(v.Y[i]), anatomy.Paren(f[i]), anatomy.Num(margin))
	grown := now.Coef().At(i) - alpha[i]
	mistake := margin <= 0
	if math.Abs(margin) < 1e-9 && before.F(i) != 0 && f[i] != before.F(i) { // a tie but for rounding
		mistake = v.Y[i]*before.F(i) <= 0
	}
	if mistake {
		test.Ink(ascii.Bad, " ≤ 0: a mistake")
		count.Ink(anatomy.InkA, "α"+sub).Text(" ← %s + 1 = %s", anatomy.Num(alpha[i]), anatomy.Num(alpha[i]+1)).Says(alpha[i]+1, alpha[i]+grown)
		if !s.NoBias {
			count.Text("    b ← b + y = %s + %s = %s", anatomy.Num(before.Bias), anatomy.Signed(v.Y[i]), anatomy.Num(before.Bias+v.Y[i])).Says(before.Bias+v.Y[i], now.Bias)
		}
	} else {
		test.Ink(ascii.Good, " > 0: right")
		count.Ink(anatomy.InkA, "α"+sub).Text(" = %s stays, b = %s stays", anatomy.Num(alpha[i]), anatomy.Num(before.Bias)).Says(alpha[i], alpha[i]+grown)
	}
	test.Says(margin, d.Margin)
	var cause anatomy.Pen
	switch {
	case mistake && grown != 0:
		cause.Text("So: point %d is added because its margin y·f is %s, not above 0.", i+1, anatomy.Num(margin))
	case !mistake && grown == 0:
		cause.Text("So: point %d is on its side, %s above 0, and nothing is learned from it.", i+1, anatomy.Num(margin))
	default:
		cause.Ink(ascii.Bad, fmt.Sprintf("The margin of point %d is %s, and the step did not do what that asks for.", i+1, anatomy.Num(margin)))
	}
	return []ascii.Line{law.Line, score.Line, test.Line, count.Line, cause.Line}
}

// maxTerms is how many terms of a sum are written out.
const maxTerms = 3

// terms writes out the largest terms of Σ αⱼyⱼKⱼᵢ + b, the rest as one number.
func (v view) terms(alpha []float64, i int, bias float64) string {
	type term struct {
		text  string
		value float64
	}
	var all []term
	for j, a := range alpha {
		if a != 0 {
			k := v.Gram.At(j, i)
			all = append(all, term{fmt.Sprintf("%s%s%s", anatomy.Num(a), anatomy.Signed(v.Y[j]), anatomy.Paren(k)), a * v.Y[j] * k})
		}
	}
	slices.SortStableFunc(all, func(a, b term) int { return cmp.Compare(math.Abs(b.value), math.Abs(a.value)) })
	var parts []string
	var rest float64
	for n, t := range all {
		if n < maxTerms {
			parts = append(parts, t.text)
			continue
		}
		rest += t.value
	}
	if len(all) > maxTerms {
		parts = append(parts, fmt.Sprintf("%s (%d more)", anatomy.Paren(rest), len(all)-maxTerms))
	}
	if len(all) == 0 {
		parts = append(parts, "0")
	}
	return strings.Join(append(parts, anatomy.Paren(bias)), " + ")
}
