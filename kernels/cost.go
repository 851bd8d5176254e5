package kernels

import "fmt"

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
	case opPower, opCall:
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
