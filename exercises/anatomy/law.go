package anatomy

import (
	"fmt"
	"math"
	"strings"
)

// Law is something that must hold at a position, with its number and what that
// has to be.
type Law struct {
	Name, Formula string // unique in its ledger, and in symbols
	Is            float64
	Relation
	Want float64 // by other means
	Tol  float64 // by how much rounding can make Is miss it
	// Value is how Is reads, if not as a number.
	Value string
	// Note says what is wrong if the law does not hold; if empty, it is derived.
	Note string
	// Waived says why the law need not hold here. If empty, it must.
	Waived string
}

// Relation is how a number has to compare with another.
type Relation uint8

// The relations.
const (
	Equals Relation = iota
	AtMost
	AtLeast
)

// Holds reports whether the law does. NaN never satisfies one.
func (l Law) Holds() bool {
	switch {
	case l.Waived != "":
		return true
	case l.Relation == AtMost:
		return l.Is <= l.Want+l.Tol
	case l.Relation == AtLeast:
		return l.Is >= l.Want-l.Tol
	}
	return l.Is == l.Want || math.Abs(l.Is-l.Want) <= l.Tol
}

// Laws are the laws of one position, in the order in which they are listed.
type Laws []Law

// zero adds the law that a number is 0 but for rounding.
func (l *Laws) zero(name, formula string, v, tol float64, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Tol: tol, Note: fmt.Sprintf(note, args...)})
}

// is adds the law that a number is what it follows to be.
func (l *Laws) is(name, formula string, v, want, tol float64) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Want: want, Tol: tol, Note: fmt.Sprintf("It is %s, and the step has %s.", Num(want), Num(v))})
}

// holds adds a law that a number alone does not decide.
func (l *Laws) holds(name, formula, value string, holds bool, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: flagged(holds), Want: 1, Value: value, Note: fmt.Sprintf(note, args...)})
}

// same adds the law that a recorded vector is what it follows to be. The subject
// names its entries, # being their number.
func (l *Laws) same(name, formula, subject string, want []float64, recorded func(i int) float64, tol float64) {
	off, at := largest(len(want), func(i int) float64 { return recorded(i) - want[i] })
	l.zero(name, formula, off, tol, "%s is %s, and the step has %s.", strings.ReplaceAll(subject, "#", Sub(at+1)), Num(want[at]), Num(recorded(at)))
}

// largest returns the largest |vᵢ| of n numbers and where it is. A NaN is larger
// than any number.
func largest(n int, v func(i int) float64) (size float64, at int) {
	for i := range n {
		d := math.Abs(v(i))
		if d > size || math.IsNaN(d) {
			size, at = d, i
		}
		if math.IsNaN(d) {
			break
		}
	}
	return size, at
}

// finite reports whether all numbers are.
func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// unless returns the words if something does not hold.
func unless(holds bool, words string) string {
	if holds {
		return ""
	}
	return words
}
