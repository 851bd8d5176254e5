package lab

import "kernellab/ascii"

// symbol is one row of the notation window.
type symbol struct{ sign, meaning string }

// symbols are the conventions of every exercise.
func symbols() []symbol {
	return []symbol{
		{"n", "number of training points; some courses write N"},
		{"d", "number of inputs of a point; some write D"},
		{"p", "degree of a polynomial"},
		{"x, z", "inputs: column vectors of d numbers; X has one point a row, n×d"},
		{"φ(x)", "the features of x; Φ has one row φ(xᵢ)ᵀ for each point"},
		{"k(x, z)", "a kernel: φ(x)ᵀφ(z), computed without φ"},
		{"K", "Gram matrix, Kᵢⱼ = k(xᵢ, xⱼ): n×n, symmetric, no negative eigenvalue"},
		{"y, t", "labels: 0 or 1 in “logistic, 0/1 form”, −1 or +1 everywhere else; real numbers in regression"},
		{"a, α", "dual weights: a in ridge, least squares and logistic, α in perceptron and SVM, where α ≥ 0 and the label is not multiplied in"},
		{"w, b", "primal weights and offset: f(x) = wᵀφ(x) + b"},
		{"f(x)", "the decision function; its sign is the class, f = 0 the boundary"},
		{"λ", "ridge penalty: ½‖y − f‖² + ½λ‖w‖²"},
		{"C", "price of slack in the soft margin; the hard margin is C = ∞"},
		{"γ, η", "size of a gradient step"},
		{"s(u)", "logistic function 1/(1 + e⁻ᵘ); also written σ(u)"},
	}
}

// conventions are the choices on which texts differ.
func conventions() []string {
	return []string{
		"The width of the RBF kernel is σ: k = exp(−‖x − z‖²/(2σ²)). Others write exp(−‖x − z‖²/s²), then s² = 2σ², or exp(−g‖x − z‖²), then g = 1/(2σ²).",
		"The SVM minimises ½‖w‖² + CΣξᵢ. With this ½, w = Σαᵢtᵢφ(xᵢ) and the dual is Σα − ½ΣΣαᵢαⱼtᵢtⱼKᵢⱼ. Texts without the ½ get other factors.",
		"A support vector has α > 0. It is free where α < C and lies on the margin; at α = C it may lie inside it.",
	}
}

// marks are the signs of the pictures.
func marks(p pen) []ascii.Line {
	g := func(utf8, seven rune) string { return string(p.glyph(utf8, seven)) }
	return []ascii.Line{
		{{Text: g('◇', 'x') + " ", Ink: ascii.MarkPos}, {Text: g('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, of class −1"}},
		{{Text: g('◆', 'X') + " ", Ink: ascii.FreePos}, {Text: g('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
		{{Text: g('◆', 'K') + " ", Ink: ascii.BoundPos}, {Text: g('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
	}
}

// notation is the text of the notation window.
func notation(p pen, w int) []ascii.Line {
	const column = 10
	var out []ascii.Line
	for _, s := range symbols() {
		sign := p.say(line(s.sign, ascii.Strong))
		sign = append(sign, blank(column-lineWidth(sign)))
		out = append(out, indented(sign, p.say(line(s.meaning, ascii.Text)), w)...)
	}
	out = append(out, nil, p.say(line("Conventions", ascii.Accent)))
	for _, c := range conventions() {
		out = append(out, indented(p.say(line("· ", ascii.Dim)), p.say(line(c, ascii.Text)), w)...)
	}
	out = append(out, nil, p.say(line("On the pictures", ascii.Accent)))
	for _, m := range marks(p) {
		out = append(out, indented(nil, p.say(m), w)...)
	}
	return out
}
