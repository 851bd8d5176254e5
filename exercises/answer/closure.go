package answer

import (
	"fmt"
	"slices"
)

// kernelProof proves that an expression is a kernel by the rules that construct kernels from
// kernels: sums, products, multiples by c ≥ 0, whole powers, exp, f(x)f(z), and the
// elementary kernels (Shawe-Taylor and Cristianini, Kernel Methods for Pattern Analysis,
// 2004, proposition 3.22).
type kernelProof struct {
	task          KernelTask
	scope         *Scope
	lines         []string
	workDone      int // units of work spent on canonical forms so far, see ring.spend
	findings      map[*node]finding
	abbreviations map[string]*node // maps short forms such as xᵀz to the expressions that they abbreviate
}

// finding is the result of trying to prove that a part is a kernel. If ok is set, the part is a
// kernel by the rule.
type finding struct {
	rule string
	ok   bool
}

// prove returns the rule by which n is a kernel, and adds lines about the parts of n to the proof.
// ok is false if no rule applies or the budget has run out. If a node occurs several times, prove
// tries it only once.
func (c *kernelProof) prove(n *node) (rule string, ok bool) {
	if f, tried := c.findings[n]; tried {
		return f.rule, f.ok
	}
	if c.workDone > maxWork || c.scope.work.Err() != nil {
		return "", false
	}
	rule, ok = c.findRule(n)
	c.findings[n] = finding{rule, ok}
	return rule, ok
}

// findRule is prove without the cache of findings.
func (c *kernelProof) findRule(n *node) (rule string, ok bool) {
	if m, ok := c.coefficients(n); ok {
		return m.rule(), isPSD(m.entries)
	}
	if c.hasOneFeature(n) {
		return "it is f(x)·f(z), the inner product of one feature", true
	}
	switch n.op {
	case opAdd, opSub, opNeg:
		return c.proveSum(n)
	case opMul, opDiv:
		return c.proveProduct(n)
	case opPow:
		if e := n.args[1]; e.op == opNum && e.num.IsInt() && e.num.Sign() > 0 {
			return c.provePart(n.args[0], "a whole power of a kernel is a product of kernels")
		}
		if n.args[0].op == opName && n.args[0].text == "e" {
			return c.proveExponential(n.args[1])
		}
	case opCall:
		return c.proveCall(n)
	}
	return "", false
}

func (c *kernelProof) proveCall(n *node) (string, bool) {
	switch {
	case n.text == "exp":
		return c.proveExponential(n.args[0])
	case n.text == "cos":
		return c.proveCosine(n.args[0])
	case n.text == "min" && len(n.args) == 2 && c.task.NonNegative && c.isComponentPair(n.args[0], n.args[1]):
		return "min(x, z) of numbers ≥ 0 is the length of the overlap of [0, x] and [0, z], an inner product of functions", true
	}
	return "", false
}

// isComponentPair reports whether x and z have one component each, and a and b are these
// components, in either order.
func (c *kernelProof) isComponentPair(a, b *node) bool {
	return len(c.task.X) == 1 && a.op == opName && b.op == opName &&
		(a.text == c.task.X[0] && b.text == c.task.Z[0] || a.text == c.task.Z[0] && b.text == c.task.X[0])
}

// provePart proves that n, an operand of a larger expression, is a kernel, and adds a line that
// says so. It returns rule unchanged: it says why the larger expression is a kernel if n is one.
func (c *kernelProof) provePart(n *node, rule string) (string, bool) {
	reason, ok := c.prove(n)
	if ok {
		if line := fmt.Sprintf("%s is a kernel: %s.", c.shortText(n), reason); !slices.Contains(c.lines, line) {
			c.lines = append(c.lines, line)
		}
	}
	return rule, ok
}

// shortText returns a part as text, with the short forms in abbreviations, such as xᵀz and ‖x − z‖.
func (c *kernelProof) shortText(n *node) string {
	return printShort(n.replace(func(m *node) (*node, bool) {
		for short, written := range c.abbreviations {
			if sameNode(m, written) {
				return nameNode(short), true
			}
		}
		return nil, false
	}))
}

// proveExponential proves that exp(u) is a kernel. If u is a kernel, it uses the power series.
// Otherwise, as for u(x, z) = −g·‖x − z‖², it splits off a factor f(x)f(z).
func (c *kernelProof) proveExponential(u *node) (string, bool) {
	if _, ok := c.provePart(u, ""); ok {
		return "exp of a kernel is a sum of its powers with positive coefficients", true
	}
	rest, found := c.withoutDistance(u)
	// If u(x, z) − u(x, 0) − u(0, z) + u(0, 0) is a kernel, u is conditionally
	// positive definite (Schoenberg 1938), and exp(u) is f(x)·f(z)·exp(kernel).
	atZeroZ, atZeroX := c.substitutePoint(rest, c.task.Z, 0), c.substitutePoint(rest, c.task.X, 0)
	increment := binary(opAdd, binary(opSub, rest, binary(opAdd, atZeroZ, atZeroX)),
		c.substitutePoint(atZeroZ, c.task.X, 0))
	m, ok := c.coefficients(increment)
	switch {
	case !ok || !isPSD(m.entries):
		return "", false
	case !found:
		return "the exponent is a kernel plus h(x) + h(z), so exp of it is f(x)·f(z)·exp(kernel) with f = exp(h)", true
	case c.equal(rest, intNode(0)):
		return "exp of a negative multiple of the distance between x and z is a kernel (Schoenberg 1938)", true
	}
	return "exp of a negative multiple of the distance between x and z is a kernel (Schoenberg 1938), and exp of the rest is f(x)·f(z)·exp(kernel); " +
		"this is their product", true
}

