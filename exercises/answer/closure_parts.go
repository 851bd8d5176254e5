package answer

import (
	"math/big"
	"slices"
)

// This file proves that sums and products are kernels. It splits them into their terms or factors
// first, so that the order and the bracketing of these parts do not matter.

// maxParts is the maximum number of terms or factors that are examined.
const maxParts = 24

// proveSum proves that a sum is a kernel. It proves all polynomial terms together and every other
// term separately. Unless all these parts are kernels, it adds no lines to the proof.
func (proof *kernelProof) proveSum(n *node) (string, bool) {
	terms := termsOf(n, false, nil)
	if len(terms) > maxParts {
		return "", false
	}
	parts := proof.mergePolynomials(terms, opAdd)
	if len(parts) < 2 {
		return proof.proveSingle(parts, n)
	}
	if !proof.proveEach(parts) {
		return "", false
	}
	if len(parts) == 2 {
		return "the sum of two kernels", true
	}
	return "the sum of kernels", true
}

// proveEach proves that each part is a kernel. Unless it succeeds, it adds no lines to the proof.
func (proof *kernelProof) proveEach(parts []*node) bool {
	lineCount := len(proof.lines)
	for _, p := range parts {
		if _, ok := proof.provePart(p, ""); !ok {
			proof.lines = proof.lines[:lineCount]
			return false
		}
	}
	return true
}

// proveSingle proves that the sum or product whole is a kernel if it has only one part, parts[0].
// It fails if this part is equal to whole, because the proof would never end.
func (proof *kernelProof) proveSingle(parts []*node, whole *node) (string, bool) {
	if len(parts) == 0 || sameNode(parts[0], whole) {
		return "", false
	}
	return proof.prove(parts[0])
}

// mergePolynomials returns the parts of a sum or product. It merges all parts that are polynomials
// into the first such part.
func (proof *kernelProof) mergePolynomials(parts []*node, operator op) []*node {
	merged := -1
	var out []*node
	for _, p := range parts {
		if _, polynomial := proof.coefficients(p); !polynomial {
			out = append(out, p)
			continue
		}
		if merged < 0 {
			merged, out = len(out), append(out, nil)
		}
		out[merged] = combine(operator, out[merged], p)
	}
	return out
}

// combine applies the operator to a and b. If a is nil, it returns b.
func combine(operator op, a, b *node) *node {
	if a == nil {
		return b
	}
	return binary(operator, a, b)
}

// termsOf appends the terms of the sum n to terms. A subtracted term is multiplied by −1. If
// isNegative is set, n itself is subtracted.
func termsOf(n *node, isNegative bool, terms []*node) []*node {
	switch n.op {
	case opAdd:
		return termsOf(n.args[1], isNegative, termsOf(n.args[0], isNegative, terms))
	case opSub:
		return termsOf(n.args[1], !isNegative, termsOf(n.args[0], isNegative, terms))
	case opNeg:
		return termsOf(n.args[0], !isNegative, terms)
	}
	if isNegative {
		n = binary(opMul, intNode(-1), n)
	}
	return append(terms, n)
}

// proveProduct proves that a product is a kernel. First it merges all exponentials into one factor,
// then all factors that contain only one of x and z into another, and then all other polynomials
// into a third. It proves each factor separately. If this fails, it tries again without the second
// merge. If this fails too, it expands the product.
func (proof *kernelProof) proveProduct(n *node) (string, bool) {
	factors := factorsOf(n, nil)
	if len(factors) > maxParts {
		return "", false
	}
	factors = mergeExponentials(factors)
	feature, mixed := proof.splitFeature(factors)
	groupings := [][]*node{append(feature, proof.mergePolynomials(mixed, opMul)...),
		proof.mergePolynomials(factors, opMul)}
	for _, parts := range groupings {
		if len(parts) < 2 {
			if rule, ok := proof.proveSingle(parts, n); ok {
				return rule, true
			}
			continue
		}
		if rule, ok := proof.proveFactors(parts); ok {
			return rule, true
		}
	}
	if terms := expandSum(factors); len(terms) > 1 && len(terms) <= maxParts {
		sum := terms[0]
		for _, t := range terms[1:] {
			sum = binary(opAdd, sum, t)
		}
		return proof.prove(sum)
	}
	return "", false
}

