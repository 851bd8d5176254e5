package ascii

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

// shown is what a terminal shows in a cell: the rune and the colours of the upper and lower half. r
// is 0 for blanks and half-blocks.
type shown struct {
	r           rune
	top, bottom string
	attr        string
}

// read interprets encoded text as a terminal does.
func read(t check.T, text string) [][]shown {
	var out [][]shown
	for _, line := range strings.Split(text, "\n") {
		fg, bg, attr := "", "", ""
		var row []shown
		for len(line) > 0 {
			if strings.HasPrefix(line, "\x1b[") {
				end := strings.IndexByte(line, 'm')
				if end < 0 {
					t.Fatalf("got sequence %q, want it to end with m", line)
				}
				fg, bg, attr = sgr(t, strings.Split(line[2:end], ";"), fg, bg, attr)
				line = line[end+1:]
				continue
			}
			r, n := utf8.DecodeRuneInString(line)
			line = line[n:]
			row = append(row, shownCell(r, fg, bg, attr))
		}
		check.Must(t, fg+bg+attr == "", "a line ends with the attributes %q, want them reset", fg+bg+attr)
		out = append(out, row)
	}
	return out
}

func shownCell(r rune, fg, bg, attr string) shown {
	switch r {
	case '▀':
		return shown{top: fg, bottom: bg, attr: attr}
	case '▄':
		return shown{top: bg, bottom: fg, attr: attr}
	case ' ', 0:
		return shown{top: bg, bottom: bg, attr: attr}
	}
	return shown{r: r, top: fg, bottom: bg, attr: attr}
}

func sgr(t check.T, params []string, fg, bg, attr string) (string, string, string) {
	for i := 0; i < len(params); i++ {
		switch params[i] {
		case "", "0":
			fg, bg, attr = "", "", ""
		case "38":
			fg = strings.Join(params[i+2:i+5], ";")
			i += 4
		case "48":
			bg = strings.Join(params[i+2:i+5], ";")
			i += 4
		case "1":
			attr = "1"
		default:
			t.Fatalf("got parameter %q, want one of SGR", params[i])
		}
	}
	return fg, bg, attr
}

// A terminal shows what the cells contain.
func TestGrid_EncodeDecode(t *testing.T) {
	style := func(i Ink) Style {
		if i == None {
			return Style{}
		}
		s := Style{Fg: fmt.Sprintf("38;2;%d;0;0", i/2), Bg: fmt.Sprintf("48;2;%d;0;0", i/2)} // neighbours look alike
		if i == Strong {
			s.Attr = "1"
		}
		return s
	}
	pal := NewPalette(TrueColor, style)
	ground := func(i Ink) string { return strings.TrimPrefix(style(i).Bg, "48;2;") }
	front := func(i Ink) string { return strings.TrimPrefix(style(i).Fg, "38;2;") }
	rapid.Check(t, func(t *rapid.T) {
		g := NewGrid(rapid.IntRange(0, 12).Draw(t, "w"), rapid.IntRange(1, 3).Draw(t, "h"))
		for i := range g.cells {
			ink := rapid.SampledFrom([]Ink{None, Strong, FillPos(0), FillPos(1), FillPos(2), FillNeg(4)})
			g.cells[i] = Cell{rapid.SampledFrom([]rune{0, ' ', 'x', '▀', '▄', 'α'}).Draw(t, "r"), ink.Draw(t, "fg"),
				ink.Draw(t, "bg")}
		}
		rows := read(t, g.Encode(pal))
		check.Must(t, len(rows) == g.H, "got %d rows, want %d", len(rows), g.H)
		for y, row := range rows {
			for x := range g.W {
				c := g.At(x, y)
				want := shownCell(c.Rune, front(c.Fg), ground(c.Bg), style(c.Fg).Attr)
				var got shown
				if x < len(row) {
					got = row[x]
				}
				if got != want && !(want.r == 0 && got.r == 0 && got.top == want.top && got.bottom == want.bottom &&
					blank(c.Rune)) {
					t.Fatalf("(%d, %d) %+v shows %+v, want %+v", x, y, c, got, want)
				}
			}
		}
	})
}

func TestGrid_EncodeTrims(t *testing.T) {
	g := NewGrid(10, 3)
	g.Write(0, 1, 10, Line{{Text: "ab"}})
	if got := g.Encode(distinctInks(TrueColor)); got != "\nab\n" {
		t.Errorf("Encode() = %q, want trailing blanks trimmed", got)
	}
}

func TestView_Transliterate(t *testing.T) {
	v := View{Profile: SevenBit}
	for in, want := range map[string]string{
		"α": "alpha", "φ(x)": "phi(x)", "σ": "sigma", "γ‖x−z‖²": "gamma||x-z||^2", "x₁": "x1", "αₗ": "a_l",
		"Kᵢⱼ": "K_ij", "Φᵀ": "Phi^T",
		"0 ≤ α ≤ C": "0 <= alpha <= C", "a·b": "a*b", "a × b": "a x b", "x → y": "x -> " +
			"y", "√2": "sqrt2", "10⁻²": "10^-2", "∞": "inf",
		"✓ done": "ok done", "✗": "x", "…": "...", "“q” – ‘r’": "\"q\" - " +
			"'r'", "Σᵢ": "sum_i", "é": "e", "e\u0301": "e", "漢": "?", "plain": "plain",
	} {
		check.Equal(t, v.Transliterate(in), want, "%q", in)
		if got := (View{}).Transliterate(in); got != in {
			t.Errorf("Transliterate(%q) in true colour = %q, want it unchanged", in, got)
		}
	}
}

func FuzzTransliterate(f *testing.F) {
	f.Add("γ‖x−z‖² ≤ 漢\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		out := View{Profile: SevenBit}.Transliterate(s)
		check.Must(t, isASCII(out), "Transliterate(%q) = %q, want ASCII", s, out)
	})
}

func FuzzText(f *testing.F) {
	f.Add("wide 漢字, é, \x1b[31m", 3)
	f.Fuzz(func(t *testing.T, s string, x int) {
		x %= 20
		g := NewGrid(12, 1)
		end := g.Write(x, 0, 40, Plain(s))
		if end > max(12, x) || end < x {
			t.Fatalf("Write at %d ends at %d, want %d to %d", x, end, x, max(12, x))
		}
		for i := range g.W {
			if r := g.At(i, 0).Rune; r != Wide && (r != 0 && r < ' ') {
				t.Fatalf("got control character %q in a cell, want none", r)
			}
			if g.At(i, 0).Rune == Wide && i > 0 && RuneWidth(g.At(i-1, 0).Rune) != 2 {
				t.Fatal("got half a wide rune, want it whole")
			}
		}
	})
}

// ℓ is sent to a terminal as the letter l.
func TestGrid_EncodeEll(t *testing.T) {
	for _, p := range []Profile{TrueColor, Indexed256, ANSI16, Mono, SevenBit} {
		g := NewGrid(3, 1)
		for x, r := range "αℓ*" {
			g.Put(min(x, 2), 0, r, Text)
		}
		g.Put(1, 0, 'ℓ', Text)
		if s := g.Encode(NewPalette(p, func(Ink) Style { return Style{} })); strings.ContainsAny(s, "ℓ") ||
			!strings.Contains(s, "l") {
			t.Errorf("profile %v writes %q, want l for ℓ", p, s)
		}
	}
}
