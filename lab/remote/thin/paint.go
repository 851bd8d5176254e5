package thin

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// settle writes what has changed and brings the terminal's cursor and colours to
// where the text has them.
func (t *Writer) settle() {
	t.paint()
	if !t.blind {
		t.catchUp()
	}
	t.dip(t.text.look)
}

// catchUp brings the terminal's cursor to where the text has it, if need be
// behind the last column.
func (t *Writer) catchUp() {
	if t.text.wrap && t.real.wrap && t.text.y == t.real.y {
		return
	}
	t.goTo(t.text.x, t.text.y)
	if t.text.wrap {
		t.write(t.here())
	}
}

// paint writes the cells that have changed: line by line where that is much of
// the screen, so that it is seen to be drawn from the top; else by colour, each of
// which is then named but once.
func (t *Writer) paint() {
	if len(t.changed) == 0 {
		return
	}
	if len(t.changed) > len(t.shown)/2 {
		slices.Sort(t.changed)
	} else {
		slices.SortFunc(t.changed, t.byLook)
	}
	for cells := slices.Compact(t.changed); len(cells) > 0; {
		t.goTo(cells[0]%t.w, cells[0]/t.w)
		if n := t.blanks(cells); t.erases && n >= fewestErased {
			t.dipFor(t.shown[cells[0]])
			t.buf = append(t.buf, ansi.EraseCharacter(n)...)
			cells = cells[n:]
			continue
		}
		t.write(cells[0])
		cells = cells[1:]
	}
	t.changed = t.changed[:0]
}

// byLook orders cells by how they look, those that look the same by their places.
func (t *Writer) byLook(i, j int) int {
	a, b := t.shown[i].look, t.shown[j].look
	return cmp.Or(
		cmp.Compare(a.attrs, b.attrs), cmp.Compare(a.bg, b.bg), cmp.Compare(a.fg, b.fg), cmp.Compare(i, j),
	)
}

// fewestErased is from how many blanks on it takes fewer bytes to erase them and
// move on.
const fewestErased = 10

// blanks is how many cells at the front follow each other in a line and are
// blank, on one background.
func (t *Writer) blanks(cells []int) int {
	first := t.shown[cells[0]]
	if !first.blank() {
		return 0
	}
	end := cells[0] - cells[0]%t.w + t.w
	n := 1
	for n < len(cells) && cells[n] == cells[0]+n && cells[n] < end && t.shown[cells[n]].same(first) {
		n++
	}
	return n
}

// write writes a cell where the cursor is.
func (t *Writer) write(i int) {
	now := t.shown[i]
	t.dipFor(now)
	t.buf = utf8.AppendRune(t.buf, now.rune)
	t.real.x++
	if t.real.x == t.w {
		t.real.x, t.real.wrap = t.w-1, true
	}
}

// dipFor changes the terminal's colours as far as it is seen in a cell.
func (t *Writer) dipFor(c cell) {
	if c.blank() && t.real.look.attrs == 0 {
		c.look.fg = t.real.look.fg
	}
	t.dip(c.look)
}

// dip changes the terminal's colours.
func (t *Writer) dip(want look) {
	if t.real.look != want {
		t.buf = t.inks.append(t.buf, t.real.look, want)
		t.real.look = want
	}
}

// goTo moves the terminal's cursor by the fewest bytes.
func (t *Writer) goTo(x, y int) {
	from := t.real
	unsure := t.unsure
	if from.x == x && from.y == y && !from.wrap && !unsure {
		return
	}
	t.unsure = false
	t.real.x, t.real.y, t.real.wrap = x, y, false
	start := len(t.buf)
	t.buf = append(t.buf, ansi.CursorPosition(x+1, y+1)...)
	if unsure || from.wrap || y < from.y || t.region != t.whole() {
		return
	}
	placed := len(t.buf)
	if y > from.y {
		t.buf = append(t.buf, ansi.CursorDown(y-from.y)...)
	}
	t.buf = appendAcross(t.buf, x-from.x)
	if relative := len(t.buf) - placed; relative < placed-start {
		copy(t.buf[start:], t.buf[placed:])
		t.buf = t.buf[:start+relative]
		return
	}
	t.buf = t.buf[:placed]
}

// appendAcross appends a movement to the right, or to the left.
func appendAcross(dst []byte, by int) []byte {
	switch {
	case by > 0:
		return append(dst, ansi.CursorForward(by)...)
	case by < -4:
		return append(dst, ansi.CursorBackward(-by)...)
	}
	for range -by {
		dst = append(dst, '\b')
	}
	return dst
}
