package matrix

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// points lists the letters that formulas over points use in special ways. Such
// formulas may have, besides matrices, letters with an index (a_i, φ_i), sums over
// the points, derivatives that count as letters (∂f_i/∂w), steps (w ← …), and
// functions applied entry by entry.
type points struct {
	// rows are the letters that have a column for each point: φ_i, ∂f_i/∂w.
	rows map[string]bool
	// perPoint are the letters that have one number for each point.
	perPoint map[string]bool
	// moves are the letters that a step may change.
	moves map[string]bool
	// signs are the letters of labels −1 or +1, and bits those of labels 0 or 1.
	signs, bits []string
}

// indices are the letters that can denote a point. In front of another letter, those
// after l belong to a name: a_iphi_i has no index p.
const indices = "ijklmpqrs"

// pointIndex matches one subscript letter, as typed.
const pointIndex = `(?:_\{?([ijkl]|[mpqrs]\b)\}?|([ᵢⱼₖₗₘₚᵣₛ]))?`

// derivative matches ∂f_i/∂w and \frac{∂f_i}{∂w}. A d may replace ∂.
var derivative = expr.Pattern(`^(?:frac *\{ *)?[∂d] *([lLf]) ?` + pointIndex + ` *(?:/|\} *\{) *[∂d] *([fwa])` +
	pointIndex + `(?: *\})?`)

// stepped reads the arrow behind the first side. The first side then denotes the
// new value of its letter.
func (p *parser) stepped(chain []*node) bool {
	if p.walk == nil || p.peek() != '←' {
		return false
	}
	n := chain[0]
	if n.op != opLetter && n.op != opEntry || !p.walk.moves[n.text] {
		p.fail(n.at, "Before ← stands the letter that a step changes.")
	}
	p.at++
	n.text += "←"
	return true
}

// entrywise reads the rest of a product entry by entry, whose right side is
// everything that follows.
func (p *parser) entrywise(list []*node) *node {
	defer p.deeper("There are too many products in one another.")()
	p.at++
	return p.made(&node{op: opEntries, args: []*node{joined(list), p.product()}, at: list[0].at})
}

// overPoints reads a sum over points, a derivative or a function. It returns nil if
// there is none of them, or if there are only matrices.
func (p *parser) overPoints(rest string) *node {
	if p.walk == nil {
		return nil
	}
	at := p.at
	if m := derivative().FindStringSubmatch(rest); m != nil {
		return p.derivative(m)
	}
	for _, f := range [...]struct{ spelled, name string }{{"s(", "s"}, {"σ(", "s"}, {"sigma(", "s"}, {"exp(", "exp"},
		{"e^", "exp"}} {
		if strings.HasPrefix(rest, f.spelled) {
			p.at += len([]rune(strings.TrimSuffix(f.spelled, "(")))
			return p.made(&node{op: opFunction, text: f.name, args: []*node{p.primary()}, at: at})
		}
	}
	switch {
	case strings.HasPrefix(rest, "max("):
		return p.larger()
	case strings.HasPrefix(rest, "k(x"):
		return p.kernelValue(rest)
	case strings.HasPrefix(rest, "sum"), strings.HasPrefix(rest, "Σ"):
		return p.sumOver(rest)
	}
	return nil
}

func (p *parser) derivative(m []string) *node {
	at := p.at
	first, second := below(m[2]+m[3]), below(m[5]+m[6])
	name := "∂" + m[1] + "/∂" + m[4]
	if !slices.Contains(p.known, name) {
		p.fail(at, "%s is none of the derivatives here.", glyph(name))
	}
	if first != "" && second != "" && first != second {
		p.fail(at, "One index for both: the loss of a point depends on its own score.")
	}
	typed := m[0]
	if !strings.HasPrefix(typed, "frac") {
		typed = strings.TrimRight(typed, " }") // the bracket around it
	}
	p.at += len([]rune(typed))
	n := &node{op: opLetter, text: name, at: at}
	if first+second != "" {
		n.op, n.index = opEntry, (first + second)[:1]
	}
	return p.made(n)
}

// below returns an index with its subscript runes replaced by plain ones.
func below(index string) string {
	return strings.Map(func(r rune) rune {
		if plain := expr.FromSubscript(r); plain != 0 {
			return plain
		}
		return r
	}, index)
}