// canonicalForm returns the canonical form of a part. All parts of one proof share a budget,
// because the rules expand many parts, and some large parts repeatedly.
func (c *kernelProof) canonicalForm(n *node) (frac, error) {
	r := newRing(c.scope)
	r.work = c.workDone
	f, err := r.canonicalForm(n)
	c.workDone = r.work
	return f, err
}

// coefficients returns the matrix M of a polynomial Σ Mᵢⱼ mᵢ(x) mⱼ(z), where the mᵢ are monomials.
// It returns false if n is not a polynomial in x and z with rational coefficients, or if it has too
// many monomials.
func (c *kernelProof) coefficients(n *node) (*coefficientMatrix, bool) {
	f, err := c.canonicalForm(n)
	if err != nil || !f.den.isOne() {
		return nil, false
	}
	out := &coefficientMatrix{}
	for _, t := range f.num.terms() {
		q, ok := t.coef.rat()
		x, z, split := c.splitByPoint(t.mono)
		if !ok || !split || !out.set(x, z, q) {
			return nil, false
		}
	}
	return out, true
}

// splitByPoint splits a monomial into the factors from x and the factors from z. In the factors
// from z, the names of the components of x replace those of z.
func (c *kernelProof) splitByPoint(m mono) (x, z mono, ok bool) {
	for _, f := range m {
		if f.den != 1 || f.num < 0 {
			return nil, nil, false
		}
		if slices.Contains(c.task.X, f.base) {
			x = x.mul(mono{f})
			continue
		}
		i := slices.Index(c.task.Z, f.base)
		if i < 0 {
			return nil, nil, false
		}
		f.base = c.task.X[i]
		z = z.mul(mono{f})
	}
	return x, z, true
}

// The following functions recognise kernels of the distance ‖x − z‖ and of the difference x − z. No
// rule constructs these kernels from smaller ones.

// distanceText is the printed form of ‖x − z‖.
const distanceText = "‖x − z‖"

// withoutDistance removes a term −c·‖x − z‖ with c > 0 from the exponent u. It may do so because
// the distance is conditionally negative definite, and therefore exp(−c·‖x − z‖) is a kernel
// (Schoenberg 1938). It returns the rest of the exponent, or u if there is no such term.
func (c *kernelProof) withoutDistance(u *node) (rest *node, found bool) {
	var distance *node
	u.contains(func(m *node) bool {
		if c.isDistance(m) {
			distance = m
		}
		return distance != nil
	})
	if distance == nil {
		return u, false
	}
	// Regard u as a function of the distance d. If d is its only odd power, the coefficient of d is
	// (u(1) − u(−1))/2. If another odd power occurs, the rest is not a polynomial in x and z.
	oddPart := binary(opDiv, binary(opSub, c.replaceDistance(u, intNode(1)), c.replaceDistance(u, intNode(-1))),
		intNode(2))
	f, err := c.canonicalForm(oddPart)
	if err != nil {
		return u, false
	}
	if v, known := f.number(); !known || v.float() >= 0 {
		return u, false
	}
	return binary(opSub, u, binary(opMul, oddPart, distance)), true
}

// replaceDistance replaces the distance of x and z by d wherever it occurs in n.
func (c *kernelProof) replaceDistance(n, d *node) *node {
	return n.replace(func(m *node) (*node, bool) { return d, c.isDistance(m) })
}

// isDistance reports whether n is the distance of x and z, written as √Σ(xᵢ − zᵢ)² or, for points
// with one component, as |x − z|.
func (c *kernelProof) isDistance(n *node) bool {
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

// proveCosine proves that cos(u) is a kernel if u = h(x) − h(z). In this case it equals cos h(x)·cos
// h(z) + sin h(x)·sin h(z).
func (c *kernelProof) proveCosine(u *node) (string, bool) {
	h := c.substitutePoint(u, c.task.Z, 0)
	if !c.equal(u, binary(opSub, h, c.task.swapPoints(h))) {
		return "", false
	}
	return "with h(x) − h(z) in the cosine it is cos h(x)·cos h(z) + sin h(x)·sin h(z), an inner product of two features", true
}

// equal reports whether two expressions are proved to be equal.
func (c *kernelProof) equal(a, b *node) bool {
	return compareForms(a, b, c.scope, false).outcome == proved
}
