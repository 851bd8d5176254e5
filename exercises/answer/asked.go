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
	AnyForm  Form = iota
	Opened        // a sum without brackets, which may have like terms
	Single        // one term
	Short         // a sum without brackets and without like terms
	OneValue      // s(…), a value of the logistic function, or the one term to which it expands
	InValue       // a formula in which u occurs only as s(u)
	Halves        // a sum of products f(x)·f(z), see inHalves
)

// words describes the form so that it completes the sentence "it is not …".
func (f Form) words() string {
	switch f {
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

// holds reports whether an expression has the form. It ignores neutral operations such as + 0.
func (f Form) holds(e Expr) bool {
	e.root = e.root.rewrite(withoutNeutral)
	switch f {
	case Opened:
		return !e.multiplies(opMul, opPow, opDiv)
	case Single:
		return len(termsOf(e.root, false, nil)) == 1
	case Short:
		return !e.multiplies(opMul, opPow, opDiv) && !e.hasLikeTerms()
	case OneValue:
		if isValue(e.root) {
			return !e.root.args[0].contains(isValue)
		}
		return len(termsOf(e.root, false, nil)) == 1 && !e.root.contains(isValue)
	case Halves:
		return e.inHalves()
	case InValue:
		return !withoutValues(e.root).contains(func(n *node) bool { return n.op == opName && n.text == "u" })
	}
	return true
}

func isValue(n *node) bool { return n.op == opCall && n.text == "s" }

// withoutValues replaces s(u) by a letter.
func withoutValues(n *node) *node {
	return n.replace(func(m *node) (*node, bool) {
		return nameNode("s"), isValue(m) && m.args[0].op == opName && m.args[0].text == "u"
	})
}

// withoutNeutral returns the operand of an operation that changes nothing (+ 0, ·1, /1, ^1 and
// −(−…)), and any other node unchanged. It is an argument of [node.rewrite].
func withoutNeutral(_, n *node) *node {
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

// hasLikeTerms reports whether two terms of the sum have the same monomial, or a
// term is 0.
func (e Expr) hasLikeTerms() bool {
	seen := map[string]bool{}
	for _, s := range termsOf(e.root, false, nil) {
		n, err := (Expr{root: s, scope: e.scope}).scalar()
		if err != nil {
			return false
		}
		c, cerr := newRing(e.scope).canon(n)
		one, single := c.num.singleTerm()
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

// multiplies reports whether a sum occurs inside one of the given operations.
func (e Expr) multiplies(ops ...op) bool {
	isSum := func(n *node) bool { return n.op == opAdd || n.op == opSub || n.op == opSum }
	return e.root.contains(func(n *node) bool { return slices.Contains(ops, n.op) && n.contains(isSum) })
}

// inHalves reports whether an expression is a sum of products f(x)·f(z), like φ(x)·φ(z). In every
// product, one half contains x, and the other half is the same formula in z. A factor that contains
// neither x nor z must occur an even number of times, so that both halves can have it. x and z are
// the first two vectors of the scope.
func (e Expr) inHalves() bool {
	if len(e.scope.Arrays) < 2 {
		return false
	}
	h := halves{x: e.scope.Arrays[0].Name, z: e.scope.Arrays[1].Name}
	return h.sum(e.root)
}

// halves holds the names of the two vectors x and z.
type halves struct{ x, z string }

// sum reports whether every term of a sum is a product of two halves and no term is subtracted.
func (h halves) sum(n *node) bool {
	switch n.op {
	case opAdd:
		return h.sum(n.args[0]) && h.sum(n.args[1])
	case opSum:
		return n.text != "" && h.sum(n.args[0])
	}
	var ofX, ofZ, bare []string
	for _, f := range wholeFactors(n) {
		switch hasX, hasZ := f.contains(h.hasName(h.x)), f.contains(h.hasName(h.z)); {
		case hasX && hasZ:
			return false
		case hasX:
			ofX = append(ofX, printNode(h.mirrored(f)))
		case hasZ:
			ofZ = append(ofZ, printNode(f))
		default:
			bare = append(bare, printNode(f))
		}
	}
	slices.Sort(ofX)
	slices.Sort(ofZ)
	slices.Sort(bare)
	for pair := range slices.Chunk(bare, 2) {
		if len(pair) < 2 || pair[0] != pair[1] {
			return false
		}
	}
	return slices.Equal(ofX, ofZ)
}

// maxExponent is the largest exponent of a power that wholeFactors splits into factors.
const maxExponent = 12

// wholeFactors returns the factors of a product. For a power with a small whole exponent k, it
// returns the base k times.
func wholeFactors(n *node) []*node {
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

func (h halves) hasName(name string) func(*node) bool {
	return func(n *node) bool { return (n.op == opArray || n.op == opName) && n.text == name }
}

// mirrored returns a factor with x replaced by z.
func (h halves) mirrored(n *node) *node {
	return n.replace(func(m *node) (*node, bool) {
		out := *m
		out.text = h.z
		return &out, h.hasName(h.x)(m)
	})
}
