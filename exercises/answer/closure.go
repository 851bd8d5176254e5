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
func (proof *kernelProof) prove(n *node) (rule string, ok bool) {
	if f, tried := proof.findings[n]; tried {
		return f.rule, f.ok
	}
	if proof.workDone > maxWork || proof.scope.work.Err() != nil {
		return "", false
	}
	rule, ok = proof.findRule(n)
	proof.findings[n] = finding{rule, ok}
	return rule, ok
}

// findRule is prove without the cache of findings and the check of the budget.
func (proof *kernelProof) findRule(n *node) (rule string, ok bool) {
	if m, ok := proof.coefficients(n); ok {
		return m.rule(), isPSD(m.entries)
	}
	if proof.hasOneFeature(n) {
		return "it is f(x)·f(z), the inner product of one feature", true
	}
	switch n.op {
	case opAdd, opSub, opNeg:
		return proof.proveSum(n)
	case opMul, opDiv:
		return proof.proveProduct(n)
	case opPow:
		if e := n.args[1]; e.op == opNum && e.num.IsInt() && e.num.Sign() > 0 {
			return proof.provePart(n.args[0], "a whole power of a kernel is a product of kernels")
		}
		if n.args[0].op == opName && n.args[0].text == "e" {
			return proof.proveExponential(n.args[1])
		}
	case opCall:
		return proof.proveCall(n)
	}
	return "", false
}

func (proof *kernelProof) proveCall(n *node) (string, bool) {
	switch {
	case n.text == "exp":
		return proof.proveExponential(n.args[0])
	case n.text == "cos":
		return proof.proveCosine(n.args[0])
	case n.text == "min" && len(n.args) == 2 && proof.task.NonNegative && proof.isComponentPair(n.args[0], n.args[1]):
		return "min(x, z) of numbers ≥ 0 is the length of the overlap of [0, x] and [0, z], an inner product of functions", true
	}
	return "", false
}

// isComponentPair reports whether x and z have one component each, and a and b are these
// components, in either order.
func (proof *kernelProof) isComponentPair(a, b *node) bool {
	return len(proof.task.X) == 1 && a.op == opName && b.op == opName &&
		(a.text == proof.task.X[0] && b.text == proof.task.Z[0] ||
			a.text == proof.task.Z[0] && b.text == proof.task.X[0])
}

// provePart proves that n, an operand of a larger expression, is a kernel, and adds a line that
// says so. It returns rule unchanged. rule says why the larger expression is a kernel if n is one.
func (proof *kernelProof) provePart(n *node, rule string) (string, bool) {
	reason, ok := proof.prove(n)
	if ok {
		if line := fmt.Sprintf("%s is a kernel: %s.", proof.shortText(n), reason); !slices.Contains(proof.lines, line) {
			proof.lines = append(proof.lines, line)
		}
	}
	return rule, ok
}

// shortText returns a part as text, with the short forms in abbreviations, such as xᵀz and ‖x − z‖.
func (proof *kernelProof) shortText(n *node) string {
	return printShort(n.replace(func(m *node) (*node, bool) {
		for short, expansion := range proof.abbreviations {
			if sameNode(m, expansion) {
				return nameNode(short), true
			}
		}
		return nil, false
	}))
}

// proveExponential proves that exp(u) is a kernel. If u is a kernel, it uses the power series.
// Otherwise it removes a negative multiple of the distance ‖x − z‖ from u, if there is one. Then it
// splits off a factor f(x)f(z), as for u(x, z) = −g·‖x − z‖².
func (proof *kernelProof) proveExponential(u *node) (string, bool) {
	if _, ok := proof.provePart(u, ""); ok {
		return "exp of a kernel is a sum of its powers with positive coefficients", true
	}
	rest, foundDistance := proof.withoutDistance(u)
	// If u(x, z) − u(x, 0) − u(0, z) + u(0, 0) is a kernel, u is conditionally
	// positive definite (Schoenberg 1938), and exp(u) is f(x)·f(z)·exp(kernel).
	atZeroZ, atZeroX := proof.substitutePoint(rest, proof.task.Z, 0), proof.substitutePoint(rest, proof.task.X, 0)
	increment := binary(opAdd, binary(opSub, rest, binary(opAdd, atZeroZ, atZeroX)),
		proof.substitutePoint(atZeroZ, proof.task.X, 0))
	m, ok := proof.coefficients(increment)
	switch {
	case !ok || !isPSD(m.entries):
		return "", false
	case !foundDistance:
		return "the exponent is a kernel plus h(x) + h(z), so exp of it is f(x)·f(z)·exp(kernel) with f = exp(h)", true
	case proof.equal(rest, intNode(0)):
		return "exp of a negative multiple of the distance between x and z is a kernel (Schoenberg 1938)", true
	}
	return "exp of a negative multiple of the distance between x and z is a kernel (Schoenberg 1938), and exp of the rest is f(x)·f(z)·exp(kernel); " +
		"this is their product", true
}

