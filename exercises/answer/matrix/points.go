package matrix

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// pointLetters lists the letters that have a special meaning in formulas over points. In addition
// to matrices, such formulas may contain letters with an index (a_i, φ_i), sums over the points,
// steps (w ← …), and functions applied to each entry. A derivative such as ∂f_i/∂w is one letter.
type pointLetters struct {
	// vectors holds the letters whose value at a point is a vector, such as φ_i and ∂f_i/∂w.
	vectors     map[string]bool
	numbers     map[string]bool // the letters that have one number for each point
	stepLetters map[string]bool // the letters that a step may change
	// signs are the letters of labels −1 or +1. bits are the letters of labels 0 or 1.
	signs, bits []string
	// derivesStatement is set in a derivation of a statement. It allows inequalities, lengths, and
	// the dot of inner products. In formulas without points the dot is always allowed.
	derivesStatement bool
	// arguments maps a letter to the arguments that may follow it: "L" to "w" and "b" for L(w, b).
	arguments map[string][]string
	// aliases maps other names to letters, for example "min L" to "g".
	aliases map[string]string
}

// indices are the letters that can denote a point. The letters m, p, q, r and s do so only if no
// letter and no parenthesis follows: in a_iphi_i, p is not an index.
const indices = "ijklmpqrs"

// pointIndex matches one index as a student types it (_i, _{i} or ᵢ), or nothing.
const pointIndex = `(?:_\{?([ijkl]|[mpqrs]\b)\}?|([ᵢⱼₖₗₘₚᵣₛ]))?`

// derivative matches ∂f_i/∂w and \frac{∂f_i}{∂w}. Students may write d instead of ∂.
var derivative = expr.Pattern(`^(?:frac *\{ *)?[∂d] *([lLf]) ?` + pointIndex + ` *(?:/|\} *\{) *[∂d] *([fwabξ]|xi)` +
	pointIndex + `(?: *\})?`)

// readStep consumes the arrow after the first side of a step, which then denotes the new value of
// its letter. It returns false if there is no arrow.
func (p *parser) readStep(chain []*node) bool {
	if p.pointLetters == nil || p.peek() != '←' {
		return false
	}
	n := chain[0]
	if n.op != opLetter && n.op != opEntry || !p.pointLetters.stepLetters[n.text] {
		p.fail(n.pos, "Write the letter that the step changes before ←.")
	}
	p.pos++
	n.text += "←"
	return true
}

// entrywiseProduct parses an entrywise product after its left operand, the product of list. Its
// right operand is the rest of the product.
func (p *parser) entrywiseProduct(list []*node) *node {
	defer p.enter("The products are nested too deeply.")()
	p.pos++
	return p.addNode(&node{op: opEntrywise, args: []*node{productOf(list), p.product()}, pos: list[0].pos})
}

// pointOperation parses a sum over points, a derivative or a function. rest is the text from the
// position on. It returns nil if rest begins with none of them, or if formulas have no indices.
func (p *parser) pointOperation(rest string) *node {
	if p.pointLetters == nil {
		return nil
	}
	start := p.pos
	if m := derivative().FindStringSubmatch(rest); m != nil {
		return p.derivative(m)
	}
	for _, f := range [...]struct{ spelled, name string }{{"s(", "s"}, {"σ(", "s"}, {"sigma(", "s"}, {"exp(", "exp"},
		{"e^", "exp"}} {
		if strings.HasPrefix(rest, f.spelled) && !p.allowsRelations() {
			p.pos += len([]rune(strings.TrimSuffix(f.spelled, "(")))
			return p.addNode(&node{op: opFunction, text: f.name, args: []*node{p.primary()}, pos: start})
		}
	}
	if m := lossOrPenalty().FindStringSubmatch(rest); m != nil && p.allowsRelations() {
		p.pos += len([]rune(m[0])) - 1
		if m[1] != "l" {
			return p.penalty(start)
		}
		return p.addNode(&node{op: opFunction, text: "ℓ", args: []*node{p.primary()}, pos: start})
	}
	switch {
	case strings.HasPrefix(rest, "max("):
		return p.maximum()
	case strings.HasPrefix(rest, "k(x"):
		return p.kernelValue(rest)
	case strings.HasPrefix(rest, "sum"), strings.HasPrefix(rest, "Σ"):
		return p.pointSum(rest)
	}
	return nil
}

// lossOrPenalty matches the beginning of ℓ(…), ℓ_i(…) and Ω(…).
var lossOrPenalty = expr.Pattern(`^(l|Ω|Omega)` + pointIndex + ` *\(`)

