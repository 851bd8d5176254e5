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

// parser goes through a file line by line.
type parser struct {
	lines []string
	at    int // of the next line, from 0
}

func place(line, column int) string {
	switch {
	case line == 0:
		return ""
	case column == 0:
		return fmt.Sprintf("line %d: ", line)
	}
	return fmt.Sprintf("line %d, column %d: ", line, column)
}

func (p *parser) fail(column int, hint, format string, a ...any) error {
	return &Error{Line: min(p.at+1, len(p.lines)), Column: column, Problem: fmt.Sprintf(format, a...), Hint: hint}
}

func short(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// skip goes on to the next line that says something; not ok at the end.
func (p *parser) skip() bool {
	for ; p.at < len(p.lines); p.at++ {
		if s := strings.TrimSpace(p.lines[p.at]); s != "" && !strings.HasPrefix(s, "#") {
			return true
		}
	}
	return false
}

// words splits the current line at blanks.
func (p *parser) words() []word {
	var out []word
	line := p.lines[p.at]
	column, start, first := 1, -1, 0 // of the line, and where the word began: byte and column
	flush := func(end int) {
		if start >= 0 {
			out = append(out, word{line[start:end], p.at + 1, first})
			start = -1
		}
	}
	for i, r := range line {
		if r == ' ' || r == '\t' || r == '\r' {
			flush(i)
		} else if start < 0 {
			start, first = i, column
		}
		column++
	}
	flush(len(line))
	return out
}

// keyword is the current line's first word, "" at the end of the file.
func (p *parser) keyword() string {
	if !p.skip() {
		return ""
	}
	return p.words()[0].text
}

// want takes the current line, which has to begin with a keyword, and returns
// the words after it.
func (p *parser) want(keyword, example string) ([]word, error) {
	if got := p.keyword(); got != keyword {
		if got == "" {
			return nil, p.fail(0, example, "the file ends here, and a line %q is missing", keyword)
		}
		return nil, p.fail(1, example, "here stands %s, want a line that begins with %q", short(got), keyword)
	}
	ws := p.words()[1:]
	p.at++
	return ws, nil
}

// rest is the text of a line after its keyword.
func rest(line, keyword string) (text string, column int) {
	i := strings.Index(line, keyword) + len(keyword)
	text = strings.TrimLeft(line[i:], " \t")
	return strings.TrimSpace(text), utf8.RuneCountInString(line) - utf8.RuneCountInString(text) + 1
}

// pairs reads name=value words.
func pairs(ws []word) (map[string]word, error) {
	out := map[string]word{}
	for _, w := range ws {
		name, value, ok := strings.Cut(w.text, "=")
		bad := &Error{Line: w.line, Column: w.column, Hint: "name=value, without blanks"}
		if !ok || name == "" || value == "" {
			bad.Problem = fmt.Sprintf("%s is no name=value", short(w.text))
			return nil, bad
		}
		if _, twice := out[name]; twice {
			bad.Problem, bad.Hint = fmt.Sprintf("%s stands here twice", name), ""
			return nil, bad
		}
		out[name] = word{value, w.line, w.column}
	}
	return out, nil
}