// proveFactors proves that each factor is a kernel or a positive number. Unless it succeeds, it
// adds no lines to the proof.
func (proof *kernelProof) proveFactors(factors []*node) (string, bool) {
	others := slices.DeleteFunc(slices.Clone(factors), proof.isPositiveNumber)
	if !proof.proveEach(others) {
		return "", false
	}
	switch len(others) {
	case 1:
		return "a positive multiple of a kernel", true
	case 2:
		return "the product of two kernels", true
	}
	return "the product of kernels", true
}

// isPositiveNumber reports whether a factor contains neither x nor z and is proved to be positive.
func (proof *kernelProof) isPositiveNumber(n *node) bool {
	return !hasName(n, proof.task.X) && !hasName(n, proof.task.Z) && proof.isPositive(n)
}

// factorsOf appends the factors of a product or quotient to factors. It replaces each divisor by
// its reciprocal, but leaves a number divided by a single factor as it is.
func factorsOf(n *node, factors []*node) []*node {
	switch {
	case n.op == opMul:
		return factorsOf(n.args[1], factorsOf(n.args[0], factors))
	case n.op == opNeg:
		return factorsOf(n.args[0], append(factors, intNode(-1)))
	case n.op == opDiv && (n.args[0].op != opNum || n.args[1].op == opMul):
		factors = factorsOf(n.args[0], factors)
		for _, divisor := range factorsOf(n.args[1], nil) {
			factors = append(factors, reciprocal(divisor))
		}
		return factors
	}
	return append(factors, n)
}

// reciprocal returns 1/n, or exp(−u) if n is an exponential with exponent u.
func reciprocal(n *node) *node {
	if u, ok := exponentOf(n); ok {
		return call("exp", binary(opMul, intNode(-1), u))
	}
	return binary(opDiv, intNode(1), n)
}

// exponentOf returns the exponent of an exponential: u for exp(u) and e^u, and k·u for their powers
// with an integer k, such as (e^u)^k. It returns false for any other node.
func exponentOf(n *node) (*node, bool) {
	switch {
	case n.op == opCall && n.text == "exp":
		return n.args[0], true
	case n.op == opPow && n.args[0].op == opName && n.args[0].text == "e":
		return n.args[1], true
	case n.op == opPow && n.args[1].op == opNum && n.args[1].num.IsInt():
		if u, ok := exponentOf(n.args[0]); ok {
			return binary(opMul, n.args[1], u), true
		}
	}
	return nil, false
}

// mergeExponentials returns the factors with all exponentials merged into one.
func mergeExponentials(factors []*node) []*node {
	var exponent *node
	var others []*node
	for _, f := range factors {
		if u, ok := exponentOf(f); ok {
			exponent = combine(opAdd, exponent, u)
			continue
		}
		others = append(others, f)
	}
	if exponent == nil {
		return factors
	}
	return append(others, call("exp", exponent))
}

// splitFeature splits factors. If some factors contain only one of x and z, feature holds their
// product as its only element. mixed holds all other factors.
func (proof *kernelProof) splitFeature(factors []*node) (feature, mixed []*node) {
	var product *node
	for _, f := range factors {
		x, z := hasName(f, proof.task.X), hasName(f, proof.task.Z)
		if x == z {
			mixed = append(mixed, f)
			continue
		}
		product = combine(opMul, product, f)
	}
	if product == nil {
		return nil, mixed
	}
	return []*node{product}, mixed
}

func hasName(n *node, names []string) bool {
	return n.contains(func(m *node) bool { return m.op == opName && slices.Contains(names, m.text) })
}

// expandSum returns the terms of the product after expanding its first factor that is a sum.
func expandSum(factors []*node) []*node {
	for i, f := range factors {
		terms := termsOf(f, false, nil)
		if len(terms) < 2 {
			continue
		}
		for k, t := range terms {
			for j, g := range factors {
				if j != i {
					t = binary(opMul, t, g)
				}
			}
			terms[k] = t
		}
		return terms
	}
	return nil
}

// hasOneFeature reports whether it is proved that k(x, z) = f(x)·f(z) for some f. This holds if k is
// symmetric and, for some p, k(p, p) > 0 and k(x, z)·k(p, p) = k(x, p)·k(p, z). The form in which k
// is written does not matter.
func (proof *kernelProof) hasOneFeature(n *node) bool {
	if !hasName(n, proof.task.X) || !hasName(n, proof.task.Z) {
		return false
	}
	for _, p := range []int64{1, 2, 3} {
		atZ := proof.substitutePoint(n, proof.task.Z, p)
		atBoth := proof.substitutePoint(atZ, proof.task.X, p)
		if !proof.isPositive(atBoth) {
			continue
		}
		return proof.equal(binary(opMul, n, atBoth), binary(opMul, atZ, proof.substitutePoint(n, proof.task.X, p))) &&
			proof.equal(n, proof.task.swapPoints(n))
	}
	return false
}