// derivative parses a derivative. m is its match of the pattern.
func (p *parser) derivative(m []string) *node {
	at := p.pos
	first, second := plainIndex(m[2]+m[3]), plainIndex(m[5]+m[6])
	name := "∂" + m[1] + "/∂" + strings.Replace(m[4], "xi", "ξ", 1)
	if !slices.Contains(p.names, name) {
		p.fail(at, "%s is not a derivative of this task.", glyph(name))
	}
	if first != "" && second != "" && first != second {
		p.fail(at, "Use one index for both: the loss of a point depends on its own score.")
	}
	typed := m[0]
	if !strings.HasPrefix(typed, "frac") {
		typed = strings.TrimRight(typed, " }") // remove the closing bracket of the numerator
	}
	p.pos += len([]rune(typed))
	n := &node{op: opLetter, text: name, pos: at}
	if first+second != "" {
		n.op, n.index = opEntry, (first + second)[:1]
	}
	return p.addNode(n)
}

// plainIndex replaces the subscript runes in an index by ordinary letters.
func plainIndex(index string) string {
	return strings.Map(func(r rune) rune {
		if plain := expr.FromSubscript(r); plain != 0 {
			return plain
		}
		return r
	}, index)
}

// maximum parses max(0, u) or max(u, 0).
func (p *parser) maximum() *node {
	at := p.pos
	p.pos += len("max(")
	first := p.sum()
	if p.peek() != ',' {
		p.fail(at, "Here max has two arguments, as in max(0, u).")
	}
	p.pos++
	second := p.sum()
	p.expectClosing(at, ")")
	if second.op == opNumber {
		first, second = second, first
	}
	if first.op != opNumber || parseElem(first.text) != 0 {
		p.fail(at, "Here max compares 0 with something: max(0, u).")
	}
	return p.addNode(&node{op: opFunction, text: "max", args: []*node{second}, pos: at})
}

var kernelPattern = expr.Pattern(`^k\(x` + pointIndex + `, ?x` + pointIndex + `\)`)

// kernelValue parses k(x_j, x_i), an entry of K.
func (p *parser) kernelValue(rest string) *node {
	at, m := p.pos, kernelPattern().FindStringSubmatch(rest)
	if m == nil || m[1]+m[2] == "" || m[3]+m[4] == "" || !slices.Contains(p.names, "K") {
		p.fail(at, "Write the kernel of two points as k(x_j, x_i), or K_ji.")
	}
	p.pos += len([]rune(m[0]))
	return p.addNode(&node{op: opEntry, text: "K", index: plainIndex(m[1] + m[2] + m[3] + m[4]), pos: at})
}

// boundedSum matches the beginning of a sum with bounds, Σ_{i=1}^n.
var boundedSum = expr.Pattern(`^(?:Σ|sum)_\{?([ijklmpqrs]) ?= ?1\}?(?:\^\{?n\}?|ⁿ)`)

// pointSum parses a sum over points: sum(i, …), or Σ_i and the product after it.
func (p *parser) pointSum(rest string) *node {
	defer p.enter("The sums are nested too deeply.")()
	n := &node{op: opPointSum, pos: p.pos}
	if inside, ok := strings.CutPrefix(rest, "sum("); ok && strings.IndexAny(inside, indices) == 0 &&
		strings.HasPrefix(strings.TrimLeft(inside[1:], " "), ",") {
		n.index = inside[:1]
		p.pos += len("sum(") + 1
		p.peek()
		p.pos++
		n.args = []*node{p.sum()}
		p.expectClosing(n.pos, ")")
		return p.addNode(n)
	}
	m := boundedSum().FindStringSubmatch(rest)
	switch {
	case m != nil:
		n.index = m[1]
		p.pos += len([]rune(m[0]))
	case strings.HasPrefix(rest, "Σ"):
		p.pos++
		n.index = p.readPointIndex()
	default:
		p.pos += len("sum")
		n.index = p.readPointIndex()
	}
	if len(n.index) > 1 {
		p.fail(n.pos, "A sum runs over one index. Write two sums, Σ_i Σ_j.")
	}
	n.args = []*node{p.product()}
	return p.addNode(n)
}

// readIndex parses the index after the letter n and returns n. If there is an index, n becomes an
// entry.
func (p *parser) readIndex(n *node) *node {
	if p.pointLetters == nil {
		return n
	}
	if n.index = p.readPointIndex(); n.index != "" {
		n.op = opEntry
	}
	return n
}