// larger reads max(0, u) or max(u, 0).
func (p *parser) larger() *node {
	at := p.at
	p.at += len("max(")
	one := p.sum()
	if p.peek() != ',' {
		p.fail(at, "Here max has two parts, as in max(0, u).")
	}
	p.at++
	two := p.sum()
	p.closed(at, ")")
	if two.op == opNumber {
		one, two = two, one
	}
	if one.op != opNumber || fraction(one.text) != 0 {
		p.fail(at, "Here max is that of 0 and something: max(0, u).")
	}
	return p.made(&node{op: opFunction, text: "max", args: []*node{two}, at: at})
}

var kernelOf = expr.Pattern(`^k\(x` + pointIndex + `, ?x` + pointIndex + `\)`)

// kernelValue reads k(x_j, x_i), an entry of K.
func (p *parser) kernelValue(rest string) *node {
	at, m := p.at, kernelOf().FindStringSubmatch(rest)
	if m == nil || m[1]+m[2] == "" || m[3]+m[4] == "" || !slices.Contains(p.known, "K") {
		p.fail(at, "Write the kernel of two points as k(x_j, x_i), or K_ji.")
	}
	p.at += len([]rune(m[0]))
	return p.made(&node{op: opEntry, text: "K", index: below(m[1] + m[2] + m[3] + m[4]), at: at})
}

// fromOne matches the head of a sum with bounds, Σ_{i=1}^n.
var fromOne = expr.Pattern(`^(?:Σ|sum)_\{?([ijklmpqrs]) ?= ?1\}?(?:\^\{?n\}?|ⁿ)`)

// sumOver reads Σ_i …, which extends over the product behind it, or sum(i, …).
func (p *parser) sumOver(rest string) *node {
	defer p.deeper("There are too many sums in one another.")()
	n := &node{op: opOver, at: p.at}
	if inside, ok := strings.CutPrefix(rest, "sum("); ok && strings.IndexAny(inside, indices) == 0 &&
		strings.HasPrefix(strings.TrimLeft(inside[1:], " "), ",") {
		n.index = inside[:1]
		p.at += len("sum(") + 1
		p.peek()
		p.at++
		n.args = []*node{p.sum()}
		p.closed(n.at, ")")
		return p.made(n)
	}
	m := fromOne().FindStringSubmatch(rest)
	switch {
	case m != nil:
		n.index = m[1]
		p.at += len([]rune(m[0]))
	case strings.HasPrefix(rest, "Σ"):
		p.at++
		n.index = p.pointIndex()
	default:
		p.at += len("sum")
		n.index = p.pointIndex()
	}
	if len(n.index) > 1 {
		p.fail(n.at, "A sum runs over one index.")
	}
	n.args = []*node{p.product()}
	return p.made(n)
}

// entry reads the index behind a letter, if there is one.
func (p *parser) entry(n *node) *node {
	if p.walk == nil {
		return n
	}
	if n.index = p.pointIndex(); n.index != "" {
		n.op = opEntry
	}
	return n
}

// pointIndex reads at most two subscript letters. There may be none.
func (p *parser) pointIndex() string {
	at, out := p.at, ""
	if at < len(p.src) && p.src[at] == '_' {
		open := at+1 < len(p.src) && p.src[at+1] == '{'
		p.at++
		if open {
			p.at++
		}
		for p.at < len(p.src) && (p.isIndex(p.at) || open && p.src[p.at] == ',') {
			out += strings.Trim(string(p.src[p.at]), ",")
			p.at++
		}
		if open && p.at < len(p.src) && p.src[p.at] == '}' {
			p.at++
		}
		if out == "" {
			p.fail(at, "An index is a point: i, j, k, l, m, p, q, r or s. What w becomes is a step, w ← …")
		}
	}
	for p.at < len(p.src) && expr.FromSubscript(p.src[p.at]) != 0 &&
		strings.ContainsRune(indices, expr.FromSubscript(p.src[p.at])) {
		out += string(expr.FromSubscript(p.src[p.at]))
		p.at++
	}
	if len(out) > 2 {
		p.fail(at, "A letter has two indices at most.")
	}
	return out
}

// isIndex reports whether the letter at a position is an index.
func (p *parser) isIndex(at int) bool {
	r := p.src[at]
	return strings.ContainsRune("ijkl", r) ||
		strings.ContainsRune(indices, r) && (at+1 == len(p.src) || !unicode.IsLetter(p.src[at+1]) && p.src[at+1] != '(')
}

