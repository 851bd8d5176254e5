package lab

import (
	"strings"

	"kernellab/ascii"
)

// columns is how many cells a rune takes: 0 for marks and controls, which the
// grid cannot hold and which are left out.
func columns(r rune) int { return ascii.RuneWidth(r) }

// width is the columns a text takes.
func width(s string) int { return ascii.Width(s) }

// lineWidth is the columns a line takes.
func lineWidth(l ascii.Line) int { return l.Width() }

// wrap is [ascii.Line.Wrap].
func wrap(l ascii.Line, w int) []ascii.Line { return l.Wrap(w) }

// indented puts a first mark before a wrapped line and blanks before the rest.
func indented(mark ascii.Line, l ascii.Line, w int) []ascii.Line {
	n := lineWidth(mark)
	lines := wrap(l, w-n)
	out := make([]ascii.Line, len(lines))
	for i, line := range lines {
		head := ascii.Line{{Text: strings.Repeat(" ", n)}}
		if i == 0 {
			head = mark
		}
		out[i] = append(head[:len(head):len(head)], line...)
	}
	return out
}

// line is a line of one span.
func line(s string, ink ascii.Ink) ascii.Line { return ascii.Line{{Text: s, Ink: ink}} }
