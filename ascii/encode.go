package ascii

import "unicode/utf8"

// Encode returns the grid as text for a terminal. Lines are joined by "\n", end
// in a reset if they need one, and have no trailing blanks in the terminal's
// own background. In SevenBit every byte is below 0x80.
func (g *Grid) Encode(p *Palette) string {
	dst := make([]byte, 0, 8*len(g.cells)+g.H)
	for y := range g.H {
		if y > 0 {
			dst = append(dst, '\n')
		}
		dst = p.appendRow(dst, g.cells[y*g.W:(y+1)*g.W])
	}
	return string(dst)
}

// pen is the state of the terminal: the colours and attributes last selected.
type pen struct{ fg, bg, attr uint16 }

func (p *Palette) appendRow(dst []byte, row []Cell) []byte {
	row = p.trim(row)
	var at pen
	for _, c := range row {
		if c.Rune == Wide {
			continue
		}
		c = p.cheapest(p.upright(c), at)
		dst, at = p.moveTo(dst, at, c)
		dst = p.appendRune(dst, c.Rune)
	}
	if at != (pen{}) {
		dst = append(dst, "\x1b[m"...)
	}
	return dst
}

// trim removes invisible blanks at the end of a row.
func (p *Palette) trim(row []Cell) []Cell {
	for n := len(row); n > 0; n-- {
		c := row[n-1]
		if !blank(c.Rune) || p.look(c.Bg).bgID != 0 || p.look(c.Fg).attrID != 0 {
			return row[:n]
		}
	}
	return nil
}

func blank(r rune) bool { return r == 0 || r == ' ' }

// cheapest replaces a half-block by the equivalent cell that changes the pen
// least: a blank if both halves have the same colour, or the other half-block
// if the pen already has its colours.
func (p *Palette) cheapest(c Cell, at pen) Cell {
	if c.Rune != '▀' && c.Rune != '▄' {
		return c
	}
	fg, bg := p.look(c.Fg), p.look(c.Bg)
	if fg.colour == bg.ground && fg.attrID == 0 {
		return Cell{Rune: ' ', Bg: c.Bg}
	}
	swappable := fg.bgID != 0 && bg.fgID != 0 && fg.attrID == 0 && bg.attrID == 0 &&
		fg.colour == fg.ground && bg.colour == bg.ground
	if !swappable || changes(at, fg.fgID, bg.bgID) <= changes(at, bg.fgID, fg.bgID) {
		return c
	}
	other := '▀'
	if c.Rune == '▀' {
		other = '▄'
	}
	return Cell{Rune: other, Fg: c.Bg, Bg: c.Fg}
}

func changes(at pen, fg, bg uint16) int {
	n := 0
	if at.fg != fg {
		n++
	}
	if at.bg != bg {
		n++
	}
	return n
}

// upright removes the reverse attribute from blocks and lines, which would turn
// a block into a hole and a line into a bar. Instead it makes them bold if the
// ink would otherwise not show.
func (p *Palette) upright(c Cell) Cell {
	const boxes, shapes, dots, beyond = '─', '■', '\u2800', '\u2900'
	drawing := c.Rune >= boxes && c.Rune < shapes || c.Rune >= dots && c.Rune < beyond
	if drawing && p.look(c.Fg).attr == reversed {
		c.Fg = Strong
	}
	return c
}

// reversed is the attribute that swaps the colours of a cell.
const reversed = "7"

// moveTo appends the sequence that changes the pen to what the cell needs. A
// blank needs no foreground.
func (p *Palette) moveTo(dst []byte, at pen, c Cell) ([]byte, pen) {
	fg, bg := p.look(c.Fg), p.look(c.Bg)
	want := pen{fg.fgID, bg.bgID, fg.attrID}
	if blank(c.Rune) && want.attr == 0 {
		want.fg = at.fg
	}
	if want == at {
		return dst, at
	}
	dst = append(dst, "\x1b["...)
	if at.attr != want.attr && at.attr != 0 {
		if want == (pen{}) || blank(c.Rune) && want.bg == 0 && want.attr == 0 {
			return append(dst, 'm'), pen{}
		}
		if blank(c.Rune) && want.attr == 0 {
			want.fg = 0
		}
		dst, at = append(dst, '0', ';'), pen{}
	}
	if want.attr != at.attr {
		dst = append(append(dst, fg.attr...), ';')
	}
	if want.fg != at.fg {
		dst = append(append(dst, fg.fg...), ';')
	}
	if want.bg != at.bg {
		dst = append(append(dst, bg.bg...), ';')
	}
	dst[len(dst)-1] = 'm'
	return dst, want
}

func (p *Palette) appendRune(dst []byte, r rune) []byte {
	switch {
	case r == 0:
		return append(dst, ' ')
	case r < ' ' || r == 0x7f:
		return append(dst, ' ')
	case r < utf8.RuneSelf:
		return append(dst, byte(r))
	case p.profile != SevenBit:
		return utf8.AppendRune(dst, common(r))
	}
	dst = append(dst, letterFor(r))
	if RuneWidth(r) == 2 {
		dst = append(dst, ' ')
	}
	return dst
}

// common returns the rune as terminals can show it: l for ℓ, which is missing
// in DejaVu Sans Mono and fonts derived from it.
func common(r rune) rune {
	if r == 'ℓ' {
		return 'l'
	}
	return r
}
