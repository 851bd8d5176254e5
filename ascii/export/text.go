package export

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernellab/ascii"
)

// letters sets text in a font that has Latin, Greek and ℓ. Subscripts and
// superscripts, of which it has few, are its letters, smaller, below and above
// the line.
type letters struct{ fonts *font.Cache }

func newLetters() letters { return letters{font.NewCache(liberation.Collection())} }

var _ text.Handler = letters{}

// How a letter below or above the line differs from one on it, in shares of the
// size.
const (
	smaller = 0.68
	lowered = -0.18
	raised  = 0.36
)

// The letters that stand below and above the line, each with the one it is made
// of.
const (
	below = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋−₌=₍(₎)ₐaₑeₒoₓxₕhₖkₗlₘmₙnₚpₛsₜtᵢiⱼjᵣrᵤuᵥv"
	above = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻−⁼=⁽(⁾)ⁿnⁱiᵀTᵗtᵈdᵏkᵖpʲjᵐmˣxᵃaᵇbᶜcᵉeˡl"
)

// stretch is neighbouring letters of one size and height.
type stretch struct {
	text        string
	size, shift vg.Length // shares of the font's size
}

// stretches parts a text into pieces that stand on one line.
func stretches(s string) []stretch {
	var out []stretch
	for _, r := range s {
		next := stretch{string(plainly(r)), 1, 0}
		if base, ok := paired(below, r); ok {
			next = stretch{string(base), smaller, lowered}
		} else if base, ok := paired(above, r); ok {
			next = stretch{string(base), smaller, raised}
		}
		if n := len(out); n > 0 && out[n-1].size == next.size && out[n-1].shift == next.shift {
			out[n-1].text += next.text
			continue
		}
		out = append(out, next)
	}
	return out
}

// paired is the rune that follows r in a string of pairs.
func paired(pairs string, r rune) (rune, bool) {
	_, rest, ok := strings.Cut(pairs, string(r))
	if !ok || r < 0x80 || r == '−' {
		return 0, false
	}
	return []rune(rest)[0], true
}

// absent are runes that the font lacks, each with what is written for it.
const absent = "◇♢◆♦★*∈є⁺+"

func plainly(r rune) rune {
	if other, ok := paired(absent, r); ok {
		return other
	}
	return r
}

func (l letters) Cache() *font.Cache { return l.fonts }

func (l letters) Extents(f font.Font) font.Extents {
	face := l.fonts.Lookup(f, f.Size)
	return face.Extents()
}

func (l letters) Lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

func (l letters) Box(s string, f font.Font) (width, height, depth vg.Length) {
	for _, p := range stretches(s) {
		face := l.fonts.Lookup(f, f.Size*p.size)
		width += face.Width(p.text)
	}
	e := l.Extents(f)
	return width, e.Ascent, e.Descent
}

// Draw writes one line or several, turned and aligned as the style says.
func (l letters) Draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	if style.Rotation != 0 {
		c.Push()
		defer c.Pop()
		c.Translate(at)
		c.Rotate(style.Rotation)
		at = vg.Point{}
	}
	c.SetColor(style.Color)
	lines := l.Lines(s)
	e := l.Extents(style.Font)
	height := vg.Length(len(lines)) * e.Height
	y := at.Y + vg.Length(style.YAlign)*height + height - e.Ascent
	for _, line := range lines {
		width, _, _ := l.Box(line, style.Font)
		l.line(c, line, style.Font, vg.Point{X: at.X + vg.Length(style.XAlign)*width, Y: y})
		y -= e.Height
	}
}

// line writes from a place on, and returns where it ends.
func (l letters) line(c vg.Canvas, s string, f font.Font, at vg.Point) vg.Length {
	for _, p := range stretches(s) {
		face := l.fonts.Lookup(f, f.Size*p.size)
		c.FillString(face, vg.Point{X: at.X, Y: at.Y + p.shift*f.Size}, p.text)
		at.X += face.Width(p.text)
	}
	return at.X
}

// sans is the font of a size.
func sans(size vg.Length) font.Font {
	f := font.From(plot.DefaultFont, size)
	f.Variant = "Sans"
	return f
}

// write writes a line in its inks.
func write(c draw.Canvas, at vg.Point, line ascii.Line, size vg.Length, s Shades) {
	l := newLetters()
	for _, span := range line {
		c.SetColor(s.ink(orText(span.Ink)))
		at.X = l.line(c, span.Text, sans(size), at)
	}
}

func orText(i ascii.Ink) ascii.Ink {
	if i == ascii.None {
		return ascii.Text
	}
	return i
}
