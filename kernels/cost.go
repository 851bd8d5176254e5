package kernels

import (
	"context"
	"fmt"
	"math"
)

// maxCost is the largest permitted cost of one value of a typed kernel, in
// operations. The field in a picture takes a million values and more.
const maxCost = 200

// callCost is the cost of an exponential, a root or a power, in operations.
const callCost = 4

// cost returns the number of operations that one value of a kernel takes. A
// distance, an inner product and each operation that joins two parts count as
// one.
func cost(k Kernel[[]float64]) int {
	switch k := k.(type) {
	case Poly, RBF:
		return callCost
	case *Expr:
		return k.root.cost()
	case *Entries:
		return k.root.cost()
	case *Features:
		sum := 0
		for _, f := range k.roots {
			sum += 2 * f.cost()
		}
		return sum
	}
	sum := 0
	for _, part := range parts(k) {
		sum += 1 + cost(part)
	}
	return max(1, sum)
}

func (n *node) cost() int {
	sum := 1
	switch n.op {
	case opPower, opExp, opCall:
		sum = callCost
	}
	for _, a := range n.args {
		sum += a.cost()
	}
	return sum
}

// checkCost returns an error if pictures of a typed kernel would take seconds.
func checkCost(k Kernel[[]float64], text string) *ParseError {
	if c := cost(k); c > maxCost {
		return &ParseError{Text: text, Msg: fmt.Sprintf("one value of it takes %d operations, and %d are allowed", c,
			maxCost),
			Hint: "a kernel of fewer terms works"}
	}
	return nil
}

// Tally counts the features and multiplications of a computation.
type Tally struct {
	Features int // features computed
	Build    int // multiplications to compute the features of both points
	Inner    int // multiplications in the inner product
}

// CountedKernel returns (xᵀz + 1)^p by its formula and counts the
// multiplications: one per coordinate and p − 1 for the power. x and z must
// have the same length, and p must be at least 1.
func CountedKernel(x, z []float64, p int) (float64, Tally) {
	var t Tally
	u := 1.0
	for i := range x {
		u += x[i] * z[i]
		t.Inner++
	}
	value := u
	for range p - 1 {
		value *= u
		t.Inner++
	}
	return value, t
}

// CountedFeatures returns φ(x)ᵀφ(z) and counts the multiplications. φ is the
// feature map of (xᵀz + 1)^p with a feature for every monomial of degree at
// most p, weighted by the square root of its multinomial coefficient. Each
// monomial is a monomial of one degree less times a coordinate, so it costs one
// multiplication. The weight costs another unless it is 1. At most p monomials
// are kept at a time. If ctx ends early, the sums are incomplete and the error
// is that of ctx.
func CountedFeatures(ctx context.Context, x, z []float64, p int) (float64, Tally, error) {
	w := monomialWalk{ctx: ctx, x: x, z: z, p: p}
	w.visit(monomial{1, 1, 1}, 0, 0, 0)
	return w.sum, w.tally, ctx.Err()
}

// monomialWalk visits each monomial of degree at most p once.
type monomialWalk struct {
	ctx   context.Context
	x, z  []float64
	p     int
	sum   float64
	tally Tally
}

// monomial holds the same product of coordinates for x and for z, and its
// multinomial coefficient.
type monomial struct{ x, z, times float64 }

// visit adds a monomial and then all monomials that extend it. Its last factor
// is coordinate last, run times in a row.
func (w *monomialWalk) visit(m monomial, degree, last, run int) {
	w.addFeature(m, degree)
	if degree == w.p || degree == 0 && w.ctx.Err() != nil {
		return
	}
	for i := last; i < len(w.x); i++ {
		again := 1
		if i == last {
			again = run + 1
		}
		next := monomial{m.x * w.x[i], m.z * w.z[i], m.times * float64(w.p-degree) / float64(again)}
		if degree > 0 {
			w.tally.Build += 2
		}
		w.visit(next, degree+1, i, again)
		if degree == 0 && w.ctx.Err() != nil {
			return
		}
	}
}

// addFeature adds the feature of a monomial to the inner product.
func (w *monomialWalk) addFeature(m monomial, degree int) {
	weight := math.Sqrt(m.times)
	if degree > 0 && weight != 1 {
		w.tally.Build += 2
	}
	w.sum += (weight * m.x) * (weight * m.z)
	w.tally.Features++
	w.tally.Inner++
}
