package ascii

import (
	"sync"
	"unicode/utf8"
)

// Encode returns the grid as text for a terminal. Lines are joined by "\n", end
// in a reset if they need one, and have no trailing blanks in the terminal's
// own background. In SevenBit every byte is below 0x80.
func (g *Grid) Encode(p *Palette) string {
	buffer := encodeBuffers.Get().(*[]byte)
	defer encodeBuffers.Put(buffer)
	dst := (*buffer)[:0]
	for y := range g.H {
		if y > 0 {
			dst = append(dst, '\n')
		}
		dst = p.appendRow(dst, g.cells[y*g.W:(y+1)*g.W])
	}
	*buffer = dst
	return string(dst)
}

// encodeBuffers is a pool of buffers for Encode.
var encodeBuffers = sync.Pool{New: func() any { return new([]byte) }}

// pen is the state of the terminal: the colours and attributes last selected.
type pen struct{ fg, bg, attr uint16 }

func (p *Palette) appendRow(dst []byte, row []Cell) []byte {
	row = p.trim(row)
	var current pen
	for _, c := range row {
		if c.Rune == Wide {
			continue
		}
		c = p.withoutReversal(c)
		dst, current = p.changePen(dst, current, c)
		dst = p.appendRune(dst, c.Rune)
	}
	if current != (pen{}) {
		dst = append(dst, "\x1b[m"...)
	}
	return dst
}

// trim returns the row without the invisible blanks at its end.
func (p *Palette) trim(row []Cell) []Cell {
	for n := len(row); n > 0; n-- {
		c := row[n-1]
		if !blank(c.Rune) || p.styleOf(c.Bg).bgID != 0 || p.styleOf(c.Fg).attrID != 0 {
			return row[:n]
		}
	}
	return nil
}

func blank(r rune) bool { return r == 0 || r == ' ' }

// withoutReversal returns the cell with the ink Strong if it is a block or line in a reversed ink.
// Reversing would turn a block into a hole and a line into a bar.
func (p *Palette) withoutReversal(c Cell) Cell {
	const boxes, boxesEnd, braille, brailleEnd = '─', '■', '\u2800', '\u2900'
	isDrawing := c.Rune >= boxes && c.Rune < boxesEnd || c.Rune >= braille && c.Rune < brailleEnd
	if isDrawing && p.styleOf(c.Fg).Attr == reversed {
		c.Fg = Strong
	}
	return c
}

// reversed is the attribute that swaps the colours of a cell.
const reversed = "7"

// changePen appends the escape sequence that changes the pen to the style of the cell, and
// returns the new pen. A blank needs no foreground. Only a reset restores a default colour, so that
// text can be drawn on any background by replacing the resets.
func (p *Palette) changePen(dst []byte, current pen, c Cell) ([]byte, pen) {
	fgStyle, bgStyle := p.styleOf(c.Fg), p.styleOf(c.Bg)
	want := pen{fgStyle.fgID, bgStyle.bgID, fgStyle.attrID}
	if blank(c.Rune) && want.attr == 0 {
		want.fg = current.fg
	}
	if want == current {
		return dst, current
	}
	dst = append(dst, "\x1b["...)
	if current.attr != 0 && want.attr != current.attr || current.fg != 0 && want.fg == 0 ||
		current.bg != 0 && want.bg == 0 {
		if want == (pen{}) || blank(c.Rune) && want.bg == 0 && want.attr == 0 {
			return append(dst, 'm'), pen{}
		}
		if blank(c.Rune) && want.attr == 0 {
			want.fg = 0
		}
		dst, current = append(dst, '0', ';'), pen{}
	}
	if want.attr != current.attr {
		dst = append(append(dst, fgStyle.Attr...), ';')
	}
	if want.fg != current.fg {
		dst = append(append(dst, fgStyle.Fg...), ';')
	}
	if want.bg != current.bg {
		dst = append(append(dst, bgStyle.Bg...), ';')
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
		return utf8.AppendRune(dst, portableRune(r))
	}
	dst = append(dst, LetterFor(r))
	if RuneWidth(r) == 2 {
		dst = append(dst, ' ')
	}
	return dst
}

// portableRune returns a rune that terminals can show. It returns l for ℓ, because DejaVu Sans Mono and
// fonts derived from it have no ℓ.
func portableRune(r rune) rune {
	if r == 'ℓ' {
		return 'l'
	}
	return r
}

// Ink is the meaning of a cell. The zero Ink is the terminal's default.
type Ink uint8

// FillSteps is the number of colour strengths on each side of a decision boundary: |f|
// in multiples of 0.15, saturated at 1.65.
const FillSteps = 12

