package answer

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNum
	tokName      // a scalar variable or constant
	tokArray     // an array, with its indices if there are any
	tokIndex     // a single index letter
	tokFunc      // a function
	tokSum       // Σ
	tokRoot      // √
	tokPunct     // one of + - * / ^ ! ( ) [ ] { } , | < > = _ ∘ %, or \choose or \over
	tokNorm      // ‖
	tokTranspose // ᵀ or '
	tokLine      // a line break
)

// token is a piece of a text. The field text is in canonical spelling. The token extends from start
// to end in the text as typed, in runes.
type token struct {
	kind        tokenKind
	text        string
	num         *big.Rat
	indices     []string
	start, end  int
	spaceBefore bool // whether white space precedes the token
}

func (t token) is(p string) bool { return t.kind == tokPunct && t.text == p }

// Limits on powers of ten. The limits on length, depth and digits come from the
// budget.
const (
	maxPower = 307  // maximum power of ten, as in 2e3
	minPower = -330 // minimum power of ten, as in 2e-3; both powers cover the range of a float64
)

type lexer struct {
	src            []rune
	names          vocabulary
	points         []string // names of points, which occur inside a kernel
	limits         budget.Limits
	secondMeanings ambiguity // the ambiguous constructions to parse in their second meaning
	ambiguities    ambiguity
	toks           []token
	pendingSpace   bool // white space precedes the next token
}

// tokensPerWork is the number of tokens whose parsing costs one unit of work. blanksPerToken is the
// number of blanks that cost as much as a token.
const (
	tokensPerWork  = 3
	blanksPerToken = 16
)

// lex splits the text into tokens and appends tokEnd. It also returns the ambiguous constructions
// that it found.
func lex(src []rune, s *Scope, secondMeanings ambiguity) ([]token, ambiguity) {
	lx := &lexer{src: src, names: s.vocabulary, limits: s.work.Limits(), secondMeanings: secondMeanings}
	lx.points = pointNames(s)
	spentWork := 0
	for p := 0; p < len(src); {
		p = lx.nextToken(p)
		if len(lx.toks) > lx.limits.Parts {
			panic(syntaxErrorf(p, "this has more than %d parts; I stop reading here", lx.limits.Parts))
		}
		if work := (len(lx.toks) + p/blanksPerToken) / tokensPerWork; work > spentWork {
			if err := s.work.Spend(work - spentWork); err != nil {
				panic(syntaxErrorf(p, "%s", err))
			}
			spentWork = work
		}
	}
	lx.emit(token{kind: tokEnd, start: len(src), end: len(src)})
	return lx.toks, lx.ambiguities
}

func (lx *lexer) emit(t token) {
	t.spaceBefore = lx.pendingSpace
	lx.pendingSpace = false
	lx.toks = append(lx.toks, t)
}

// emitRune emits a token of one rune and returns the position after it.
func (lx *lexer) emitRune(kind tokenKind, text string, p int) int {
	lx.emit(token{kind: kind, text: text, start: p, end: p + 1})
	return p + 1
}

// nextToken reads one or more tokens at p and returns the position after them.
func (lx *lexer) nextToken(p int) int {
	r := lx.src[p]
	if end := expr.NumberEnd(lx.src, p); end > p {
		lx.emit(lx.number(p, end))
		return end
	}
	switch {
	case r == '\n' || r == '\r':
		return lx.emitRune(tokLine, "\n", p)
	case unicode.IsSpace(r) || r == '"':
		lx.pendingSpace = true
		return p + 1
	case fraction(r) != nil:
		lx.emit(token{kind: tokNum, num: fraction(r), text: string(r), start: p, end: p + 1})
		return p + 1
	case r == '\\':
		return lx.texOperator(p)
	case expr.FromSuperscript(r) != 0:
		return lx.superscript(p)
	case r == '√':
		return lx.emitRune(tokRoot, "√", p)
	case r == 'Σ':
		return lx.sumIndex(lx.emitRune(tokSum, "sum", p))
	case r == '‖':
		return lx.emitRune(tokNorm, "‖", p)
	case r == '\'' || r == 'ᵀ':
		return lx.emitRune(tokTranspose, "ᵀ", p)
	case expr.FromSubscript(r) != 0:
		return lx.standaloneSubscript(p)
	case unicode.IsLetter(r):
		return lx.word(p)
	}
	return lx.punct(p)
}

// dotsAt reports whether an ellipsis, as in a_1 + … + a_n, begins at p.
func (lx *lexer) dotsAt(p int) bool {
	return strings.ContainsRune("…⋯", lx.src[p]) || lx.hasAt(p, "..")
}

func (lx *lexer) punct(p int) int {
	r := lx.src[p]
	if r == '*' && p+1 < len(lx.src) && lx.src[p+1] == '*' {
		lx.emit(token{kind: tokPunct, text: "^", start: p, end: p + 2})
		return p + 2
	}
	if end := lx.transposeAt(p); end > 0 {
		lx.emit(token{kind: tokTranspose, text: "ᵀ", start: p, end: end})
		return end
	}
	switch r {
	case ';':
		r = ','
	case '·':
		r = '*'
	case '⊙':
		r = '∘'
	}
	if !strings.ContainsRune("+-*/^!()[]{},|<>=_∘%", r) {
		if lx.dotsAt(p) {
			panic(syntaxErrorf(p, "dots cannot be read: write a sum with its index instead, as in sum(i, …)"))
		}
		panic(syntaxErrorf(p, "the character %q has no meaning here", string(r)))
	}
	return lx.emitRune(tokPunct, string(r), p)
}

