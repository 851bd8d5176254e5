package theme

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

func encodeColour(p ascii.Profile, dark bool, c ascii.Cell) string {
	g := ascii.NewGrid(1, 1)
	g.Set(0, 0, c)
	return g.Encode(Palette(p, dark))
}

func TestPalette_byProfile(t *testing.T) {
	mark := ascii.Cell{Rune: 'x', Fg: ascii.MarkPos}
	for _, c := range []struct {
		name string
		p    ascii.Profile
		dark bool
		cell ascii.Cell
		want string
	}{
		{"true dark", ascii.TrueColor, true, mark, "\x1b[38;2;255;196;107;48;2;15;18;24mx\x1b[m"},
		{"true light", ascii.TrueColor, false, mark, "\x1b[38;2;138;60;0;48;2;251;251;249mx\x1b[m"},
		{"256 strong fill", ascii.Indexed256, true, ascii.Cell{Rune: ' ', Bg: ascii.FillNeg(11)},
			"\x1b[48;5;24m \x1b[m"},
		{"16 keeps the terminal's background", ascii.ANSI16, true, mark, "\x1b[93mx\x1b[m"},
		{"16 has no fill", ascii.ANSI16, true, ascii.Cell{Rune: ' ', Bg: ascii.FillNeg(11)}, ""},
		{"mono bound vector", ascii.Mono, true, ascii.Cell{Rune: 'x', Fg: ascii.BoundPos}, "\x1b[4mx\x1b[m"},
		{"ascii text", ascii.SevenBit, true, ascii.Cell{Rune: 'x', Fg: ascii.Text}, "x"},
	} {
		got := encodeColour(c.p, c.dark, c.cell)
		check.That(t, got == c.want, "%s: %q, want %q", c.name, got, c.want)
	}
}

// In every profile with fixed colours, the fills of the two classes differ, except at the weakest
// strengths.
func TestPalette_sidesDiffer(t *testing.T) {
	for _, p := range []ascii.Profile{ascii.TrueColor, ascii.Indexed256} {
		for _, dark := range []bool{true, false} {
			for i := 3; i < ascii.FillSteps; i++ {
				pos := encodeColour(p, dark, ascii.Cell{Rune: ' ', Bg: ascii.FillPos(i)})
				neg := encodeColour(p, dark, ascii.Cell{Rune: ' ', Bg: ascii.FillNeg(i)})
				check.That(t, pos != neg,
					"profile %v dark %v: got the same look of both sides at strength %d, want a difference", p, dark,
					i)
			}
		}
	}
}

func TestPalette_monoHasNoColours(t *testing.T) {
	for _, p := range []ascii.Profile{ascii.Mono, ascii.SevenBit} {
		for i := range ascii.NumInks {
			s := encodeColour(p, true, ascii.Cell{Rune: 'x', Fg: ascii.Ink(i), Bg: ascii.Ink(i)})
			check.That(t, !strings.Contains(s, "38;") && !strings.Contains(s, "48;") && !strings.Contains(s,
				"\x1b[3") &&
				!strings.Contains(s, "\x1b[9"), "profile %v, ink %d: got colour %q, want none", p, i, s)
		}
	}
}

// contrast returns the contrast ratio of two colours, from 1 to 21, as WCAG 2.1 defines it.
func contrast(a, b hex) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(h hex) float64 {
	return 0.2126*linearChannel(h, 16) + 0.7152*linearChannel(h, 8) + 0.0722*linearChannel(h, 0)
}

// Without colours a selection is reversed, except in drawings, where a reversed block
// would look like a hole.
func TestMono_reversesOnlyText(t *testing.T) {
	for r, reversed := range map[rune]bool{'x': true, '●': true, '█': false, '▓': false, '▄': false, '╎': false,
		'⠤': false} {
		got := encodeColour(ascii.Mono, true, ascii.Cell{Rune: r, Fg: ascii.Select})
		check.That(t, strings.Contains(got, "\x1b[7m") == reversed && (reversed || strings.Contains(got, "\x1b[1m")),
			"%q is written %q, want no reverse", r, got)
	}
	bars := ascii.Bars{Vertical: true, Bars: []ascii.Bar{{Value: 1, Class: 1}, {Value: 1, Class: 1, Selected: true},
		{Value: 1, Class: -1}}}
	g := ascii.NewGrid(20, 6)
	bars.Draw(g, g.Bounds(), ascii.View{Profile: ascii.Mono})
	text := g.Encode(Palette(ascii.Mono, true))
	for _, body := range []string{"█", "▓", "▒"} {
		check.That(t, strings.Contains(text, body), "the bars have no %s, want it:\n%s", body, text)
	}
}

