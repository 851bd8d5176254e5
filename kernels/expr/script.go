package expr

import (
	"strings"
	"unicode/utf8"
)

// What a keyboard or a paste may bring below and above the line.
const (
	below      = "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗₘₙₚᵣₛₜₓₐₑ"
	belowPlain = "0123456789ijklmnprstxae"
	above      = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵈᵖˣʸᶻᵃᵇᶜᵏᵐʲ"
	abovePlain = "0123456789+-()nidpxyzabckmj"
)

// FromBelow is the plain rune of a subscript, 0 for any other rune.
func FromBelow(r rune) rune { return swap(r, below, belowPlain) }

// FromAbove is the plain rune of a superscript, 0 for any other rune.
func FromAbove(r rune) rune { return swap(r, above, abovePlain) }

// Above is the superscript of a plain rune, 0 where there is none.
func Above(r rune) rune { return swap(r, abovePlain, above) }

// swap returns the counterpart of r in the second list, or 0.
func swap(r rune, from, to string) rune {
	if r < utf8.RuneSelf && from[0] >= utf8.RuneSelf {
		return 0 // most runes by far
	}
	i := 0
	for _, f := range from {
		if f == r {
			return nth(to, i)
		}
		i++
	}
	return 0
}

// nth is the rune at place i of a text that is longer.
func nth(text string, i int) rune {
	for _, r := range text {
		if i == 0 {
			return r
		}
		i--
	}
	return 0
}

// Subscript sets a text below the line; what cannot stand there has a line
// before it: x_z.
func Subscript(text string) string {
	var b strings.Builder
	for _, r := range text {
		if s := swap(r, belowPlain, below); s != 0 {
			b.WriteRune(s)
			continue
		}
		b.WriteString("_" + string(r))
	}
	return b.String()
}

// Superscript sets a text above the line; not ok where a rune cannot stand
// there.
func Superscript(text string) (string, bool) {
	var b strings.Builder
	for _, r := range text {
		s := Above(r)
		if s == 0 {
			return "", false
		}
		b.WriteRune(s)
	}
	return b.String(), true
}
