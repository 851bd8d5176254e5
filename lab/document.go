package lab

import (
	"cmp"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// document is text laid out by a pen for a width, and what can be clicked or
// typed into there. What is added is brought into the terminal's characters and
// wrapped, but for lines that are ready.
type document struct {
	pen   pen
	width int
	lines []ascii.Line
	spots []spot

	// asked is the line of the question, told the last of what is said of the cell
	// with the keyboard; 0 without a question, and without such a cell.
	asked, told int

	formulas []int // the lines of formulas
	tables   int   // the line at which the first table with fields begins

	verdict, hint int // the lines at which the verdict, and the newest hint or the solution, begin
	// points are the lines that are about one point, with its index.
	points map[int]int
}

// spot is a place in a document that can be clicked or drawn over: the box of
// a text field or the line of a choice.
type spot struct {
	field  int
	choice int // −1: the box of a text field; cycled: of all choices
	at     ascii.Rect
}

func newDocument(p pen, w int) *document { return &document{pen: p, width: w} }

// add appends lines that are ready.
func (d *document) add(lines ...ascii.Line) { d.lines = append(d.lines, lines...) }

// write adds lines, each wrapped on its own.
func (d *document) write(lines ...ascii.Line) {
	for _, l := range lines {
		d.add(d.pen.say(l).Wrap(d.width)...)
	}
}

// item adds a line behind its mark, its further lines below the first.
func (d *document) item(mark, l ascii.Line) {
	d.add(indented(d.pen.say(mark), d.pen.say(l), d.width)...)
}

// entry adds an item whose mark takes a column of its own.
func (d *document) entry(column int, mark, l ascii.Line) {
	mark = d.pen.say(mark)
	column = max(column, mark.Width()+1)
	d.add(indented(append(mark, blank(column-mark.Width())), d.pen.say(l), d.width)...)
}

// gap puts one empty line between parts.
func (d *document) gap() {
	if n := len(d.lines); n > 0 && len(d.lines[n-1]) > 0 {
		d.lines = append(d.lines, nil)
	}
}

// blocks adds a text, an empty line between neighbours except between the items
// of a list.
func (d *document) blocks(blocks []exercises.Block) {
	indent := 2
	for i, b := range blocks {
		if i == 0 || !together(blocks[i-1], b) {
			indent = d.indentOf(blocks[i:])
			if i > 0 {
				d.add(nil)
			}
		}
		d.block(b, indent)
	}
}

// together reports whether two blocks stand under one another without a gap: the
// items of a list, the lines of a text as it is, those of a formula.
func together(a, b exercises.Block) bool {
	return a.Kind == b.Kind && (a.Kind == exercises.Item || a.Kind == exercises.Verbatim || a.Kind == exercises.Formula)
}

// block adds a block, lines as they are and formulas with so many blanks before them.
func (d *document) block(b exercises.Block, indent int) {
	switch b.Kind {
	case exercises.Heading:
		d.write(line(b.Text.String(), ascii.Strong))
	case exercises.Formula:
		d.formula(b.Text, indent)
	case exercises.Verbatim:
		d.item(blankLine(indent), b.Text)
	case exercises.Item:
		d.item(line(cmp.Or(b.Mark, "·")+" ", ascii.Dim), b.Text)
	default:
		d.write(b.Text)
	}
}

// table adds a table with its title, all its rows. A row that begins with the
// number of a point is about it.
func (d *document) table(f exercises.Figure) {
	t, ok := f.Plot.(ascii.Table)
	if !ok {
		return
	}
	d.write(line(f.Title, ascii.Strong))
	d.add(t.Header(d.width, d.pen.view))
	if d.points == nil {
		d.points = map[int]int{}
	}
	for i, l := range t.Lines(d.width, d.pen.view) {
		if n, err := strconv.Atoi(t.Rows[i][0].String()); err == nil && t.Columns[0].Title == "i" {
			d.points[len(d.lines)] = n - 1
		}
		d.add(l)
	}
}

// formula adds one, broken where formulas are broken.
func (d *document) formula(l ascii.Line, indent int) {
	for _, row := range d.pen.say(l).Formula(d.width - indent) {
		d.formulas = append(d.formulas, len(d.lines))
		d.add(append(blankLine(indent), row...))
	}
}

// indentOf is how many blanks stand before lines that stand together, the first of some
// blocks: two, and none where one of the lines would fit but for them.
func (d *document) indentOf(blocks []exercises.Block) int {
	for i, b := range blocks {
		if i > 0 && !together(blocks[i-1], b) {
			break
		}
		if n := d.pen.say(b.Text).Width(); d.width-2 < n && n <= d.width {
			return 0
		}
	}
	return 2
}

// box is where field i is typed into.
func (d *document) box(i int) ascii.Rect {
	for _, s := range d.spots {
		if s.field == i && s.choice < 0 {
			return s.at
		}
	}
	return ascii.Rect{}
}

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
