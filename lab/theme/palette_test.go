package theme

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
)

// encoded returns one cell in an ink as text.
func encoded(p ascii.Profile, dark bool, c ascii.Cell) string {
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
		if got := encoded(c.p, c.dark, c.cell); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The two sides differ in every colour profile, at every strength from the second third
// on, and so do the marks.
func TestPalette_sidesDiffer(t *testing.T) {
	for _, p := range []ascii.Profile{ascii.TrueColor, ascii.Indexed256} {
		for _, dark := range []bool{true, false} {
			for i := 3; i < ascii.FillSteps; i++ {
				pos := encoded(p, dark, ascii.Cell{Rune: ' ', Bg: ascii.FillPos(i)})
				neg := encoded(p, dark, ascii.Cell{Rune: ' ', Bg: ascii.FillNeg(i)})
				if pos == neg {
					t.Errorf("profile %v dark %v: got the same look of both sides at strength %d, want a difference",
						p, dark, i)
				}
			}
		}
	}
}

func TestPalette_monoHasNoColours(t *testing.T) {
	for _, p := range []ascii.Profile{ascii.Mono, ascii.SevenBit} {
		for i := range ascii.NumInks {
			s := encoded(p, true, ascii.Cell{Rune: 'x', Fg: ascii.Ink(i), Bg: ascii.Ink(i)})
			if strings.Contains(s, "38;") || strings.Contains(s, "48;") || strings.Contains(s, "\x1b[3") ||
				strings.Contains(s, "\x1b[9") {
				t.Errorf("profile %v, ink %d: got colour %q, want none", p, i, s)
			}
		}
	}
}

// Body text has a WCAG 2 contrast of 7:1 on both backgrounds, dim text 4.5:1.
func TestPalette_contrastOfText(t *testing.T) {
	for _, s := range []shades{darkShades(), lightShades()} {
		for _, c := range []struct {
			name string
			ink  hex
			want float64
		}{{"text", s.text, 7}, {"dim", s.dim, 4.5}, {"accent", s.accent, 4.5}, {"good", s.good, 4.5}, {"bad", s.bad,
			4.5}, {"warn", s.warn, 4.5}} {
			if got := contrast(c.ink, s.paper); got < c.want {
				t.Errorf("%s #%06x on #%06x: contrast %.1f, want %.1f", c.name, c.ink, s.paper, got, c.want)
			}
		}
	}
}

// contrast returns the ratio of WCAG 2.1, relative luminance.
func contrast(a, b hex) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(h hex) float64 {
	lin := func(v hex) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(h>>16) + 0.7152*lin(h>>8) + 0.0722*lin(h)
}