// terminal holds a terminal's sixteen colours, and its two colours for text.
type terminal struct {
	name         string
	text, ground hex
	colours      [16]hex
}

// on returns the terminal with other colours for text and background.
func (t terminal) on(text, ground hex) terminal {
	t.text, t.ground = text, ground
	return t
}

// terminals returns terminals with a dark or a light background and the default colours of
// xterm, the VGA text mode, Apple Terminal, Windows Terminal, GNOME Terminal and Ethan
// Schoonover's Solarized.
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
	console := terminal{name: "console", colours: [16]hex{0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080,
		0x008080, 0xc0c0c0, 0x808080, 0xff0000, 0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff}}
	if dark {
		return []terminal{console.on(0xc0c0c0, 0x000000), x.on(0xe5e5e5, 0x000000), vga.on(0xaaaaaa, 0x000000), solar.on(0x839496, 0x002b36),
			apple.on(0xbfbfbf, 0x000000), windows.on(0xcccccc, 0x0c0c0c), tango.on(0xd3d7cf, 0x2e3436)}
	}
	return []terminal{x.on(0x000000, 0xffffff), vga.on(0x000000, 0xffffff), solar.on(0x657b83, 0xfdf6e3),
		apple.on(0x000000, 0xffffff), windows.on(0x0c0c0c, 0xf2f2f2), tango.on(0x000000, 0xffffff)}
}

// shows returns the visible colour of an ink. A faint ink is mixed with a third of the
// background, as in xterm and VTE.
func (t terminal) shows(i ascii.Ink, dark bool) hex {
	c := t.text
	if index := indexes16(dark)[i]; index != terminalDefault {
		c = t.colours[index]
	}
	if attribute16(i, dark) == "2" {
		c = interpolate([]hex{c, t.ground}, 1.0/3)
	}
	return c
}

