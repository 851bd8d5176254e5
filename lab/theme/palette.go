package theme

import (
	"fmt"
	"image/color"
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
)

// Palette returns the look of every ink in a profile on a dark or a light screen. If
// the profile has fixed colours (24 bits and 256), the screen is painted, because the
// terminal's background may be anything and the fills are chosen for these two
// backgrounds. With sixteen colours and fewer the terminal's background stays.
//
// The palette is immutable. Making one takes microseconds. A session keeps the one that
// it uses.
func Palette(p ascii.Profile, dark bool) *ascii.Palette {
	colour := colours(p, dark)
	return ascii.NewPalette(p, func(i ascii.Ink) ascii.Style {
		out, ground := ascii.Style{Attr: attribute(p, dark, i)}, i
		if i == ascii.None {
			ground = ascii.Paper
		}
		if c := colour(i); c != (lipgloss.NoColor{}) {
			out.Fg = ansi.Style{}.ForegroundColor(c)[0]
		}
		if c := colour(ground); c != (lipgloss.NoColor{}) {
			out.Bg = ansi.Style{}.BackgroundColor(c)[0]
		}
		return out
	})
}

// colours returns a function that returns the colour of an ink in a profile.
func colours(p ascii.Profile, dark bool) func(ascii.Ink) color.Color {
	switch p {
	case ascii.TrueColor:
		all := shadesOf(dark).all()
		return func(i ascii.Ink) color.Color { return lipgloss.Color(all[i].css()) }
	case ascii.Indexed256:
		return indexed(indexes256(dark))
	case ascii.ANSI16:
		return indexed(indexes16(dark))
	}
	return func(ascii.Ink) color.Color { return lipgloss.NoColor{} }
}

