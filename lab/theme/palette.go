package theme

import (
	"fmt"
	"image/color"
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
)

// Palette returns the style of every ink in a profile on a dark or a light screen. An ink is what a
// piece of text or a cell means, such as a warning or a point of class +1. A profile is a range of
// colours that a terminal can show. If the profile has fixed colours (24 bits or 256), styles
// include a dark or a light background, because the fills, which colour the plane by the value of f,
// are chosen for these two backgrounds. The background of the terminal could have any colour. With
// sixteen colours or fewer, styles leave the terminal's background.
//
// The palette is immutable. Making one takes microseconds.
func Palette(p ascii.Profile, dark bool) *ascii.Palette {
	colour := colours(p, dark)
	return ascii.NewPalette(p, func(i ascii.Ink) ascii.Style {
		out, backgroundInk := ascii.Style{Attr: attribute(p, dark, i)}, i
		if i == ascii.None {
			backgroundInk = ascii.Paper
		}
		if c := colour(i); c != (lipgloss.NoColor{}) {
			out.Fg = ansi.Style{}.ForegroundColor(c)[0]
		}
		if c := colour(backgroundInk); c != (lipgloss.NoColor{}) {
			out.Bg = ansi.Style{}.BackgroundColor(c)[0]
		}
		return out
	})
}

// colours returns a function that returns the colour of an ink in a profile.
func colours(p ascii.Profile, dark bool) func(ascii.Ink) color.Color {
	switch p {
	case ascii.TrueColor:
		all := shadesOf(dark)
		return func(i ascii.Ink) color.Color { return lipgloss.Color(all[i].css()) }
	case ascii.Indexed256:
		return byIndex(indexes256(dark))
	case ascii.ANSI16:
		return byIndex(indexes16(dark))
	}
	return func(ascii.Ink) color.Color { return lipgloss.NoColor{} }
}

func byIndex(all [ascii.NumInks]int) func(ascii.Ink) color.Color {
	return func(i ascii.Ink) color.Color {
		if all[i] == terminalDefault {
			return lipgloss.NoColor{}
		}
		return lipgloss.Color(strconv.Itoa(all[i]))
	}
}

// attribute returns the SGR attribute of an ink in addition to its colour, such as "1"
// for bold, or "".
func attribute(p ascii.Profile, dark bool, i ascii.Ink) string {
	switch p {
	case ascii.ANSI16:
		return attribute16(i, dark)
	case ascii.Mono, ascii.SevenBit:
		return attributeMono(i)
	}
	return attributeTrueColor(i)
}

// attributeTrueColor returns the attribute of an ink in profiles that have a colour for every ink.
func attributeTrueColor(i ascii.Ink) string {
	switch i {
	case ascii.Strong, ascii.Accent, ascii.FreePos, ascii.FreeNeg:
		return "1"
	}
	return ""
}

// attributeMono returns bold, underline or reverse for inks that have a colour in other
// profiles.
func attributeMono(i ascii.Ink) string {
	switch i {
	case ascii.Good, ascii.Bad, ascii.Warn:
		return "1"
	case ascii.BoundPos, ascii.BoundNeg:
		return "4"
	case ascii.Select:
		return "7"
	}
	return attributeTrueColor(i)
}

// terminalDefault marks the terminal's own colour in an index table.
const terminalDefault = -1

// indexes256 returns the index of every ink in the 256-colour table. Most inks get the nearest
// colour. Fills are chosen by hand, because the nearest colour of both weak fills is the same grey.
// Inks are also chosen by hand if the nearest colour looks like that of class +1 or −1, or is hard
// to see on a fill.
func indexes256(dark bool) [ascii.NumInks]int {
	var out [ascii.NumInks]int
	for ink, h := range shadesOf(dark) {
		out[ink] = int(ansi.Convert256(lipgloss.Color(h.css())))
	}
	for ink, i := range inks256(dark) {
		out[ink] = i
	}
	pos, neg := fills256(dark)
	for i := range ascii.FillSteps {
		out[ascii.FillPos(i)] = pos[strengthLevel(i)]
		out[ascii.FillNeg(i)] = neg[strengthLevel(i)]
	}
	return out
}

// inks256 returns the indices of the inks that do not use the nearest colour.
func inks256(dark bool) map[ascii.Ink]int {
	if dark {
		return map[ascii.Ink]int{ascii.Dim: 246, ascii.Select: 227, ascii.Symbol1: 183, ascii.FieldFocus: 235}
	}
	return map[ascii.Ink]int{ascii.Symbol2: 22}
}

