package lab

import (
	"strings"

	"kernellab/ascii"
)

// indented puts a first mark before a wrapped line and blanks before the rest.
func indented(mark ascii.Line, l ascii.Line, w int) []ascii.Line {
	n := mark.Width()
	lines := l.Wrap(w - n)
	out := make([]ascii.Line, len(lines))
	for i, line := range lines {
		head := blankLine(n)
		if i == 0 {
			head = mark
		}
		out[i] = append(head[:len(head):len(head)], line...)
	}
	return out
}

// line is a line of one span, blank a span of n blanks.
func line(s string, ink ascii.Ink) ascii.Line { return ascii.Line{{Text: s, Ink: ink}} }
func blank(n int) ascii.Span                  { return ascii.Span{Text: strings.Repeat(" ", max(0, n))} }
func blankLine(n int) ascii.Line              { return ascii.Line{blank(n)} }
