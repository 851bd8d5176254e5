package main

import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationmonobold"
	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// letters writes text into cells: Liberation Mono, which has Latin, Greek and ℓ.
// Subscripts and superscripts are its letters, smaller, below and above the line.
type letters struct{ full, bold, small font.Face }

// The sizes of letters, in pixels to the em, that a cell of 8×16 takes.
const fullSize, smallSize = 13, 9

func newLetters() (l letters, err error) {
	if l.full, err = face(liberationmonoregular.TTF, fullSize); err != nil {
		return l, err
	}
	if l.bold, err = face(liberationmonobold.TTF, fullSize); err != nil {
		return l, err
	}
	l.small, err = face(liberationmonoregular.TTF, smallSize)
	return l, err
}

func face(ttf []byte, size float64) (font.Face, error) {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
}

// The heights of the base lines in a cell, in pixels from its top.
const baseline, lowered, raised = 12, 14, 8

// The letters that stand below and above the line, each with the one it is made
// of, and letters that the font lacks with one like it.
const (
	below = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₒoₓxₕhₖkₗlₘmₙnₚpₛsₜtᵢiⱼjᵣrᵤuᵥv"
	above = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱiᵀTᵗtᵈdᵏkᵖpʲjᵐmˣxᵃaᵇbᶜcᵉeˡl′'"
	other = "∈є‖|▸>✓√✗x⟨<⟩>⊥T∥|"
)

// draw writes a rune into the cell at a place.
func (l letters) draw(dst draw.Image, at image.Point, r rune, ink color.RGBA, bold bool) {
	face, base := l.full, baseline
	if bold {
		face = l.bold
	}
	if s, ok := paired(below, r); ok {
		face, base, r = l.small, lowered, s
	} else if s, ok := paired(above, r); ok {
		face, base, r = l.small, raised, s
	}
	if _, _, ok := face.GlyphBounds(r); !ok {
		if s, ok := paired(other, r); ok {
			r = s
		}
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
