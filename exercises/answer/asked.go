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
	}
	return "in the form asked"
}

// holds reports whether an expression has the form.
func (f Form) holds(e Expr) bool {
	switch f {
	case Expanded:
		return e.isExpanded()
	case Factored:
		op := e.root.op
		return op == opMul || op == opPow || op == opDiv || op == opNeg && Factored.holds(Expr{root: e.root.args[0], scope: e.scope}) || len(summands(e.root)) == 1
	case Exact:
		return !e.hasDecimals()
	case Opened:
		return !e.multiplies(opMul, opPow, opDiv)
	case Single:
		return len(summands(e.root)) == 1
	}
	return true
}

// isExpanded: no sum stands inside a product or a power, and no two summands
// have the same monomial.
func (e Expr) isExpanded() bool {
	if e.hasBrackets() {
		return false
	}
	seen := map[string]bool{}
	for _, s := range summands(e.root) {
		t, err := (Expr{root: s, scope: e.scope}).lowered()
		if err != nil || !t.isScalar() {
			return true
		}
		c, cerr := newRing(e.scope).canon(t.cells[0])
		one, single := c.num.single()
		if cerr != nil || !single {
			return cerr != nil || len(c.num) > 0
		}
		if key := one.mono.key(); !strings.Contains(key, "(") {
			if seen[key] {
				return false
			}
			seen[key] = true
		}
	}
	return true
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