// fills256 returns the indices of the fills of f > 0 and f < 0, each at the three levels of
// strengthLevel.
func fills256(dark bool) (pos, neg [3]int) {
	if dark {
		return [3]int{234, 58, 94}, [3]int{234, 17, 24}
	}
	return [3]int{255, 230, 222}, [3]int{255, 153, 117}
}

// strengthLevel maps a fill strength to one of three levels. A strength counts steps of 0.15 in
// |f|. The level changes at |f| = 0.45 and, just beyond the margin, at |f| = 1.05.
func strengthLevel(strength int) int {
	switch {
	case strength < 3:
		return 0
	case strength < 7:
		return 1
	}
	return 2
}

// The sixteen colours depend on the terminal. In some terminals, bright colours are greys, or yellow
// is invisible on white. In the palette Solarized, the background is bright black. Every ink has a
// colour that is readable in all common palettes, which a test checks. Symbols of formulas, series of
// charts, and signs such as ✓ share the few remaining colours. They differ in their text.

// indexes16 returns the index of every ink among the sixteen colours. Text has the
// terminal's own colour, which its owner can read. Fills have no colour but a texture.
func indexes16(dark bool) [ascii.NumInks]int {
	var out [ascii.NumInks]int
	for i := range out {
		out[i] = terminalDefault
	}
	for ink, i := range inks16() {
		out[ink] = i[screenIndex(dark)]
	}
	return out
}

// inks16 returns the index of each ink on a dark and on a light screen, see terminalDefault.
func inks16() map[ascii.Ink][2]int {
	return map[ascii.Ink][2]int{
		ascii.Dim: {terminalDefault, 8}, ascii.Faint: {terminalDefault, 8},
		ascii.Axis: {terminalDefault, 8}, ascii.Drop: {terminalDefault, 8},
		ascii.Strong: {15, 0}, ascii.Accent: {2, 5}, ascii.Select: {13, 5}, ascii.Good: {2, 2}, ascii.Bad: {9, 9},
		ascii.Warn: {13, 5}, ascii.Boundary: {15, 0}, ascii.MarginPos: {3, 1}, ascii.MarginNeg: {6, 4},
		ascii.MarkPos: {11, 1}, ascii.MarkNeg: {14, 4}, ascii.FreePos: {15, 0}, ascii.FreeNeg: {15, 0},
		ascii.BoundPos: {11, 1}, ascii.BoundNeg: {14, 4}, ascii.TexturePos: {3, 1}, ascii.TextureNeg: {6, 4},
		ascii.Curve: {13, 5}, ascii.Truth: {13, 5},
		ascii.Symbol1: {13, 5}, ascii.Symbol2: {2, 2}, ascii.Symbol3: {15, 9}, ascii.Symbol4: {7, 8},
		ascii.Series(0): {13, 5}, ascii.Series(1): {2, 2}, ascii.Series(2): {7, 8}, ascii.Series(3): {10, 9},
		ascii.Series(4): {9, 0}, ascii.Series(5): {15, 12},
	}
}

// attribute16 returns the attribute of an ink in addition to its colour. Dim text on a dark screen
// has the terminal's own colour and the attribute "faint", because no grey is readable in every
// palette.
func attribute16(i ascii.Ink, dark bool) string {
	switch i {
	case ascii.Dim, ascii.Faint, ascii.Axis, ascii.Drop:
		if dark {
			return "2"
		}
	case ascii.Select:
		if !dark {
			return "4"
		}
	case ascii.Good:
		if !dark {
			return "1"
		}
	}
	return attributeTrueColor(i)
}

// hex is a 24-bit colour, 0xRRGGBB.
type hex uint32

// css returns the colour as "#rrggbb".
func (h hex) css() string { return fmt.Sprintf("#%06x", uint32(h)) }