// readPointIndex consumes up to two subscript letters and returns them, or "".
func (p *parser) readPointIndex() string {
	at, out := p.pos, ""
	if at < len(p.src) && p.src[at] == '_' {
		isBraced := at+1 < len(p.src) && p.src[at+1] == '{'
		p.pos++
		if isBraced {
			p.pos++
		}
		for p.pos < len(p.src) && (p.isIndex(p.pos) || isBraced && p.src[p.pos] == ',') {
			out += strings.Trim(string(p.src[p.pos]), ",")
			p.pos++
		}
		if isBraced && p.pos < len(p.src) && p.src[p.pos] == '}' {
			p.pos++
		}
		if out == "" {
			p.fail(at, "An index is a point: i, j, k, l, m, p, q, r or s. Write a new value of w as a step, w ← …")
		}
	}
	for p.pos < len(p.src) && expr.FromSubscript(p.src[p.pos]) != 0 &&
		strings.ContainsRune(indices, expr.FromSubscript(p.src[p.pos])) {
		out += string(expr.FromSubscript(p.src[p.pos]))
		p.pos++
	}
	if len(out) > 2 {
		p.fail(at, "A letter has at most two indices.")
	}
	return out
}

// isIndex reports whether rune i of the source, a letter, is an index.
func (p *parser) isIndex(i int) bool {
	r := p.src[i]
	return strings.ContainsRune("ijkl", r) ||
		strings.ContainsRune(indices, r) && (i+1 == len(p.src) || !unicode.IsLetter(p.src[i+1]) && p.src[i+1] != '(')
}

// sumPoints returns the value of a sum over all points.
func (env assignment) sumPoints(n *node, work *budget.Budget) (value, *evalError) {
	var out value
	for i := range env.sizes["n"].size {
		v, err := env.bindIndex(n.index, i).eval(n.args[0], work)
		if err != nil {
			return value{}, err
		}
		if i == 0 {
			out = v
			continue
		}
		if out, err = out.plus(v); err != nil {
			return value{}, err
		}
	}
	return out, nil
}

// bindIndex returns a copy of the assignment in which the index denotes the given point.
func (env assignment) bindIndex(index string, point int) assignment {
	env.pointOf = maps.Clone(env.pointOf)
	if env.pointOf == nil {
		env.pointOf = map[string]int{}
	}
	env.pointOf[index] = point
	return env
}

// entryValue returns the value of a letter with one or two indices. With one index, this is the
// number or the vector, as a column, that the letter has for the point. With two indices, it is an
// entry of a matrix over pairs of points.
func (env assignment) entryValue(n *node) (value, *evalError) {
	v := env.values[n.text]
	if len(n.index) == 2 && v.rows.name == "n" && v.cols.name != "n" {
		return value{}, evalErrorf("only points have indices here, and %s is %s", glyph(n.text), v.shape())
	}
	if v.kind != matrix || v.rows.name != "n" || len(n.index) == 2 && v.cols.name != "n" {
		return value{}, evalErrorf("%s is %s, so it has no entry for %s", glyph(n.text), v.shape(), n.index)
	}
	i := env.pointOf[n.index[:1]]
	if len(n.index) == 2 {
		return numberOf(v.data[i*v.cols.size+env.pointOf[n.index[1:]]]), nil
	}
	row := v.data[i*v.cols.size : (i+1)*v.cols.size]
	if len(row) == 1 && v.cols == unitDim {
		return numberOf(row[0]), nil
	}
	out := zeros(v.cols, unitDim)
	copy(out.data, row)
	return out, nil
}

// applyFunction applies s, exp, max(0, ·), ℓ or Ω to every entry. Random functions replace s, exp
// and max. They satisfy the same laws: exp(−u) = 1/exp(u), s(u) = 1/(1 + exp(−u)), and
// max(0, u) − max(0, −u) = u. So formulas that agree in the field are equal by these laws. ℓ becomes a random
// function, and Ω the increasing function penaltyValue.
func (env assignment) applyFunction(name string, v value) value {
	return v.mapEntries(func(i int) elem {
		u := v.data[i]
		switch name {
		case "exp":
			return env.randomExp(u)
		case "s":
			return elem(1).add(env.randomExp(u.neg())).inv()
		case "ℓ":
			c := env.randomCoefficients
			return c[0].mul(u).add(c[1]).mul(u)
		case "Ω":
			return env.penaltyValue(u)
		}
		return u.add(env.polynomial(u.mul(u))).mul(elem(2).inv())
	})
}

