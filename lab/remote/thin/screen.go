package thin

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// Screen is what a terminal shows, as far as it was written here. It is for one
// goroutine. The zero Screen shows nothing; see [New].
type Screen struct {
	w, h   int
	erases bool
	known  bool     // shown is what the terminal shows
	shown  []cell   // row by row
	dirty  []uint64 // the cells that the frame changed, as sortable places
	inks   inks     // of all cells
	at     pen      // where the terminal writes next, and how
	out    []byte   // what is being written
	read   reader   // of the frame being drawn
}

// cell is what a cell of the screen shows. The second half of a wide character
// has the rune tail.
type cell struct {
	rune rune
	look look
}

// tail stands in the second cell of a wide character.
const tail rune = -1

// mostCells is how many cells a screen can have: their places have 18 bits.
const mostCells = 1 << 18

// pen is where a terminal writes next, and how.
type pen struct {
	x, y   int
	unsure bool // terminals may differ in where that is
	look   look
}

// New returns the screen of a terminal of w×h cells, of which nothing is known.
// With erases set, runs of blanks are erased by ECH, in their background: the
// terminal must be one that can. It panics where w·h is over 262 144.
func New(w, h int, erases bool) *Screen {
	s := &Screen{erases: erases, inks: newInks()}
	s.Resize(w, h)
	return s
}

// Resize tells the size of the terminal, which has changed, and with it what may
// be on its screen: the next frame is drawn whole.
func (s *Screen) Resize(w, h int) {
	s.w, s.h, s.known = max(0, w), max(0, h), false
	if s.w*s.h > mostCells {
		panic("thin: a screen of too many cells")
	}
	s.shown = slices.Grow(s.shown[:0], s.w*s.h)[:s.w*s.h]
	if n := s.w * s.h; cap(s.shown) > 2*n {
		s.shown, s.dirty = make([]cell, n), nil
	}
}

// Draw appends to dst what takes the terminal from the last frame to this one:
// lines separated by \n, of which what does not fit is cut, and blanks where
// there are none.
func (s *Screen) Draw(dst []byte, frame string) []byte {
	s.out = dst
	if s.inks.full() {
		s.inks, s.known = newInks(), false
	}
	if !s.known {
		s.clear()
	}
	s.take(frame)
	s.paint()
	dst, s.out = s.out, nil
	return dst
}

// clear has the terminal show blanks.
func (s *Screen) clear() {
	s.out = append(s.out, "\x1b[m\x1b[H"+ansi.EraseEntireScreen...)
	for i := range s.shown {
		s.shown[i] = cell{rune: ' '}
	}
	s.at, s.known = pen{}, true
}

// Place appends what brings the terminal's cursor to a cell, if there is any.
func (s *Screen) Place(dst []byte, x, y int) []byte {
	if len(s.shown) == 0 {
		return dst
	}
	s.out = dst
	s.goTo(min(max(0, x), max(0, s.w-1)), min(max(0, y), max(0, s.h-1)))
	dst, s.out = s.out, nil
	return dst
}

// put has a cell show something else, or the same.
func (s *Screen) put(i int, now cell) {
	if s.shown[i].same(now) {
		return
	}
	s.shown[i] = now
	s.dirty = append(s.dirty, uint64(i))
}

// same reports whether cells look the same; the colour of no ink is not seen.
func (c cell) same(other cell) bool {
	if c == other {
		return true
	}
	return c.blank() && other.blank() && c.look.bg == other.look.bg
}

// blank reports whether nothing but the background is seen.
func (c cell) blank() bool { return c.rune == ' ' && c.look.attrs == 0 }
