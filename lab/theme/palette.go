package theme

import (
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