// GramSteps is the number of levels of a heatmap's sequential scale.
const GramSteps = 25

// The inks. Ranges (fills, Gram levels, series) are addressed by [FillPos],
// [FillNeg], [GramLevel] and [Series].
const (
	None       Ink = iota // the terminal's default
	Paper                 // the screen's own background
	Text                  // body text
	Strong                // titles, the word that matters (bold)
	Dim                   // secondary text
	Faint                 // grid lines, separators
	Axis                  // axes, ticks
	Accent                // the only accent: focus, current key, links
	Select                // the selected row or point, the step cursor
	Good                  // right, satisfied
	Bad                   // wrong, violated
	Warn                  // a warning; a value that is close but not equal
	Boundary              // f = 0
	MarginPos             // f = +1
	MarginNeg             // f = −1
	MarkPos               // a point of class +1
	MarkNeg               // a point of class −1
	FreePos               // a free support vector of class +1, 0 < α < C
	FreeNeg               // a free support vector of class −1
	BoundPos              // a support vector of class +1 at its bound, α = C
	BoundNeg              // a support vector of class −1 at its bound
	TexturePos            // texture of the positive region where there is no fill
	TextureNeg            // texture of the negative region
	Curve                 // a curve laid over a map (the lift x₂ = f(x₁))
	Drop                  // the line from a lifted point down to the number line
	Truth                 // a known true boundary next to a learned one
	ChartFill             // the area under a curve
	Symbol1               // first symbol of an exercise, in formula, plot and table
	Symbol2
	Symbol3
	Symbol4
	Field      // the background of a text field
	FieldFocus // the background of the field that has the keyboard
	series0
	_series1
	_series2
	_series3
	_series4
	_series5
	fillPos0
)

// NumSeries is the number of series inks.
const NumSeries = 6

const (
	fillNeg0 = fillPos0 + FillSteps
	gram0    = fillNeg0 + FillSteps
	// NumInks is the number of inks; a palette has a style for each.
	NumInks = int(gram0) + GramSteps
)

// FillPos returns the ink of the positive region at strength 0 … FillSteps−1;
// strengths outside are clamped.
func FillPos(strength int) Ink { return fillPos0 + Ink(clamp(strength, 0, FillSteps-1)) }

// FillNeg returns the ink of the negative region at strength 0 … FillSteps−1.
func FillNeg(strength int) Ink { return fillNeg0 + Ink(clamp(strength, 0, FillSteps-1)) }

// GramLevel returns the ink of level 0 … GramSteps−1 of a sequential scale.
func GramLevel(level int) Ink { return gram0 + Ink(clamp(level, 0, GramSteps-1)) }

// Series returns the ink of a chart's i-th coloured series; the inks repeat after NumSeries.
func Series(i int) Ink { return series0 + Ink(((i%NumSeries)+NumSeries)%NumSeries) }

func clamp(v, lo, hi int) int { return max(lo, min(v, hi)) }

// Style is what an ink looks like, as SGR parameters without the escape:
// "38;2;255;196;107" or "94" for Fg, "48;5;234" for Bg, "1" or "4;1" for Attr.
// An empty Fg or Bg is the terminal's own.
type Style struct{ Fg, Bg, Attr string }

// Palette holds the style of every ink in a profile. It is immutable, so
// sessions may share it.
type Palette struct {
	profile Profile
	inks    [NumInks]encodedStyle
}

// encodedStyle is a style prepared for the encoder. Equal IDs mean equal parameters.
type encodedStyle struct {
	Style
	fgID, bgID, attrID uint16
}

// NewPalette returns the palette of a profile. It calls style once for every
// ink.
func NewPalette(p Profile, style func(Ink) Style) *Palette {
	pal := &Palette{profile: p}
	fgs, bgs := map[string]uint16{"": 0}, map[string]uint16{"": 0}
	attrs := map[string]uint16{"": 0}
	for i := range pal.inks {
		s := style(Ink(i))
		pal.inks[i] = encodedStyle{s, idOf(fgs, s.Fg), idOf(bgs, s.Bg), idOf(attrs, s.Attr)}
	}
	return pal
}

// Profile returns the profile the palette is for.
func (p *Palette) Profile() Profile { return p.profile }

func (p *Palette) styleOf(i Ink) *encodedStyle {
	if int(i) >= NumInks {
		i = None
	}
	return &p.inks[i]
}

func idOf(m map[string]uint16, key string) uint16 {
	n, ok := m[key]
	if !ok {
		n = uint16(len(m))
		m[key] = n
	}
	return n
}
