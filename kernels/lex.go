package kernels

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// maxText is the number of characters a kernel may be written in; it bounds
// the depth of what is read.
const maxText = 2000

// maxNesting is how deep parentheses may be nested.
const maxNesting = 100

// ParseError says where a kernel's text is wrong and what would work.
type ParseError struct {
	Pos  int    // the offending character, counted in runes from 0
	Text string // the whole text
	Msg  string // what is wrong
	Hint string // what would work
}

// Error puts place, fault and remedy in one line.
func (e *ParseError) Error() string {
	s := fmt.Sprintf("kernel %q, character %d: %s", shorten(e.Text), e.Pos+1, e.Msg)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokNumber
	tokText // a quoted text, without its quotes
	tokSymbol
)

type token struct {
	kind  tokenKind
	text  string
	value float64 // of a number
	pos   int     // in runes
}

// describe names a token for a message.
func (t token) describe() string {
	if t.kind == tokEnd {
		return "the end"
	}
	return strconv.Quote(shorten(t.text))
}

// lexer cuts text into tokens, for the parsers of kernels and of formulas. src
// is the text of the whole kernel, so that errors inside a quoted formula point
// into the whole. What cannot be read is a panic with a *ParseError: see
// [expr.Catch].
type lexer struct {
	src   []rune
	at    int
	end   int
	tok   token
	depth int
}

// lexed is a lexer of src[from:end], at its first token.
func lexed(src []rune, from, end int) lexer {
	l := lexer{src: src, at: from, end: end}
	l.next()
	return l
}

// symbol is the plain spelling of a sign.
func symbol(r rune) (string, bool) {
	if plain, ok := expr.Plain(r); ok {
		r = plain
	}
	if r == '·' {
		return "*", true
	}
	return string(r), strings.ContainsRune("+-*/^(),=²³", r)
}

func (l *lexer) fault(pos int, hint, format string, a ...any) *ParseError {
	return &ParseError{Pos: pos, Text: string(l.src), Msg: fmt.Sprintf(format, a...), Hint: hint}
}

// next reads the next token into l.tok, and returns the one before it.
func (l *lexer) next() token {
	before := l.tok
	for l.at < l.end && unicode.IsSpace(l.src[l.at]) {
		l.at++
	}
	l.tok = token{pos: l.at}
	if l.at < l.end {
		l.read(l.src[l.at])
	}
	return before
}

// read reads the token that begins with r.
func (l *lexer) read(r rune) {
	start := l.at
	if end := expr.NumberEnd(l.src[:l.end], start); end > start {
		l.number(start, end)
		return
	}
	switch sign, ok := symbol(r); {
	case unicode.IsLetter(r) || r == '_':
		for l.at < l.end && (unicode.IsLetter(l.src[l.at]) || expr.IsDigit(l.src[l.at]) || l.src[l.at] == '_') {
			l.at++
		}
		l.tok.kind, l.tok.text = tokName, string(l.src[start:l.at])
	case r == '"' || r == '\'':
		l.quoted(r)
	case ok:
		l.at++
		l.tok.kind, l.tok.text = tokSymbol, sign
	default:
		panic(l.fault(start, "a kernel is written with letters, numbers and + * ( ) , =", "%q means nothing here", string(r)))
	}
}

func (l *lexer) number(start, end int) {
	l.at = end
	v, err := expr.ParseNumber(l.src[start:end])
	text := string(l.src[start:end])
	if err != nil {
		panic(l.fault(start, "write it like 2, 0.5 or 1e-3", "%q is not a number that can be held", shorten(text)))
	}
	l.tok = token{kind: tokNumber, text: text, value: v, pos: start}
}

func (l *lexer) quoted(quote rune) {
	start := l.at
	n := slices.Index(l.src[start+1:l.end], quote)
	if n < 0 {
		panic(l.fault(start, "close it with another "+string(quote), "the quoted text does not end"))
	}
	l.at = start + n + 2
	l.tok = token{kind: tokText, text: string(l.src[start+1 : l.at-1]), pos: start}
}

// is reports whether the current token is the given symbol.
func (l *lexer) is(symbol string) bool { return l.tok.kind == tokSymbol && l.tok.text == symbol }

// accept skips the given symbol if it is the current token.
func (l *lexer) accept(symbol string) bool {
	if !l.is(symbol) {
		return false
	}
	l.next()
	return true
}

// list reads "(" item {"," item} ")".
func (l *lexer) list(item func()) {
	open := l.next().pos
	for more := true; more; more = l.accept(",") {
		item()
	}
	l.closed(open)
}

// closed skips the parenthesis that closes the one at open.
func (l *lexer) closed(open int) {
	if !l.accept(")") {
		panic(l.fault(open, "close it with )", "this parenthesis is not closed before %s", l.tok.describe()))
	}
}

// deeper counts a level of nesting of a kernel or formula.
func (l *lexer) deeper(what string) {
	if l.depth++; l.depth > maxNesting {
		panic(l.fault(l.tok.pos, "a "+what+" of fewer levels works", "nested deeper than %d levels", maxNesting))
	}
}
