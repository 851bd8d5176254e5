package export

import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"kernellab/ascii"
)

// letters writes text into the cells of a PNG: Go Mono, which has Latin, Greek
// and ℓ. Subscripts and superscripts are its letters, smaller, below and above
// the line.
type letters struct{ full, small font.Face }

// The sizes of letters, in pixels to the em, that a cell of 10×20 takes.
const fullSize, smallSize = 16, 11

func newLetters() (letters, error) {
	parsed, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return letters{}, err
	}
	var l letters
	if l.full, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: fullSize, DPI: 72, Hinting: font.HintingFull}); err != nil {
		return letters{}, err
	}
	l.small, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: smallSize, DPI: 72, Hinting: font.HintingFull})
	return l, err
}

// The heights of the base lines in a cell, in pixels from its top.
const (
	baseline = 15
	lowered  = 18
	raised   = 10
)

// The letters that stand below and above the line, each with the one it is made
// of.
const (
	below = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₒoₓxₕhₖkₗlₘmₙnₚpₛsₜtᵢiⱼjᵣrᵤuᵥv"
	above = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱiᵀTᵗtᵈdᵏkᵖpʲjᵐmˣxᵃaᵇbᶜcᵉeˡl"
)

// draw writes a rune into the cell at a place.
func (l letters) draw(dst draw.Image, at image.Point, r rune, ink color.RGBA) {
	face, base := l.full, baseline
	if s, ok := paired(below, r); ok {
		face, base, r = l.small, lowered, s
	} else if s, ok := paired(above, r); ok {
		face, base, r = l.small, raised, s
	}
	if _, _, ok := face.GlyphBounds(r); !ok {
		r = plainly(r)
	}
	d := font.Drawer{Dst: dst, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(at.X, at.Y+base)}
	d.DrawString(string(r))
}

// paired is the rune that follows r in a string of pairs.
func paired(pairs string, r rune) (rune, bool) {
	_, rest, ok := strings.Cut(pairs, string(r))
	if !ok || r < 0x80 {
		return 0, false
	}
	return []rune(rest)[0], true
}

// plainly is a letter for a rune that the font lacks.
func plainly(r rune) rune {
	for _, s := range (ascii.View{Profile: ascii.SevenBit}).Transliterate(string(r)) {
		return s
	}
	return ' '
}
