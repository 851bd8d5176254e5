package answer

import (
	"strings"

	"kernellab/kernels/expr"
)

// indices reads up to n indices, each a digit or an index letter, and returns
// them and where they end, or 0. Of a matrix the index of a row alone may be
// there, as in K_i, K[i] and K[i,:].
func (lx *lexer) indices(q, n int) ([]string, int) {
	q, closing := lx.openSub(q)
	var out []string
	whole := false // an index is left open by a colon
	for len(out) < n {
		q = lx.overSeparators(q, closing, len(out) > 0 || whole)
		if r := runeAt(lx.src, q); closing != 0 && (r == ':' || r == '·') && !whole {
			whole = true
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
	if len(out) == 0 || len(out) < n && closing == ')' && !whole || expr.IsDigit(lx.plainAt(q)) {
		return nil, 0
	}
	if whole && len(out) < n {
		q = lx.overSeparators(q, closing, true)
	}
	return out, lx.closeSub(q, closing)
}

// indexAt is the index at q.
func (lx *lexer) indexAt(q int) (string, bool) {
	r := lx.plainAt(q)
	return string(r), r != 0 && (expr.IsDigit(r) || lx.names.index(string(r)))
}

// plainAt is the rune at q, of a subscript the plain one; 0 behind the end.
func (lx *lexer) plainAt(q int) rune {
	if q >= len(lx.src) {
		return 0
	}
	return lx.plainSub(q)
}

// overSeparators steps over what may stand between two indices: _, a comma or a
// blank in brackets, and the ][ of K[i][j].
func (lx *lexer) overSeparators(q int, closing rune, later bool) int {
	if closing == ']' && later && runeAt(lx.src, q) == ']' && runeAt(lx.src, q+1) == '[' {
		return q + 2
	}
	for q < len(lx.src) && (later && lx.src[q] == '_' || closing != 0 && strings.ContainsRune(", ", lx.src[q]) && (later || lx.src[q] == ' ')) {
		q++
	}
	return q
}
