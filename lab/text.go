package lab

import (
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// columns is how many cells a rune takes: 0 for marks and controls, which the
// grid cannot hold and which are left out.
func columns(r rune) int { return ascii.Width(string(r)) }

// width is the columns a text takes.
func width(s string) int { return ascii.Width(s) }

// lineWidth is the columns a line takes.
func lineWidth(l ascii.Line) int {
	n := 0
	for _, s := range l {
		n += width(s.Text)
	}
	return n
}

// word is a stretch of a line without a break inside, and whether blanks stand
// before it.
type word struct {
	spans  ascii.Line
	width  int
	spaced bool
}

// words splits a line at its blanks, keeping inks; a word may change ink
// inside.
func words(l ascii.Line) []word {
	var out []word
	var cur word
	flush := func() {
		if len(cur.spans) > 0 {
			out = append(out, cur)
		}
		cur = word{spaced: true}
	}
	for _, s := range l {
		for i, part := range strings.Split(s.Text, " ") {
			if i > 0 {
				flush()
			}
			if part == "" {
				continue
			}
			cur.spans = append(cur.spans, ascii.Span{Text: part, Ink: s.Ink})
			cur.width += width(part)
		}
	}
	flush()
	return out
}

// wrap breaks a line at blanks so that no line is wider than w columns. A word
// that is wider than a line is cut. An empty line stays one empty line.
func wrap(l ascii.Line, w int) []ascii.Line {
	if w <= 0 {
		return nil
	}
	if lineWidth(l) <= w {
		return []ascii.Line{l}
	}
	var out []ascii.Line
	var cur ascii.Line
	used := 0
	for _, next := range words(l) {
		gap := 0
		if next.spaced && used > 0 {
			gap = 1
		}
		if used > 0 && used+gap+next.width > w {
			out, cur, used, gap = append(out, cur), nil, 0, 0
		}
		for next.width > w {
			head, tail := cut(next.spans, w)
			out = append(out, head)
			next = word{spans: tail, width: lineWidth(tail)}
		}
		if gap > 0 {
			cur = append(cur, ascii.Span{Text: " ", Ink: next.spans[0].Ink})
		}
		cur = append(cur, next.spans...)
		used += gap + next.width
	}
	return append(out, cur)
}

// cut splits a line after at most w columns.
func cut(l ascii.Line, w int) (head, tail ascii.Line) {
	for i, s := range l {
		at, n := 0, 0
		for j, r := range s.Text {
			if n+columns(r) > w {
				break
			}
			n += columns(r)
			at = j + len(string(r))
		}
		if at == len(s.Text) {
			w -= n
			head = append(head, s)
			continue
		}
		if at > 0 {
			head = append(head, ascii.Span{Text: s.Text[:at], Ink: s.Ink})
		}
		tail = append(tail, ascii.Span{Text: s.Text[at:], Ink: s.Ink})
		return head, append(tail, l[i+1:]...)
	}
	return head, nil
}

// clip shortens a line to w columns, its last one an ellipsis where something
// was left out.
func clip(l ascii.Line, w int, ellipsis string) ascii.Line {
	if lineWidth(l) <= w {
		return l
	}
	head, _ := cut(l, max(0, w-width(ellipsis)))
	ink := ascii.Text
	if len(head) > 0 {
		ink = head[len(head)-1].Ink
	}
	if w < width(ellipsis) {
		return head
	}
	return append(head[:len(head):len(head)], ascii.Span{Text: ellipsis, Ink: ink})
}

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
