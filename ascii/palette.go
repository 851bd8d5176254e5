package ascii

import (
	"cmp"
	"strings"
)

// Style is what an ink looks like, as SGR parameters without the escape:
// "38;2;255;196;107" or "94" for Fg, "48;5;234" for Bg, "1" or "4;1" for Attr.
// An empty Fg or Bg is the terminal's own.
type Style struct{ Fg, Bg, Attr string }

// Palette is what every ink looks like in one profile. It never changes once
// made, so any number of sessions may share one.
type Palette struct {
	profile Profile
	inks    [NumInks]look
}

// look is a style made ready for the encoder: equal ids mean equal parameters.
type look struct {
	fg, bg, attr string
	fgID, bgID   uint16
	attrID       uint16
	// colour numbers what the ink paints as a foreground, ground what it
	// paints as a background; equal numbers mean the same colour.
	colour, ground uint16
}

// NewPalette asks style for the look of every ink once.
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

// colourOf names the colour that SGR parameters choose, the same name for a
// foreground and a background; the defaults of the two sides stay apart.
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
