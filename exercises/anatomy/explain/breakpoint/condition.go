package breakpoint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Condition is a condition on the steps of a solver. It is immutable and safe for
// concurrent use. The zero Condition never holds.
type Condition struct{ root *node }

// Compile parses a condition whose names are in the vocabulary v. If the text is invalid, the error
// is a *exercises.ConditionError with the position in runes and, if possible, a corrected text.
// Compile also returns an error if the normal form of the condition would exceed the limits. So it
// can parse the normal form of every condition that it returns.
func Compile(text string, v Vocabulary) (Condition, error) {
	root, p := v.parse(text)
	if p.problem != nil {
		return Condition{}, p.problem
	}
	c := Condition{root}
	normalForm := c.String()
	if _, secondParser := v.parse(normalForm); secondParser.problem != nil {
		return Condition{}, &exercises.ConditionError{
			At: len(p.src),
			Problem: fmt.Sprintf(
				"Written out in full, this has %d characters. At most %d can be read, nested up to %d levels deep.", len([]rune(normalForm)), p.limits.Runes, p.limits.Depth,
			),
		}
	}
	return c, nil
}

// String returns the condition in normal form, from which Compile returns the same condition.
func (c Condition) String() string {
	if c.root == nil {
		return ""
	}
	return plainNotation().write(c.root, 0)
}

// Label returns the condition in the notation of formulas: "α₃ = C".
func (c Condition) Label() string {
	if c.root == nil {
		return ""
	}
	return formulaNotation().write(c.root, 0)
}

// Holds reports whether a run must stop at the current step, given the previous step. The package
// comment explains when a condition holds.
func (c Condition) Holds(prev, current solvers.Step) bool {
	if c.root == nil {
		return false
	}
	isTrue, holds := c.root.eval(stepPair{prev, current}, false)
	if c.root.subject() == anatomy.AboutProblem { // no step changes its value
		return isTrue
	}
	return holds
}

// ValuesText returns the quantities in the condition with their values at the current step, such as
// "α₃ = 0.82, C = 1". For a verb such as drops, it includes the value at the previous step. At the
// start of a run, prev equals current.
func (c Condition) ValuesText(prev, current solvers.Step) string {
	if c.root == nil {
		return ""
	}
	var parts []string
	c.root.addValues(stepPair{prev, current}, func(text string) {
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	})
	return strings.Join(parts, ", ")
}

// addValues calls add with a text for every quantity in the condition.
func (n *node) addValues(steps stepPair, add func(string)) {
	if n.op == opVerb {
		add(n.verbText(steps))
		return
	}
	if n.op == opQuantity {
		add(formulaNotation().entry(n) + " = " + n.shownAt(steps.now, steps))
	}
	for _, a := range n.args {
		a.addValues(steps, add)
	}
}

// verbText describes how the value before a verb changed. If the value is a quantity without its
// index, it lists the entries for which the verb is true.
func (n *node) verbText(steps stepPair) string {
	v := n.args[0]
	if !v.coversAllEntries() {
		before, after := v.shownAt(steps.prev, steps), v.shownAt(steps.now, steps)
		if before == after {
			return formulaNotation().withoutParens(v) + " = " + after
		}
		return formulaNotation().withoutParens(v) + " = " + after + ", before " + before
	}
	entries := n.entries(steps)
	if len(entries) == 0 {
		return "no " + v.q.Symbol + " " + verbTexts[n.verb]
	}
	const maxNames = 5
	var names []string
	for _, i := range entries[:min(maxNames, len(entries))] {
		names = append(names, formulaNotation().entry(&node{op: opQuantity, q: v.q, entry: i}))
	}
	if len(entries) > maxNames {
		names = append(names, "…")
	}
	verb := verbTexts[n.verb]
	if len(entries) > 1 {
		verb = strings.TrimSuffix(verb, "s")
	}
	return strings.Join(names, ", ") + " " + verb
}

// shownAt writes the value of a node at a step, or "–" if the node has no value there.
func (n *node) shownAt(s solvers.Step, steps stepPair) string {
	v, ok := n.value(s, steps)
	if !ok {
		return "–"
	}
	if q := n.asQuantity(); q != nil {
		switch q.Kind {
		case anatomy.OneOfWords:
			return q.Words[int(v)]
		case anatomy.PointPair:
			return pairText(v)
		case anatomy.Flag:
			return map[bool]string{true: "yes", false: "no"}[v != 0]
		}
	}
	return roundedNumber(v)
}

const (
	// rounding is the largest relative change of a value that counts as rounding.
	rounding = 1e-12
	// stallChange is the largest relative change of a value for which "stalls" is true.
	stallChange = 1e-3
)

