package answer

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"kernellab/kernels/expr"
)

// skipLabel blanks what students repeat from the left of a field: "φ(x) =",
// "a_i ←", "P(+1|x) =", "η <", "≈". Positions stay those of the text as typed.
// What is an equation and not a label is left as it is.
func skipLabel(src []rune) []rune {
	end := labelEnd(src)
	if end == 0 {
		return src
	}
	out := append([]rune(nil), src...)
	blank(out[:end])
	return out
}

// answerTo is a text with the question repeated before it blanked: of 1 − s(f) = s(−f)
// the right side, where the left one is what was asked for, or says it in names
// that no answer has.
func answerTo(ctx context.Context, text string, s Scope, asked func(Expr) bool) string {
	for range maxChain {
		at := equalsAt(skipLabel(normalise(text)))
		if at < 0 {
			return text
		}
		src := []rune(text)
		e, err := parseTyped(ctx, string(src[:at]), &s)
		if err != nil && !err.unknown() || err == nil && !asked(e) {
			return text
		}
		blank(src[:at+1])
		text = string(src)
	}
	return text
}

// equalsAt is where the first sign of equality stands that is in no bracket and
// has something on either side; −1 where there is none.
func equalsAt(src []rune) int {
	depth := 0
	for i, r := range src {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == '=' && depth == 0 && !isBlank(string(src[:i])) && !isBlank(string(src[i+1:])):
			return i
		}
	}
	return -1
}

// lastSide is what stands behind the last sign of equality of a text.
func lastSide(text string) string {
	src := []rune(text)
	for range maxChain {
		at := equalsAt(normalise(string(src)))
		if at < 0 {
			break
		}
		src = src[at+1:]
	}
	return string(src)
}

// maxChain is how many signs of equality an answer may have.
const maxChain = 4

// labelEnd is where a label and its sign end; 0 where the text has none.
func labelEnd(src []rune) int {
	if slope := slopes().FindString(string(src)); slope != "" {
		return len([]rune(slope))
	}
	depth, named := 0, false
	for i := afterZero(src); i < len(src); i++ {
		r := src[i]
		if width := signWidth(src[i:]); width > 0 && depth == 0 {
			if !named && (bounds(r) || r == '←') || bounds(r) && !oneBound(src[:i], src[i+width:]) {
				return 0
			}
			return i + width
		}
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case unicode.IsLetter(r) || r == '∇' || r == '∂':
			named = true
		case r == ' ' || r == '\'' || r == '\\':
		case (r == '+' || r == '-') && runeAt(src, i-1) == '^':
		case depth > 0 && (expr.IsDigit(r) || strings.ContainsRune(",|+-=^*:_", r)):
		case r == '^' && expr.IsDigit(runeAt(src, i+1)):
			return 0 // x^2 = is no name
		case named && (expr.IsDigit(r) || strings.ContainsRune("_*^⁺⁽⁾ⁿ", r) || expr.FromBelow(r) != 0):
		default:
			return 0
		}
	}
	return 0
}

// slopes finds a derivative and its sign of equality: ds/du =, ∂ℓ/∂s =.
var slopes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:d|∂|\\partial\b)\s*[^=/]{1,9}/\s*(?:d|∂|\\partial\b)[^=/]{1,9}=`)
})

// afterZero is where the η of 0 < η < 1 stands: that it is positive is nothing
// that was asked. 0 for other texts.
func afterZero(src []rune) int {
	i := 0
	for i < len(src) && (src[i] == ' ' || src[i] == '0') {
		i++
	}
	if r := runeAt(src, i); r == '<' || r == '≤' {
		return i + signWidth(src[i:])
	}
	return 0
}

// bounds reports whether a sign sets a bound: η < is a label where a number
// follows.
func bounds(r rune) bool { return strings.ContainsRune("<>≤≥", r) }

// oneBound reports whether a name stands before a bound, and no more than an
// expression behind it: ⟨x, z⟩ is no bound.
func oneBound(before, after []rune) bool {
	for _, r := range before {
		if strings.ContainsRune("([{", r) {
			return false
		}
	}
	return !strings.ContainsAny(string(after), "<>≤≥,")
}

// signWidth is the length of the sign =, ==, :=, ←, ↦, <-, ≈, <, ≤, > or ≥ that the
// text begins with, else 0.
func signWidth(src []rune) int {
	next := rune(0)
	if len(src) > 1 {
		next = src[1]
	}
	switch {
	case src[0] == '=' && next == '=', src[0] == ':' && next == '=', src[0] == '<' && next == '-', (src[0] == '<' || src[0] == '>') && next == '=':
		return 2
	case strings.ContainsRune("=←≈↦<>≤≥", src[0]):
		return 1
	}
	return 0
}
