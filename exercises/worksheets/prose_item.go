package worksheets

import (
	"strconv"
	"strings"

	"kernellab/exercises"
)

// mark is what starts a list item: - + * or a number with . or ).
type mark struct {
	kind   byte // the sign, or what follows the number: one list has one kind
	number int
	empty  bool // no text after it on its line
	offset int  // the column where the item's text starts
	length int  // bytes of the mark itself
}

func (m mark) bullet() bool { return m.kind == '-' || m.kind == '+' || m.kind == '*' }

func markOn(l proseLine) (m mark, ok bool) {
	if l.blank() || l.indent >= 4 {
		return mark{}, false
	}
	digits := 0
	for digits < len(l.text) && digits < 9 && l.text[digits] >= '0' && l.text[digits] <= '9' {
		digits++
	}
	if digits == len(l.text) || !strings.ContainsRune(signs(digits), rune(l.text[digits])) {
		return mark{}, false
	}
	m = mark{kind: l.text[digits], length: digits + 1}
	m.number, _ = strconv.Atoi(l.text[:digits])
	rest := newProseLine(l.text[m.length:], place{})
	if rest.indent == 0 && !rest.blank() {
		return mark{}, false
	}
	m.empty = rest.blank()
	m.offset = l.indent + m.length + rest.indent
	if m.empty || rest.indent > 4 {
		m.offset = l.indent + m.length + 1
	}
	return m, true
}

// signs are the characters a mark may end in after so many digits.
func signs(digits int) string {
	if digits == 0 {
		return "-+*"
	}
	return ".)"
}

// item reads an item with its mark and adds its text.
func (r *proseReader) item(m mark, sign string) {
	start := r.lines[r.next]
	inner := &proseReader{p: &problems{file: r.p.file}, lines: r.itemLines(m)}
	inner.read()
	if len(inner.blocks) == 0 || inner.blocks[0].Kind != exercises.Paragraph {
		r.p.add(start.begins(), "write text after the mark", "a list item without text")
		return
	}
	r.p.list = append(r.p.list, inner.p.list...)
	r.add(exercises.Item, sign, inner.blocks[0].Text)
	if len(inner.blocks) > 1 {
		r.p.add(start.begins(), "one paragraph an item, no list in a list; after a list a formula needs a block formula", "a list item with more than one paragraph")
	}
}

// itemLines takes the lines of an item, the mark and the white space below it
// taken off: those set in as far as its text and, while a paragraph goes on,
// those that are not.
func (r *proseReader) itemLines(m mark) []proseLine {
	first := r.lines[r.next]
	text := first.text[m.length:]
	set := newProseLine(text, place{first.at.line, first.at.column + first.indent + m.length})
	if !m.empty {
		less := m.offset - first.indent - m.length
		set.indent, set.at.column = set.indent-less, set.at.column+less
	}
	lines := []proseLine{set}
	for r.next++; r.next < len(r.lines); r.next++ {
		l := r.lines[r.next]
		before := lines[len(lines)-1]
		switch {
		case l.blank():
			if m.empty && len(lines) == 1 {
				return lines
			}
		case l.indent >= m.offset:
			l.indent, l.at.column = l.indent-m.offset, l.at.column+m.offset
		case before.blank() || startsBlock(l):
			return lines
		}
		lines = append(lines, l)
	}
	return lines
}

// startsBlock reports that a line beside a paragraph of an item starts
// something of its own, another item at the least.
func startsBlock(l proseLine) bool {
	_, item := markOn(l)
	return item || endsParagraph(l)
}
