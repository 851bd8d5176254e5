package study

// Symbol is a sign of the lab and what it means.
type Symbol struct{ Sign, Meaning string }

// Symbols lists the signs that every exercise uses, in the order of a reader
// who meets them.
func Symbols() []Symbol {
	return []Symbol{
		{"n", "number of training points; some courses write N"},
		{"d", "number of inputs of a point; some write D"},
		{"p", "degree of a polynomial"},
		{"x, z", "inputs: column vectors of d numbers; X has one point a row, n×d"},
		{"φ(x)", "the features of x; Φ has one row φ(xᵢ)ᵀ for each point"},
		{"k(x, z)", "a kernel: φ(x)ᵀφ(z), computed without φ"},
		{"K", "Gram matrix, Kᵢⱼ = k(xᵢ, xⱼ): n×n, symmetric, no negative eigenvalue"},
		{"y, t", "labels: 0 or 1 in “logistic, 0/1 form”, −1 or +1 everywhere else; real numbers in regression"},
		{"a, α", "dual weights: a in ridge, least squares and logistic, α in perceptron and SVM, where α ≥ 0 and the label is not multiplied in"},
		{"w, b", "primal weights and offset: f(x) = wᵀφ(x) + b in perceptron and SVM; ridge, least squares and logistic have no b"},
		{"f(x)", "the decision function; its sign is the class, f = 0 the boundary"},
		{"λ", "ridge penalty: ½‖y − f‖² + ½λ‖w‖²"},
		{"C", "price of slack in the soft margin; the hard margin is C = ∞"},
		{"γ, η", "size of a gradient step"},
		{"s(u)", "logistic function 1/(1 + e⁻ᵘ); also written σ(u)"},
	}
}

// Conventions lists the choices on which texts differ.
func Conventions() []string {
	return []string{
		"The width of the RBF kernel is σ: k = exp(−‖x − z‖²/(2σ²)). Others write exp(−‖x − z‖²/s²), then s² = 2σ², or exp(−g‖x − z‖²), then g = 1/(2σ²).",
		"The SVM minimises ½‖w‖² + CΣξᵢ. With this ½, w = Σαᵢtᵢφ(xᵢ) and the dual is Σα − ½ΣΣαᵢαⱼtᵢtⱼKᵢⱼ. Texts without the ½ get other factors.",
		"A support vector has α > 0. It is free where α < C and lies on the margin; at α = C it may lie inside it.",
	}
}