func indexed(all [ascii.NumInks]int) func(ascii.Ink) color.Color {
	return func(i ascii.Ink) color.Color {
		if all[i] == unset {
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
		return attr16(i, dark)
	case ascii.Mono, ascii.SevenBit:
		return monoAttr(i)
	}
	return attr(i)
}

// attr returns the attribute of an ink in addition to its colour.
func attr(i ascii.Ink) string {
	switch i {
	case ascii.Strong, ascii.Accent, ascii.FreePos, ascii.FreeNeg:
		return "1"
	}
	return ""
}

// monoAttr returns bold, underline or reverse for inks that have a colour in other
// profiles.
func monoAttr(i ascii.Ink) string {
	switch i {
	case ascii.Good, ascii.Bad, ascii.Warn:
		return "1"
	case ascii.BoundPos, ascii.BoundNeg:
		return "4"
	case ascii.Select:
		return "7"
	}
	return attr(i)
}

// unset marks the terminal's own colour in an index table.
const unset = -1

// indexes256 returns the index of every ink in the 256-colour table. Fills are chosen
// by hand, because their nearest neighbours would make both weak sides the same grey.
// So are inks whose nearest colour is that of a class or is hard to see on a fill.
// Every other ink gets the nearest colour.
func indexes256(dark bool) [ascii.NumInks]int {
	s := shadesOf(dark)
	var out [ascii.NumInks]int
	for ink, h := range s.all() {
		out[ink] = int(ansi.Convert256(lipgloss.Color(h.css())))
	}
	for ink, i := range inks256(dark) {
		out[ink] = i
	}
	pos, neg := fills256(dark)
	for i := range ascii.FillSteps {
		out[ascii.FillPos(i)] = pos[third(i)]
		out[ascii.FillNeg(i)] = neg[third(i)]
	}
	return out
}

// inks256 returns the inks that do not use the nearest colour.
func inks256(dark bool) map[ascii.Ink]int {
	if dark {
		return map[ascii.Ink]int{ascii.Dim: 246, ascii.Select: 227, ascii.Symbol1: 183}
	}
	return map[ascii.Ink]int{ascii.Symbol2: 22}
}

// fills256 returns the three strengths of each side.
func fills256(dark bool) (pos, neg [3]int) {
	if dark {
		return [3]int{234, 58, 94}, [3]int{234, 17, 24}
	}
	return [3]int{255, 230, 222}, [3]int{255, 153, 117}
}

// third maps a fill strength to one of three: below ½, up to the margin at |f| = 1, and
// beyond it.
func third(strength int) int {
	switch {
	case strength < 3:
		return 0
	case strength < 7:
		return 1
	}
	return 2
}

// The sixteen colours depend on the terminal: bright ones are greys for some, yellow is
// invisible on white, and bright black is the background of a terminal in Solarized.
// Every ink has a colour that is readable in all common palettes, which a test checks.
// Letters, series and signs share the few colours that remain, and differ in their
// text.

// indexes16 returns the index of every ink among the sixteen colours. Text keeps the
// terminal's own colour, which its owner can read. Fills have none, because they have a
// texture instead.
func indexes16(dark bool) [ascii.NumInks]int {
	var out [ascii.NumInks]int
	for i := range out {
		out[i] = unset
	}
	for ink, i := range inks16(dark) {
		out[ink] = i
	}
	for i, c := range series16(dark) {
		out[ascii.Series(i)] = c
	}
	return out
}

func inks16(dark bool) map[ascii.Ink]int {
	if dark {
		return map[ascii.Ink]int{
			ascii.Strong: 15,
			ascii.Accent: 2, ascii.Select: 13, ascii.Good: 2, ascii.Bad: 9, ascii.Warn: 13,
			ascii.Boundary: 15, ascii.MarginPos: 3, ascii.MarginNeg: 6,
			ascii.MarkPos: 11, ascii.MarkNeg: 14, ascii.FreePos: 15, ascii.FreeNeg: 15, ascii.BoundPos: 11,
			ascii.BoundNeg:   14,
			ascii.TexturePos: 3, ascii.TextureNeg: 6,
			ascii.Curve: 13, ascii.Truth: 2,
			ascii.Symbol1: 13, ascii.Symbol2: 2, ascii.Symbol3: 15, ascii.Symbol4: 7,
		}
	}
	return map[ascii.Ink]int{
		ascii.Dim: 8, ascii.Faint: 8, ascii.Axis: 8, ascii.Strong: 0,
		ascii.Accent: 5, ascii.Select: 5, ascii.Good: 2, ascii.Bad: 9, ascii.Warn: 5,
		ascii.Boundary: 0, ascii.MarginPos: 1, ascii.MarginNeg: 4,
		ascii.MarkPos: 1, ascii.MarkNeg: 4, ascii.FreePos: 0, ascii.FreeNeg: 0, ascii.BoundPos: 1, ascii.BoundNeg: 4,
		ascii.TexturePos: 1, ascii.TextureNeg: 4,
		ascii.Curve: 5, ascii.Drop: 8, ascii.Truth: 2,
		ascii.Symbol1: 5, ascii.Symbol2: 2, ascii.Symbol3: 9, ascii.Symbol4: 8,
	}
}

func series16(dark bool) [ascii.NumSeries]int {
	if dark {
		return [ascii.NumSeries]int{13, 2, 7, 10, 9, 15}
	}
	return [ascii.NumSeries]int{5, 2, 8, 9, 0, 12}
}

// attr16 returns the attribute of an ink in addition to its colour. Dim text on a dark
// screen is faint in the terminal's own colour, because no grey is safe to read there.
func attr16(i ascii.Ink, dark bool) string {
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
	return attr(i)
}

// hex is a 24-bit colour, 0xRRGGBB.
type hex uint32

// css returns the colour as "#rrggbb".
func (h hex) css() string { return fmt.Sprintf("#%06x", uint32(h)) }

// shades holds the colours of a dark or light screen in 24 bits, for the drawing roles
// that this lab is designed around. Only the classes are blue and orange, a pair that
// people with the common colour blindnesses can tell apart. Letters, series and
// everything that can be acted on have the hues between them. Gram levels are viridis
// (Smith and van der Walt, 2015).
type shades struct {
	paper, text, strong, dim, faint, axis hex
	accent, sel, good, bad, warn          hex
	boundary, marginPos, marginNeg        hex
	markPos, markNeg, freePos, freeNeg    hex
	texturePos, textureNeg                hex
	curve, drop, truth, chartFill, field  hex
	symbols                               [4]hex
	series                                [ascii.NumSeries]hex
	fillPos, fillNeg                      [5]hex
}

func shadesOf(dark bool) shades {
	if dark {
		return darkShades()
	}
	return lightShades()
}

func darkShades() shades {
	return shades{
		paper: 0x0f1218, text: 0xe6e9ef, strong: 0xffffff, dim: 0x8b93a3, faint: 0x2a303b, axis: 0x5b6475,
		accent: 0x56d9c2, sel: 0xf0e442, good: 0x4cc38a, bad: 0xff7b72, warn: 0xe8d44d,
		boundary: 0xffffff, marginPos: 0xe0ab5e, marginNeg: 0x7fb9de,
		markPos: 0xffc46b, markNeg: 0x8fd0f7, freePos: 0xfff0d6, freeNeg: 0xe3f4ff,
		texturePos: 0xa8761f, textureNeg: 0x3f7fbf,
		curve: 0xcc79a7, drop: 0x5b6475, truth: 0x009e73, chartFill: 0x0f3a33, field: 0x1d232e,
		symbols: [4]hex{0xb583ff, 0x7ddb8a, 0xff9ecb, 0xe3df9a},
		series:  [ascii.NumSeries]hex{0xb794ff, 0x5ccf78, 0xff8fc0, 0xe3dc5a, 0xa7adb8, 0x3fcabb},
		fillPos: [5]hex{0x221d1a, 0x2a2118, 0x3e2b15, 0x4f3311, 0x603d0d},
		fillNeg: [5]hex{0x141d27, 0x14212f, 0x122c44, 0x103756, 0x0e4268},
	}
}

func lightShades() shades {
	return shades{
		paper: 0xfbfbf9, text: 0x1c2128, strong: 0x000000, dim: 0x646c7a, faint: 0xe4e6ea, axis: 0x9aa2b0,
		accent: 0x00706a, sel: 0x9c0050, good: 0x137a4b, bad: 0xc0292b, warn: 0x6f6200,
		boundary: 0x000000, marginPos: 0xa8651c, marginNeg: 0x2f6f9c,
		markPos: 0x8a3c00, markNeg: 0x00558c, freePos: 0x4d2100, freeNeg: 0x00273f,
		texturePos: 0xc98a2b, textureNeg: 0x5e9bd0,
		curve: 0xa23f78, drop: 0x9aa2b0, truth: 0x009e73, chartFill: 0xd3ece4, field: 0xeceef1,
		symbols: [4]hex{0x6a3fb5, 0x2c7a34, 0x9a2f85, 0x676000},
		series:  [ascii.NumSeries]hex{0x6a3fb5, 0x2c8a3c, 0xb8327f, 0x857a00, 0x5b6475, 0x007f78},
		fillPos: [5]hex{0xfaf4ea, 0xfaeddc, 0xfae2c2, 0xf8d6a6, 0xf5c98c},
		fillNeg: [5]hex{0xeef4f8, 0xe6f0f7, 0xcfe5f3, 0xb9daf0, 0xa3ceeb},
	}
}

// viridis returns nine equally spaced samples of matplotlib's table.
func viridis() []hex {
	return []hex{0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725}
}

// plain returns the colours of the inks outside the ranges.
func (s shades) plain() map[ascii.Ink]hex {
	m := map[ascii.Ink]hex{
		ascii.None: s.text, ascii.Paper: s.paper,
		ascii.Text: s.text, ascii.Strong: s.strong, ascii.Dim: s.dim, ascii.Faint: s.faint, ascii.Axis: s.axis,
		ascii.Accent: s.accent, ascii.Select: s.sel, ascii.Good: s.good, ascii.Bad: s.bad, ascii.Warn: s.warn,
		ascii.Boundary: s.boundary, ascii.MarginPos: s.marginPos, ascii.MarginNeg: s.marginNeg,
		ascii.MarkPos: s.markPos, ascii.MarkNeg: s.markNeg, ascii.FreePos: s.freePos, ascii.FreeNeg: s.freeNeg,
		ascii.BoundPos: s.markPos, ascii.BoundNeg: s.markNeg,
		ascii.TexturePos: s.texturePos, ascii.TextureNeg: s.textureNeg,
		ascii.Curve: s.curve, ascii.Drop: s.drop, ascii.Truth: s.truth, ascii.ChartFill: s.chartFill,
		ascii.Field: s.field,
	}
	for i, h := range s.symbols {
		m[ascii.Symbol1+ascii.Ink(i)] = h
	}
	for i, h := range s.series {
		m[ascii.Series(i)] = h
	}
	return m
}

// all returns the colour of every ink.
func (s shades) all() [ascii.NumInks]hex {
	var out [ascii.NumInks]hex
	for ink, h := range s.plain() {
		out[ink] = h
	}
	for i := range ascii.FillSteps {
		t := float64(i) / float64(ascii.FillSteps-1)
		out[ascii.FillPos(i)] = between(s.fillPos[:], t)
		out[ascii.FillNeg(i)] = between(s.fillNeg[:], t)
	}
	for i := range ascii.GramSteps {
		out[ascii.GramLevel(i)] = between(viridis(), float64(i)/float64(ascii.GramSteps-1))
	}
	return out
}

// Light returns a function that returns the colour of an ink on a light background as
// "#rrggbb".
func Light() func(ascii.Ink) string {
	all := lightShades().all()
	return func(i ascii.Ink) string { return all[i].css() }
}

// between returns the colour at t in [0, 1] along equally spaced stops. It interpolates
// each channel separately, which is good enough because the stops are close.
func between(stops []hex, t float64) hex {
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