// stepPair holds two consecutive steps, for which conditions are evaluated.
type stepPair struct{ prev, now solvers.Step }

// value returns the value of a node at s, which is one of the two steps. An index that depends on
// the step, as in alpha[k], is always evaluated at steps.now.
func (n *node) value(s solvers.Step, steps stepPair) (float64, bool) {
	switch n.op {
	case opNumber, opWord, opPair:
		return n.number, true
	case opQuantity:
		return n.entryValue(s, steps)
	}
	a, ok := n.args[0].value(s, steps)
	if !ok {
		return 0, false
	}
	switch n.op {
	case opNeg:
		return -a, true
	case opAbs:
		return math.Abs(a), true
	}
	b, ok := n.args[1].value(s, steps)
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

func (n *node) entryValue(s solvers.Step, steps stepPair) (float64, bool) {
	i := n.entry
	if n.index != nil {
		indexValue, ok := n.index.Value(steps.now, 0)
		if !ok {
			return 0, false
		}
		i = int(indexValue)
	}
	v, ok := n.q.Value(s, max(0, i-1))
	return v, ok && !math.IsNaN(v)
}

// eval evaluates a condition at steps.now, or its negation if negate is set. isTrue reports whether the
// condition is true. holds reports whether a run stops: the condition must be true, and must either
// have become true with this step or describe what the step did.
func (n *node) eval(steps stepPair, negate bool) (isTrue, holds bool) {
	switch n.op {
	case opNot:
		return n.args[0].eval(steps, !negate)
	case opAnd, opOr:
		trueA, holdsA := n.args[0].eval(steps, negate)
		trueB, holdsB := n.args[1].eval(steps, negate)
		if n.op == opAnd != negate {
			return trueA && trueB, trueA && trueB && (holdsA || holdsB)
		}
		return trueA || trueB, holdsA || holdsB
	case opVerb:
		isTrue = n.verbHolds(steps, negate)
		return isTrue, isTrue
	}
	isTrue = n.test(steps.now, steps, negate)
	switch n.subject() {
	case anatomy.AboutProblem:
		return isTrue, false
	case anatomy.AboutPosition:
		return isTrue, isTrue && !n.test(steps.prev, steps, negate)
	}
	return isTrue, isTrue
}

// test reports whether a comparison, or its negation if negate is set, is true at s. If a quantity has
// no value at s, neither is true.
func (n *node) test(s solvers.Step, steps stepPair, negate bool) bool {
	a, ok := n.args[0].value(s, steps)
	if !ok {
		return false
	}
	if n.op == opTrue {
		return (a != 0) != negate
	}
	b, ok := n.args[1].value(s, steps)
	if !ok {
		return false
	}
	rel := n.rel
	if negate {
		rel = rel.negation()
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

// verbHolds reports whether the verb is true of its value. If the value is a quantity with entries
// but without an index, it reports whether the verb is true of at least one entry. If negate is
// set, it reports the opposite. If a single value is missing, it returns false in both cases.
func (n *node) verbHolds(steps stepPair, negate bool) bool {
	v := n.args[0]
	if !v.coversAllEntries() {
		before, okBefore := v.value(steps.prev, steps)
		after, okAfter := v.value(steps.now, steps)
		return okBefore && okAfter && n.verb.isTrueOf(before, after) != negate
	}
	return (len(n.entries(steps)) > 0) != negate
}

// coversAllEntries reports whether a node is a quantity with entries but without an index, such as
// alpha. Before a verb, it means any of its entries.
func (n *node) coversAllEntries() bool {
	return n.op == opQuantity && n.q.Size > 0 && n.entry == 0 && n.index == nil
}

// entries returns the numbers of the entries, from 1, for which the verb is true.
func (n *node) entries(steps stepPair) []int {
	var out []int
	q := n.args[0].q
	for i := range q.Size {
		before, okBefore := q.Value(steps.prev, i)
		after, okAfter := q.Value(steps.now, i)
		if okBefore && okAfter && n.verb.isTrueOf(before, after) {
			out = append(out, i+1)
		}
	}
	return out
}

// isTrueOf reports whether a verb is true of two consecutive values.
func (v verb) isTrueOf(before, after float64) bool {
	noise := rounding * max(math.Abs(before), math.Abs(after))
	if math.IsInf(noise, 0) {
		noise = 0
	}
	switch v {
	case drops:
		return after < before-noise
	case rises:
		return after > before+noise
	case changes:
		return after != before
	case flips:
		return anatomy.Side(before) != 0 && anatomy.Side(after) != anatomy.Side(before)
	}
	return math.Abs(after-before) <= stallChange*math.Abs(before)
}
