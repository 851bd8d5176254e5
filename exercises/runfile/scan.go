package runfile

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// word is a piece of a line with its place.
type word struct {
	text         string
	line, column int
}

// fail gives up at a word.
func (w word) fail(hint, format string, a ...any) { fail(w.line, w.column, hint, format, a...) }

// fail gives up with an *Error, see [expr.Catch].
func fail(line, column int, hint, format string, a ...any) {
	panic(&Error{Line: line, Column: column, Problem: fmt.Sprintf(format, a...), Hint: hint})
}

// line is one that says something: its words without the keyword.
type line struct {
	keyword string // "" at the end of the file
	words   []word
	text    string
	number  int
}

// fail gives up at the line.
func (l line) fail(hint, format string, a ...any) { fail(l.number, 1, hint, format, a...) }

// after is the text of the line behind a piece of it, and where it begins.
func (l line) after(piece string) word {
	i := strings.Index(l.text, piece) + len(piece)
	text := strings.TrimLeft(l.text[i:], " \t")
	return word{strings.TrimSpace(text), l.number, utf8.RuneCountInString(l.text) - utf8.RuneCountInString(text) + 1}
}

// parser goes through a file line by line.
type parser struct {
	lines []string
	at    int // of the next line, from 0
}

// peek is the next line that says something.
func (p *parser) peek() line {
	for ; p.at < len(p.lines); p.at++ {
		text := p.lines[p.at]
		if s := strings.TrimSpace(text); s != "" && !strings.HasPrefix(s, "#") {
			words := split(text, p.at+1)
			return line{words[0].text, words[1:], text, p.at + 1}
		}
	}
	return line{number: len(p.lines)}
}

// take takes the next line if it begins with a keyword.
func (p *parser) take(keyword string) (l line, ok bool) {
	if l = p.peek(); l.keyword != keyword {
		return l, false
	}
	p.at++
	return l, true
}

// want takes the next line, which has to begin with a keyword.
func (p *parser) want(keyword, example string) line {
	l, ok := p.take(keyword)
	switch {
	case ok:
	case l.keyword == "":
		fail(l.number, 0, example, "the file ends here, and a line %q is missing", keyword)
	default:
		l.fail(example, "here stands %s, want a line that begins with %q", short(l.keyword), keyword)
	}
	return l
}

// split cuts a line at blanks.
func split(text string, number int) []word {
	var out []word
	column, start, first := 1, -1, 0 // of the line, and where the word began: byte and column
	flush := func(end int) {
		if start >= 0 {
			out = append(out, word{text[start:end], number, first})
			start = -1
		}
	}
	for i, r := range text {
		if r == ' ' || r == '\t' || r == '\r' {
			flush(i)
		} else if start < 0 {
			start, first = i, column
		}
		column++
	}
	flush(len(text))
	return out
}

func short(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// pairs reads name=value words.
func pairs(ws []word) map[string]word {
	out := map[string]word{}
	for _, w := range ws {
		name, value, ok := strings.Cut(w.text, "=")
		if !ok || name == "" || value == "" {
			w.fail("name=value, without blanks", "%s is no name=value", short(w.text))
		}
		if _, twice := out[name]; twice {
			w.fail("", "%s stands here twice", name)
		}
		out[name] = word{value, w.line, w.column}
	}
	return out
}
