package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"testing"

	"kernellab/ascii"
)

// shades give every ink a grey of its own, and the paper white.
func shades() Shades {
	return Shades{Paper: Colour{255, 255, 255}, Of: func(i ascii.Ink) Colour { return Colour{uint8(i), uint8(i), uint8(i)} }}
}

func grid(runes ...rune) *ascii.Grid {
	g := ascii.NewGrid(len(runes), 1)
	for x, r := range runes {
		g.Set(x, 0, ascii.Cell{Rune: r, Fg: ascii.MarkPos})
	}
	return g
}

// share is how much of cell x of a picture of one row has the ink of grid.
func share(t *testing.T, g *ascii.Grid, x, fromY, toY int) float64 {
	t.Helper()
	var b bytes.Buffer
	if err := PNG(&b, g, shades()); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for dy := fromY; dy < toY; dy++ {
		for dx := range pngWidth {
			if r, _, _, _ := m.At(x*pngWidth+dx, dy).RGBA(); r>>8 < 128 { // letters have soft edges
				n++
			}
		}
	}
	return float64(n) / float64(pngWidth*(toY-fromY))
}

func TestACellIsPaintedWhereItsRuneIs(t *testing.T) {
	for _, c := range []struct {
		r           rune
		top, bottom float64 // shares of the two halves, at least
		most        float64 // of each, at most, where it has less
	}{
		{'▀', 1, 0, 1}, {'▄', 0, 1, 1}, {'█', 1, 1, 1}, {' ', 0, 0, 0},
		{'⠛', .2, 0, .4}, {'⣤', 0, .2, .4}, {'⣿', .2, .2, .4},
		{'│', .1, .1, .3}, {'╵', .1, 0, .3}, {'●', .2, .2, .6}, {'○', .05, .05, .5}, {'7', .1, .05, .5},
	} {
		g := grid(c.r)
		top, bottom := share(t, g, 0, 0, 10), share(t, g, 0, 10, 20)
		if top < c.top || bottom < c.bottom || top > max(c.most, c.top) || bottom > max(c.most, c.bottom) {
			t.Errorf("%c: %v of the upper half, %v of the lower", c.r, top, bottom)
		}
		if c.bottom == 0 && c.top > 0 && c.r != '╵' && bottom > 0 {
			t.Errorf("%c: the lower half is painted", c.r)
		}
	}
}

// TestTextIsInThePicture: letters, also Greek, and the small ones below and
// above the line, each its own.
func TestTextIsInThePicture(t *testing.T) {
	seen := map[string]rune{}
	for _, r := range "abcxyzABCWKΦαβγκλσφξηΣℓ√≤→·=+(−₁₂₉ᵢⱼ²³ᵀ⁻0123456789" {
		g := grid(r)
		top, bottom := share(t, g, 0, 0, 10), share(t, g, 0, 10, 20)
		if top+bottom < 0.02 {
			t.Errorf("%c leaves no ink", r)
		}
		var b bytes.Buffer
		if err := PNG(&b, g, shades()); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[b.String()]; ok && r != '−' {
			t.Errorf("%c looks like %c", r, other)
		}
		seen[b.String()] = r
	}
	if top := share(t, grid('₁'), 0, 0, 10); top > 0 {
		t.Errorf("₁ reaches above the middle: %v", top)
	}
	if bottom := share(t, grid('²'), 0, 12, 20); bottom > 0 {
		t.Errorf("² reaches below the line: %v", bottom)
	}
}

func TestAnSVGIsXML(t *testing.T) {
	g := grid('▀', '⡇', '┼', '◆', '○', '<', '&', 'α', '"')
	g.Set(0, 0, ascii.Cell{Rune: '▀', Fg: ascii.FillPos(3), Bg: ascii.FillNeg(3)})
	var b bytes.Buffer
	if err := SVG(&b, g, shades(), "a < b & \"c\"\x1b"); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	d := xml.NewDecoder(&b)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
	// The braille cell has four dots in one column; the circle is the fifth.
	if count["ellipse"] != 5 || count["text"] != 4 || count["path"] != 1 || count["rect"] != 1+1+1+4 {
		t.Errorf("elements %v", count)
	}
}

func TestPicturesOfEverySize(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {80, 24}} {
		g := ascii.NewGrid(size[0], size[1])
		if err := PNG(io.Discard, g, shades()); err != nil {
			t.Errorf("%v: %v", size, err)
		}
		if err := SVG(io.Discard, g, shades(), ""); err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
}
