package answer

import "math/big"

// MalRules lists the rules that worksheets and lessons may name. No two of them
// make the same of their examples.
func MalRules() []MalRule {
	xz := Scope{Arrays: []Array{{Name: "x", Dims: []int{2}}, {Name: "z", Dims: []int{2}}}, Vars: []string{"sigma", "g", "c"}, Positive: []string{"sigma", "g", "c"}}
	feature := Scope{Vars: []string{"x1", "x2"}}
	machine := MachineScope(MachineNames{Weights: "alpha", Labels: "y", Scalars: []string{"b"}})
	return append(formRules(xz, feature, machine), formulaRules()...)
}

// formRules rewrite the reference.
func formRules(xz, feature, machine Scope) []MalRule {
	dual := DualScope(DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}})
	return []MalRule{
		{
			ID: "root-missing", Scope: feature, Right: "√2 x1 x2", Wrong: "x1 x2", rewrite: rootBy(false),
			Says: "It looks as if the √2 was left out. A feature enters twice, with x and with z: which number times itself gives the coefficient?",
		},
		{
			ID: "root-squared", Scope: feature, Right: "√2 x1 x2", Wrong: "2 x1 x2", rewrite: rootBy(true),
			Says: "It looks as if the coefficient itself stands where its square root belongs. The feature enters twice, so its factor is squared.",
		},
		{
			ID: "square-of-sum", Scope: feature, Right: "(x1 + x2)^2", Wrong: "x1^2 + x2^2", rewrite: squareOfSum,
			Says: "It looks as if (a + b)² was taken for a² + b². The mixed product 2ab is missing; try it with a = b = 1.",
		},
		{
			ID: "norm-unsquared", Scope: xz, Right: "exp(-||x-z||^2/(2sigma^2))", Wrong: "exp(-||x-z||/(2sigma^2))", rewrite: unsquared,
			Says: "It looks as if the distance was not squared. The exponent of the RBF kernel has ‖x − z‖², the sum of squares without a root.",
		},
		{
			ID: "width-without-2", Scope: xz, Right: "exp(-||x-z||^2/(2sigma^2))", Wrong: "exp(-||x-z||^2/sigma^2)", rewrite: dropFactor(2),
			Says: "It looks as if the 2 beside σ² was left out. g = 1/(2σ²), and s² = 2σ²: check which width is asked.",
		},
		{
			ID: "width-inverted", Scope: xz, Right: "exp(-||x-z||^2/(2sigma^2))", Wrong: "exp(-sigma ||x-z||^2)", rewrite: invertedWidth,
			Says: "It looks as if σ was used as g. A larger σ makes the kernel wider, a larger g makes it narrower: g = 1/(2σ²).",
		},
		{
			ID: "label-dropped", Scope: machine, Right: "sum(i, alpha_i y_i k(x_i, x)) + b", Wrong: "sum(i, alpha_i k(x_i, x)) + b", rewrite: dropArray("y", "t"),
			Says: "It looks as if the labels were left out of the sum. Each αᵢ enters with its yᵢ: points of the other class vote against.",
		},
		{
			ID: "bias-dropped", Scope: machine, Right: "sum(i, alpha_i y_i k(x_i, x)) + b", Wrong: "sum(i, alpha_i y_i k(x_i, x))", rewrite: dropName("b"),
			Says: "It looks as if b was left out.",
		},
		{
			ID: "descent-sign", Scope: dual, Right: "a_i + 2eta/n (t_i - sum(j, a_j K_ij))", Wrong: "a_i - 2eta/n (t_i - sum(j, a_j K_ij))", rewrite: flipTopSum,
			Says: "It looks as if the step goes up the slope. Descent goes against the gradient: check the sign in front of the step.",
		},
		{
			ID: "own-term-only", Scope: dual, Right: "a_i + 2eta/n (t_i - sum(j, a_j K_ij))", Wrong: "a_i + 2eta/n (t_i - sum(j, a_j))", rewrite: dropArray("K"),
			Says: "It looks as if the kernel was left out of the sum. The score of point i is Σⱼ aⱼKᵢⱼ.",
		},
		{
			ID: "linear-missing", Scope: feature, Right: "1 + 2x1 + x1^2", Wrong: "1 + x1^2", rewrite: dropDegree(1),
			Says: "It looks as if the linear terms are missing. Each comes from a factor times the constant, once from either side.",
		},
		{
			ID: "constant-missing", Scope: feature, Right: "1 + 2x1 + x1^2", Wrong: "2x1 + x1^2", rewrite: dropDegree(0),
			Says: "It looks as if the constant term is missing: put 0 in for every variable and see what has to come out.",
		},
	}
}