// transposeAt returns the end of a transposition that starts at p, such as ^T, ^t, ^⊤ or ^{T}. If
// there is none, it returns 0. If T or t is a variable, ^T or ^t is a power.
func (lx *lexer) transposeAt(p int) int {
	if lx.src[p] != '^' {
		return 0
	}
	at := lx.skipBlanks(p + 1)
	braced := runeAt(lx.src, at) == '{'
	if braced {
		at = lx.skipBlanks(at + 1)
	}
	mark := runeAt(lx.src, at)
	if !strings.ContainsRune("Ttᵀ", mark) ||
		slices.ContainsFunc(lx.names, func(n spelling) bool { return n.base == string(mark) }) {
		return 0
	}
	if at++; braced {
		if at = lx.skipBlanks(at); runeAt(lx.src, at) != '}' {
			return 0
		}
		at++
	}
	return at
}

// skipBlanks returns the position of the next rune that is no blank.
func (lx *lexer) skipBlanks(p int) int {
	for runeAt(lx.src, p) == ' ' {
		p++
	}
	return p
}

// number returns the token of the number from p to end.
func (lx *lexer) number(p, end int) token {
	text := string(lx.src[p:end])
	if _, power, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if exponent, err := strconv.Atoi(power); err != nil || exponent < minPower || exponent > maxPower {
			panic(syntaxErrorf(p, "I read powers of ten from %d to %d, as in 2e-3", minPower, maxPower))
		}
	}
	if len(text) > lx.limits.Digits {
		panic(syntaxErrorf(p, "this number has %d digits; I read up to %d", len(text), lx.limits.Digits))
	}
	num, ok := new(big.Rat).SetString(strings.TrimSuffix(text, "."))
	if !ok {
		panic(syntaxErrorf(p, "I cannot read the number %s", clip(text)))
	}
	return token{kind: tokNum, num: num, text: text, start: p, end: end}
}

// superscript reads superscript runes at p: ⁻² as ^(-2), and ² as ^2. It returns the position after
// them.
func (lx *lexer) superscript(p int) int {
	q := p
	var plain []rune
	for q < len(lx.src) && expr.FromSuperscript(lx.src[q]) != 0 {
		plain = append(plain, expr.FromSuperscript(lx.src[q]))
		q++
	}
	toks, err := lx.lexInner(plain)
	if err != nil {
		panic(syntaxErrorf(p, "I cannot read the exponent %s", clip(string(plain))))
	}
	lx.emit(token{kind: tokPunct, text: "^", start: p, end: p})
	if len(toks) > 1 {
		lx.emit(token{kind: tokPunct, text: "(", start: p, end: p})
	}
	for _, t := range toks {
		t.start, t.end = p, q
		lx.emit(t)
	}
	if len(toks) > 1 {
		lx.emit(token{kind: tokPunct, text: ")", start: p, end: q})
	}
	return q
}

// lexInner returns the tokens of src, a part of the text.
func (lx *lexer) lexInner(src []rune) (toks []token, err *SyntaxError) {
	defer expr.Catch(&err)
	inner := &lexer{names: lx.names, limits: lx.limits, src: src}
	for i := 0; i < len(src); {
		i = inner.nextToken(i)
	}
	return inner.toks, nil
}

// standaloneSubscript reads a subscript that does not belong to a name, such as the ᵢ of (Ka)ᵢ.
func (lx *lexer) standaloneSubscript(p int) int {
	plain := string(expr.FromSubscript(lx.src[p]))
	t := token{kind: tokIndex, text: plain, start: p, end: p + 1}
	if expr.IsDigit(rune(plain[0])) {
		n, _ := new(big.Rat).SetString(plain)
		t.kind, t.num = tokNum, n
	} else if !lx.names.hasIndex(plain) {
		panic(syntaxErrorf(p, "there is nothing here that has the index %s", plain))
	}
	lx.emit(token{kind: tokPunct, text: "_", start: p, end: p})
	lx.emit(t)
	return p + 1
}

// fraction returns the value of ½ and the like, or nil for other runes.
func fraction(r rune) *big.Rat {
	value, _ := new(big.Rat).SetString(expr.VulgarFraction(r))
	return value
}

// TeX operators that split the group around them into two operands, as in {d + p \choose p}.
const (
	texChoose = `\choose`
	texOver   = `\over`
)

// texOperator reads \choose or \over. Any other backslash is an error.
func (lx *lexer) texOperator(p int) int {
	lx.pendingSpace = true
	for _, operator := range []string{texChoose, texOver} {
		if lx.hasAt(p, operator) {
			end := p + len(operator)
			lx.emit(token{kind: tokPunct, text: operator, start: p, end: end})
			return end
		}
	}
	panic(syntaxErrorf(p, "the backslash means nothing here; write a quotient as a/b"))
}

// hasAt reports whether the given ASCII text begins at p.
func (lx *lexer) hasAt(p int, text string) bool {
	for i := range len(text) {
		if runeAt(lx.src, p+i) != rune(text[i]) {
			return false
		}
	}
	return true
}
