package breakpoint

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// token is a token of a text. The end of the text is a token too.
type token struct {
	kind   tokenKind
	at, to int    // range in the text, in runes: [at, to)
	text   string // a name or sign, in ASCII if there is such a spelling
	// sub is an index written directly after a name (alpha3, α₃, alpha_3, αₖ), and
	// subAt is its position.
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

// signs lists all signs, longer ones first, with the spelling that they are read
// as. Look-alikes of plain characters are read as these.
var signs = [...]struct{ from, to string }{
	{"<=", "<="}, {">=", ">="}, {"=<", "<="}, {"=>", ">="}, {"==", "=="}, {"!=", "!="}, {"<>", "!="}, {"/=", "!="},
	{"&&", "and"}, {"||", "or"},
	{"≤", "<="}, {"⩽", "<="}, {"≥", ">="}, {"⩾", ">="}, {"≠", "!="}, {"=", "=="}, {"<", "<"}, {">", ">"},
	{"∧", "and"}, {"&", "and"}, {"∨", "or"}, {"¬", "not"}, {"!", "not"}, {"|", "|"},
	{"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"{", "{"}, {"}", "}"}, {",", ","},
	{"+", "+"}, {"-", "-"}, {"*", "*"}, {"·", "*"}, {"/", "/"},
}

// lex splits a text into tokens. The last one is the end.
func lex(src []rune) []token {
	var out []token
	for at := 0; at < len(src); {
		if unicode.IsSpace(src[at]) {
			at++
			continue
		}
		t := lexOne(src, at)
		out, at = append(out, t), t.to
	}
	return append(out, token{kind: tokenEnd, at: len(src), to: len(src)})
}

func lexOne(src []rune, at int) token {
	if to := expr.NumberEnd(src, at); to > at {
		return lexNumber(src, at, to)
	}
	if src[at] == '∞' {
		return token{kind: tokenNumber, at: at, to: at + 1, value: math.Inf(1)}
	}
	if unicode.IsLetter(src[at]) {
		return lexName(src, at)
	}
	rest := slices.Clone(src[at:min(at+2, len(src))])
	if plain, ok := expr.Plain(rest[0]); ok {
		rest[0] = plain
	}
	for _, s := range signs {
		if strings.HasPrefix(string(rest), s.from) {
			return token{kind: tokenSign, at: at, to: at + len([]rune(s.from)), text: s.to}
		}
	}
	panic(fault(at, "", "I do not know the sign %q here.", src[at]))
}

// plainSub returns the plain spelling of a subscript digit or letter of a point, or
// 0 for other runes.
func plainSub(r rune) rune {
	if p := expr.FromSubscript(r); expr.IsDigit(p) || p == 'k' || p == 'l' || p == 'i' {
		return p
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
		} else if !expr.IsDigit(r) {
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

func lexNumber(src []rune, at, to int) token {
	v, err := expr.ParseNumber(src[at:to])
	if err != nil {
		panic(fault(at, "", "This number is too large."))
	}
	if mantissa, _, _ := strings.Cut(strings.ToLower(string(src[at:to])), "e"); v == 0 &&
		strings.ContainsAny(mantissa, "123456789") {
		panic(fault(at, "", "This number is too close to 0."))
	}
	return token{kind: tokenNumber, at: at, to: to, value: v}
}
