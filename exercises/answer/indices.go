package answer

import (
	"slices"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// readIndices reads up to n indices at position q. Each index is a digit or an index letter. It
// returns the indices and the position after them, or position 0 if there are none. A matrix may
// have the index of a row only, as in K_i, K[i] and K[i,:].
func (lx *lexer) readIndices(q, n int) ([]string, int) {
	q, closing := lx.openSubscript(q)
	var out []string
	hasColon := false // a colon replaces an index
	for len(out) < n {
		q = lx.skipSeparators(q, closing, len(out) > 0 || hasColon)
		if r := runeAt(lx.src, q); closing != 0 && (r == ':' || r == '·') && !hasColon {
			hasColon = true
			q++
			continue
		}
		i, ok := lx.indexAt(q)
		if !ok {
			break
		}
		out = append(out, i)
		q++
	}
	if len(out) == 0 || len(out) < n && closing == ')' && !hasColon || expr.IsDigit(lx.plainAt(q)) {
		return nil, 0
	}
	if hasColon && len(out) < n {
		q = lx.skipSeparators(q, closing, true)
	}
	return out, lx.closeSubscript(q, closing)
}

// indexAt returns the index at q. The second result is false if there is none.
func (lx *lexer) indexAt(q int) (string, bool) {
	r := lx.plainAt(q)
	return string(r), r != 0 && (expr.IsDigit(r) || lx.names.hasIndex(string(r)))
}

// plainAt returns the rune at q, or 0 after the end. For a subscript, it returns the ordinary letter
// or digit.
func (lx *lexer) plainAt(q int) rune {
	if q >= len(lx.src) {
		return 0
	}
	return lx.plainSubscript(q)
}

// skipSeparators returns the position after the separators at q between two indices: _, commas and
// blanks in brackets, or the ][ of K[i][j].
func (lx *lexer) skipSeparators(q int, closing rune, afterIndex bool) int {
	if closing == ']' && afterIndex && runeAt(lx.src, q) == ']' && runeAt(lx.src, q+1) == '[' {
		return q + 2
	}
	for q < len(lx.src) &&
		(afterIndex && lx.src[q] == '_' ||
			closing != 0 && strings.ContainsRune(", ", lx.src[q]) && (afterIndex || lx.src[q] == ' ')) {
		q++
	}
	return q
}

// splitPointIndices splits a name such as Ek, Kkl or alphai into the base and the indices of one or
// two points.
func splitPointIndices(name string) (base, index string, ok bool) {
	for n := 2; n > 0; n-- {
		at := len(name) - n
		if at < 1 || strings.Trim(name[at:], "ijkl") != "" {
			continue
		}
		base, index = name[:at], name[at:]
		if greekLetter(base) != 0 || len(base) == 1 && unicode.IsLetter(rune(base[0])) {
			return base, index, true
		}
	}
	return "", "", false
}

// indexedSpellings returns further spellings of a name with indices: E_k, Kₖₗ and
// α_{i} for Ek, Kkl and alphai.
func indexedSpellings(name, canon string) vocabulary {
	if greekLetter(name) != 0 {
		return nil
	}
	base, index, ok := splitPointIndices(name)
	if !ok && len(name) > 2 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return vocabulary{ // b_up for bup
			{base: name[:1] + "_" + name[1:], canon: canon, kind: tokName},
			{base: name[:1] + "_{" + name[1:] + "}", canon: canon, kind: tokName},
		}
	}
	if !ok {
		return nil
	}
	out := vocabulary{{base: base, subscript: index, canon: canon, kind: tokName}}
	if letter := greekLetter(base); letter != 0 {
		out = append(out, spelling{base: string(letter), subscript: index, canon: canon, kind: tokName})
	}
	return out
}

// typesetIndexed returns a name with its indices as subscripts.
func typesetIndexed(base, index string) string {
	out := base
	if letter := greekLetter(base); letter != 0 {
		out = string(letter)
	}
	return out + expr.Subscript(index)
}

