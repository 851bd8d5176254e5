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
		out = append(out, sentence("Nothing is visited here. At α = 0 and b = 0 every y·f is 0, a mistake."))
		return append(out, visited(v.Counts(s, v.now()), -1)...)
	}
	was := v.Counts(s, v.before())
	out = append(out, visited(was, d.Point)...)
	out = append(out, heading("The arithmetic"))
	return append(out, v.visit(was, d.Point)...)
}

// visited is the table of all points as they stood before the visit.
func visited(was anatomy.Counts, point int) []ascii.Line {
	rows := make([]row, was.Len())
	for i := range rows {
		margin := was.Margin(i)
		wrong := "right"
		if margin <= 0 {
			wrong = "mistake"
		}
		rows[i] = row{point: i, worth: -math.Abs(margin), ink: ascii.Text,
			cells: []string{"", fmt.Sprint(i + 1), anatomy.Label(was.Y[i]), cell(was.Alpha[i]), cell(was.F[i]), cell(margin), wrong}}
		if i == point {
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		}
	}
	return table([]string{"", "i", "y", "α", "f", "y·f", "side"}, rows)
}

// tie is the y·f below which rounding may have decided the side.
const tie = 1e-9

// visit is the arithmetic of one visit.
func (v view) visit(was anatomy.Counts, i int) []ascii.Line {
	sub := anatomy.Sub(i + 1)
	sheet := was.Derivation(i)
	want, said := sheet.Values(), sheet.Recorded(v.now())
	grown := said["alpha"] - was.Alpha[i]
	mistake := was.Wants(i, v.before().F(i), tie)
	want["mistake"] = anatomy.MistakeNo
	if mistake {
		want["mistake"] = anatomy.MistakeYes
	}
	margin := want["margin"]
	var law, score, test, count anatomy.Pen
	law.Text("f(x%s) = Σ αⱼyⱼKⱼ%s + b", sub, sub)
	score.Text("   = %s = %s", terms(was, i), anatomy.Num(was.F[i]))
	test.Text("y·f = %s = %s", sheet.Filled("margin", want), anatomy.Num(margin))
	if mistake {
		test.Ink(ascii.Bad, " ≤ 0: a mistake")
		alpha := sheet.Get("alpha").Compute(want)
		count.Ink(anatomy.InkA, "α"+sub).Text(" ← %s + 1 = %s", anatomy.Num(was.Alpha[i]), anatomy.Num(alpha)).Says(alpha, said["alpha"])
		if !was.NoBias {
			b := sheet.Get("b").Compute(want)
			count.Text("    b ← b + y = %s + %s = %s", anatomy.Num(was.Bias), anatomy.Signed(was.Y[i]), anatomy.Num(b)).Says(b, said["b"])
		}
	} else {
		test.Ink(ascii.Good, " > 0: right")
		count.Ink(anatomy.InkA, "α"+sub).Text(" = %s stays, b = %s stays", anatomy.Num(was.Alpha[i]), anatomy.Num(was.Bias)).Says(was.Alpha[i], said["alpha"])
	}
	test.Says(margin, said["margin"])
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
func terms(was anatomy.Counts, i int) string {
	type term struct {
		text  string
		value float64
	}
	var all []term
	for j, a := range was.Alpha {
		if a != 0 {
			k := was.Gram.At(j, i)
			all = append(all, term{fmt.Sprintf("%s%s%s", anatomy.Num(a), anatomy.Signed(was.Y[j]), anatomy.Paren(k)), a * was.Y[j] * k})
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
	return strings.Join(append(parts, anatomy.Paren(was.Bias)), " + ")
}