// Text in sixteen colours is readable in every palette, on either background. If the
// terminal's own text has a contrast of at least 5 : 1, every ink has at least 3 : 1, and
// inks of sentences have 4 : 1. Exceptions are some series, and green on a light background,
// where a letter next to it or a bold sign before it has the same meaning.
func TestSixteenColours_areReadableInEveryPalette(t *testing.T) {
	green := map[ascii.Ink]bool{ascii.Good: true, ascii.Symbol2: true, ascii.Truth: true, ascii.Series(1): true}
	for _, dark := range []bool{true, false} {
		for _, term := range terminals(dark) {
			own := contrast(term.text, term.ground)
			for i := ascii.Text; i <= ascii.Series(ascii.NumSeries-1); i++ {
				want := min(3, 0.6*own)
				switch {
				case i == ascii.ChartFill || i == ascii.Field || i == ascii.FieldFocus:
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
		look := func(i ascii.Ink) string { return encodeColour(ascii.ANSI16, dark, ascii.Cell{Rune: 'x', Fg: i}) }
		for _, pair := range [][2]ascii.Ink{
			{ascii.Text, ascii.Dim}, {ascii.Text, ascii.Strong}, {ascii.Text, ascii.Accent}, {ascii.Accent,
				ascii.Select}, {ascii.Dim, ascii.Accent},
			{ascii.Good, ascii.Bad}, {ascii.Good, ascii.Warn}, {ascii.Bad, ascii.Warn}, {ascii.MarkPos,
				ascii.MarkNeg}, {ascii.MarginPos, ascii.MarginNeg},
			{ascii.FreePos, ascii.BoundPos}, {ascii.FreeNeg, ascii.BoundNeg}, {ascii.TexturePos,
				ascii.TextureNeg}, {ascii.Symbol1, ascii.Symbol2},
			{ascii.Boundary, ascii.Truth}, {ascii.Boundary, ascii.MarginPos}, {ascii.Boundary, ascii.Curve},
		} {
			check.That(t, look(pair[0]) != look(pair[1]), "dark %v: inks %d and %d both look like %q", dark, pair[0],
				pair[1], look(pair[0]))
		}
	}
}

// classInks contains the inks of the two classes. No other ink has their hues.
var classInks = map[ascii.Ink]bool{
	ascii.MarkPos: true, ascii.MarkNeg: true, ascii.FreePos: true, ascii.FreeNeg: true, ascii.BoundPos: true,
	ascii.BoundNeg:   true,
	ascii.TexturePos: true, ascii.TextureNeg: true, ascii.MarginPos: true, ascii.MarginNeg: true,
}

// otherInks returns the inks of letters, series and things that can be acted on.
func otherInks() []ascii.Ink {
	out := []ascii.Ink{ascii.Accent, ascii.Select, ascii.Good, ascii.Bad, ascii.Warn, ascii.Curve, ascii.Truth,
		ascii.Symbol1, ascii.Symbol2, ascii.Symbol3, ascii.Symbol4}
	for i := range ascii.NumSeries {
		out = append(out, ascii.Series(i))
	}
	return out
}

// No letter, series or accent has the hue of a class. Colours with hardly any hue are
// exempt.
func TestShades_onlyClassesAreBlueAndOrange(t *testing.T) {
	for _, dark := range []bool{true, false} {
		all, indexed := shadesOf(dark), indexes256(dark)
		for palette, of := range map[string]func(ascii.Ink) hex{
			"true": func(i ascii.Ink) hex { return all[i] },
			"256":  func(i ascii.Ink) hex { return xterm(indexed[i]) },
		} {
			for _, ink := range otherInks() {
				h, s := hueOf(of(ink))
				for _, class := range []ascii.Ink{ascii.MarkPos, ascii.MarkNeg} {
					its, _ := hueOf(of(class))
					apart := math.Abs(math.Remainder(h-its, 360))
					check.That(t, s <= 0.25 || apart >= 15, "dark %t, %s: ink %d, #%06x, is %.0f° from the class #%06x",
						dark, palette, ink, of(ink), apart, of(class))
				}
			}
		}
		sixteen := indexes16(dark)
		owned := map[int]bool{}
		for ink := range classInks {
			owned[sixteen[ink]] = sixteen[ink] != sixteen[ascii.Boundary] // white and black belong to no class
		}
		for _, ink := range otherInks() {
			check.That(t, !owned[sixteen[ink]], "dark %t: got ink %d in the colour of a class, %d, want another", dark,
				ink, sixteen[ink])
		}
	}
}

// The colours of the letters k and l differ from each other and from the colours of both
// classes, also for people with deuteranopia.
func TestShades_lettersOfAPairDiffer(t *testing.T) {
	for _, dark := range []bool{true, false} {
		all := shadesOf(dark)
		four := []ascii.Ink{ascii.Symbol1, ascii.Symbol2, ascii.MarkPos, ascii.MarkNeg}
		for i, a := range four {
			for _, b := range four[:i] {
				for name, see := range eyes {
					d := colourDistance(see(all[a]), see(all[b]))
					check.That(t, d >= 18, "dark %t, %s: distance of #%06x and #%06x = %.0f, want more", dark, name,
						all[a], all[b], d)
				}
			}
		}
	}
}

// In both palettes with fixed colours, with normal sight and with deuteranopia, inks of text have
// a contrast of at least 4.5 : 1, and marks on the fills of either class have at least 3 : 1. With
// normal sight, ordinary text has at least 7 : 1.
func TestShades_contrast(t *testing.T) {
	for _, dark := range []bool{true, false} {
		all, indexed := shadesOf(dark), indexes256(dark)
		for palette, of := range map[string]func(ascii.Ink) hex{
			"true": func(i ascii.Ink) hex { return all[i] },
			"256":  func(i ascii.Ink) hex { return xterm(indexed[i]) },
		} {
			for name, see := range eyes {
				ratio := func(ink, ground ascii.Ink, want float64) {
					got := contrast(see(of(ink)), see(of(ground)))
					check.That(t, got >= want, "dark %t, %s, %s: ink %d #%06x on %d #%06x: %.2f, want %.1f", dark,
						palette, name, ink, of(ink), ground, of(ground), got, want)
				}
				for _, ink := range append(otherInks()[:11:11], ascii.Text, ascii.Strong, ascii.Dim) {
					if ink != ascii.Truth && ink != ascii.Curve { // these inks draw only lines
						ratio(ink, ascii.Paper, 4.5)
					}
				}
				if name == "normal sight" {
					ratio(ascii.Text, ascii.Paper, 7)
				}
				for i := range ascii.NumSeries {
					ratio(ascii.Series(i), ascii.Paper, 3)
				}
				for _, ink := range []ascii.Ink{ascii.Dim, ascii.Text, ascii.Strong, ascii.Warn} {
					ratio(ink, ascii.Field, 4.5) // typed text, and the placeholder before it
					ratio(ink, ascii.FieldFocus, 4.5)
				}
				for i := range ascii.FillSteps {
					for _, fill := range []ascii.Ink{ascii.FillPos(i), ascii.FillNeg(i)} {
						for _, mark := range []ascii.Ink{ascii.MarkPos, ascii.MarkNeg, ascii.FreePos, ascii.FreeNeg,
							ascii.BoundPos, ascii.BoundNeg, ascii.Boundary, ascii.Select} {
							ratio(mark, fill, 3)
						}
						for _, letter := range []ascii.Ink{ascii.Symbol1, ascii.Symbol2, ascii.Accent, ascii.Strong} {
							if name == "normal sight" {
								ratio(letter, fill, 3)
							}
						}
					}
				}
			}
		}
	}
}

// eyes contains functions that return a colour as somebody sees it: with normal sight, or with
// deuteranopia as in Machado, Oliveira and Fernandes (2009), table 1, severity 1.0, on linear RGB.
var eyes = map[string]func(hex) hex{
	"normal sight": func(h hex) hex { return h },
	"deuteranopia": func(h hex) hex {
		in := [3]float64{linearChannel(h, 16), linearChannel(h, 8), linearChannel(h, 0)}
		var out hex
		for i, row := range [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}} {
			v := max(0, min(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 1))
			if v <= 0.0031308 {
				v *= 12.92
			} else {
				v = 1.055*math.Pow(v, 1/2.4) - 0.055
			}
			out |= hex(math.Round(255*v)) << (16 - 8*i)
		}
		return out
	},
}

// linearChannel returns a channel of a colour without its gamma.
func linearChannel(h hex, shift uint) float64 {
	v := float64(h>>shift&0xff) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func hueOf(h hex) (hue, saturation float64) {
	r, g, b := float64(h>>16&0xff), float64(h>>8&0xff), float64(h&0xff)
	top, low := max(r, g, b), min(r, g, b)
	d := top - low
	switch {
	case d == 0:
		return 0, 0
	case top == r:
		hue = math.Mod((g-b)/d, 6)
	case top == g:
		hue = (b-r)/d + 2
	default:
		hue = (r-g)/d + 4
	}
	return 60 * hue, d / top
}

// colourDistance returns the distance of two colours in CIELAB (1976, D65).
func colourDistance(a, b hex) float64 {
	la, lb := lab(a), lab(b)
	return math.Sqrt((la[0]-lb[0])*(la[0]-lb[0]) + (la[1]-lb[1])*(la[1]-lb[1]) + (la[2]-lb[2])*(la[2]-lb[2]))
}

func lab(h hex) [3]float64 {
	r, g, b := linearChannel(h, 16), linearChannel(h, 8), linearChannel(h, 0)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func xterm(i int) hex {
	r, g, b, _ := ansi.IndexedColor(i).RGBA()
	return hex(r>>8<<16 | g>>8<<8 | b>>8)
}
