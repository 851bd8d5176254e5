package worksheets

import (
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// prose turns text in a part of Markdown into blocks; line is the number of its
// first line. It takes paragraphs, flat lists, ### headings, formulas (indented
// by four spaces or fenced) and, inside them, emphasis, strong emphasis and code
// spans, all as CommonMark 0.31 has them; everything else is literal text or a
// problem. Variables stay in place as {{name}}.
func prose(markdown string, line int, p *problems) []exercises.Block {
	r := &proseReader{p: p}
	for i, text := range strings.Split(strings.TrimSuffix(markdown, "\n"), "\n") {
		r.lines = append(r.lines, newProseLine(text, place{line + i, 1}))
	}
	r.read()
	return r.blocks
}

// proseLine is a line, or what is left of it inside a list item.
type proseLine struct {
	text   string // without the white space at its start; empty for a blank line
	indent int    // columns of white space before text, a tab reaching to the next multiple of four
	at     place  // where the white space starts
}

func newProseLine(text string, at place) proseLine {
	l := proseLine{text: strings.TrimLeft(text, " \t"), at: at}
	for _, c := range text[:len(text)-len(l.text)] {
		if c == '\t' {
			l.indent += 4 - l.indent%4
		} else {
			l.indent++
		}
	}
	return l
}

func (l proseLine) blank() bool { return l.text == "" }

// begins is where the text of the line starts.
func (l proseLine) begins() place { return place{l.at.line, l.at.column + l.indent} }

// code is the line as part of an indented or fenced block, without the first
// columns of white space.
func (l proseLine) code(without int) string {
	return strings.Repeat(" ", max(0, l.indent-without)) + l.text
}

// proseReader reads lines into blocks.
type proseReader struct {
	lines  []proseLine
	next   int // the line to read
	p      *problems
	blocks []exercises.Block
}

func (r *proseReader) add(kind exercises.BlockKind, mark string, l ascii.Line) {
	r.blocks = append(r.blocks, exercises.Block{Kind: kind, Mark: mark, Text: l})
}

func (r *proseReader) read() {
	for r.next < len(r.lines) {
		r.block(r.lines[r.next])
	}
}

// block reads the block that starts with line l, or passes over a blank one.
func (r *proseReader) block(l proseLine) {
	if l.blank() {
		r.next++
		return
	}
	if l.indent >= 4 {
		r.indented()
		return
	}
	if f, ok := fenceOn(l); ok {
		r.fenced(f)
		return
	}
	if level, text, ok := headingOn(l); ok {
		r.heading(l, level, text)
		return
	}
	if m, ok := markOn(l); ok {
		r.list(m)
		return
	}
	r.paragraph()
}

// endsParagraph reports that line l cannot go on a paragraph: it is blank or
// starts another block.
func endsParagraph(l proseLine) bool {
	if l.blank() {
		return true
	}
	if l.indent >= 4 {
		return false
	}
	_, fence := fenceOn(l)
	_, _, heading := headingOn(l)
	m, item := markOn(l)
	return fence || heading || item && !m.empty && (m.bullet() || m.number == 1)
}

func (r *proseReader) paragraph() {
	from := r.next
	for r.next++; r.next < len(r.lines) && !endsParagraph(r.lines[r.next]); {
		r.next++
	}
	r.add(exercises.Paragraph, "", r.inline(r.lines[from:r.next]))
}

// headingOn reads "### text", with or without hashes at the end.
func headingOn(l proseLine) (level int, text string, ok bool) {
	rest := strings.TrimLeft(l.text, "#")
	level = len(l.text) - len(rest)
	if level < 1 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, "", false
	}
	rest = strings.TrimRight(rest, " \t")
	if body := strings.TrimRight(rest, "#"); body == "" || strings.TrimRight(body, " \t") != body {
		rest = body
	}
	return level, strings.Trim(rest, " \t"), true
}

func (r *proseReader) heading(l proseLine, level int, text string) {
	r.next++
	if level != 3 {
		r.p.add(l.begins(), "inside a step use ###", "a heading of level %d", level)
	}
	at := l.begins()
	at.column += len([]rune(l.text[:strings.Index(l.text, text)]))
	r.add(exercises.Heading, "", r.inline([]proseLine{{text: text, at: at}}))
}

// indented reads a formula set off by four spaces; blank lines inside it stay.
func (r *proseReader) indented() {
	last := r.next
	for i := r.next; i < len(r.lines) && (r.lines[i].blank() || r.lines[i].indent >= 4); i++ {
		if !r.lines[i].blank() {
			last = i
		}
	}
	for ; r.next <= last; r.next++ {
		r.add(exercises.Formula, "", inked(strings.TrimSpace(r.lines[r.next].text)))
	}
}

// fence is the line that opens a fenced block.
type fence struct {
	mark   string // the backticks or tildes
	info   string // the first word after them
	indent int
}

func fenceOn(l proseLine) (f fence, ok bool) {
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(l.text, c)
		mark := l.text[:len(l.text)-len(rest)]
		if len(mark) < 3 || c == "`" && strings.Contains(rest, c) {
			continue
		}
		info, _, _ := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
		return fence{mark, info, l.indent}, true
	}
	return fence{}, false
}

// closes reports that line l ends the block.
func (f fence) closes(l proseLine) bool {
	return l.indent < 4 && strings.HasPrefix(l.text, f.mark) && strings.Trim(strings.TrimRight(l.text, " \t"), f.mark[:1]) == ""
}

// fenced reads a block formula or verbatim, a line of it a block.
func (r *proseReader) fenced(f fence) {
	if f.info != "formula" && f.info != "verbatim" {
		r.p.add(r.lines[r.next].begins(), "inside text there are the blocks formula and verbatim", "unknown block %q", f.info)
	}
	for r.next++; r.next < len(r.lines); r.next++ {
		l := r.lines[r.next]
		switch {
		case f.closes(l):
			r.next++
			return
		case f.info == "verbatim":
			r.add(exercises.Verbatim, "", ascii.Plain(l.code(f.indent)))
		default:
			r.add(exercises.Formula, "", inked(strings.TrimSpace(l.text)))
		}
	}
}

// list reads a list, from its first mark to the line that cannot belong to it.
func (r *proseReader) list(first mark) {
	number := first.number
	for r.next < len(r.lines) {
		m, ok := markOn(r.lines[r.next])
		if !ok || m.kind != first.kind {
			return
		}
		sign := "•"
		if !m.bullet() {
			sign = strconv.Itoa(number) + "."
			number++
		}
		r.item(m, sign)
		for r.next < len(r.lines) && r.lines[r.next].blank() {
			r.next++
		}
	}
}
