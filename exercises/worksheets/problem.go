package worksheets

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Error is one thing wrong in a worksheet, where, and what would work. Line
// and Column count from 1; Column is 0 where the whole line is meant.
type Error struct {
	File         string
	Line, Column int
	Msg          string
	Hint         string
}

// Error returns file:line:column: what is wrong; what would work.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d", e.File, e.Line)
	if e.Column > 0 {
		fmt.Fprintf(&b, ":%d", e.Column)
	}
	b.WriteString(": " + e.Msg)
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// problems collects what is wrong in one file, so that an author sees all of
// it at once.
type problems struct {
	file string
	list []*Error
}

// add notes a problem at a place; hint may be empty.
func (p *problems) add(at place, hint, format string, args ...any) {
	p.list = append(p.list, &Error{File: p.file, Line: at.line, Column: at.column, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// sorted returns the problems in the order of the file.
func (p *problems) sorted() []*Error {
	slices.SortStableFunc(p.list, func(a, b *Error) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return p.list
}

// joined returns the problems as one error, nil if there are none.
func joined(list []*Error) error {
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// place is a line and column of a file, from 1; column 0 means the line.
type place struct{ line, column int }

// onLine is the whole line n.
func onLine(n int) place { return place{line: n} }