// inkShades returns the colours of all inks except fills and the levels of Gram matrices, on a dark
// and on a light screen. Only the classes are blue and orange, a pair that people with common
// colour blindnesses can distinguish. Symbols of formulas, series of charts and everything that
// reacts to keys have other hues.
func inkShades() map[ascii.Ink][2]hex {
	return map[ascii.Ink][2]hex{
		ascii.None: {0xe6e9ef, 0x1c2128}, ascii.Paper: {0x0f1218, 0xfbfbf9}, ascii.Text: {0xe6e9ef, 0x1c2128},
		ascii.Strong: {0xffffff, 0x000000}, ascii.Dim: {0x8b93a3, 0x646c7a}, ascii.Faint: {0x2a303b, 0xe4e6ea},
		ascii.Axis: {0x5b6475, 0x9aa2b0}, ascii.Accent: {0x56d9c2, 0x00706a}, ascii.Select: {0xf0e442, 0x9c0050},
		ascii.Good: {0x4cc38a, 0x137a4b}, ascii.Bad: {0xff7b72, 0xc0292b}, ascii.Warn: {0xe8d44d, 0x6f6200},
		ascii.Boundary:  {0xffffff, 0x000000},
		ascii.MarginPos: {0xe0ab5e, 0xa8651c}, ascii.MarginNeg: {0x7fb9de, 0x2f6f9c},
		ascii.MarkPos: {0xffc46b, 0x8a3c00}, ascii.MarkNeg: {0x8fd0f7, 0x00558c},
		ascii.FreePos: {0xfff0d6, 0x4d2100}, ascii.FreeNeg: {0xe3f4ff, 0x00273f},
		ascii.BoundPos: {0xffc46b, 0x8a3c00}, ascii.BoundNeg: {0x8fd0f7, 0x00558c},
		ascii.TexturePos: {0xa8761f, 0xc98a2b}, ascii.TextureNeg: {0x3f7fbf, 0x5e9bd0},
		ascii.Curve: {0xcc79a7, 0xa23f78}, ascii.Drop: {0x5b6475, 0x9aa2b0}, ascii.Truth: {0xff9ee6, 0x8a2b9a},
		ascii.ChartFill: {0x0f3a33, 0xd3ece4}, ascii.Field: {0x1d232e, 0xeceef1},
		ascii.FieldFocus: {0x14302f, 0xdcf2ef},
		ascii.Symbol1:    {0xb583ff, 0x6a3fb5}, ascii.Symbol2: {0x7ddb8a, 0x2c7a34},
		ascii.Symbol3: {0xff9ecb, 0x9a2f85}, ascii.Symbol4: {0xe3df9a, 0x676000},
		ascii.Series(0): {0xb794ff, 0x6a3fb5}, ascii.Series(1): {0x5ccf78, 0x2c8a3c},
		ascii.Series(2): {0xff8fc0, 0xb8327f}, ascii.Series(3): {0xe3dc5a, 0x857a00},
		ascii.Series(4): {0xa7adb8, 0x5b6475}, ascii.Series(5): {0x3fcabb, 0x007f78},
	}
}

// fillShades returns, for each side of the boundary, five colours from weak to strong. The fills are
// interpolated between them.
func fillShades(dark bool) (pos, neg []hex) {
	if dark {
		return []hex{0x221d1a, 0x2a2118, 0x3e2b15, 0x4f3311, 0x603d0d},
			[]hex{0x141d27, 0x14212f, 0x122c44, 0x103756, 0x0e4268}
	}
	return []hex{0xfaf4ea, 0xfaeddc, 0xfae2c2, 0xf8d6a6, 0xf5c98c},
		[]hex{0xeef4f8, 0xe6f0f7, 0xcfe5f3, 0xb9daf0, 0xa3ceeb}
}

// viridis returns nine equally spaced samples of matplotlib's table (Smith and van der
// Walt, 2015), for the levels of Gram matrices.
func viridis() []hex {
	return []hex{0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725}
}

// screenIndex returns the index of the colours for a dark or a light screen.
func screenIndex(dark bool) int {
	if dark {
		return 0
	}
	return 1
}

// shadesOf returns the colour of every ink in 24 bits.
func shadesOf(dark bool) (out [ascii.NumInks]hex) {
	for ink, h := range inkShades() {
		out[ink] = h[screenIndex(dark)]
	}
	pos, neg := fillShades(dark)
	for i := range ascii.FillSteps {
		t := float64(i) / float64(ascii.FillSteps-1)
		out[ascii.FillPos(i)], out[ascii.FillNeg(i)] = interpolate(pos, t), interpolate(neg, t)
	}
	for i := range ascii.GramSteps {
		out[ascii.GramLevel(i)] = interpolate(viridis(), float64(i)/float64(ascii.GramSteps-1))
	}
	return out
}

// Light returns a function that returns the colour of an ink on a light background as
// "#rrggbb".
func Light() func(ascii.Ink) string {
	all := shadesOf(false)
	return func(i ascii.Ink) string { return all[i].css() }
}

// interpolate returns the colour at t in [0, 1] between equally spaced stops. It
// interpolates each channel separately, which is good enough because the stops are
// close.
func interpolate(stops []hex, t float64) hex {
	at := t * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	f := at - float64(i)
	var out hex
	for _, shift := range []uint{16, 8, 0} {
		a, b := float64(stops[i]>>shift&0xff), float64(stops[i+1]>>shift&0xff)
		out |= hex(a+(b-a)*f+0.5) << shift
	}
	return out
}
