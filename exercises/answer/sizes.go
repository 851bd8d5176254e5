package answer

import (
	"fmt"
	"slices"
	"strings"
)

// An update is written for any number of points, and judged for several: an
// identity that holds for three points alone is none. The letter that counts
// the points, where there is one, is put to the number that they are then, so
// that sum(j, 1) is n.

// severalSizes are the numbers of points an answer is judged for. Facts are
// told of the first.
func severalSizes() []int { return []int{3, 2, 4} }

// AnySize is the scope with its vectors of any length, which the letter count
// stands for, where it is not "". They are declared with three entries.
func (s Scope) AnySize(count string) Scope {
	s.Sizes, s.Count = severalSizes(), canonName(count)
	s.N = s.Sizes[0]
	return s
}

// sized is the scope with n points.
func (s *Scope) sized(n int) *Scope {
	out := *s
	out.N, out.Sizes = n, nil
	out.Arrays = slices.Clone(s.Arrays)
	for i, a := range out.Arrays {
		dims := slices.Clone(a.Dims)
		for k, d := range dims {
			if d == s.N {
				dims[k] = n
			}
		}
		out.Arrays[i].Dims = dims
	}
	return &out
}

// sized is the expression for n points.
func (e Expr) sized(n int) Expr {
	e.scope = e.scope.sized(n)
	if count := e.scope.Count; count != "" {
		e.root = e.root.named(count, intNode(int64(n)))
	}
	return e
}

// compareSizes decides about two expressions for several numbers of points, and
// for the first alone where one of the points is named: who writes a₃ has three
// in mind. A number for which it cannot be written out is
// passed over; where the budget ends, two numbers are enough and one is not.
func compareSizes(a, b Expr) comparison {
	result := comparison{outcome: proved}
	for k, n := range sizesOf(a, b) {
		told := n
		if k == 0 && b.scope.Count == "" {
			told = 0 // nothing in the fact depends on it
		}
		c := compareOne(a.sized(n), b.sized(n), told)
		switch {
		case c.outcome == refuted && k == 0:
			return a.symbolic(b, c)
		case c.outcome == refuted:
			return c
		case c.outcome == tooLarge && (k == 0 || k == 1 && a.scope.work.Err() != nil):
			return c
		case c.outcome == tooLarge:
			return result
		case c.outcome == sampled:
			result.outcome, result.points = sampled, c.points
		}
		result.sizes = append(result.sizes, n)
	}
	return result
}

// sizesOf are the numbers of points for which two expressions are compared.
func sizesOf(a, b Expr) []int {
	named := func(n *node) bool {
		return n.op == opArray && slices.ContainsFunc(n.args, func(i *node) bool { return i.op == opNum })
	}
	if a.root.has(named) || b.root.has(named) {
		return b.scope.Sizes[:1]
	}
	return b.scope.Sizes
}

// symbolic is the fact of a refutation with the letter that counts the points
// left as it is, where that says the same.
func (e Expr) symbolic(b Expr, c comparison) comparison {
	if e.scope.Count == "" || e.countsPoints() {
		return c
	}
	if s := compareOne(e, b, 0); s.outcome == refuted {
		return s
	}
	return c
}

// countsPoints reports whether a sum adds up something that is the same for
// every value of its index, as sum(j, 1) does.
func (e Expr) countsPoints() bool {
	return e.root.has(func(n *node) bool {
		if n.op != opSum {
			return false
		}
		bound := func(m *node) bool {
			return m.has(func(i *node) bool { return i.op == opIndex && i.text == n.text })
		}
		return !bound(n.args[0]) || n.args[0].has(func(m *node) bool {
			return (m.op == opAdd || m.op == opSub) && bound(m.args[0]) != bound(m.args[1])
		})
	})
}

// sizesInWords is "n = 2, 3 and 4": the numbers of points that were tried.
func (c comparison) sizesInWords(s *Scope) string {
	if len(c.sizes) == 0 {
		return fmt.Sprintf("n = %d", s.N)
	}
	words := make([]string, len(c.sizes))
	for i, n := range slices.Sorted(slices.Values(c.sizes)) {
		words[i] = fmt.Sprint(n)
	}
	if last := len(words) - 1; last > 0 {
		return "n = " + strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return "n = " + words[0]
}
