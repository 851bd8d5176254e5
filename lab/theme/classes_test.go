package theme

import (
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
)

// classInks returns the inks of the two classes. No other ink has their hues.
var classInks = map[ascii.Ink]bool{
	ascii.MarkPos: true, ascii.MarkNeg: true, ascii.FreePos: true, ascii.FreeNeg: true, ascii.BoundPos: true,
	ascii.BoundNeg:   true,
	ascii.TexturePos: true, ascii.TextureNeg: true, ascii.MarginPos: true, ascii.MarginNeg: true,
}

// others returns the inks of letters, series and things that can be acted on.
func others() []ascii.Ink {
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
		all, indexed := shadesOf(dark).all(), indexes256(dark)
		for palette, of := range map[string]func(ascii.Ink) hex{
			"true": func(i ascii.Ink) hex { return all[i] },
			"256":  func(i ascii.Ink) hex { return xterm(indexed[i]) },
		} {
			for _, ink := range others() {
				h, s := hueOf(of(ink))
				for _, class := range []ascii.Ink{ascii.MarkPos, ascii.MarkNeg} {
					its, _ := hueOf(of(class))
					apart := math.Abs(math.Remainder(h-its, 360))
					if s > 0.25 && apart < 15 {
						t.Errorf("dark %t, %s: ink %d, #%06x, is %.0f° from the class #%06x", dark, palette, ink,
							of(ink), apart, of(class))
					}
				}
			}
		}
		sixteen := indexes16(dark)
		owned := map[int]bool{}
		for ink := range classInks {
			owned[sixteen[ink]] = sixteen[ink] != sixteen[ascii.Boundary] // white or black is nobody's
		}
		for _, ink := range others() {
			if owned[sixteen[ink]] {
				t.Errorf("dark %t: got ink %d in the colour of a class, %d, want another", dark, ink, sixteen[ink])
			}
		}
	}
}

// The colours of k and l differ from each other and from those of both classes, also
// for people with deuteranopia.
func TestShades_lettersOfAPairDiffer(t *testing.T) {
	for _, dark := range []bool{true, false} {
		all := shadesOf(dark).all()
		four := []ascii.Ink{ascii.Symbol1, ascii.Symbol2, ascii.MarkPos, ascii.MarkNeg}
		for i, a := range four {
			for _, b := range four[:i] {
				for name, see := range eyes {
					if d := apart(see(all[a]), see(all[b])); d < 18 {
						t.Errorf("dark %t, %s: distance of #%06x and #%06x = %.0f, want more", dark, name, all[a],
							all[b], d)
					}
				}
			}
		}
	}
}

// In both palettes with fixed colours, and for all eyes, the contrast of text is at
// least 4.5 : 1 and that of marks on the fills of either side at least 3 : 1.
func TestShades_contrast(t *testing.T) {
	for _, dark := range []bool{true, false} {
		all, indexed := shadesOf(dark).all(), indexes256(dark)
		for palette, of := range map[string]func(ascii.Ink) hex{
			"true": func(i ascii.Ink) hex { return all[i] },
			"256":  func(i ascii.Ink) hex { return xterm(indexed[i]) },
		} {
			for name, see := range eyes {
				ratio := func(ink, ground ascii.Ink, want float64) {
					if got := contrast(see(of(ink)), see(of(ground))); got < want {
						t.Errorf("dark %t, %s, %s: ink %d #%06x on %d #%06x: %.2f, want %.1f", dark, palette, name,
							ink, of(ink), ground, of(ground), got, want)
					}
				}
				for _, ink := range append(others()[:11:11], ascii.Text, ascii.Strong, ascii.Dim) {
					if ink != ascii.Truth && ink != ascii.Curve { // lines
						ratio(ink, ascii.Paper, 4.5)
					}
				}
				for i := range ascii.NumSeries {
					ratio(ascii.Series(i), ascii.Paper, 3)
				}
				for _, ink := range []ascii.Ink{ascii.Dim, ascii.Text, ascii.Strong, ascii.Warn} {
					ratio(ink, ascii.Field, 4.5) // what is typed, and the example before
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

// Text has some contrast even if the terminal defines the sixteen colours: those of
// xterm, of a PC's text screen and of the older console of Windows.
func TestSixteenColours_commonPalettes(t *testing.T) {
	tables := map[string][16]hex{
		"xterm": {0, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
			0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
		"PC": {0, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
			0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
		"console": {0, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xc0c0c0,
			0x808080, 0xff0000, 0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff},
	}
	read := append(others()[:11:11], ascii.Strong, ascii.Boundary, ascii.MarkPos, ascii.MarkNeg, ascii.TexturePos,
		ascii.TextureNeg)
	for i := range ascii.NumSeries - 2 { // hardly a chart has more
		read = append(read, ascii.Series(i))
	}
	for name, table := range tables {
		// on white not every terminal's green and yellow can be helped
		for dark, least := range map[bool]float64{true: 3, false: 1.6} {
			paper := table[0]
			if !dark {
				paper = table[15]
			}
			for _, ink := range read {
				if i := indexes16(dark)[ink]; i >= 0 && contrast(table[i], paper) < least {
					t.Errorf("%s, dark %t: ink %d, colour %d: %.2f, want %.1f", name, dark, ink, i,
						contrast(table[i], paper), least)
				}
			}
		}
	}
}

// eyes returns the vision of a person with normal sight, and of one with deuteranopia:
// Machado, Oliveira and Fernandes (2009), table 1, severity 1.0, on linear RGB.
var eyes = map[string]func(hex) hex{
	"normal sight": func(h hex) hex { return h },
	"deuteranopia": func(h hex) hex {
		in := [3]float64{linear(h, 16), linear(h, 8), linear(h, 0)}
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

// linear returns a channel of a colour without its gamma.
func linear(h hex, shift uint) float64 {
	v := float64(h>>shift&0xff) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// hueOf returns the hue of a colour in degrees, and its saturation.
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

// apart returns the distance of two colours in CIELAB (1976, D65).
func apart(a, b hex) float64 {
	la, lb := lab(a), lab(b)
	return math.Sqrt((la[0]-lb[0])*(la[0]-lb[0]) + (la[1]-lb[1])*(la[1]-lb[1]) + (la[2]-lb[2])*(la[2]-lb[2]))
}

func lab(h hex) [3]float64 {
	r, g, b := linear(h, 16), linear(h, 8), linear(h, 0)
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

// xterm returns the colour of index i in xterm's table.
func xterm(i int) hex {
	r, g, b, _ := ansi.IndexedColor(i).RGBA()
	return hex(r>>8<<16 | g>>8<<8 | b>>8)
}
