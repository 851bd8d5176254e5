package answer

import (
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// pointIndex splits a name with the indices of one or two points: Ek, Kkl, alphai.
func pointIndex(name string) (base, index string, ok bool) {
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

// indexedSpellings are further ways to write a name with indices: E_k, Kₖₗ and
// α_{i} for Ek, Kkl and alphai.
func indexedSpellings(name, canon string) names {
	if greekLetter(name) != 0 {
		return nil
	}
	base, index, ok := pointIndex(name)
	if !ok && len(name) > 2 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return names{ // b_up for bup
			{base: name[:1] + "_" + name[1:], canon: canon, kind: tokName},
			{base: name[:1] + "_{" + name[1:] + "}", canon: canon, kind: tokName},
		}
	}
	if !ok {
		return nil
	}
	out := names{{base: base, digits: index, canon: canon, kind: tokName}}
	if letter := greekLetter(base); letter != 0 {
		out = append(out, spelling{base: string(letter), digits: index, canon: canon, kind: tokName})
	}
	return out
}

// typesetIndexed writes a name with indices; l is ℓ, which has no sign below the
// line.
func typesetIndexed(base, index string) string {
	out := base
	if letter := greekLetter(base); letter != 0 {
		out = string(letter)
	}
	for _, r := range index {
		if r == 'l' {
			out += "ℓ"
			continue
		}
		out += expr.Subscript(string(r))
	}
	return out
}

// subscript reads exactly the digits, as 1, _1, ₁, _{1}, [1] or (1), or letters in
// their place, and returns where they end, or 0.
func (lx *lexer) subscript(q int, digits string) int {
	q, closing := lx.openSub(q)
	for i, d := range digits {
		for i > 0 && closing != 0 && (runeAt(lx.src, q) == ',' || runeAt(lx.src, q) == ' ') {
			q++ // K_{k, l}
		}
		if q >= len(lx.src) || lx.plainSub(q) != d {
			return 0
		}
		q++
	}
	if q < len(lx.src) && expr.IsDigit(lx.plainSub(q)) {
		return 0
	}
	for closing != 0 && runeAt(lx.src, q) == ' ' {
		q++
	}
	return lx.closeSub(q, closing)
}

// openSub steps over _ and {, and returns the bracket that has to close.
func (lx *lexer) openSub(q int) (int, rune) {
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

func (lx *lexer) closeSub(q int, closing rune) int {
	if closing == 0 {
		return q
	}
	if q < len(lx.src) && lx.src[q] == closing {
		return q + 1
	}
	return 0
}

func (lx *lexer) plainSub(q int) rune {
	if s := expr.FromBelow(lx.src[q]); s != 0 {
		return s
	}
	return lx.src[q]
}
