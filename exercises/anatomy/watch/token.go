package watch

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises"
)

// token is a piece of a text. The end is a token too.
type token struct {
	kind   tokenKind
	at, to int    // runes of the text: [at, to)
	text   string // a name or sign, in plain spelling
	// sub is an index that stands directly at a name (alpha3, α₃, alpha_3, αₖ),
	// and subAt where it begins.
	sub   string
	subAt int
	value float64
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenSign
)

// signs are all signs, longer ones first, with the plain spelling.
var signs = [...]struct{ from, to string }{
	{"<=", "<="}, {">=", ">="}, {"=<", "<="}, {"=>", ">="}, {"==", "=="}, {"!=", "!="}, {"<>", "!="}, {"/=", "!="}, {"&&", "and"}, {"||", "or"},
	{"≤", "<="}, {"⩽", "<="}, {"≥", ">="}, {"⩾", ">="}, {"≠", "!="}, {"=", "=="}, {"<", "<"}, {">", ">"},
	{"∧", "and"}, {"&", "and"}, {"∨", "or"}, {"¬", "not"}, {"!", "not"}, {"|", "|"}, {"∣", "|"},
	{"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"{", "{"}, {"}", "}"}, {",", ","},
	{"+", "+"}, {"-", "-"}, {"−", "-"}, {"–", "-"}, {"‐", "-"}, {"*", "*"}, {"·", "*"}, {"×", "*"}, {"⋅", "*"}, {"/", "/"}, {"÷", "/"},
}

// lex cuts a text into tokens, of which the last is the end.
func lex(src []rune) ([]token, *exercises.WatchError) {
	var out []token
	for at := 0; at < len(src); {
		r := src[at]
		switch {
		case unicode.IsSpace(r):
			at++
			continue
		case isDigit(r) || r == '.' && at+1 < len(src) && isDigit(src[at+1]):
			t, problem := lexNumber(src, at)
			if problem != nil {
				return nil, problem
			}
			out, at = append(out, t), t.to
		case r == '∞':
			out, at = append(out, token{kind: tokenNumber, at: at, to: at + 1, value: math.Inf(1)}), at+1
		case unicode.IsLetter(r):
			t := lexName(src, at)
			out, at = append(out, t), t.to
		default:
			t, ok := lexSign(src, at)
			if !ok {
				return nil, &exercises.WatchError{At: at, Problem: "I do not know the sign " + strconv.QuoteRune(r) + " here."}
			}
			out, at = append(out, t), t.to
		}
	}
	return append(out, token{kind: tokenEnd, at: len(src), to: len(src)}), nil
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// plainSub is a subscript digit or letter in plain spelling, 0 for no other.
func plainSub(r rune) rune {
	switch {
	case r >= '₀' && r <= '₉':
		return '0' + r - '₀'
	case r == 'ₖ':
		return 'k'
	case r == 'ₗ':
		return 'l'
	case r == 'ᵢ':
		return 'i'
	}
	return 0
}

// lexName reads letters and underscores, and an index directly after them.
func lexName(src []rune, at int) token {
	to := at
	for to < len(src) && (unicode.IsLetter(src[to]) || src[to] == '_') && plainSub(src[to]) == 0 {
		to++
	}
	t := token{kind: tokenName, at: at, to: to, text: string(src[at:to])}
	var sub []rune
	for end := to; end < len(src); end++ {
		r := src[end]
		if p := plainSub(r); p != 0 {
			r = p
		} else if !isDigit(r) {
			break
		}
		sub = append(sub, r)
		t.to = end + 1
	}
	t.sub, t.subAt = string(sub), to
	if bare := strings.TrimRight(t.text, "_"); bare != "" {
		t.text = bare
	}
	switch strings.ToLower(t.text) {
	case "and", "or", "not":
		t.kind, t.text, t.sub, t.to = tokenSign, strings.ToLower(t.text), "", to
	case "inf", "infinity":
		if t.sub == "" {
			t.kind, t.value = tokenNumber, math.Inf(1)
		}
	}
	return t
}

// lexNumber reads .1, 1., 12.5e-3.
func lexNumber(src []rune, at int) (token, *exercises.WatchError) {
	to := at
	digits := func() {
		for to < len(src) && isDigit(src[to]) {
			to++
		}
	}
	digits()
	if to < len(src) && src[to] == '.' {
		to++
		digits()
	}
	if end := exponentEnd(src, to); end > to {
		to = end
	}
	plain := strings.NewReplacer("−", "-", "–", "-", "‐", "-").Replace(string(src[at:to]))
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return token{}, &exercises.WatchError{At: at, Problem: "This number is too large."}
	}
	if mantissa, _, _ := strings.Cut(strings.ToLower(plain), "e"); v == 0 && strings.ContainsAny(mantissa, "123456789") {
		return token{}, &exercises.WatchError{At: at, Problem: "This number is too close to 0."}
	}
	return token{kind: tokenNumber, at: at, to: to, value: v}, nil
}

// exponentEnd is where an exponent that begins at ends; at itself where there
// is none.
func exponentEnd(src []rune, at int) int {
	if at >= len(src) || src[at] != 'e' && src[at] != 'E' {
		return at
	}
	to := at + 1
	if to < len(src) && strings.ContainsRune("+-−–‐", src[to]) {
		to++
	}
	if to >= len(src) || !isDigit(src[to]) {
		return at
	}
	for to < len(src) && isDigit(src[to]) {
		to++
	}
	return to
}

func lexSign(src []rune, at int) (token, bool) {
	rest := string(src[at:min(at+2, len(src))])
	for _, s := range signs {
		if strings.HasPrefix(rest, s.from) {
			return token{kind: tokenSign, at: at, to: at + len([]rune(s.from)), text: s.to}, true
		}
	}
	return token{}, false
}
