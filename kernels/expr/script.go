package expr

import (
	"strings"
	"unicode/utf8"
)

// Subscripts and superscripts that can be typed or pasted, with their plain
// characters in the same order.
const (
	subscripts        = "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗₘₙₚᵣₛₜₓₐₑ"
	plainSubscripts   = "0123456789ijklmnprstxae"
	superscripts      = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵈᵖˣʸᶻᵃᵇᶜᵏᵐʲ"
	plainSuperscripts = "0123456789+-()nidpxyzabckmj"
)

// FromSubscript returns the plain character of a subscript, or 0 if r is none.
func FromSubscript(r rune) rune { return counterpart(r, subscripts, plainSubscripts) }

// FromSuperscript returns the plain character of a superscript, or 0 if r is
// none.
func FromSuperscript(r rune) rune { return counterpart(r, superscripts, plainSuperscripts) }

// ToSuperscript returns the superscript of a plain character, or 0 if there is
// none.
func ToSuperscript(r rune) rune { return counterpart(r, plainSuperscripts, superscripts) }

// counterpart returns the rune in to at the position of r in from, or 0.
func counterpart(r rune, from, to string) rune {
	if r < utf8.RuneSelf && from[0] >= utf8.RuneSelf {
		return 0 // a shortcut for most runes
	}
	i := 0
	for _, f := range from {
		if f == r {
			return runeAt(to, i)
		}
		i++
	}
	return 0
}

// runeAt returns rune i of text, or 0 if text is shorter.
func runeAt(text string, i int) rune {
	for _, r := range text {
		if i == 0 {
			return r
		}
		i--
	}
	return 0
}

// Subscript converts a text to subscripts. A character without a subscript is
// preceded by an underscore: x_z.
func Subscript(text string) string {
	var b strings.Builder
	for _, r := range text {
		if s := counterpart(r, plainSubscripts, subscripts); s != 0 {
			b.WriteRune(s)
			continue
		}
		b.WriteString("_" + string(r))
	}
	return b.String()
}

// Superscript converts a text to superscripts. The result ok is false if some
// character has none.
func Superscript(text string) (string, bool) {
	var b strings.Builder
	for _, r := range text {
		s := ToSuperscript(r)
		if s == 0 {
			return "", false
		}
		b.WriteRune(s)
	}
	return b.String(), true
}