// formulaRules are mistakes whose numbers an exercise computes; all but one
// rewrite nothing.
func formulaRules() []MalRule {
	v := func(names ...string) Scope { return Scope{Vars: names, Positive: names} }
	pair := v("Kkk", "Kll", "Kkl")
	return []MalRule{
		{ID: "width-s-for-sigma", Scope: v("sigma"), Right: "1/(2sigma^2)", Wrong: "1/sigma^2", Says: "It looks as if this is g for the width s. For σ the exponent has 2σ² below the line: g = 1/(2σ²)."},
		{ID: "ridge-everywhere", Scope: v("K", "lambda"), Right: "K", Wrong: "K + lambda", Says: "It looks as if λ was added to every entry of K. λI has λ on the diagonal and 0 elsewhere."},
		{ID: "ridge-times-n", Scope: v("lambda", "n"), Right: "lambda", Wrong: "n lambda", Says: "It looks as if λ was multiplied by n. That belongs to the loss with 1/n in front; here the loss is a plain sum."},
		{ID: "transposed", Scope: v("Kij", "Kji"), Right: "Kij", Wrong: "Kji", Says: "It looks as if row and column changed places: the first index is the row."},
		{ID: "updated-when-right", Scope: v("alpha"), Right: "alpha", Wrong: "alpha + 1", Says: "It looks as if α was updated on a point that is classified correctly. Only a mistake, y·f(x) ≤ 0, changes anything."},
		{ID: "strict-mistake", Scope: v("alpha"), Right: "alpha + 1", Wrong: "alpha", Says: "It looks as if y·f(x) = 0 was taken for a correct answer. The test is ≤ 0: a point on the boundary is a mistake too."},
		{ID: "sum-without-labels", Scope: v("ak", "al", "d"), Right: "ak - d", Wrong: "ak + d", Says: "It looks as if Σ αᵢ was kept instead of Σ αᵢtᵢ. The labels decide whether αₖ moves with α_ℓ or against it."},
		{ID: "bounds-other-case", Scope: v("ak", "al", "C"), Right: "max(0, al - ak)", Wrong: "max(0, ak + al - C)", Says: "It looks as if the bounds of the other case were used. With equal labels the sum αₖ + α_ℓ stays, with different ones the difference."},
		{ID: "kappa-sign", Scope: pair, Right: "Kkk + Kll - 2Kkl", Wrong: "2Kkl - Kkk - Kll", Says: "It looks as if every sign of κ is turned. κ = Kₖₖ + K_ℓℓ − 2Kₖ_ℓ is a squared distance, and so never negative for a kernel."},
		{ID: "kappa-one-product", Scope: pair, Right: "Kkk + Kll - 2Kkl", Wrong: "Kkk + Kll - Kkl", Says: "It looks as if Kₖ_ℓ was subtracted once. ‖φₖ − φ_ℓ‖² multiplied out has it twice."},
		{ID: "bias-from-bounded", Scope: v("t", "f", "xi"), Right: "t - f", Wrong: "t - f - xi", Says: "It looks as if b was computed from a point at the bound, α = C. Such a point may lie inside the margin; only one with 0 < α < C lies on it."},
		{ID: "psd-by-entries", Scope: v("least", "eigenvalue"), Right: "eigenvalue", Wrong: "least", Says: "It looks as if positive semidefinite was read as: no entry is negative. It says vᵀKv ≥ 0 for every v; ((1, 2), (2, 1)) has positive entries and v = (1, −1) gives −2."},
		{ID: "psd-by-determinant", Scope: v("det", "eigenvalue"), Right: "eigenvalue", Wrong: "det", Says: "It looks as if positive semidefinite was read as: the determinant is not negative. Two negative eigenvalues multiply to a positive one; −I of size 2 has determinant 1."},
		{ID: "difference-of-kernels", Scope: v("k1", "k2"), Right: "k1 + k2", Wrong: "k1 - k2", Says: "It looks as if a difference of kernels was taken for a kernel. Sums are kernels; a difference need not be: k − 2k = −k has vᵀKv ≤ 0."},
		{ID: "fourier-scale", Scope: v("D", "u"), Right: "√(2/D) cos(u)", Wrong: "cos(u)", Says: "It looks as if √(2/D) was left out. Without it the inner product grows with D in place of averaging."},
		{ID: "fourier-variance", Scope: v("sigma"), Right: "1/sigma^2", Wrong: "sigma^2", Says: "It looks as if ω was drawn with variance σ². A wide kernel has low frequencies: the variance is 1/σ²."},
		{ID: "off-by-one", Scope: v("n"), Right: "n", Wrong: "n - 1", Says: "It looks as if one was left out in counting. List the smallest case by hand and count again."},
		{ID: "off-by-one-more", Scope: v("n"), Right: "n", Wrong: "n + 1", Says: "It looks as if one too many was counted. List the smallest case by hand and count again."},
		{ID: "powers-for-binomial", Scope: v("d", "p"), Right: "choose(d+p, p)", Wrong: "d^p", rewrite: powersForBinomial, Says: "It looks as if ordered products of exactly p factors were counted. x₁x₂ and x₂x₁ are one monomial, and lower degrees belong too: C(d + p, p)."},
		{ID: "factor-half-missing", Scope: v("q"), Right: "q/2", Wrong: "q", Says: "It looks as if the ½ was left out."},
	}
}

