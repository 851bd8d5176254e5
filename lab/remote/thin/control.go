package thin

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// control follows a control sequence.
func (t *Writer) control(sequence []byte) {
	cmd := ansi.Cmd(t.parser.Command())
	switch final := cmd.Final(); {
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
		t.mode(sequence, cmd)
	case final == 'm':
		t.choose(sequence)
	case final == 'H' || final == 'f':
		t.place(sequence)
	case final == 'b':
		t.repeat(sequence)
	case final == 'r':
		t.margins(sequence)
	case in(asking, final), t.blind && in(editing, final):
		t.pass(sequence)
	case in(editing, final):
		t.edit(sequence, final)
	default:
		t.giveUp(sequence)
	}
}

// Final bytes of sequences: those that change neither cells nor cursor, those
// that do, and those that with a prefix ask, or set the keyboard or the cursor's
// shape.
const asking, editing, prefixed = "nct", "ABCDG`dKXSTLMP@J", "cmnpqtu"

func in(finals string, final byte) bool { return strings.IndexByte(finals, final) >= 0 }

// mode follows a sequence with a prefix or an intermediate byte.
func (t *Writer) mode(sequence []byte, cmd ansi.Cmd) {
	switch final := cmd.Final(); {
	case cmd.Prefix() == '?' && in("hl", final):
		t.modes(sequence, final == 'h')
	case cmd.Prefix() != 0 && in(prefixed, final), cmd.Intermediate() == ' ' && final == 'q':
		t.pass(sequence)
	default:
		t.giveUp(sequence)
	}
}

// modes follows the setting of modes: of those, some switch screens, and some
// change how text is placed.
func (t *Writer) modes(sequence []byte, set bool) {
	for i := range t.parser.Params() {
		switch t.param(i, 0) {
		case 47, 1047, 1048, 1049:
			t.turn(sequence, !set)
			return
		case 3, 5, 6, 69:
			t.giveUp(sequence)
			return
		}
	}
	t.pass(sequence)
}

// turn follows the change to another screen and back. Margins some terminals keep
// for each.
func (t *Writer) turn(sequence []byte, back bool) {
	switch {
	case t.region != t.whole():
		t.giveUp(sequence)
	case back:
		t.restore(sequence)
	default:
		t.lose(sequence)
	}
}

// place follows an absolute position, after which the cursor is known.
func (t *Writer) place(sequence []byte) {
	x, y := t.param(1, 1)-1, t.param(0, 1)-1
	if !t.blind {
		t.move(x, y)
		return
	}
	t.pass(sequence)
	if len(t.shown) == 0 || t.lost {
		return
	}
	t.blind = false
	t.move(x, y)
	t.real = t.text
}

// edit follows the movements and erasures that it knows.
func (t *Writer) edit(sequence []byte, cmd byte) {
	n, at := t.param(0, 1), t.text
	switch cmd {
	case 'A':
		t.climb(sequence, -n)
	case 'B':
		t.climb(sequence, n)
	case 'C':
		t.move(at.x+n, at.y)
	case 'D':
		t.move(at.x-n, at.y)
	case 'G', '`':
		t.move(n-1, at.y)
	case 'd':
		t.move(at.x, n-1)
	case 'K', 'X':
		t.blank(sequence, cmd)
	case 'S', 'T', 'L', 'M':
		t.shift(sequence, cmd)
	case 'P', '@':
		t.unknown(sequence, t.shown[at.y*t.w:(at.y+1)*t.w])
	case 'J':
		t.unknown(sequence, t.shown)
	}
}

// climb follows a movement by lines, in which terminals heed margins differently.
func (t *Writer) climb(sequence []byte, by int) {
	if t.region != t.whole() {
		t.lose(sequence)
		return
	}
	t.move(t.text.x, t.text.y+by)
}

// blank follows the erasure of cells of a line. What becomes of a cursor that
// waits behind the last column differs among terminals.
func (t *Writer) blank(sequence []byte, cmd byte) {
	x := t.text.x
	t.erases = t.erases || cmd == 'X'
	switch {
	case t.text.wrap || t.text.look.odd:
		t.lose(sequence)
	case cmd == 'X':
		t.erase(x, min(x+t.param(0, 1), t.w))
	case t.param(0, 0) == 0:
		t.erase(x, t.w)
	case t.param(0, 0) == 1:
		t.erase(0, x+1)
	case t.param(0, 0) == 2:
		t.erase(0, t.w)
	}
}

// unknown passes on a sequence after which cells show something else.
func (t *Writer) unknown(sequence []byte, cells []cell) {
	if t.text.wrap {
		t.lose(sequence)
		return
	}
	t.pass(sequence)
	clear(cells)
}

// mostRepeats is far more than a line holds.
const mostRepeats = 10_000

// repeat writes the last character again: the terminal's last one may be
// another, since ours was left out.
func (t *Writer) repeat(sequence []byte) {
	if t.last == 0 {
		t.giveUp(sequence)
		return
	}
	text := utf8.AppendRune(nil, t.last)
	for range min(t.param(0, 1), mostRepeats) {
		t.print(text, 1)
	}
}
