package answer

import (
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// skipLabel blanks what students repeat from the left of a field: "φ(x) =",
// "a_i ←", "≈". Positions stay those of the text as typed. What is an equation
// and not a label is left as it is.
func skipLabel(src []rune) []rune {
	at, width := labelEnd(src)
	if width == 0 {
		return src
	}
	out := append([]rune(nil), src...)
	for i := range at + width {
		out[i] = ' '
	}
	return out
}

// labelEnd finds the sign that ends a label, and how long the sign is; 0 where
// the text has none.
func labelEnd(src []rune) (at, width int) {
	depth, named := 0, false
	for i, r := range src {
		switch {
		case r == '=' || r == '←' || r == '≈' || r == ':' || r == '<':
			width = signWidth(src[i:])
			if width == 0 || depth != 0 || !named && (r == '←' || r == '<') {
				return 0, 0
			}
			return i, width
		case r == '(':
			depth++
		case r == ')':
			depth--
		case unicode.IsLetter(r):
			named = true
		case r == ' ' || r == '\'' || depth > 0 && r == ',':
		case named && (expr.IsDigit(r) || strings.ContainsRune("_{}*", r) || expr.FromBelow(r) != 0):
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// signWidth is the length of the sign =, ==, :=, ←, <- or ≈ that the text
// begins with, else 0.
func signWidth(src []rune) int {
	next := rune(0)
	if len(src) > 1 {
		next = src[1]
	}
	switch {
	case src[0] == '=' && next == '=', src[0] == ':' && next == '=', src[0] == '<' && next == '-':
		return 2
	case src[0] == '=' || src[0] == '←' || src[0] == '≈':
		return 1
	}
	return 0
}
