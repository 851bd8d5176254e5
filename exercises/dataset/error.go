package dataset

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is what is wrong with a data file, where, and what would work. Line
// and Column count from 1 and are 0 where the whole file is meant. Column is
// the number of the field in its row; in LIBSVM's text the label is column 1.
type Error struct {
	File   string // as given to the reader
	Line   int
	Column int
	Field  string // the column's name, where it has one
	Value  string // the offending text, shortened and printable
	Msg    string // what is wrong
	Hint   string // what would work; may be empty
}

// Error returns one line: file:line: column 3 (x3): what is wrong: "value". Hint.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	if e.Column > 0 {
		fmt.Fprintf(&b, "column %d", e.Column)
		if e.Field != "" {
			fmt.Fprintf(&b, " (%s)", e.Field)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	if e.Value != "" {
		b.WriteString(": " + strconv.Quote(e.Value))
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// quoted shortens text from a file to what fits a message.
func quoted(text string) string {
	const most = 40
	r := []rune(text)
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
