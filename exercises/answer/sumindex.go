package answer

import (
	"slices"
	"unicode"

	"kernellab/kernels/expr"
)

// under is the sign between two indices of a sum of which the first stays below the
// second.
const under = "<"

// sumIndex reads what a sum runs over and attaches it to the Σ just emitted: the j of
// Σ_j or Σⱼ, the i and j of Σ_{i,j} or Σᵢⱼ, and of Σ_{i<j} the sign as well.
func (lx *lexer) sumIndex(p int) int {
	q, braced := p, false
	if runeAt(lx.src, q) == '_' {
		q++
		if runeAt(lx.src, q) == '{' {
			braced = true
			q++
		}
	}
	lowered := q == p // Σⱼ: only what is written below the line belongs to it
	var out []string
	for {
		if braced && len(out) > 0 {
			q = lx.betweenIndices(q, &out)
		}
		r := lx.plainAt(q)
		if r == 0 || !lx.names.index(string(r)) || lowered && expr.FromBelow(lx.src[q]) == 0 {
			break
		}
		out = append(out, string(r))
		q++
	}
	if len(out) == 0 || out[len(out)-1] == under {
		return p
	}
	if braced {
		for q = lx.skipFrom(q); runeAt(lx.src, q) == ' '; {
			q++
		}
		if runeAt(lx.src, q) != '}' {
			return p
		}
		q++
	}
	q = lx.skipTo(q)
	last := &lx.toks[len(lx.toks)-1]
	last.indices, last.end = out, q
	return q
}

// betweenIndices steps over what may stand between two indices in braces, and notes a
// sign that puts them in order.
func (lx *lexer) betweenIndices(q int, out *[]string) int {
	for {
		switch r := runeAt(lx.src, q); {
		case r == ' ' || r == ',':
			q++
		case r == '<' && len(*out) == 1:
			*out = append(*out, under)
			q++
		default:
			return q
		}
	}
}

// skipFrom steps over the =1 of Σ_{j=1}: sums here always start at 1.
func (lx *lexer) skipFrom(q int) int {
	for _, from := range []string{"=1", " = 1"} {
		if end := q + len(from); end <= len(lx.src) && string(lx.src[q:end]) == from {
			return end
		}
	}
	return q
}

// skipTo steps over the ^n or ^{n} of Σ_{j=1}^n: sums here always run to the
// last index.
func (lx *lexer) skipTo(q int) int {
	for _, to := range []string{"^n", "^N", "^{n}", "^{N}", "ⁿ"} {
		end := q + len([]rune(to))
		if end <= len(lx.src) && string(lx.src[q:end]) == to && !unicode.IsLetter(runeAt(lx.src, end)) {
			return end
		}
	}
	return q
}

// overIndices is a body summed over each of some indices; of i < j the second runs on
// from the first.
func (t token) overIndices(body *node) *node {
	if len(t.indices) == 0 {
		return &node{op: opSum, args: []*node{body}, at: t.at}
	}
	args := []*node{body}
	letters := slices.Clone(t.indices)
	if i := slices.Index(letters, under); i == 1 && len(letters) == 3 {
		args = append(args, &node{op: opIndex, text: letters[0], at: t.at})
		letters = slices.Delete(letters, i, i+1)
	}
	for i := len(letters) - 1; i >= 0; i-- {
		if slices.Contains(letters[:i], letters[i]) {
			panic(faultf(t.at, "the sum runs over %s twice; take another letter", letters[i]))
		}
		body = &node{op: opSum, text: letters[i], args: args, at: t.at}
		args = []*node{body}
	}
	return body
}

// zero is a tensor of the same shape with every entry 0.
func (t tensor) zero() tensor {
	out := t
	out.cells = make([]*node, len(t.cells))
	for i := range out.cells {
		out.cells[i] = intNode(0)
	}
	return out
}