// substitutePoint returns n with v substituted for each of the names, which are the components of x
// or of z.
func (proof *kernelProof) substitutePoint(n *node, names []string, v int64) *node {
	for _, name := range names {
		n = substitute(n, name, v)
	}
	return n
}

// isPositive reports whether an expression without x and z is proved to be positive.
func (proof *kernelProof) isPositive(n *node) bool {
	if f, err := proof.canonicalForm(n); err == nil {
		if v, known := f.number(); known {
			return v.float() > 0
		}
	}
	v := certaintyAt(proof.scope.work, n, nil)
	return v.signCertain && v.sign > 0
}

// coefficientMatrix is a polynomial Σ Mᵢⱼ mᵢ(x) mⱼ(z), where the mᵢ are monomials.
type coefficientMatrix struct {
	monomials []mono
	entries   [][]*big.Rat
}

// maxMonomials is the maximum size of a coefficientMatrix.
const maxMonomials = 24

// set stores q as the coefficient for two monomials, one in the components of x and one in those of
// z. In the monomial z, the names of the components of x replace those of z, as in the result of
// kernelProof.splitByPoint. set returns false if the matrix would become too large.
func (matrix *coefficientMatrix) set(x, z mono, q *big.Rat) bool {
	i, j := matrix.indexOf(x), matrix.indexOf(z)
	if len(matrix.monomials) > maxMonomials {
		return false
	}
	matrix.entries[i][j] = q
	return true
}

// indexOf returns the index of a monomial. For a new monomial, it adds a row and a column.
func (matrix *coefficientMatrix) indexOf(m mono) int {
	key := m.key()
	for i, o := range matrix.monomials {
		if o.key() == key {
			return i
		}
	}
	matrix.monomials = append(matrix.monomials, m)
	for i := range matrix.entries {
		matrix.entries[i] = append(matrix.entries[i], new(big.Rat))
	}
	row := make([]*big.Rat, len(matrix.monomials))
	for j := range row {
		row[j] = new(big.Rat)
	}
	matrix.entries = append(matrix.entries, row)
	return len(matrix.monomials) - 1
}

// rule returns the rule by which the polynomial is a kernel. The matrix must be positive
// semidefinite.
func (matrix *coefficientMatrix) rule() string {
	diagonal, oneFeature := true, true
	for i, row := range matrix.entries {
		for j, v := range row {
			diagonal = diagonal && (i == j || v.Sign() == 0)
			square, bound := new(big.Rat).Mul(v, v), new(big.Rat).Mul(row[i], matrix.entries[j][j])
			oneFeature = oneFeature && square.Cmp(bound) == 0
		}
	}
	switch {
	case diagonal:
		return "multiplied out, every term is c·m(x)·m(z) with c ≥ 0 and a monomial m, so φ(x) has the features √c·m(x)"
	case oneFeature:
		return "it is f(x)·f(z), the inner product of one feature"
	}
	return "multiplied out it is Σ Mᵢⱼ mᵢ(x)mⱼ(z) over monomials, and elimination finds no negative pivot in M"
}

// isPSD decides by exact elimination whether a symmetric matrix is positive
// semidefinite: no pivot is negative, and the row of a zero pivot is 0.
func isPSD(m [][]*big.Rat) bool {
	n := len(m)
	a := make([][]*big.Rat, n)
	for i := range a {
		a[i] = make([]*big.Rat, n)
		for j := range a[i] {
			a[i][j] = new(big.Rat).Set(m[i][j])
		}
	}
	for k := range n {
		switch a[k][k].Sign() {
		case -1:
			return false
		case 0:
			for j := k + 1; j < n; j++ {
				if a[k][j].Sign() != 0 {
					return false
				}
			}
			continue
		}
		for i := k + 1; i < n; i++ {
			factor := new(big.Rat).Quo(a[i][k], a[k][k])
			for j := k; j < n; j++ {
				a[i][j].Sub(a[i][j], new(big.Rat).Mul(factor, a[k][j]))
			}
		}
	}
	return true
}
