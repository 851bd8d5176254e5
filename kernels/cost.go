package kernels

import "fmt"

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
