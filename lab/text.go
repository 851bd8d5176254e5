package lab

import (
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
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

// paint gives every span of a line one ink.
func paint(l ascii.Line, ink ascii.Ink) ascii.Line { return ascii.Line{{Text: l.String(), Ink: ink}} }

// line is a line of one span.
func line(s string, ink ascii.Ink) ascii.Line { return ascii.Line{{Text: s, Ink: ink}} }

// layBlocks sets the blocks of a text in w columns, an empty line between
// neighbours except between the items of a list.
func (p pen) layBlocks(blocks []exercises.Block, w int) []ascii.Line {
	var out []ascii.Line
	for i, b := range blocks {
		if i > 0 && (b.Kind != exercises.Item || blocks[i-1].Kind != exercises.Item) {
			out = append(out, nil)
		}
		out = append(out, p.layBlock(b, w)...)
	}
	return out
}

func (p pen) layBlock(b exercises.Block, w int) []ascii.Line {
	text := p.say(b.Text)
	switch b.Kind {
	case exercises.Heading:
		return wrap(paint(text, ascii.Strong), w)
	case exercises.Formula, exercises.Verbatim:
		return layFormula(text, w)
	case exercises.Item:
		mark := b.Mark
		if mark == "" {
			mark = "·"
		}
		return indented(p.say(line(mark+" ", ascii.Dim)), text, w)
	}
	return wrap(text, w)
}

// layFormula indents a formula by two columns where it fits so, and wraps it
// only where it does not fit at all.
func layFormula(text ascii.Line, w int) []ascii.Line {
	n := lineWidth(text)
	switch {
	case n+2 <= w:
		return []ascii.Line{append(ascii.Line{{Text: "  "}}, text...)}
	case n <= w:
		return []ascii.Line{text}
	}
	return indented(ascii.Line{{Text: "  "}}, text, w)
}
