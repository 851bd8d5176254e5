package kernels

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// Pointer returns the text and, on a second line, a caret under the character
// that is wrong.
func (e *ParseError) Pointer() string {
	return e.Text + "\n" + strings.Repeat(" ", e.Pos) + "^"
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

// lexer cuts text into tokens. src is the text of the whole kernel, so that
// errors inside a quoted formula point into the whole.
type lexer struct {
	src []rune
	at  int
	end int
	tok token
}

// spellings maps typographic symbols to the plain ones.
func spellings(r rune) (string, bool) {
	switch r {
	case '·', '×', '⋅':
		return "*", true
	case '−', '–':
		return "-", true
	case '²', '³':
		return string(r), true
	}
	return string(r), strings.ContainsRune("+-*/^(),=", r)
}

func (l *lexer) fail(pos int, hint, format string, a ...any) error {
	return &ParseError{Pos: pos, Text: string(l.src), Msg: fmt.Sprintf(format, a...), Hint: hint}
}

// next reads the next token into l.tok.
func (l *lexer) next() error {
	for l.at < l.end && unicode.IsSpace(l.src[l.at]) {
		l.at++
	}
	start := l.at
	if start >= l.end {
		l.tok = token{kind: tokEnd, pos: start}
		return nil
	}
	r := l.src[start]
	switch {
	case isDigit(r) || r == '.':
		return l.number()
	case unicode.IsLetter(r) || r == '_':
		for l.at < l.end && (unicode.IsLetter(l.src[l.at]) || isDigit(l.src[l.at]) || l.src[l.at] == '_') {
			l.at++
		}
		l.tok = token{kind: tokName, text: string(l.src[start:l.at]), pos: start}
		return nil
	case r == '"' || r == '\'':
		return l.quoted(r)
	}
	if symbol, ok := spellings(r); ok {
		l.at++
		l.tok = token{kind: tokSymbol, text: symbol, pos: start}
		return nil
	}
	return l.fail(start, "a kernel is written with letters, numbers and + * ( ) , =", "%q means nothing here", string(r))
}

func (l *lexer) number() error {
	start := l.at
	digits := func() {
		for l.at < l.end && (isDigit(l.src[l.at]) || l.src[l.at] == '.') {
			l.at++
		}
	}
	digits()
	if l.at < l.end && (l.src[l.at] == 'e' || l.src[l.at] == 'E') {
		mark := l.at
		l.at++
		if l.at < l.end && (l.src[l.at] == '+' || l.src[l.at] == '-') {
			l.at++
		}
		if l.at < l.end && isDigit(l.src[l.at]) {
			digits()
		} else {
			l.at = mark
		}
	}
	text := string(l.src[start:l.at])
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return l.fail(start, "write it like 2, 0.5 or 1e-3", "%q is not a number that can be held", shorten(text))
	}
	l.tok = token{kind: tokNumber, text: text, value: v, pos: start}
	return nil
}

func (l *lexer) quoted(quote rune) error {
	start := l.at
	n := slices.Index(l.src[start+1:l.end], quote)
	if n < 0 {
		return l.fail(start, "close it with another "+string(quote), "the quoted text does not end")
	}
	l.at = start + n + 2
	l.tok = token{kind: tokText, text: string(l.src[start+1 : l.at-1]), pos: start}
	return nil
}

// is reports whether the current token is the given symbol.
func (l *lexer) is(symbol string) bool { return l.tok.kind == tokSymbol && l.tok.text == symbol }

// accept skips the given symbol if it is the current token.
func (l *lexer) accept(symbol string) (bool, error) {
	if !l.is(symbol) {
		return false, nil
	}
	return true, l.next()
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// nearest returns the candidate with the fewest edits to name, if it is near
// enough to be what was meant.
func nearest(name string, candidates []string) (string, bool) {
	best, bestAt := len(name)/3+1, -1
	for i, c := range candidates {
		if d := edits([]rune(strings.ToLower(name)), []rune(c)); d <= best {
			if bestAt < 0 || d < best {
				best, bestAt = d, i
			}
		}
	}
	if bestAt < 0 {
		return "", false
	}
	return candidates[bestAt], true
}

// edits counts the insertions, deletions, substitutions and swaps of
// neighbours between two words (optimal string alignment).
func edits(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			substitute := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				substitute++
			}
			d[i][j] = min(substitute, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
