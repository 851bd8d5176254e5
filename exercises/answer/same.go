package answer

import "math"

// provedEqual is Same for one of many candidates: most of them differ at the
// first point tried, and no certificate is wanted.
func provedEqual(a, b Expr) bool {
	b.scope = b.scope.paidBy(a.scope.work)
	one, other := a, b
	if sizes := b.scope.Sizes; len(sizes) > 0 {
		one, other = a.sized(sizes[0]), b.sized(sizes[0])
	}
	for _, s := range settings(one, other) {
		ta, tb, err := s.lowered(one, other)
		if err != nil || ta.isScalar() && tb.isScalar() && differAtPoint(ta.cells[0], tb.cells[0], other.scope) {
			return false
		}
	}
	equal, decided := Same(a, b)
	return equal && decided
}

// differAtPoint evaluates two scalars at a point and reports a clear
// difference.
func differAtPoint(a, b *node, s *Scope) (differ bool) {
	_ = newProbe(s, a, b).values(a, b, 3, func(_ []float64, u, v float64) bool { // none is clear where they cannot be computed
		differ = !math.IsNaN(u) && !math.IsNaN(v) && !agree(u, v, 1e-6)
		return differ
	})
	return differ
}
