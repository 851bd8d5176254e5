package answer

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxCases bounds the symbols of two values that are taken case by case.
const maxCases = 4

// byCases decides about two scalars where their letters have their values: a
// symbol of value ±1, or 0 and 1, case by case; a probability s as 1/(1 + u)
// with u > 0. It reports whether the two are proved to be equal everywhere.
func byCases(a, b *node, s *Scope, decimals bool) bool {
	r := newRing(s)
	var two []string
	unit := *s
	changed := false
	for _, v := range variablesOf(a, b) {
		switch {
		case r.signs[v] || r.bits[v]:
			two = append(two, v)
		case s.isUnit(v):
			odds := binary(opDiv, intNode(1), binary(opAdd, intNode(1), nameNode(v)))
			a, b, changed = a.named(v, odds), b.named(v, odds), true
		}
	}
	if len(two) > maxCases || len(two) == 0 && !changed {
		return false
	}
	unit.Unit, unit.Positive = nil, slices.Concat(s.Positive, s.Unit)
	for k := range 1 << len(two) {
		ca, cb := a, b
		for i, v := range two {
			value := int64(k >> i & 1)
			if r.signs[v] {
				value = 1 - 2*value
			}
			ca, cb = substitute(ca, v, value), substitute(cb, v, value)
		}
		if compareForms(ca, cb, &unit, decimals).outcome != proved {
			return false
		}
	}
	return true
}

// isUnit reports whether a variable lies between 0 and 1.
func (s *Scope) isUnit(name string) bool {
	return slices.ContainsFunc(s.Unit, func(u string) bool { return canonName(u) == name })
}

// probabilities are the values of a probability at the points tried.
func probabilities() []float64 { return []float64{0.5, 0.25, 0.75, 0.2, 0.9, 0.1, 0.6, 0.375} }

// gramEntry is the value of an entry of a Gram matrix at the k-th point: the
// inner product of two vectors of small whole numbers. Its name is that of the
// matrix and two of the points, each a digit or the letter of the point asked.
func gramEntry(k int, points string) float64 {
	var sum float64
	for c := range 2 {
		product := 1.0
		for _, p := range points {
			q := int(p) % 16 // 1, 2, 3, … and 8 for x
			product *= float64((k*(q+c+1)+q*q+3*c*q+c)%5 - 2)
		}
		sum += product
	}
	return sum
}

// gramPoints are the two points of an entry K12 or Kx1 of a Gram matrix.
func (s *Scope) gramPoints(name string) (string, bool) {
	for _, a := range s.Arrays {
		rest, ok := strings.CutPrefix(name, a.Name)
		if a.Gram && ok && len(rest) == 2 {
			return rest, true
		}
	}
	return "", false
}

// lookAlike is how many digits two different numbers are shown with at least.
const lookAlike = 6

// shownApart writes two numbers with as many digits as it takes to tell them
// apart.
func shownApart(u, v float64) (string, string) {
	for digits := lookAlike; digits < 17; digits++ {
		a, b := formatDigits(u, digits), formatDigits(v, digits)
		if a != b {
			return a, b
		}
	}
	return formatDigits(u, 17), formatDigits(v, 17)
}

func formatDigits(v float64, digits int) string {
	return strings.ReplaceAll(strconv.FormatFloat(v, 'g', digits, 64), "-", "−")
}

// apartness is how different two numbers look, from 0 to 1; a missing one is as
// different as can be.
func apartness(u, v float64) float64 {
	if math.IsNaN(u) || math.IsNaN(v) {
		return 1
	}
	return math.Min(1, math.Abs(u-v)/math.Max(math.Abs(u), math.Abs(v)))
}