// canonicalForm returns the canonical form of a part. All parts of one proof share a budget,
// because the rules expand many parts, and some large parts repeatedly.
func (proof *kernelProof) canonicalForm(n *node) (frac, error) {
	r := newRing(proof.scope)
	r.work = proof.workDone
	f, err := r.canonicalForm(n)
	proof.workDone = r.work
	return f, err
}

// coefficients returns the matrix M of a polynomial Σ Mᵢⱼ mᵢ(x) mⱼ(z), where the mᵢ are monomials.
// It returns false if n is not a polynomial in x and z with rational coefficients, or if it has too
// many monomials.
func (proof *kernelProof) coefficients(n *node) (*coefficientMatrix, bool) {
	f, err := proof.canonicalForm(n)
	if err != nil || !f.den.isOne() {
		return nil, false
	}
	out := &coefficientMatrix{}
	for _, t := range f.num.terms() {
		q, ok := t.coef.rat()
		x, z, split := proof.splitByPoint(t.mono)
		if !ok || !split || !out.set(x, z, q) {
			return nil, false
		}
	}
	return out, true
}

// splitByPoint splits a monomial into the factors from x and the factors from z. In the factors
// from z, the names of the components of x replace those of z.
func (proof *kernelProof) splitByPoint(m mono) (x, z mono, ok bool) {
	for _, f := range m {
		if f.den != 1 || f.num < 0 {
			return nil, nil, false
		}
		if slices.Contains(proof.task.X, f.base) {
			x = x.mul(mono{f})
			continue
		}
		i := slices.Index(proof.task.Z, f.base)
		if i < 0 {
			return nil, nil, false
		}
		f.base = proof.task.X[i]
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
func (proof *kernelProof) withoutDistance(u *node) (rest *node, found bool) {
	var distance *node
	u.contains(func(m *node) bool {
		if proof.isDistance(m) {
			distance = m
		}
		return distance != nil
	})
	if distance == nil {
		return u, false
	}
	// Regard u as a function of the distance d. If d is its only odd power, the coefficient of d is
	// (u(1) − u(−1))/2. If another odd power occurs, the rest is not a polynomial in x and z.
	oddPart := binary(opDiv, binary(opSub, proof.replaceDistance(u, intNode(1)), proof.replaceDistance(u, intNode(-1))),
		intNode(2))
	f, err := proof.canonicalForm(oddPart)
	if err != nil {
		return u, false
	}
	if v, known := f.number(); !known || v.float() >= 0 {
		return u, false
	}
	return binary(opSub, u, binary(opMul, oddPart, distance)), true
}

// replaceDistance replaces the distance of x and z by d wherever it occurs in n.
func (proof *kernelProof) replaceDistance(n, d *node) *node {
	return n.replace(func(m *node) (*node, bool) { return d, proof.isDistance(m) })
}

// isDistance reports whether n is the distance of x and z, written as √Σ(xᵢ − zᵢ)² or, for points
// with one component, as |x − z|.
func (proof *kernelProof) isDistance(n *node) bool {
	if n.op != opCall || n.text != "abs" && n.text != "sqrt" {
		return false
	}
	square := n.args[0]
	if n.text == "abs" {
		square = binary(opPow, square, intNode(2))
	}
	sum := intNode(0)
	for i, x := range proof.task.X {
		sum = binary(opAdd, sum, binary(opPow, binary(opSub, nameNode(x), nameNode(proof.task.Z[i])), intNode(2)))
	}
	return proof.equal(square, sum)
}

// proveCosine proves that cos(u) is a kernel if u = h(x) − h(z). In this case, cos(u) equals
// cos h(x)·cos h(z) + sin h(x)·sin h(z).
func (proof *kernelProof) proveCosine(u *node) (string, bool) {
	h := proof.substitutePoint(u, proof.task.Z, 0)
	if !proof.equal(u, binary(opSub, h, proof.task.swapPoints(h))) {
		return "", false
	}
	return "with h(x) − h(z) in the cosine it is cos h(x)·cos h(z) + sin h(x)·sin h(z), an inner product of two features", true
}

// equal reports whether two expressions are proved to be equal.
func (proof *kernelProof) equal(a, b *node) bool {
	return compareForms(a, b, proof.scope, false).outcome == proved
}