// sumPoints adds the values of a summand at all points.
func (w assignment) sumPoints(n *node, work *budget.Budget) (value, *misfit) {
	var out value
	for i := range w.sizes["n"].size {
		v, err := w.with(n.index, i).eval(n.args[0], work)
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

// with returns a copy of the assignment in which an index denotes a point.
func (w assignment) with(index string, point int) assignment {
	w.at = maps.Clone(w.at)
	if w.at == nil {
		w.at = map[string]int{}
	}
	w.at[index] = point
	return w
}

// entry returns the number of a point, the row of a point as a column, or an entry
// of a matrix over pairs of points.
func (w assignment) entry(n *node) (value, *misfit) {
	v := w.values[n.text]
	if v.kind != matrix || v.rows.name != "n" || len(n.index) == 2 && v.cols.name != "n" {
		return value{}, misfitf("%s is %s: it has no part for %s", glyph(n.text), v.shape(), n.index)
	}
	i := w.at[n.index[:1]]
	if len(n.index) == 2 {
		return numberOf(v.at[i*v.cols.size+w.at[n.index[1:]]]), nil
	}
	row := v.at[i*v.cols.size : (i+1)*v.cols.size]
	if len(row) == 1 && v.cols == unitDim {
		return numberOf(row[0]), nil
	}
	out := zeros(v.cols, unitDim)
	copy(out.at, row)
	return out, nil
}

// function applies s, exp or max(0, ·) to every entry. Over the field these are
// random functions that satisfy the same laws: exp(−u) = 1/exp(u), s(u) = 1/(1 +
// exp(−u)), max(0, u) − max(0, −u) = u. Formulas that agree in the field are equal
// by these laws.
func (w assignment) function(name string, v value) value {
	return v.mapped(func(i int) elem {
		u := v.at[i]
		switch name {
		case "exp":
			return w.exp(u)
		case "s":
			return elem(1).add(w.exp(u.neg())).inv()
		}
		return u.add(w.random(u.mul(u))).mul(elem(2).inv())
	})
}

func (w assignment) exp(u elem) elem { return w.random(u).mul(w.random(u.neg()).inv()) }

// random evaluates a polynomial with random coefficients.
func (w assignment) random(u elem) elem {
	var out elem
	for _, c := range w.hidden {
		out = out.mul(u).add(c)
	}
	return out
}

// entries returns the product entry by entry. A number multiplies all entries.
func (v value) entries(u value) (value, *misfit) {
	if v.kind != matrix || u.kind != matrix || v.isNumber() || u.isNumber() {
		return v.times(u)
	}
	if v.rows != u.rows || v.cols != u.cols {
		return value{}, misfitf("%s and %s have no product entry by entry", v.shape(), u.shape())
	}
	return v.mapped(func(i int) elem { return v.at[i].mul(u.at[i]) }), nil
}

// freeIndices returns the indices of some formulas that no sum binds, sorted.
func freeIndices(formulas []*node) []string {
	used := map[string]bool{}
	for _, n := range formulas {
		n.free(used, "")
	}
	return slices.Sorted(maps.Keys(used))
}

// free adds the indices of a formula that no sum binds to a set.
func (n *node) free(into map[string]bool, bound string) {
	switch n.op {
	case opEntry:
		for _, r := range n.index {
			if !strings.ContainsRune(bound, r) {
				into[string(r)] = true
			}
		}
	case opOver:
		bound += n.index
	}
	for _, a := range n.args {
		a.free(into, bound)
	}
}

// isBare reports whether a formula is written for one point without an index: it
// has φ or ∂f/∂w without an index, or a sum without one.
func (n *node) isBare(of *points) bool {
	return n.contains(func(m *node) bool {
		return m.op == opLetter && of.rows[m.text] || m.op == opOver && m.index == ""
	})
}

// filled adds an index to every part of the formula that has a value for each
// point.
func (n *node) filled(of *points, index string) *node {
	return n.changed(func(m *node) {
		switch {
		case m.op == opLetter && (of.rows[m.text] || of.perPoint[strings.TrimSuffix(m.text, "←")]):
			m.op, m.index = opEntry, index
		case m.op == opOver && m.index == "":
			m.index = index
		}
	})
}

// pointwise returns the text of a node that only formulas over points have.
func (n *node) pointwise() string {
	switch n.op {
	case opOver:
		return "Σ" + expr.Subscript(n.index) + " " + n.args[0].within(opProduct)
	case opEntries:
		return n.args[0].within(opProduct) + " ∘ " + n.args[1].within(opProduct)
	case opEntry:
		sub := expr.Subscript(n.index)
		if over, under, ok := strings.Cut(glyph(n.text), "/"); ok {
			if under == "∂f" {
				under += sub
			}
			return over + sub + "/" + under
		}
		return glyph(n.text) + sub
	}
	inside := n.args[0].String()
	switch n.text {
	case "exp":
		return "e^(" + inside + ")"
	case "max":
		return "max(0, " + inside + ")"
	}
	return n.text + "(" + inside + ")"
}
