package thin

// region is the lines between the margins, the last one too.
type region struct{ top, bottom int }

// whole is the region without margins.
func (t *Writer) whole() region { return region{0, t.h - 1} }

// margins follows the setting of the margins, which brings the cursor home.
func (t *Writer) margins(sequence []byte) {
	to := region{t.param(0, 1) - 1, min(t.param(1, t.h), t.h) - 1}
	if to.top >= to.bottom {
		t.lose(sequence) // terminals differ
		return
	}
	t.pass(sequence)
	t.region = to
	if !t.blind {
		t.move(0, 0)
		t.real = t.text
	}
}

// lineFeed begins a new line.
func (t *Writer) lineFeed(sequence []byte) {
	if t.text.y != t.region.bottom {
		t.move(0, t.text.y+1)
		return
	}
	t.scroll(sequence, t.region, 1)
	t.move(0, t.text.y)
	t.real = t.text
}

// reverseFeed moves the cursor a line up.
func (t *Writer) reverseFeed(sequence []byte) {
	switch {
	case t.text.wrap:
		t.lose(sequence)
	case t.text.y != t.region.top:
		t.move(t.text.x, t.text.y-1)
	default:
		t.scroll(sequence, t.region, -1)
	}
}

// shift follows the sequences that scroll, and those that insert and delete
// lines. The latter take the cursor to the first column, or to a margin, or
// nowhere: terminals differ.
func (t *Writer) shift(sequence []byte, cmd byte) {
	n, below := t.param(0, 1), region{t.text.y, t.region.bottom}
	switch {
	case t.text.wrap:
		t.lose(sequence)
	case cmd == 'S':
		t.scroll(sequence, t.region, n)
	case cmd == 'T':
		t.scroll(sequence, t.region, -n)
	case t.text.x != 0 || t.region != t.whole():
		t.lose(sequence)
	case cmd == 'M':
		t.scroll(sequence, below, n)
	case cmd == 'L':
		t.scroll(sequence, below, -n)
	}
}

// scroll passes on what scrolls lines up, or down where by is negative. What the
// lines that come in show is not known.
func (t *Writer) scroll(sequence []byte, lines region, by int) {
	t.pass(sequence)
	cells := t.shown[lines.top*t.w : (lines.bottom+1)*t.w]
	n := min(max(by, -by), lines.bottom-lines.top+1) * t.w
	if by > 0 {
		copy(cells, cells[n:])
		clear(cells[len(cells)-n:])
		return
	}
	copy(cells[n:], cells)
	clear(cells[:n])
}
