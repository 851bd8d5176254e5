package ui

import (
	"cmp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Document is text laid out for a width, with parts that can be clicked. Its methods wrap text, and
// replace characters that the terminal does not have. A [Pane] shows the document.
type Document struct {
	Width  int
	Height int // rows of the pane; 0 for a text that should be as short as possible

	theme               *theme.Theme
	lines               []ascii.Line
	parts               []part
	formulaLines        []int // numbers of the lines that belong to formulas
	pinnedLines         []int // see Pin
	pinLimit            int   // see Pin
	firstKept, lastKept int   // see KeepVisible
	showsLinesAbove     bool  // see ShowLinesAbove
	stickyHeading       ascii.Line
	headingLine         int // see SetStickyHeading
	caret               *[2]int
}

// part is a rectangle of a document that can be clicked. It is drawn over the
// lines.
type part struct {
	id   string
	area ascii.Rect
	view string
}

// NewDocument returns an empty document of w columns.
func NewDocument(t *theme.Theme, w int) *Document { return &Document{Width: w, theme: t} }

// Len returns the number of lines.
func (d *Document) Len() int { return len(d.lines) }

// Lines returns the lines without the parts.
func (d *Document) Lines() []ascii.Line { return d.lines }

// String returns the lines without the parts.
func (d *Document) String() string { return d.theme.Lines(d.lines) }

// Add appends lines that are already laid out.
func (d *Document) Add(lines ...ascii.Line) { d.lines = append(d.lines, lines...) }

// Append appends another document, except its parts.
func (d *Document) Append(o *Document) {
	for _, i := range o.formulaLines {
		d.formulaLines = append(d.formulaLines, d.Len()+i)
	}
	d.Add(o.lines...)
}

// Write appends lines and wraps each of them.
func (d *Document) Write(lines ...ascii.Line) {
	for _, l := range lines {
		d.Add(d.transliterate(l).Wrap(d.Width)...)
	}
}

// AddGap appends an empty line, unless the last line is empty or there is none.
func (d *Document) AddGap() {
	if n := len(d.lines); n > 0 && d.lines[n-1].Width() > 0 {
		d.Add(nil)
	}
}

// AddItem appends a line after a mark, with a hanging indent.
func (d *Document) AddItem(mark, l ascii.Line) { d.Add(d.wrapItem(mark, l)...) }

// wrapItem wraps a line after a mark, both in the characters of the terminal.
func (d *Document) wrapItem(mark, l ascii.Line) []ascii.Line {
	return d.transliterate(l).WrapAfter(d.transliterate(mark), d.Width)
}

// AddPaddedItem appends an item whose mark is padded to a column.
func (d *Document) AddPaddedItem(column int, mark, l ascii.Line) {
	mark = d.transliterate(mark)
	d.AddItem(pad(mark, max(column, mark.Width()+1)), l)
}

// transliterate returns a line in the characters that the terminal has.
func (d *Document) transliterate(l ascii.Line) ascii.Line { return d.theme.View().TransliterateLine(l) }

// Block is a paragraph, a heading, a formula, or an item of a list.
type Block struct {
	Kind BlockKind
	Mark string // bullet or number of an Item
	Text ascii.Line
}

// BlockKind is the kind of a block.
type BlockKind uint8

// The kinds of block.
const (
	Paragraph BlockKind = iota
	Heading
	Formula  // lines break before a relation, a plus or a minus, see [ascii.Line.WrapFormula]
	Item     // an item of a list
	Verbatim // a single line
)

// WriteBlocks appends a text. It separates blocks by empty lines, except the items of
// a list and the lines of a formula or of verbatim text.
func (d *Document) WriteBlocks(blocks []Block) {
	for i, b := range blocks {
		if i > 0 && (b.Kind != blocks[i-1].Kind || !slices.Contains([]BlockKind{Item, Verbatim, Formula}, b.Kind)) {
			d.Add(nil)
		}
		d.writeBlock(b)
	}
}

func (d *Document) writeBlock(b Block) {
	const margin = 2
	switch b.Kind {
	case Heading:
		d.Write(ascii.Inked(b.Text.String(), ascii.Strong))
	case Formula:
		for _, row := range d.transliterate(b.Text).WrapFormula(d.Width - margin) {
			d.formulaLines = append(d.formulaLines, d.Len())
			d.Add(append(ascii.Blanks(margin), row...))
		}
	case Verbatim:
		d.AddItem(ascii.Blanks(margin), b.Text)
	case Item:
		d.AddItem(ascii.Inked(cmp.Or(b.Mark, "·")+" ", ascii.Dim), b.Text)
	default:
		d.Write(b.Text)
	}
}

// PlacePart adds a part that is drawn over the lines.
func (d *Document) PlacePart(id string, area ascii.Rect, view string) {
	d.parts = append(d.parts, part{id, area, view})
}

// PartArea returns the rectangle of the part with the given ID, if there is one.
func (d *Document) PartArea(id string) (area ascii.Rect, ok bool) {
	for _, p := range d.parts {
		if p.id == id {
			return p.area, true
		}
	}
	return ascii.Rect{}, false
}

// AddPart appends lines as a part.
func (d *Document) AddPart(id string, lines ...ascii.Line) {
	d.PlacePart(id, ascii.Rect{Y: d.Len(), W: d.Width, H: len(lines)}, d.theme.Lines(lines))
	for range lines {
		d.Add(ascii.Blanks(d.Width))
	}
}

// KeepVisible asks the pane to keep the lines first to last visible, including last. If they do not all
// fit, it keeps the first ones visible.
func (d *Document) KeepVisible(first, last int) { d.firstKept, d.lastKept = first, last }

// ShowLinesAbove asks the pane to show as many lines as fit above the lines of KeepVisible. Without
// ShowLinesAbove the pane scrolls as little as possible.
func (d *Document) ShowLinesAbove() { d.showsLinesAbove = true }

// KeptLines returns the arguments of the last call of KeepVisible.
func (d *Document) KeptLines() (first, last int) { return d.firstKept, d.lastKept }

// FormulaLines returns the numbers of the lines that belong to formulas.
func (d *Document) FormulaLines() []int { return d.formulaLines }

// Pin asks the pane to show the given lines at its top while they are scrolled out. For example,
// they may be formulas to which a long table refers. The pane does not show them where they would
// cover line limit or a later line.
func (d *Document) Pin(limit int, lines ...int) { d.pinLimit, d.pinnedLines = limit, lines }

// SetStickyHeading asks the pane to draw l in the row above the pane while line i of the document
// is scrolled out. An example of l is the question that a long table answers.
func (d *Document) SetStickyHeading(i int, l ascii.Line) { d.headingLine, d.stickyHeading = i, l }

// SetCaret sets the position of the text cursor.
func (d *Document) SetCaret(x, y int) { d.caret = &[2]int{x, y} }

// pad extends a line to n columns.
func pad(l ascii.Line, n int) ascii.Line {
	if n -= l.Width(); n <= 0 {
		return l
	}
	return append(l[:len(l):len(l)], ascii.Span{Text: strings.Repeat(" ", n)})
}

// Meter returns a bar of w columns. The first n of them are filled.
func Meter(t *theme.Theme, n, w int) ascii.Line {
	return ascii.Line{{Text: strings.Repeat(t.Glyph('█', '#'), n), Ink: ascii.Good},
		{Text: strings.Repeat(t.Glyph('░', '.'), w-n), Ink: ascii.Faint}}
}

// Spread returns a line of w columns with one text at its left and another at its
// right. The left one is cut if there is too little room.
func Spread(t *theme.Theme, w int, left, right ascii.Line) ascii.Line {
	right = t.View().Clip(right, w)
	room := w - right.Width()
	if len(right) > 0 {
		left = t.View().Clip(left, max(0, room-1))
	}
	return append(pad(t.View().Clip(left, room), room), right...)
}
