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
