package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Sum is a score at a point: coefficients times entries of K, and b.
type Sum struct {
	Point  int
	Letter string // of the coefficients: "αy"
	Coef   []float64
	K      func(j int) float64
	Bias   float64
}

// terms returns the places of the terms that are not 0, the largest first.
func (s Sum) terms() []int {
	var out []int
	for j, c := range s.Coef {
		if c != 0 {
			out = append(out, j)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Compare(math.Abs(s.Coef[b]*s.K(b)), math.Abs(s.Coef[a]*s.K(a)))
	})
	return out
}

// maxTerms is how many terms of a sum are written out.
const maxTerms = 2

// fill writes out the largest terms, the others as one number, and b.
func (s Sum) fill(Numbers) string {
	var text string
	var rest float64
	terms := s.terms()
	for n, j := range terms {
		if n < maxTerms {
			text += unless(n == 0, " + ") + either(n == 0, Num(s.Coef[j]), Paren(s.Coef[j])) + "·" + Paren(s.K(j))
		} else {
			rest += s.Coef[j] * s.K(j)
		}
	}
	if more := len(terms) - maxTerms; more > 0 {
		text += fmt.Sprintf(" + %s (%d more)", Paren(rest), more)
	}
	if s.Bias != 0 {
		text += unless(text == "", " + ") + Paren(s.Bias)
	}
	return text + unless(text != "", "0")
}

// scale is the size of the terms.
func (s Sum) scale() float64 {
	var sum float64
	for j, c := range s.Coef {
		sum += math.Abs(c * s.K(j))
	}
	return sum
}

// table is the table of the terms, with digits that let the sum come out to a
// resolution.
func (s Sum) table(resolution float64) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "j", Right: true}, {Title: s.Letter, Right: true}, {Title: "K", Right: true}}}
	each := resolution / float64(len(s.Coef))
	for j, c := range s.Coef {
		if c == 0 {
			continue
		}
		k := s.K(j)
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(pointNumber(j)), ascii.Plain(ShowTo(c, each/math.Max(1e-300, math.Abs(k)))), ascii.Plain(ShowTo(k, each/math.Abs(c))),
		})
	}
	title := fmt.Sprintf("f at point %d is Σ %s·K", s.Point+1, s.Letter) + unless(s.Bias == 0, " + b")
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}
