package theme

import (
	"testing"

	"kernellab/ascii"
)

// terminal holds a terminal's sixteen colours, and its two colours for text.
type terminal struct {
	name         string
	text, ground hex
	colours      [16]hex
}

// xterm's, the VGA text mode's, Apple Terminal's, Windows Terminal's and GNOME's
// colours, and Ethan Schoonover's Solarized, as their programs come.
func (t terminal) on(text, ground hex) terminal {
	t.text, t.ground = text, ground
	return t
}

func terminals(dark bool) []terminal {
	x := terminal{name: "xterm", colours: [16]hex{0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd,
		0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff}}
	vga := terminal{name: "VGA", colours: [16]hex{0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa,
		0xaaaaaa, 0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff}}
	solar := terminal{name: "Solarized", colours: [16]hex{0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682,
		0x2aa198, 0xeee8d5, 0x002b36, 0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3}}
	apple := terminal{name: "Apple", colours: [16]hex{0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2,
		0x00a6b2, 0xbfbfbf, 0x666666, 0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5}}
	windows := terminal{name: "Windows", colours: [16]hex{0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798,
		0x3a96dd, 0xcccccc, 0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2}}
	tango := terminal{name: "Tango", colours: [16]hex{0x000000, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b,
		0x06989a, 0xd3d7cf, 0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec}}
	if dark {
		return []terminal{x.on(0xe5e5e5, 0x000000), vga.on(0xaaaaaa, 0x000000), solar.on(0x839496, 0x002b36),
			apple.on(0xbfbfbf, 0x000000), windows.on(0xcccccc, 0x0c0c0c), tango.on(0xd3d7cf, 0x2e3436)}
	}
	return []terminal{x.on(0x000000, 0xffffff), vga.on(0x000000, 0xffffff), solar.on(0x657b83, 0xfdf6e3),
		apple.on(0x000000, 0xffffff), windows.on(0x0c0c0c, 0xf2f2f2), tango.on(0x000000, 0xffffff)}
}

// shows returns the visible colour of an ink. A faint one is mixed with a third of the
// background, as in xterm and VTE.
func (t terminal) shows(i ascii.Ink, dark bool) hex {
	c := t.text
	if index := indexes16(dark)[i]; index != unset {
		c = t.colours[index]
	}
	if attr16(i, dark) == "2" {
		c = between([]hex{c, t.ground}, 1.0/3)
	}
	return c
}

// Text in sixteen colours is readable in every palette, on either background: if the
// contrast of the terminal's own text is at least 5 : 1, that of every ink is at least
// 3 : 1, and that of sentences 4 : 1. Exceptions are some series, and green on a light
// background, which is next to a letter or bold after a sign.
func TestSixteenColours_areReadableInEveryPalette(t *testing.T) {
	green := map[ascii.Ink]bool{ascii.Good: true, ascii.Symbol2: true, ascii.Truth: true, ascii.Series(1): true}
	for _, dark := range []bool{true, false} {
		for _, term := range terminals(dark) {
			own := contrast(term.text, term.ground)
			for i := ascii.Text; i <= ascii.Series(ascii.NumSeries-1); i++ {
				want := min(3, 0.6*own)
				switch {
				case i == ascii.ChartFill || i == ascii.Field:
					continue // without a colour
				case green[i] && !dark:
					want = 2.2
				case i == ascii.Series(3) || i == ascii.Series(5):
					want = 2.7
				case i == ascii.Text || i == ascii.Strong || i == ascii.Dim || i == ascii.Accent && !dark:
					want = min(4, 0.6*own)
				}
				if got := contrast(term.shows(i, dark), term.ground); got < want-0.05 {
					t.Errorf("%s, dark %v: ink %d has contrast %.1f, want %.1f", term.name, dark, i, got, want)
				}
			}
		}
	}
}

// Neighbouring things differ in sixteen colours, by colour or weight: what can be acted
// on and what is selected, right and wrong, the classes, their support vectors, and the
// two letters of a pair.
func TestSixteenColours_differ(t *testing.T) {
	for _, dark := range []bool{true, false} {
		look := func(i ascii.Ink) string { return encoded(ascii.ANSI16, dark, ascii.Cell{Rune: 'x', Fg: i}) }
		for _, pair := range [][2]ascii.Ink{
			{ascii.Text, ascii.Dim}, {ascii.Text, ascii.Strong}, {ascii.Text, ascii.Accent}, {ascii.Accent,
				ascii.Select}, {ascii.Dim, ascii.Accent},
			{ascii.Good, ascii.Bad}, {ascii.Good, ascii.Warn}, {ascii.Bad, ascii.Warn}, {ascii.MarkPos,
				ascii.MarkNeg}, {ascii.MarginPos, ascii.MarginNeg},
			{ascii.FreePos, ascii.BoundPos}, {ascii.FreeNeg, ascii.BoundNeg}, {ascii.TexturePos,
				ascii.TextureNeg}, {ascii.Symbol1, ascii.Symbol2},
			{ascii.Boundary, ascii.Truth}, {ascii.Boundary, ascii.MarginPos}, {ascii.Boundary, ascii.Curve},
		} {
			if look(pair[0]) == look(pair[1]) {
				t.Errorf("dark %v: inks %d and %d both look like %q", dark, pair[0], pair[1], look(pair[0]))
			}
		}
	}
}
