package breakpoint

import (
	"math"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

const (
	// rounding is the relative change of a value that still counts as rounding.
	rounding = 1e-12
	// standstill is the largest relative change of a value that stalls.
	standstill = 1e-3
)

// moment is a step and its predecessor.
type moment struct{ prev, now solvers.Step }

// value returns the value of a node at s, one of the two steps of m. If an index
// depends on the step (alpha[k]), m.now decides it.
func (n *node) value(s solvers.Step, m moment) (float64, bool) {
	switch n.op {
	case opNumber, opWord, opPair:
		return n.number, true
	case opQuantity:
		return n.entryValue(s, m)
	}
	a, ok := n.args[0].value(s, m)
	if !ok {
		return 0, false
	}
	switch n.op {
	case opNeg:
		return -a, true
	case opAbs:
		return math.Abs(a), true
	}
	b, ok := n.args[1].value(s, m)
	if !ok {
		return 0, false
	}
	switch n.op {
	case opAdd:
		a += b
	case opSub:
		a -= b
	case opMul:
		a *= b
	case opDiv:
		a /= b
	}
	return a, !math.IsNaN(a)
}

func (n *node) entryValue(s solvers.Step, m moment) (float64, bool) {
	i := n.entry
	if n.by != nil {
		at, ok := n.by.Value(m.now, 0)
		if !ok {
			return 0, false
		}
		i = int(at)
	}
	v, ok := n.q.Value(s, max(0, i-1))
	return v, ok && !math.IsNaN(v)
}

// eval returns whether a condition, or its negation if neg is set, is true at a
// moment. news reports whether it became true with this step or describes what the
// step did.
func (n *node) eval(m moment, neg bool) (is, news bool) {
	switch n.op {
	case opNot:
		return n.args[0].eval(m, !neg)
	case opAnd, opOr:
		a, newA := n.args[0].eval(m, neg)
		b, newB := n.args[1].eval(m, neg)
		if n.op == opAnd != neg {
			return a && b, a && b && (newA || newB)
		}
		return a || b, newA || newB
	case opVerb:
		is = n.happens(m, neg)
		return is, is
	}
	is = n.test(m.now, m, neg)
	switch n.subject() {
	case anatomy.AboutProblem:
		return is, false
	case anatomy.AboutPosition:
		return is, is && !n.test(m.prev, m, neg)
	}
	return is, is
}

// test reports whether a comparison, or its negation, is true at step s. Both are
// false if a value is missing.
func (n *node) test(s solvers.Step, m moment, neg bool) bool {
	a, ok := n.args[0].value(s, m)
	if !ok {
		return false
	}
	if n.op == opTrue {
		return (a != 0) != neg
	}
	b, ok := n.args[1].value(s, m)
	if !ok {
		return false
	}
	rel := n.rel
	if neg {
		rel = rel.contrary()
	}
	switch rel {
	case less:
		return a < b
	case lessEqual:
		return a <= b
	case greater:
		return a > b
	case greaterEqual:
		return a >= b
	case equal:
		return a == b
	}
	return a != b
}

// happens reports whether the verb is true of a value, or without an index, of any
// entry. If neg is set, it reports the contrary.
func (n *node) happens(m moment, neg bool) bool {
	v := n.args[0]
	if !v.anyEntry() {
		was, ok := v.value(m.prev, m)
		is, known := v.value(m.now, m)
		return ok && known && n.verb.trueOf(was, is) != neg
	}
	return (len(n.entries(m)) > 0) != neg
}

// anyEntry reports whether a node is a quantity with entries but without an index.
func (n *node) anyEntry() bool {
	return n.op == opQuantity && n.q.Size > 0 && n.entry == 0 && n.by == nil
}

// entries returns the entries, counted from 1, for which the verb is true.
func (n *node) entries(m moment) []int {
	var out []int
	q := n.args[0].q
	for i := range q.Size {
		was, ok := q.Value(m.prev, i)
		is, known := q.Value(m.now, i)
		if ok && known && n.verb.trueOf(was, is) {
			out = append(out, i+1)
		}
	}
	return out
}

// trueOf reports whether a verb is true of two consecutive values.
func (v verb) trueOf(was, is float64) bool {
	dust := rounding * math.Max(math.Abs(was), math.Abs(is))
	if math.IsInf(dust, 0) {
		dust = 0
	}
	switch v {
	case drops:
		return is < was-dust
	case rises:
		return is > was+dust
	case changes:
		return is != was
	case flips:
		return anatomy.Side(was) != 0 && anatomy.Side(is) != anatomy.Side(was)
	}
	return math.Abs(is-was) <= standstill*math.Abs(was)
}
