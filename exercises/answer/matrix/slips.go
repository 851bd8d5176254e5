package matrix

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// formulaSlip is a known mistake in a formula.
type formulaSlip struct {
	id, says string
	// of returns what the slip makes of a formula. It is applied to every part.
	of func(*node) []*node
}

// slipShare is the fraction of the work of an answer after which no more slips are tried.
const slipShare = 5

// explained adds the slip that leads from the wanted formula to a wrong one, if there
// is one. The verdict stays.
func (s Space) explained(r answer.Result, got, want *node, work *budget.Budget) answer.Result {
	first := s.assignments[0]
	v, bad := first.eval(got, work)
	if r.Verdict != exercises.NotEqual || bad != nil {
		return r
	}
	for _, slip := range slices.Concat(formulaSlips, s.factorsTooMany()) {
		for _, wrong := range want.variants(slip.of) {
			if work.Spent() > work.Limits().Work/slipShare {
				return r
			}
			u, bad := first.eval(wrong, work)
			if bad == nil && v.same(u) && s.compare(got, wrong, work).Accepted {
				r.Misconception, r.Advice = slip.id, ascii.PlainLines(slip.says)
				return r
			}
		}
	}
	return r
}

// variants returns the formula with one part changed, for every part.
func (n *node) variants(change func(*node) []*node) []*node {
	out := change(n)
	for i, a := range n.args {
		for _, changed := range a.variants(change) {
			out = append(out, n.withArgs(n.op, slices.Concat(n.args[:i], []*node{changed}, n.args[i+1:])...))
		}
	}
	return out
}

// withArgs returns the node with another operation and other arguments.
func (n *node) withArgs(o op, args ...*node) *node {
	out := *n
	out.op, out.args = o, args
	return &out
}

func product(a, b *node) *node { return &node{op: opProduct, args: []*node{a, b}} }

func unary(o op, a *node) *node { return &node{op: o, args: []*node{a}} }

// formulaSlips lists the slips that are recognised in any formula.
var formulaSlips = []formulaSlip{
	{"inverse-missing", "It looks as if an inverse is missing.", opened(opInverse)},
	{"transpose-missing", "It looks as if a transpose is missing.", opened(opTranspose)},
	{"term-missing", "It looks as if a term is missing.", withoutOne(opSum)},
	{"term-sign", "It looks as if a sign is turned round.", func(n *node) []*node {
		if n.op == opNeg {
			return n.args
		}
		return []*node{unary(opNeg, n)}
	}},
	{"factor-missing", "It looks as if a factor is missing.", withoutOne(opProduct)},
	{"not-divided", "It looks as if a division is missing.", func(n *node) []*node {
		if n.op != opQuotient {
			return nil
		}
		return []*node{n.args[0], n.withArgs(opProduct, n.args...)}
	}},
	{"inverse-of-terms", "The inverse of a sum is not the sum of the inverses.", inverseOfTerms},
	{"factor-order", "It looks as if two factors have changed places: matrices do not commute.", exchanged},
	{"inverted", "It looks as if one inverse is too many.", func(n *node) []*node {
		return []*node{unary(opInverse, n)}
	}},
	{"transposed", "It looks as if one transpose is too many.", func(n *node) []*node {
		return []*node{unary(opTranspose, n)}
	}},
	{"factor-2", "It looks as if a factor 2 is too many, or a ½ is missing.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "2"}, n)}
	}},
	{"factor-half", "It looks as if a factor 2 is missing, or a ½ is too many.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "0.5"}, n)}
	}},
}

// factorsTooMany returns a slip for each letter, which multiplies or divides a part.
func (s Space) factorsTooMany() []formulaSlip {
	var out []formulaSlip
	for _, name := range append(s.names(), "I") {
		l := &node{op: opLetter, text: name}
		if name == "I" {
			l = &node{op: opIdentity}
		}
		out = append(out,
			formulaSlip{"too-many", "It looks as if a " + glyph(name) + " is too many.", func(n *node) []*node {
				var changed []*node
				for _, by := range []*node{l, unary(opTranspose, l), unary(opInverse, l)} {
					changed = append(changed, product(by, n), product(n, by))
				}
				return append(changed, &node{op: opSum, args: []*node{n, l}}, less(n, l))
			}})
	}
	return out
}

// opened drops an operation.
func opened(o op) func(*node) []*node {
	return func(n *node) []*node {
		if n.op != o {
			return nil
		}
		return n.args
	}
}

// withoutOne drops one of several terms or factors.
func withoutOne(o op) func(*node) []*node {
	return func(n *node) (out []*node) {
		for i := range n.args {
			if n.op == o && len(n.args) > 1 {
				out = append(out, n.withArgs(o, slices.Concat(n.args[:i], n.args[i+1:])...))
			}
		}
		return out
	}
}

// inverseOfTerms inverts the terms of a sum one by one, all of them or only the first.
func inverseOfTerms(n *node) []*node {
	if n.op != opInverse || n.args[0].op != opSum {
		return nil
	}
	sum := n.args[0]
	first, all := slices.Clone(sum.args), make([]*node, len(sum.args))
	first[0] = unary(opInverse, first[0])
	for i, a := range sum.args {
		all[i] = unary(opInverse, a)
	}
	return []*node{sum.withArgs(opSum, first...), sum.withArgs(opSum, all...)}
}

// exchanged swaps neighbouring factors.
func exchanged(n *node) (out []*node) {
	for i := 1; n.op == opProduct && i < len(n.args); i++ {
		args := slices.Clone(n.args)
		args[i-1], args[i] = args[i], args[i-1]
		out = append(out, n.withArgs(opProduct, args...))
	}
	return out
}