// penaltyValue returns the value at u ≥ 0, the square of a length, of the increasing function that
// replaces Ω. In half of the examples, it is a polynomial, and in the others log₂(u + 1), made linear
// between powers of 2 and beyond 256. Half of the functions of each kind are negative near 0.
func (env assignment) penaltyValue(u elem) elem {
	c := env.randomCoefficients
	atZero := elem(0)
	if c[2]&1 == 0 {
		atZero = elemOf(-100)
	}
	num, den, _ := u.add(1).ratio()
	if c[3]&1 == 0 {
		return atZero.add(u.mul(elem(1).add(c[0].mul(c[0])).add(c[1].mul(c[1]).mul(u))))
	}
	power, digits := elem(1), 0
	for ; num >= 2*den && digits < 8; digits++ {
		power, den = power.add(power), 2*den
	}
	return atZero.add(elemOf(digits - 1)).add(u.add(1).mul(power.inv()))
}

func (env assignment) randomExp(u elem) elem {
	return env.polynomial(u).mul(env.polynomial(u.neg()).inv())
}

// polynomial returns the value of a polynomial with random coefficients at u.
func (env assignment) polynomial(u elem) elem {
	var out elem
	for _, c := range env.randomCoefficients {
		out = out.mul(u).add(c)
	}
	return out
}

// hadamard returns the entrywise product of v and u. If v or u is a number, it returns their
// ordinary product.
func (v value) hadamard(u value) (value, *evalError) {
	if v.kind != matrix || u.kind != matrix || v.isNumber() || u.isNumber() {
		return v.times(u)
	}
	if v.rows != u.rows || v.cols != u.cols {
		return value{}, evalErrorf("%s and %s have no entrywise product", v.shape(), u.shape())
	}
	return v.mapEntries(func(i int) elem { return v.data[i].mul(u.data[i]) }), nil
}

// freeIndices returns, sorted, the indices in the formulas that no sum binds.
func freeIndices(formulas []*node) []string {
	used := map[string]bool{}
	for _, n := range formulas {
		n.addFreeIndices(used, "")
	}
	return slices.Sorted(maps.Keys(used))
}

// addFreeIndices adds to indexSet the indices in the formula that no sum binds.
func (n *node) addFreeIndices(indexSet map[string]bool, bound string) {
	switch n.op {
	case opEntry:
		for _, r := range n.index {
			if !strings.ContainsRune(bound, r) {
				indexSet[string(r)] = true
			}
		}
	case opPointSum:
		bound += n.index
	}
	for _, a := range n.args {
		a.addFreeIndices(indexSet, bound)
	}
}

// lacksIndex reports whether a sum, or a letter such as φ or ∂f/∂w, lacks an index.
func (n *node) lacksIndex(letters *pointLetters) bool {
	return n.contains(func(m *node) bool {
		return m.op == opLetter && letters.vectors[m.text] || m.op == opPointSum && m.index == ""
	})
}

// withIndex returns the formula with the given index added to sums and letters that lack one.
func (n *node) withIndex(letters *pointLetters, index string) *node {
	return n.transform(func(m *node) {
		switch {
		case m.op == opLetter && (letters.vectors[m.text] || letters.numbers[strings.TrimSuffix(m.text, "←")]):
			m.op, m.index = opEntry, index
		case m.op == opPointSum && m.index == "":
			m.index = index
		}
	})
}

// pointText returns the text of a node whose operation occurs only in formulas over points.
func (n *node) pointText() string {
	switch n.op {
	case opPointSum:
		return "Σ" + expr.Subscript(n.index) + " " + n.args[0].negatedText()
	case opEntrywise:
		return n.args[0].textWithin(opProduct) + " ∘ " + n.args[1].textWithin(opProduct)
	case opNorm:
		return "‖" + n.args[0].String() + "‖"
	case opEntry:
		sub := expr.Subscript(n.index)
		if numerator, denominator, ok := strings.Cut(glyph(n.text), "/"); ok {
			switch denominator {
			case "∂ξ":
				return numerator + "/" + denominator + sub
			case "∂f":
				denominator += sub
			}
			return numerator + sub + "/" + denominator
		}
		return glyph(n.text) + sub
	}
	body := n.args[0].String()
	switch n.text {
	case "exp":
		return "e^(" + body + ")"
	case "max":
		return "max(0, " + body + ")"
	}
	return n.text + "(" + body + ")"
}
