package lab

import (
	"strings"

	"kernellab/ascii"
)

// line is a line of one span, blank a span of n blanks.
func line(s string, ink ascii.Ink) ascii.Line { return ascii.Line{{Text: s, Ink: ink}} }
func blank(n int) ascii.Span                  { return ascii.Span{Text: strings.Repeat(" ", max(0, n))} }
func blankLine(n int) ascii.Line              { return ascii.Line{blank(n)} }

// reason is the words where they hold, else "".
func reason(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}