// subscript reads exactly the given digits or letters as a subscript: 1, _1, ₁, _{1}, [1] or (1).
// It returns the position after them, or 0 if they are not there.
func (lx *lexer) subscript(q int, digits string) int {
	q, closing := lx.openSubscript(q)
	for i, d := range digits {
		for i > 0 && closing != 0 && (runeAt(lx.src, q) == ',' || runeAt(lx.src, q) == ' ') {
			q++ // K_{k, l}
		}
		if q >= len(lx.src) || lx.plainSubscript(q) != d {
			return 0
		}
		q++
	}
	if q < len(lx.src) && expr.IsDigit(lx.plainSubscript(q)) {
		return 0
	}
	for closing != 0 && runeAt(lx.src, q) == ' ' {
		q++
	}
	return lx.closeSubscript(q, closing)
}

// openSubscript skips an underscore and an opening bracket at q. It returns the position after them
// and the bracket that must close, or 0 if there is no bracket.
func (lx *lexer) openSubscript(q int) (int, rune) {
	if q < len(lx.src) && lx.src[q] == '_' {
		q++
		if q < len(lx.src) && lx.src[q] == '{' {
			return q + 1, '}'
		}
		return q, 0
	}
	switch runeAt(lx.src, q) {
	case '[':
		return q + 1, ']'
	case '(':
		return q + 1, ')'
	}
	return q, 0
}

func (lx *lexer) closeSubscript(q int, closing rune) int {
	if closing == 0 {
		return q
	}
	if q < len(lx.src) && lx.src[q] == closing {
		return q + 1
	}
	return 0
}

func (lx *lexer) plainSubscript(q int) rune {
	if s := expr.FromSubscript(lx.src[q]); s != 0 {
		return s
	}
	return lx.src[q]
}

// orderedSum marks, between two indices of a sum, that the first index must be smaller than
// the second.
const orderedSum = "<"

// sumIndex reads the indices of a sum at p and attaches them to the last token, Σ: j in Σ_j and Σⱼ,
// i and j in Σ_{i,j} and Σᵢⱼ. In Σ_{i<j}, it also attaches the sign. It returns the position after
// them.
func (lx *lexer) sumIndex(p int) int {
	q, braced := p, false
	if runeAt(lx.src, q) == '_' {
		q++
		if runeAt(lx.src, q) == '{' {
			braced = true
			q++
		}
	}
	onlySubscripts := q == p // without an underscore, only subscripts belong to the sum, as in Σⱼ
	var out []string
	for {
		if braced && len(out) > 0 {
			q = lx.betweenIndices(q, &out)
		}
		r := lx.plainAt(q)
		if r == 0 || !lx.names.hasIndex(string(r)) || onlySubscripts && expr.FromSubscript(lx.src[q]) == 0 {
			break
		}
		out = append(out, string(r))
		q++
	}
	if len(out) == 0 || out[len(out)-1] == orderedSum {
		return p
	}
	if braced {
		for q = lx.skipLowerLimit(q); runeAt(lx.src, q) == ' '; {
			q++
		}
		if runeAt(lx.src, q) != '}' {
			return p
		}
		q++
	}
	q = lx.skipUpperLimit(q)
	last := &lx.toks[len(lx.toks)-1]
	last.indices, last.end = out, q
	return q
}

// betweenIndices skips separators between two indices in braces and appends a sign < between them
// to out.
func (lx *lexer) betweenIndices(q int, out *[]string) int {
	for {
		switch r := runeAt(lx.src, q); {
		case r == ' ' || r == ',':
			q++
		case r == '<' && len(*out) == 1:
			*out = append(*out, orderedSum)
			q++
		default:
			return q
		}
	}
}

