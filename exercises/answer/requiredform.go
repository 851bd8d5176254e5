package answer

import (
	"slices"
	"strings"
)

// Form is the form that a task requires of an expression. AnyForm means that any expression with
// the right value is accepted.
type Form uint8

// The forms.
const (
	AnyForm             Form = iota
	ExpandedForm             // a sum without brackets, which may have like terms
	OneTermForm              // one term
	CollectedForm            // a sum without brackets and without like terms
	OneLogisticForm          // one value s(…) of the logistic function, without s inside, or one term without s
	OnlyLogisticForm         // a formula in which the letter u occurs only as s(u)
	FeatureProductsForm      // a sum of products f(x)·f(z), see isFeatureProducts
)

// description describes the form so that it completes the sentence "it is not …".
func (f Form) description() string {
	switch f {
	case ExpandedForm:
		return "a sum without brackets"
	case OneTermForm:
		return "a single term"
	case CollectedForm:
		return "as short as it gets"
	case OneLogisticForm:
		return "one value s(…)"
	case OnlyLogisticForm:
		return "written with s alone"
	case FeatureProductsForm:
		return "split into products of two equal halves"
	}
	return "in the form asked"
}

// Matches reports whether an expression has the form. It ignores neutral operations such as + 0.
func (f Form) Matches(e Expr) bool {
	e.root = e.root.rewrite(dropNeutral)
	switch f {
	case ExpandedForm:
		return !e.hasSumInside(opMul, opPow, opDiv)
	case OneTermForm:
		return len(termsOf(e.root, false, nil)) == 1
	case CollectedForm:
		return !e.hasSumInside(opMul, opPow, opDiv) && !e.hasLikeTerms()
	case OneLogisticForm:
		if isLogistic(e.root) {
			return !e.root.args[0].contains(isLogistic)
		}
		return len(termsOf(e.root, false, nil)) == 1 && !e.root.contains(isLogistic)
	case FeatureProductsForm:
		return e.isFeatureProducts()
	case OnlyLogisticForm:
		return !withoutLogistic(e.root).contains(func(n *node) bool { return n.op == opName && n.text == "u" })
	}
	return true
}

func isLogistic(n *node) bool { return n.op == opCall && n.text == "s" }

// withoutLogistic replaces s(u) by a letter.
func withoutLogistic(n *node) *node {
	return n.replace(func(m *node) (*node, bool) {
		return nameNode("s"), isLogistic(m) && m.args[0].op == opName && m.args[0].text == "u"
	})
}

// dropNeutral returns the operand of an operation that changes nothing (+ 0, − 0, ·1, /1, ^1 and
// −(−…)). For 0 − a it returns −a, and any other node it returns unchanged. It is an argument of
// [node.rewrite].
func dropNeutral(_, n *node) *node {
	isZero := func(i int) bool { return isInt(n.args[i], 0) }
	isOne := func(i int) bool { return isInt(n.args[i], 1) }
	switch {
	case n.op == opAdd && isZero(0), n.op == opMul && isOne(0):
		return n.args[1]
	case (n.op == opAdd || n.op == opSub) && isZero(1), (n.op == opMul || n.op == opDiv || n.op == opPow) && isOne(1):
		return n.args[0]
	case n.op == opSub && isZero(0):
		return &node{op: opNeg, args: n.args[1:], pos: n.pos}
	case n.op == opNeg && n.args[0].op == opNeg:
		return n.args[0].args[0]
	}
	return n
}

// hasLikeTerms reports whether a term of the sum is 0 or two terms have the same monomial. It ignores
// monomials with functions, such as ln(x). It stops at the first term that is not a coefficient times
// a monomial, so it ignores this term and those after it.
func (e Expr) hasLikeTerms() bool {
	seen := map[string]bool{}
	for _, s := range termsOf(e.root, false, nil) {
		n, err := (Expr{root: s, scope: e.scope}).scalar()
		if err != nil {
			return false
		}
		c, formErr := newRing(e.scope).canonicalForm(n)
		term, single := c.num.singleTerm()
		if formErr != nil || !single {
			return formErr == nil && len(c.num) == 0
		}
		if key := term.mono.key(); !strings.Contains(key, "(") {
			if seen[key] {
				return true
			}
			seen[key] = true
		}
	}
	return false
}

// hasSumInside reports whether a sum occurs inside one of the given operations.
func (e Expr) hasSumInside(ops ...op) bool {
	isSum := func(n *node) bool { return n.op == opAdd || n.op == opSub || n.op == opSum }
	return e.root.contains(func(n *node) bool { return slices.Contains(ops, n.op) && n.contains(isSum) })
}

// isFeatureProducts reports whether an expression is a sum of products f(x)·f(z), like φ(x)·φ(z).
// In every product, one half contains x, and the other half is the same formula in z. A factor that
// contains neither x nor z must occur an even number of times, so that both halves can contain it.
// x and z are the first two vectors of the scope.
func (e Expr) isFeatureProducts() bool {
	if len(e.scope.Arrays) < 2 {
		return false
	}
	vectors := vectorPair{x: e.scope.Arrays[0].Name, z: e.scope.Arrays[1].Name}
	return vectors.isSumOfProducts(e.root)
}

// vectorPair holds the names of the two vectors x and z.
type vectorPair struct{ x, z string }

// isSumOfProducts reports whether every term of a sum is a product f(x)·f(z), as isFeatureProducts
// requires it, and no term is subtracted.
func (vectors vectorPair) isSumOfProducts(n *node) bool {
	switch n.op {
	case opAdd:
		return vectors.isSumOfProducts(n.args[0]) && vectors.isSumOfProducts(n.args[1])
	case opSum:
		return n.text != "" && vectors.isSumOfProducts(n.args[0])
	}
	var xFactors, zFactors, constants []string
	for _, f := range repeatedFactors(n) {
		switch hasX, hasZ := f.contains(vectors.hasName(vectors.x)), f.contains(vectors.hasName(vectors.z)); {
		case hasX && hasZ:
			return false
		case hasX:
			xFactors = append(xFactors, printNode(vectors.withZForX(f)))
		case hasZ:
			zFactors = append(zFactors, printNode(f))
		default:
			constants = append(constants, printNode(f))
		}
	}
	slices.Sort(xFactors)
	slices.Sort(zFactors)
	slices.Sort(constants)
	for equalConstants := range slices.Chunk(constants, 2) {
		if len(equalConstants) < 2 || equalConstants[0] != equalConstants[1] {
			return false
		}
	}
	return slices.Equal(xFactors, zFactors)
}

// maxExponent is the largest exponent of a power that repeatedFactors splits into factors.
const maxExponent = 12

// repeatedFactors returns the factors of a product. For a power with a small whole exponent k, it
// returns the base k times.
func repeatedFactors(n *node) []*node {
	var out []*node
	for _, f := range factorsOf(n, nil) {
		if k := maxExponent; f.op == opPow {
			for k > 1 && !isInt(f.args[1], int64(k)) {
				k--
			}
			if k > 1 {
				out = append(out, slices.Repeat(factorsOf(f.args[0], nil), k)...)
				continue
			}
		}
		out = append(out, f)
	}
	return out
}

func (vectors vectorPair) hasName(name string) func(*node) bool {
	return func(n *node) bool { return (n.op == opArray || n.op == opName) && n.text == name }
}

// withZForX returns a factor with x replaced by z.
func (vectors vectorPair) withZForX(n *node) *node {
	return n.replace(func(m *node) (*node, bool) {
		out := *m
		out.text = vectors.z
		return &out, vectors.hasName(vectors.x)(m)
	})
}
