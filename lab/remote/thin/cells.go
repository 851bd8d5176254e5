package thin

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// follow follows one sequence or one character.
func (t *Writer) follow(sequence []byte, width int) {
	switch {
	case width > 0:
		t.print(sequence, width)
	case len(sequence) > 2 && sequence[0] == ansi.ESC && sequence[1] == '[':
		t.control(sequence)
	case bytes.HasPrefix(sequence, []byte("\x1b]8;")):
		t.giveUp(sequence) // a link, of which cells would have to know
	case len(sequence) > 1 && sequence[0] == ansi.ESC && slices.Contains([]byte("]P_^X"), sequence[1]):
		t.pass(sequence) // a string for the terminal, such as a title
	case sequence[0] >= utf8.RuneSelf && utf8.Valid(sequence):
		t.lose(sequence) // it joins the character before
	default:
		t.command(sequence)
	}
}

// command follows a control character, or an escape sequence without parameters.
func (t *Writer) command(sequence []byte) {
	switch string(sequence) {
	case "\a":
		t.pass(sequence)
	case "\t":
		t.lose(sequence)
	case ansi.SaveCursor:
		t.pass(sequence)
	case ansi.RestoreCursor:
		t.restore(sequence)
	case "\r", "\n", "\b", ansi.ReverseIndex:
		t.step(sequence)
	default:
		t.giveUp(sequence)
	}
}

// step follows a command that takes the cursor a little way.
func (t *Writer) step(sequence []byte) {
	switch at := t.text; {
	case t.blind:
		t.pass(sequence)
	case sequence[0] == '\r':
		t.move(0, at.y)
	case sequence[0] == '\n':
		t.lineFeed(sequence)
	case sequence[0] == '\b':
		t.move(at.x-1, at.y)
	default:
		t.reverseFeed(sequence)
	}
}

// print follows a character that takes so many cells.
func (t *Writer) print(text []byte, width int) {
	r, size := utf8.DecodeRune(text)
	single := width == 1 && size == len(text) && r != utf8.RuneError
	t.last = 0
	if single {
		t.last = r
	}
	switch {
	case t.blind:
		t.pass(text)
	case t.text.wrap || width > t.w-t.text.x || size < len(text):
		t.lose(text) // terminals differ in how wide several runes are
	case single && !t.text.look.odd:
		t.put(t.text.x, cell{r, t.text.look})
		t.advance(1)
	default:
		t.pass(text)
		clear(t.shown[t.here() : t.here()+width])
		t.advance(width)
		t.real, t.unsure = t.text, width > 1
	}
}

// put has a cell of the cursor's line show something else, or the same.
func (t *Writer) put(x int, now cell) {
	i := t.text.y*t.w + x
	if t.shown[i].same(now) {
		return
	}
	t.shown[i] = now
	t.changed = append(t.changed, i)
}

// same reports whether cells look the same; the colour of no ink is not seen.
func (c cell) same(other cell) bool {
	if c.blank() && other.blank() {
		return c.look.bg == other.look.bg
	}
	return c == other
}

// blank reports whether nothing but the background is seen.
func (c cell) blank() bool { return c.rune == ' ' && c.look.attrs == 0 }

// erase blanks cells of the cursor's line.
func (t *Writer) erase(from, to int) {
	for x := from; x < to; x++ {
		t.put(x, cell{' ', look{bg: t.text.look.bg}})
	}
}

// here is the cell under the cursor.
func (t *Writer) here() int { return t.text.y*t.w + t.text.x }

// advance moves the cursor past what was printed. It stays in the last column.
func (t *Writer) advance(width int) {
	t.text.x += width
	if t.text.x == t.w {
		t.text.x, t.text.wrap = t.w-1, true
	}
}

// move follows a movement of the cursor.
func (t *Writer) move(x, y int) {
	t.text.x, t.text.y, t.text.wrap = min(max(0, x), t.w-1), min(max(0, y), t.h-1), false
}
