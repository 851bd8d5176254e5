package answer

import (
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// greekName is the name a letter is known by, "" for other runes.
func greekName(r rune) string {
	switch r {
	case 'ϕ':
		return "phi"
	case 'ϵ':
		return "epsilon"
	case 'ς':
		return "sigma"
	}
	for _, g := range greekLetters {
		if g.letter == r {
			return g.name
		}
	}
	return ""
}

// greekLetter is the letter of a name, 0 for other names.
func greekLetter(name string) rune {
	for _, g := range greekLetters {
		if g.name == name {
			return g.letter
		}
	}
	return 0
}

// greekLetters pairs each letter with its English name.
var greekLetters = [...]struct {
	letter rune
	name   string
}{
	{'α', "alpha"}, {'β', "beta"}, {'γ', "gamma"}, {'δ', "delta"}, {'ε', "epsilon"}, {'ζ', "zeta"},
	{'η', "eta"}, {'θ', "theta"}, {'ι', "iota"}, {'κ', "kappa"}, {'λ', "lambda"}, {'μ', "mu"},
	{'ν', "nu"}, {'ξ', "xi"}, {'π', "pi"}, {'ρ', "rho"}, {'σ', "sigma"}, {'τ', "tau"},
	{'φ', "phi"}, {'χ', "chi"}, {'ψ', "psi"}, {'ω', "omega"}, {'Φ', "Phi"}, {'Γ', "Gamma"},
	{'Δ', "Delta"}, {'Λ', "Lambda"}, {'Ω', "Omega"},
}

// normalise replaces look-alikes by the rune the lexer knows, one for one, so
// that positions stay those of the text as typed.
func normalise(text string) []rune {
	rs := []rune(text)
	for i, r := range rs {
		switch {
		case r >= 0x80:
			rs[i] = plainRune(r)
		case r == '@':
			rs[i] = '*'
		}
	}
	plainDots(rs)
	return rs
}

// Trimmed is a text without blanks and signs that do not print at its ends.
func Trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}

// plainDots reads the dot of x.z as a product and of x.T as a transposition, and
// drops the one that ends a sentence. Dots of decimals stay.
func plainDots(rs []rune) {
	end := len(rs) // of what is written
	for end > 0 && unicode.IsSpace(rs[end-1]) {
		end--
	}
	for i, r := range rs {
		if r != '.' {
			continue
		}
		next := runeAt(rs, i+1)
		switch {
		case i > 0 && i+1 >= end:
			rs[i] = ' '
		case expr.IsDigit(next) || expr.IsDigit(runeAt(rs, i-1)):
		case next == 'T' && !unicode.IsLetter(runeAt(rs, i+2)):
			rs[i], rs[i+1] = 'ᵀ', ' '
		case unicode.IsLetter(next) && (unicode.IsLetter(runeAt(rs, i-1)) || expr.FromBelow(runeAt(rs, i-1)) != 0):
			rs[i] = '·'
		}
	}
}

func runeAt(rs []rune, i int) rune {
	if i < 0 || i >= len(rs) {
		return 0
	}
	return rs[i]
}

func plainRune(r rune) rune {
	if plain, ok := expr.Plain(r); ok {
		return plain
	}
	if r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' {
		return r - '０' + '0'
	}
	if unicode.Is(unicode.Cf, r) && r != 0x202e {
		return ' '
	}
	// Mathematical alphanumerics: thirteen alphabets of 52 letters.
	if r >= 0x1D400 && r <= 0x1D6A3 {
		return rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[(r-0x1D400)%52])
	}
	return r
}
