package answer

import (
	"maps"
	"math/big"
)

// inHalves reports whether an expression is a sum of products f(x)·f(z), as φ(x)·φ(z)
// is: of every product one half has x in it, and the other is the same with z. A
// factor with neither has to be there twice, once for each half. The first two
// vectors of the scope are x and z.
func (e Expr) inHalves() bool {
	if len(e.scope.Arrays) < 2 {
		return false
	}
	h := halves{x: e.scope.Arrays[0].Name, z: e.scope.Arrays[1].Name}
	return h.sum(e.root)
}

// halves are the two vectors that take each other's place.
type halves struct{ x, z string }

// sum reports it of every term; what is taken away is no product of two halves.
func (h halves) sum(n *node) bool {
	switch n.op {
	case opAdd:
		return h.sum(n.args[0]) && h.sum(n.args[1])
	case opSum:
		return n.text != "" && h.sum(n.args[0])
	}
	ofX, ofZ, bare := map[string]int{}, map[string]int{}, map[string]int{}
	if !h.factors(n, 1, "", ofX, ofZ, bare) {
		return false
	}
	for _, times := range bare {
		if times%2 != 0 {
			return false
		}
	}
	return maps.Equal(ofX, ofZ)
}

// mostTimes is up to which power a factor is counted.
const mostTimes = 12

// factors counts the factors of a product: those of x as they are with z in its place,
// those of z, and those of neither. Not ok where one has both.
func (h halves) factors(n *node, times int, below string, ofX, ofZ, bare map[string]int) bool {
	switch n.op {
	case opMul:
		return h.factors(n.args[0], times, below, ofX, ofZ, bare) && h.factors(n.args[1], times, below, ofX, ofZ, bare)
	case opDiv:
		return h.factors(n.args[0], times, below, ofX, ofZ, bare) && h.factors(n.args[1], times, below+"/", ofX, ofZ, bare)
	case opPow:
		if p := n.args[1]; p.op == opNum && p.num.IsInt() && p.num.Sign() > 0 && p.num.Cmp(big.NewRat(mostTimes, 1)) <= 0 {
			return h.factors(n.args[0], times*int(p.num.Num().Int64()), below, ofX, ofZ, bare)
		}
	}
	hasX, hasZ := n.has(h.is(h.x)), n.has(h.is(h.z))
	switch {
	case hasX && hasZ:
		return false
	case hasX:
		ofX[below+printNode(h.turned(n))] += times
	case hasZ:
		ofZ[below+printNode(n)] += times
	default:
		bare[below+printNode(n)] += times
	}
	return true
}

func (h halves) is(name string) func(*node) bool {
	return func(n *node) bool { return (n.op == opArray || n.op == opName) && n.text == name }
}

// turned is a factor with z in the place of x.
func (h halves) turned(n *node) *node {
	return n.replaced(func(m *node) (*node, bool) {
		out := *m
		out.text = h.z
		return &out, h.is(h.x)(m)
	})
}
