package answer

import "slices"

// The kernels of the distance ‖x − z‖ and of the difference x − z, which no
// rule makes out of smaller ones.

// distanceName stands for ‖x − z‖ in an expression; no student can type it.
const distanceName = "‖x−z‖"

// distanceSign is how ‖x − z‖ is printed.
const distanceSign = "‖x − z‖"

// laplacian proves exp(u) for u = −c·‖x − z‖ with c > 0: the distance is
// conditionally negative definite, so the exponential is a kernel (Schoenberg
// 1938).
func (c *closure) laplacian(u *node) (string, bool) {
	f, err := c.canon(c.replaceDistance(u, nameNode(distanceName)))
	if err != nil || !f.den.isOne() {
		return "", false
	}
	t, single := f.num.single()
	if !single || t.coef.float() >= 0 || !c.isDistanceTimesParameters(t.mono) {
		return "", false
	}
	return "−‖x − z‖ is conditionally positive definite (Schoenberg 1938), so exp of a positive multiple of it is a kernel", true
}

// isDistanceTimesParameters reports whether a monomial is the distance once,
// and beside it parameters alone.
func (c *closure) isDistanceTimesParameters(m mono) bool {
	once := false
	for _, f := range m {
		switch {
		case f.atom == distanceName && f.num == 1 && f.den == 1:
			once = true
		case !slices.Contains(c.task.Params, f.atom):
			return false
		}
	}
	return once
}

// replaceDistance puts d wherever n is the distance of x and z.
func (c *closure) replaceDistance(n, d *node) *node {
	return n.replaced(func(m *node) (*node, bool) { return d, c.isDistance(m) })
}

// isDistance reports whether n is |x − z| on the line or √Σ(xᵢ − zᵢ)².
func (c *closure) isDistance(n *node) bool {
	if n.op != opCall || n.text != "abs" && n.text != "sqrt" {
		return false
	}
	square := n.args[0]
	if n.text == "abs" {
		square = binary(opPow, square, intNode(2))
	}
	sum := intNode(0)
	for i, x := range c.task.X {
		sum = binary(opAdd, sum, binary(opPow, binary(opSub, nameNode(x), nameNode(c.task.Z[i])), intNode(2)))
	}
	return c.equal(square, sum)
}

// cosine proves cos(h(x) − h(z)): it is cos h(x)·cos h(z) + sin h(x)·sin h(z).
func (c *closure) cosine(u *node) (string, bool) {
	h := c.at(u, c.task.Z, 0)
	if !c.equal(u, binary(opSub, h, c.task.swapped(h))) {
		return "", false
	}
	return "with h(x) − h(z) in the cosine it is cos h(x)·cos h(z) + sin h(x)·sin h(z), an inner product of two features", true
}

// equal reports whether two expressions are proved to be equal.
func (c *closure) equal(a, b *node) bool {
	return compareForms(a, b, c.scope, false).outcome == proved
}
