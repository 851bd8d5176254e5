package thin

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// A place of a cell that changed sorts by the cell's look, and then by where it
// is: attributes, background, foreground and number, from the top bit down.
const (
	placeBits = 18
	placeMask = 1<<placeBits - 1
)

// byLook is the place of a cell among those of its look.
func (s *Screen) byLook(i uint64) uint64 {
	l := s.shown[i].look
	return uint64(l.attrs)<<(placeBits+32) | uint64(l.bg)<<(placeBits+16) | uint64(l.fg)<<placeBits | i
}

// paint writes the cells that have changed: line by line where that is much of
// the screen, so that it is seen to be drawn from the top; else by colour, each of
// which is then named but once.
func (s *Screen) paint() {
	if len(s.dirty) <= len(s.shown)/2 {
		s.joinBlanks()
		for j, i := range s.dirty {
			s.dirty[j] = s.byLook(i)
		}
		slices.Sort(s.dirty)
		s.paintLooks(s.dirty)
	} else {
		s.paintAll(s.dirty)
	}
	s.dirty = s.dirty[:0]
	if cap(s.dirty) > len(s.shown)/keptShare {
		s.dirty = nil
	}
}

// paintAll writes cells in their order.
func (s *Screen) paintAll(cells []uint64) {
	for len(cells) > 0 {
		cells = cells[s.paintFirst(cells):]
	}
}

// joinBlanks gives the blanks that changed the colour, which nobody sees, of what
// changed beside them on the same background, and is then written with them.
func (s *Screen) joinBlanks() {
	for j := 0; j < len(s.dirty); {
		n := s.blanks(s.dirty[j:])
		i := int(s.dirty[j])
		if n == 0 {
			j++
			continue
		}
		var fg ink
		if left := j > 0 && int(s.dirty[j-1]) == i-1 && i%s.w > 0; left && s.goesWith(i-1, i) {
			fg = s.shown[i-1].look.fg
		} else if right := j+n < len(s.dirty) && int(s.dirty[j+n]) == i+n && (i+n)%s.w > 0; right && s.goesWith(i+n, i) {
			fg = s.shown[i+n].look.fg
		}
		for k := range n {
			s.shown[i+k].look.fg = fg
		}
		j += n
	}
}

// goesWith reports whether a blank can have the look of another cell.
func (s *Screen) goesWith(other, blank int) bool {
	a, b := s.shown[other].look, s.shown[blank].look
	return a.attrs == 0 && a.bg == b.bg
}

// keptShare is the part of a screen's cells for which the list of those that
// changed is kept from frame to frame. A frame that changes more is rare, and its
// list, of eight bytes a cell, is two thirds of what the cells take.
const keptShare = 4

// paintFirst writes the first of some cells, or all blanks that follow it at
// once, and returns how many that are.
func (s *Screen) paintFirst(cells []uint64) int {
	i := int(cells[0] & placeMask)
	if s.shown[i].rune == tail {
		return 1 // written with its first half
	}
	s.goTo(i%s.w, i/s.w)
	if n := s.blanks(cells); s.erases && n >= fewestErased {
		s.dipFor(s.shown[i])
		s.out = appendCSI(s.out, n, 'X')
		return n
	}
	s.write(i)
	return 1
}

// fewestErased is from how many blanks on it takes fewer bytes to erase them and
// move on.
const fewestErased = 10

// blanks is how many cells at the front follow each other in a line and are
// blank, on one background.
func (s *Screen) blanks(cells []uint64) int {
	i := int(cells[0] & placeMask)
	first := s.shown[i]
	if !first.blank() {
		return 0
	}
	end := i - i%s.w + s.w
	n := 1
	for n < len(cells) && i+n < end && int(cells[n]&placeMask) == i+n && s.shown[i+n].same(first) {
		n++
	}
	return n
}

// write writes a cell where the cursor is.
func (s *Screen) write(i int) {
	now := s.shown[i]
	s.dipFor(now)
	s.out = utf8.AppendRune(s.out, now.rune)
	s.at.x++
	if s.at.x < s.w && s.shown[i+1].rune == tail {
		s.at.x, s.at.unsure = s.at.x+1, true
	}
	if s.at.x == s.w {
		s.at.unsure = true // the cursor waits to wrap
	}
}

// dipFor changes the terminal's colours as far as it is seen in a cell.
func (s *Screen) dipFor(c cell) {
	want := c.look
	if c.blank() && s.at.look.attrs == 0 {
		want.fg = s.at.look.fg
	}
	if s.at.look != want {
		s.out = s.inks.append(s.out, s.at.look, want)
		s.at.look = want
	}
}

// goTo moves the terminal's cursor by the fewest bytes.
func (s *Screen) goTo(x, y int) {
	from := s.at
	if from.x == x && from.y == y && !from.unsure {
		return
	}
	if s.writeAcross(x, y) {
		return
	}
	s.at.x, s.at.y, s.at.unsure = x, y, false
	start := len(s.out)
	s.out = append(strconv.AppendInt(append(s.out, "\x1b["...), int64(y+1), 10), ';')
	s.out = append(strconv.AppendInt(s.out, int64(x+1), 10), 'H')
	if from.unsure {
		return
	}
	placed := len(s.out)
	if y > from.y {
		s.out = appendCSI(s.out, y-from.y, 'B')
	} else if y < from.y {
		s.out = appendCSI(s.out, from.y-y, 'A')
	}
	s.out = appendAcross(s.out, x-from.x)
	if relative := len(s.out) - placed; relative < placed-start {
		copy(s.out[start:], s.out[placed:])
		s.out = s.out[:start+relative]
		return
	}
	s.out = s.out[:placed]
}

// mostAcross is how many cells it takes fewer bytes to write again than to skip.
const mostAcross = 3

// writeAcross moves the cursor to the right by writing what is there, if that is
// a few characters of the look that is on.
func (s *Screen) writeAcross(x, y int) bool {
	gap := x - s.at.x
	if s.at.unsure || y != s.at.y || gap <= 0 || gap > mostAcross {
		return false
	}
	from := y*s.w + s.at.x
	for _, c := range s.shown[from : from+gap] {
		blank := c.blank() && s.at.look.attrs == 0 && c.look.bg == s.at.look.bg
		if c.rune > '~' || c.rune == tail || !blank && c.look != s.at.look {
			return false
		}
	}
	for _, c := range s.shown[from : from+gap] {
		s.out = append(s.out, byte(c.rune))
	}
	s.at.x = x
	return true
}

// appendAcross appends a movement to the right, or to the left.
func appendAcross(dst []byte, by int) []byte {
	switch {
	case by > 0:
		return appendCSI(dst, by, 'C')
	case by < -4:
		return appendCSI(dst, -by, 'D')
	}
	for range -by {
		dst = append(dst, '\b')
	}
	return dst
}

// appendCSI appends a control sequence with a count, which is left out where it
// is 1.
func appendCSI(dst []byte, n int, final byte) []byte {
	dst = append(dst, "\x1b["...)
	if n != 1 {
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, final)
}
