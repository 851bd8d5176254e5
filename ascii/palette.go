package ascii

import (
	"cmp"
	"strings"
)

// Ink is the meaning of a cell. The zero Ink is the terminal's default.
type Ink uint8

// FillSteps is the number of strengths on each side of a decision region: |f|
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
	Accent                // the one accent: focus, current key, links
	Select                // the selected row or point, the step cursor
	Good                  // right, satisfied
	Bad                   // wrong, violated
	Warn                  // take care; close, not equal
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
	Drop                  // drop lines
	Truth                 // a known true boundary beside a learned one
	ChartFill             // the area under a curve
	Symbol1               // the inks of letters that share one colour in formula, plot and table
	Symbol2
	Symbol3
	Symbol4
	Field // the background of a text field
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

// Series returns the ink of a chart's i-th coloured series; it repeats after
// NumSeries.
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
	inks    [NumInks]look
}

// look is a style prepared for the encoder. Equal IDs mean equal parameters.
type look struct {
	fg, bg, attr string
	fgID, bgID   uint16
	attrID       uint16
	// colour identifies the colour that the ink has as a foreground, ground the
	// one it has as a background. Equal numbers mean the same colour.
	colour, ground uint16
}

// NewPalette returns the palette of a profile. It calls style once for every
// ink.
func NewPalette(p Profile, style func(Ink) Style) *Palette {
	pal := &Palette{profile: p}
	fgs, bgs := map[string]uint16{"": 0}, map[string]uint16{"": 0}
	attrs, colours := map[string]uint16{"": 0}, map[string]uint16{}
	for i := range pal.inks {
		s := style(Ink(i))
		if s.Fg == "39" {
			s.Fg = ""
		}
		if s.Bg == "49" {
			s.Bg = ""
		}
		pal.inks[i] = look{
			fg: cmp.Or(s.Fg, "39"), bg: cmp.Or(s.Bg, "49"), attr: s.Attr,
			fgID: number(fgs, s.Fg), bgID: number(bgs, s.Bg), attrID: number(attrs, s.Attr),
			colour: number(colours, colourOf(s.Fg, "fg")), ground: number(colours, colourOf(s.Bg, "bg")),
		}
	}
	return pal
}

// Profile returns the profile the palette is for.
func (p *Palette) Profile() Profile { return p.profile }

func (p *Palette) look(i Ink) *look {
	if int(i) >= NumInks {
		i = None
	}
	return &p.inks[i]
}

func number(m map[string]uint16, key string) uint16 {
	n, ok := m[key]
	if !ok {
		n = uint16(len(m))
		m[key] = n
	}
	return n
}

// colourOf returns a name for the colour that SGR parameters select.
// Foregrounds and backgrounds share names, except for their defaults.
func colourOf(sgr, side string) string {
	intro, base, bright := "38;", "3", "9"
	if side == "bg" {
		intro, base, bright = "48;", "4", "10"
	}
	switch {
	case sgr == "":
		return "default " + side
	case strings.HasPrefix(sgr, intro):
		return sgr[len(intro):]
	case strings.HasPrefix(sgr, bright) && len(sgr) == len(bright)+1:
		return "bright " + sgr[len(bright):]
	case strings.HasPrefix(sgr, base) && len(sgr) == 2:
		return "plain " + sgr[1:]
	}
	return side + " " + sgr
}
