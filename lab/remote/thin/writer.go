package thin

import (
	"bytes"
	"io"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/parser"
)

// Writer is a terminal's output that leaves out what its screen shows. A line
// feed is taken to begin a new line, as terminals in their usual state do. It is
// safe for concurrent use.
type Writer struct {
	mu     sync.Mutex
	out    io.Writer
	parser *ansi.Parser
	rest   []byte // a sequence that has not ended
	buf    []byte // what one Write passes on

	w, h    int
	shown   []cell // row by row: what the text has put there
	changed []int  // cells of shown that have not been written yet
	region  region // what a line feed scrolls
	blind   bool   // the cursor's place is not known
	lost    bool   // nor will it be, before the size changes
	erases  bool   // the text has erased by ECH, so the terminal is one that can
	unsure  bool   // terminals may differ in where the cursor is now

	text, real pen // as the text has moved it, as the terminal has it
	last       rune
	inks       inks
}

// pen is where a terminal writes next, and how.
type pen struct {
	x, y int
	wrap bool // the last column has been written; the next character may wrap
	look look
}

// cell is what a cell of the screen shows; without a rune it is not known.
type cell struct {
	rune rune
	look look
}

// mostRest is how long a sequence may be that has not ended.
const mostRest = 64 << 10

// New returns a writer to a terminal of w×h cells.
func New(out io.Writer, w, h int) *Writer {
	t := &Writer{out: out, parser: ansi.NewParser(), inks: newInks()}
	t.resize(w, h)
	return t
}

// Resize tells the size of the terminal, which has changed, and with it what may
// be on its screen.
func (t *Writer) Resize(w, h int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resize(w, h)
}

func (t *Writer) resize(w, h int) {
	t.w, t.h = max(0, w), max(0, h)
	t.shown = make([]cell, t.w*t.h)
	t.region = t.whole()
	t.blind, t.lost = true, false
}

// Write passes p on but for what the screen shows already.
func (t *Writer) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = t.buf[:0]
	text := p
	if len(t.rest) > 0 {
		text = append(t.rest, p...)
		t.rest = nil
	}
	for len(text) > 0 {
		if tooLong(text) {
			t.giveUp(text)
			break
		}
		sequence, width, n, state := ansi.DecodeSequence(text, ansi.NormalState, t.parser)
		if n == 0 || state != ansi.NormalState && n == len(text) || !utf8.FullRune(text) {
			t.hold(text)
			break
		}
		t.follow(sequence, width)
		text = text[n:]
	}
	t.settle()
	if len(t.buf) == 0 {
		return len(p), nil
	}
	if _, err := t.out.Write(t.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}

// tooLong reports whether text begins with a control sequence of more parameters
// than the parser has room for.
func tooLong(text []byte) bool {
	if !bytes.HasPrefix(text, []byte("\x1b[")) && !bytes.HasPrefix(text, []byte("\x1bP")) {
		return false
	}
	n := 1
	for _, b := range text[2:] {
		switch {
		case b < '0' || b > '?':
			return n >= parser.MaxParamsSize
		case b == ';' || b == ':':
			n++
		}
	}
	return n >= parser.MaxParamsSize
}

// hold keeps a sequence that has not ended for the next Write.
func (t *Writer) hold(text []byte) {
	if len(text) > mostRest {
		t.giveUp(text)
		return
	}
	t.rest = slices.Clone(text)
}

// pass passes text on where it belongs, in its colours.
func (t *Writer) pass(text []byte) {
	t.settle()
	t.buf = append(t.buf, text...)
}

// lose passes on what moves the cursor in a way that is not followed: from here
// neither the screen nor the cursor is known, until the cursor is placed.
func (t *Writer) lose(text []byte) {
	t.pass(text)
	t.text.wrap, t.blind = false, true
	t.real = t.text
	clear(t.shown)
}

// restore passes on what brings back a cursor of before, and colours with it.
func (t *Writer) restore(text []byte) {
	t.lose(text)
	t.text.look = look{odd: true}
	t.real = t.text
}

// giveUp passes on what may change the meaning of all that follows.
func (t *Writer) giveUp(text []byte) {
	t.restore(text)
	t.lost = true
}