// skipLowerLimit skips the =1 of Σ_{j=1}. Sums here always start at 1.
func (lx *lexer) skipLowerLimit(q int) int {
	for _, limit := range []string{"=1", " = 1"} {
		if end := q + len(limit); end <= len(lx.src) && string(lx.src[q:end]) == limit {
			return end
		}
	}
	return q
}

// skipUpperLimit skips the ^n or ^{n} of Σ_{j=1}^n. Sums here always run to the last index.
func (lx *lexer) skipUpperLimit(q int) int {
	for _, limit := range []string{"^n", "^N", "^{n}", "^{N}", "ⁿ"} {
		end := q + len([]rune(limit))
		if end <= len(lx.src) && string(lx.src[q:end]) == limit && !unicode.IsLetter(runeAt(lx.src, end)) {
			return end
		}
	}
	return q
}

// sumOver returns the sum of body over all indices of the token. In a sum over i < j, j starts at
// i + 1.
func (t token) sumOver(body *node) *node {
	if len(t.indices) == 0 {
		return &node{op: opSum, args: []*node{body}, pos: t.start}
	}
	args := []*node{body}
	letters := slices.Clone(t.indices)
	if i := slices.Index(letters, orderedSum); i == 1 && len(letters) == 3 {
		args = append(args, &node{op: opIndex, text: letters[0], pos: t.start})
		letters = slices.Delete(letters, i, i+1)
	}
	for i := len(letters) - 1; i >= 0; i-- {
		if slices.Contains(letters[:i], letters[i]) {
			panic(syntaxErrorf(t.start, "the sum runs over %s twice; take another letter", letters[i]))
		}
		body = &node{op: opSum, text: letters[i], args: args, pos: t.start}
		args = []*node{body}
	}
	return body
}

// sumCall parses the rest of sum(j, …), sum(i, j, …) or sum(i<j, …) after the name. A single index
// may also follow the summand, and it may be omitted if the summand contains only one index.
func (p *parser) sumCall(t token) *node {
	p.advance()
	t.indices = nil
	for p.peek().kind == tokIndex && (p.toks[p.pos+1].is(",") ||
		p.toks[p.pos+1].is(orderedSum) && len(t.indices) == 0) {
		t.indices = append(t.indices, p.advance().text)
		if p.advance().is(orderedSum) {
			t.indices = append(t.indices, orderedSum)
		}
	}
	body := p.expr(0)
	if len(t.indices) == 0 && p.peek().is(",") && p.toks[p.pos+1].kind == tokIndex {
		p.advance()
		t.indices = []string{p.advance().text}
	}
	if !p.peek().is(")") {
		panic(p.unclosed(")"))
	}
	p.advance()
	p.hasImplicitSum = p.hasImplicitSum || len(t.indices) == 0
	return t.sumOver(body)
}

// namesIndex reports whether the bracket after a Σ contains the index as its first or last item, as
// in Σ(j, …). In Σ (…)², it does not, and the square is summed.
func namesIndex(bracket []token) bool {
	n := len(bracket)
	return n > 3 && (bracket[1].kind == tokIndex && (bracket[2].is(",") || bracket[2].is(orderedSum)) ||
		bracket[n-2].kind == tokIndex && bracket[n-3].is(","))
}

// sigma parses Σ_j and the product that it sums, or Σ(j, …).
func (p *parser) sigma() *node {
	t := p.advance()
	if len(t.indices) == 0 && p.peek().is("(") && namesIndex(p.toks[p.pos:p.primaryEnd(p.pos)]) {
		return p.sumCall(t)
	}
	n := t.sumOver(p.expr(bindSum))
	p.hasImplicitSum = p.hasImplicitSum || n.text == ""
	return n
}

// zeros returns a tensor of the same shape with all entries 0.
func (t tensor) zeros() tensor {
	out := t
	out.cells = make([]*node, len(t.cells))
	for i := range out.cells {
		out.cells[i] = intNode(0)
	}
	return out
}
