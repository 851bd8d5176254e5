package answer

import (
	"slices"
	"strings"
)

// Form is the form an answer is asked in. A right value in another form is
// accepted unless the form is the task.
type Form uint8

// The forms.
const (
	AnyForm  Form = iota
	Expanded      // a sum of products, like terms collected
	Factored      // a product or a power, not a sum
	Exact         // without decimals
	Opened        // a sum in which no sum is multiplied, like terms collected or not
	Single        // one term
	Short         // a sum without brackets in which nothing cancels
	OneValue      // s(…), a value of the logistic function, or one term that writes it out
	InValue       // a formula of s(u), and of u nowhere else
	Halves        // a sum of products f(x)·f(z)
)

// words completes "it is not …".
func (f Form) words() string {
	switch f {
	case Expanded:
		return "a sum of products with like terms collected"
	case Factored:
		return "a product"
	case Exact:
		return "written without decimals"
	case Opened:
		return "a sum without brackets"
	case Single:
		return "a single term"
	case Short:
		return "as short as it gets"
	case OneValue:
		return "one value s(…)"
	case InValue:
		return "written with s alone"
	case Halves:
		return "split into products of two equal halves"
	}
	return "in the form asked"
}

// holds reports whether an expression has the form: its tree decides, without
// what changes nothing in it, and never its text.
func (f Form) holds(e Expr) bool {
	e.root = trimmed(e.root)
	switch f {
	case Expanded:
		return !e.hasBrackets() && !e.hasLikeTerms()
	case Factored:
		op := unsigned(e.root).op
		return op == opMul || op == opPow || op == opDiv || len(terms(e.root)) == 1
	case Exact:
		return !e.hasDecimals()
	case Opened:
		return !e.multiplies(opMul, opPow, opDiv)
	case Single:
		return len(terms(e.root)) == 1
	case Short:
		return !e.multiplies(opMul, opPow, opDiv) && !e.hasLikeTerms()
	case OneValue:
		if isValue(e.root) {
			return !e.root.args[0].has(isValue)
		}
		return len(terms(e.root)) == 1 && !e.root.has(isValue)
	case Halves:
		return e.inHalves()
	case InValue:
		return !withoutValues(e.root).has(func(n *node) bool { return n.op == opName && n.text == "u" })
	}
	return true
}

func isValue(n *node) bool { return n.op == opCall && n.text == "s" }

// withoutValues puts a letter in the place of s(u).
func withoutValues(n *node) *node {
	return n.replaced(func(m *node) (*node, bool) {
		return nameNode("s"), isValue(m) && m.args[0].op == opName && m.args[0].text == "u"
	})
}

// unsigned is an expression without the signs in front of it.
func unsigned(n *node) *node {
	for n.op == opNeg {
		n = n.args[0]
	}
	return n
}

// trimmed is an expression without the operations that change nothing: + 0, ·1,
// /1, ^1 and −(−…). What is shared stays shared.
func trimmed(n *node) *node {
	done := map[*node]*node{}
	var trim func(*node) *node
	trim = func(n *node) *node {
		if out, ok := done[n]; ok || len(n.args) == 0 {
			if ok {
				return out
			}
			return n
		}
		changed := *n
		changed.args = make([]*node, len(n.args))
		for i, a := range n.args {
			changed.args[i] = trim(a)
		}
		done[n] = withoutNeutral(&changed)
		return done[n]
	}
	return trim(n)
}

// withoutNeutral drops one operation that changes nothing.
func withoutNeutral(n *node) *node {
	zero := func(i int) bool { return isInt(n.args[i], 0) }
	one := func(i int) bool { return isInt(n.args[i], 1) }
	switch {
	case n.op == opAdd && zero(0), n.op == opMul && one(0):
		return n.args[1]
	case (n.op == opAdd || n.op == opSub) && zero(1), (n.op == opMul || n.op == opDiv || n.op == opPow) && one(1):
		return n.args[0]
	case n.op == opSub && zero(0):
		return &node{op: opNeg, args: n.args[1:], at: n.at}
	case n.op == opNeg && n.args[0].op == opNeg:
		return n.args[0].args[0]
	}
	return n
}

// hasLikeTerms: two terms of the sum have the same monomial, or one is 0.
func (e Expr) hasLikeTerms() bool {
	seen := map[string]bool{}
	for _, s := range terms(e.root) {
		t, err := (Expr{root: s, scope: e.scope}).lowered()
		if err != nil || !t.isScalar() {
			return false
		}
		c, cerr := newRing(e.scope).canon(t.cells[0])
		one, single := c.num.single()
		if cerr != nil || !single {
			return cerr == nil && len(c.num) == 0
		}
		if key := one.mono.key(); !strings.Contains(key, "(") {
			if seen[key] {
				return true
			}
			seen[key] = true
		}
	}
	return false
}

// hasBrackets: a sum stands inside a product, a power or a sign.
func (e Expr) hasBrackets() bool { return e.multiplies(opMul, opPow, opDiv, opNeg) }

// multiplies: a sum stands inside one of some operations.
func (e Expr) multiplies(by ...op) bool {
	isSum := func(n *node) bool { return n.op == opAdd || n.op == opSub || n.op == opSum }
	return e.root.has(func(n *node) bool { return slices.Contains(by, n.op) && n.has(isSum) })
}

// summands lists the terms of a sum.
func summands(n *node) []*node {
	if n.op == opAdd || n.op == opSub {
		return append(summands(n.args[0]), summands(n.args[1])...)
	}
	return []*node{n}
}

// terms lists the terms of a sum, also of one with a sign in front.
func terms(n *node) []*node {
	switch n.op {
	case opAdd, opSub:
		return append(terms(n.args[0]), terms(n.args[1])...)
	case opNeg:
		return terms(n.args[0])
	}
	return []*node{n}
}
