package kernels

import (
	"context"
	"fmt"
	"math"
)

// maxCost is what the value of a typed kernel at one pair of points may cost,
// in operations. A field in a picture has a million pairs and more.
const maxCost = 200

// dearCost is the cost of an exponential, a root or a power.
const dearCost = 4

// cost is what one value of a kernel costs, in operations; distances and inner
// products count as one, and so does joining a part.
func cost(k Kernel[[]float64]) int {
	switch k := k.(type) {
	case Poly, RBF:
		return dearCost
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
		sum = dearCost
	}
	for _, a := range n.args {
		sum += a.cost()
	}
	return sum
}

// tooDear refuses a typed kernel whose pictures would take seconds.
func tooDear(k Kernel[[]float64], text string) *ParseError {
	if c := cost(k); c > maxCost {
		return &ParseError{Text: text, Msg: fmt.Sprintf("one value of it takes %d operations, and %d are allowed", c, maxCost),
			Hint: "a kernel of fewer terms works"}
	}
	return nil
}

// Tally counts multiplications, as they are carried out.
type Tally struct {
	Features int // that were made and multiplied with each other
	Build    int // multiplications that made the features of both points
	Inner    int // multiplications of an inner product
}

// CountedKernel is (xᵀz + 1)^p by its formula, with what it took: one
// multiplication a coordinate, and p − 1 for the power. x and z have the same
// length; p is at least 1.
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

// CountedFeatures is φ(x)ᵀφ(z) for the φ of (xᵀz + 1)^p that has a feature for
// every monomial of degree at most p, weighted by the root of how often it
// occurs in the power. A feature is made from one of a degree less by one
// multiplication, and weighted by another where its weight is not that one's.
// No more than p features are kept at a time. It gives up when ctx ends.
func CountedFeatures(ctx context.Context, x, z []float64, p int) (float64, Tally, error) {
	w := monomialWalk{ctx: ctx, x: x, z: z, p: p}
	w.visit(monomial{1, 1, 1}, 0, 0, 0)
	return w.sum, w.tally, ctx.Err()
}

// monomialWalk goes through all monomials of degree at most p, each once.
type monomialWalk struct {
	ctx   context.Context
	x, z  []float64
	p     int
	sum   float64
	tally Tally
}

// monomial is the same product of coordinates of x and of z, and how often it
// occurs in the power, with its order.
type monomial struct{ x, z, times float64 }

// visit takes a monomial of some degree whose last factor is coordinate last,
// run times, and then all that go on from it.
func (w *monomialWalk) visit(m monomial, degree, last, run int) {
	w.take(m, degree)
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

// take adds a feature to the inner product.
func (w *monomialWalk) take(m monomial, degree int) {
	weight := math.Sqrt(m.times)
	if degree > 0 && weight != 1 {
		w.tally.Build += 2
	}
	w.sum += (weight * m.x) * (weight * m.z)
	w.tally.Features++
	w.tally.Inner++
}
