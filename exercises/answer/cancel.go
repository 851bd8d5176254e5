package answer

import (
	"math/big"
	"slices"
)

// Bounds of factorials that are too large to write out and cancel.
const (
	maxWritten   = 170  // up to it a factorial is written out
	maxCancelled = 2000 // up to it one cancels against another
	maxApart     = 200  // so far apart may the two be
	maxFactors   = 32   // in one product
)

// ratio is a product over a product, large factorials apart from the rest.
type ratio struct {
	rest  [2][]*node // above and below the line
	large [2][]int64 // n of the n! that are not written out
}

// cancelled is a product or quotient in which as many large factorials stand
// above the line as below, each of them near another: 1003!/(1000!·3!).
func (r *ring) cancelled(n *node) (frac, bool) {
	var q ratio
	if !r.collect(n, 0, &q) || len(q.large[0]) == 0 || len(q.large[0]) != len(q.large[1]) {
		return frac{}, false
	}
	slices.Sort(q.large[0])
	slices.Sort(q.large[1])
	out := constant(intSurd(1))
	for i, a := range q.large[0] {
		b := q.large[1][i]
		if abs64(a-b) > maxApart {
			return frac{}, false
		}
		between := constant(ratSurd(new(big.Rat).SetInt(new(big.Int).MulRange(min(a, b)+1, max(a, b)))))
		if a < b {
			between = r.inverse(between)
		}
		out = r.times(out, between)
	}
	for _, m := range q.rest[0] {
		out = r.times(out, r.form(m))
	}
	for _, m := range q.rest[1] {
		out = r.times(out, r.inverse(r.form(m)))
	}
	return out, true
}

// collect sorts the factors of n, which stands above the line (0) or below (1);
// it reports whether they are few enough.
func (r *ring) collect(n *node, side int, q *ratio) bool {
	if n.op == opMul || n.op == opDiv {
		other := side
		if n.op == opDiv {
			other = 1 - side
		}
		return r.collect(n.args[0], side, q) && r.collect(n.args[1], other, q)
	}
	if k, ok := r.largeFactorial(n); ok {
		q.large[side] = append(q.large[side], k)
	} else {
		q.rest[side] = append(q.rest[side], n)
	}
	return len(q.rest[0])+len(q.rest[1])+len(q.large[0])+len(q.large[1]) <= maxFactors
}

// largeFactorial is k where n is k!, k too large to write it out.
func (r *ring) largeFactorial(n *node) (int64, bool) {
	if n.op != opCall || n.text != "factorial" {
		return 0, false
	}
	q, ok := r.form(n.args[0]).rational()
	if !ok || !q.IsInt() || !q.Num().IsInt64() {
		return 0, false
	}
	k := q.Num().Int64()
	return k, k > maxWritten && k <= maxCancelled
}
