package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// margins is the perceptron at a step: f with b at every point, from α.
func (v view) margins(s solvers.Step) (alpha, f []float64) {
	alpha = s.CoefCopy()
	weights := make([]float64, len(alpha))
	for i, a := range alpha {
		weights[i] = a * v.y[i]
	}
	f = v.scores(weights)
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
	if !ok || v.i == 0 || d.Point < 0 || d.Point >= len(v.y) {
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
		margin := v.y[i] * f[i]
		wrong := "right"
		if margin <= 0 {
			wrong = "mistake"
		}
		rows[i] = row{point: i, worth: -math.Abs(margin), ink: ascii.Text,
			cells: []string{"", fmt.Sprint(i + 1), label(v.y[i]), cell(alpha[i]), cell(f[i]), cell(margin), wrong}}
		if i == point {
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		}
	}
	return table([]string{"", "i", "y", "α", "f", "y·f", "side"}, rows)
}

// visit is the arithmetic of one visit.
func (v view) visit(s solvers.Perceptron, alpha, f []float64, d *solvers.PerceptronDetail) []ascii.Line {
	i := d.Point
	sub := stage.Sub(i + 1)
	margin := v.y[i] * f[i]
	before, now := v.before(), v.now()
	var law, score, test, count pen
	law.text("f(x%s) = Σ αⱼyⱼKⱼ%s + b", sub, sub)
	score.text("   = %s = %s", v.terms(alpha, i, before.Bias), stage.Num(f[i]))
	test.text("y·f = %s·%s = %s", signed(v.y[i]), stage.Paren(f[i]), stage.Num(margin))
	grown := now.Coef().At(i) - alpha[i]
	mistake := margin <= 0
	if math.Abs(margin) < 1e-9 && before.F(i) != 0 && f[i] != before.F(i) { // a tie but for rounding
		mistake = v.y[i]*before.F(i) <= 0
	}
	if mistake {
		test.ink(ascii.Bad, " ≤ 0: a mistake")
		count.ink(inkA, "α"+sub).text(" ← %s + 1 = %s", stage.Num(alpha[i]), stage.Num(alpha[i]+1)).says(alpha[i]+1, alpha[i]+grown)
		if !s.NoBias {
			count.text("    b ← b + y = %s + %s = %s", stage.Num(before.Bias), signed(v.y[i]), stage.Num(before.Bias+v.y[i])).says(before.Bias+v.y[i], now.Bias)
		}
	} else {
		test.ink(ascii.Good, " > 0: right")
		count.ink(inkA, "α"+sub).text(" = %s stays, b = %s stays", stage.Num(alpha[i]), stage.Num(before.Bias)).says(alpha[i], alpha[i]+grown)
	}
	test.says(margin, d.Margin)
	var cause pen
	switch {
	case mistake && grown != 0:
		cause.text("So: point %d is added because its margin y·f is %s, not above 0.", i+1, stage.Num(margin))
	case !mistake && grown == 0:
		cause.text("So: point %d is on its side, %s above 0, and nothing is learned from it.", i+1, stage.Num(margin))
	default:
		cause.ink(ascii.Bad, fmt.Sprintf("The margin of point %d is %s, and the step did not do what that asks for.", i+1, stage.Num(margin)))
	}
	return []ascii.Line{law.line, score.line, test.line, count.line, cause.line}
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
			k := v.gram.At(j, i)
			all = append(all, term{fmt.Sprintf("%s%s%s", stage.Num(a), signed(v.y[j]), stage.Paren(k)), a * v.y[j] * k})
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
		parts = append(parts, fmt.Sprintf("%s (%d more)", stage.Paren(rest), len(all)-maxTerms))
	}
	if len(all) == 0 {
		parts = append(parts, "0")
	}
	return strings.Join(append(parts, stage.Paren(bias)), " + ")
}