// powersForBinomial makes C(d + p, p) into d^p.
func powersForBinomial(n *node) (*node, bool) {
	if n.op != opCall || n.text != "choose" || n.args[0].op != opAdd || !sameNode(n.args[0].args[1], n.args[1]) {
		return n, false
	}
	return binary(opPow, n.args[0].args[0], n.args[1]), true
}

// rootBy replaces √n of a number by n or by 1.
func rootBy(square bool) func(*node) (*node, bool) {
	return func(n *node) (*node, bool) {
		if n.op != opCall || n.text != "sqrt" || n.args[0].op != opNum {
			return n, false
		}
		if square {
			return n.args[0], true
		}
		return intNode(1), true
	}
}

func squareOfSum(n *node) (*node, bool) {
	if n.op != opPow || !isInt(n.args[1], 2) {
		return n, false
	}
	terms := summands(n.args[0])
	if len(terms) < 2 {
		return n, false
	}
	var out *node
	for _, t := range terms {
		out = plus(out, binary(opPow, t, intNode(2)))
	}
	return out, true
}

func unsquared(n *node) (*node, bool) {
	if n.op == opPow && isInt(n.args[1], 2) && n.args[0].op == opCall && n.args[0].text == "norm" {
		return n.args[0], true
	}
	return n, false
}

// dropFactor drops a whole factor from a product.
func dropFactor(v int64) func(*node) (*node, bool) {
	return func(n *node) (*node, bool) {
		switch {
		case n.op == opMul && isInt(n.args[0], v):
			return n.args[1], true
		case n.op == opMul && isInt(n.args[1], v):
			return n.args[0], true
		}
		return n, false
	}
}

// invertedWidth makes u/(2σ²) into σ·u.
func invertedWidth(n *node) (*node, bool) {
	if n.op != opDiv || !n.args[1].has(func(m *node) bool { return m.op == opName && m.text == "sigma" }) {
		return n, false
	}
	return binary(opMul, nameNode("sigma"), n.args[0]), true
}

// dropArray replaces the entries of some arrays, or values of a kernel, by 1.
func dropArray(names ...string) func(*node) (*node, bool) {
	return func(n *node) (*node, bool) {
		for _, name := range names {
			if n.op == opArray && n.text == name && len(n.args) > 0 {
				return intNode(1), true
			}
		}
		return n, false
	}
}

// dropName drops a name that is added to something.
func dropName(name string) func(*node) (*node, bool) {
	return func(n *node) (*node, bool) {
		if n.op != opAdd && n.op != opSub {
			return n, false
		}
		if n.args[1].op == opName && n.args[1].text == name {
			return n.args[0], true
		}
		return n, false
	}
}

// flipTopSum turns the sign of what is added to the first term.
func flipTopSum(n *node) (*node, bool) {
	if n.op != opAdd && n.op != opSub || n.args[0].op == opAdd || n.args[0].op == opSub || n.args[1].op == opSum {
		return n, false
	}
	flipped := opSub
	if n.op == opSub {
		flipped = opAdd
	}
	return binary(flipped, n.args[0], n.args[1]), true
}

// dropDegree drops the summands of one degree from a sum of powers.
func dropDegree(degree int64) func(*node) (*node, bool) {
	return func(n *node) (*node, bool) {
		terms := summands(n)
		if len(terms) < 2 || n.op != opAdd {
			return n, false
		}
		var kept *node
		for _, t := range terms {
			c, err := newRing(&Scope{}).canon(t)
			if err != nil {
				return n, false
			}
			one, single := c.num.single()
			if !single || !c.den.isOne() {
				return n, false
			}
			if one.mono.degree() != degree {
				kept = plus(kept, t)
			}
		}
		if kept == nil {
			kept = numNode(new(big.Rat))
		}
		return kept, true
	}
}
