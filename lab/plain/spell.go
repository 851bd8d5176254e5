package plain

import (
	"strings"
	"unicode"
)

// spell prepares a formula for seven bits, so that its words stand apart:
// "Σαᵢtᵢφ(xᵢ)" becomes "Σ α_i t_i φ(x_i)", of which each sign is then written
// as its name. α is named here, for as a letter it would be the a of ridge.
func spell(s string) string {
	var b strings.Builder
	last := other
	for _, r := range s {
		now := kindOf(r)
		switch {
		case now == sub && last != sub:
			b.WriteByte('_')
		case now.word() && last.word() && !(now == last && now == latin) || now.word() && (last == sub || last == sup):
			b.WriteByte(' ')
		}
		switch {
		case r == 'α':
			b.WriteString("alpha")
		case r == 'ᵘ':
			b.WriteByte('u')
		default:
			b.WriteRune(r)
		}
		last = now
	}
	return b.String()
}

// kind is what a rune is in a formula.
type kind uint8

const (
	other kind = iota
	latin      // a letter of the alphabet, or a digit
	sign       // a letter or sign that is written as a word
	sub
	sup
)

// word reports whether a rune of the kind would run into a neighbour.
func (k kind) word() bool { return k == latin || k == sign }

func kindOf(r rune) kind {
	switch {
	case strings.ContainsRune("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", r):
		return sub
	case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀᵗᵈᵏᵖᵘ", r):
		return sup
	case unicode.Is(unicode.Greek, r), strings.ContainsRune("∑∏√∞½¼¾ℓ", r):
		return sign
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return latin
	}
	return other
}
