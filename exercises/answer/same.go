package answer

import "math"

// provedEqual is Same for one of many candidates: most of them differ at the
// first point tried, and no certificate is wanted.
func provedEqual(a, b Expr) bool {
	b.scope = b.scope.paidBy(a.scope.work)
	if _, two := freeIndices(b.root, "", nil); two != nil {
		equal, decided := Same(a, b)
		return equal && decided
	}
	free := 1
	if freeIndex(b.root, nil) || freeIndex(a.root, nil) {
		free = max(b.scope.N, 1)
	}
	for i := 1; i <= free; i++ {
		ta, err := a.lowered(i)
		if err != nil {
			return false
		}
		tb, err := b.lowered(i)
		if err != nil {
			return false
		}
		if ta.isScalar() && tb.isScalar() && differAtPoint(ta.cells[0], tb.cells[0], b.scope) {
			return false
		}
	}
	equal, decided := Same(a, b)
	return equal && decided
}

// differAtPoint evaluates two scalars at a point and reports a clear
// difference.
func differAtPoint(a, b *node, s *Scope) bool {
	p := newProbe(s, a, b)
	fa, fb, err := p.compiled(a, b)
	if err != nil {
		return false
	}
	for k := range 3 {
		x := p.point(k)
		u, v := fa.Value(x...), fb.Value(x...)
		if !math.IsNaN(u) && !math.IsNaN(v) && !agree(u, v, 1e-6) {
			return true
		}
	}
	return false
}
