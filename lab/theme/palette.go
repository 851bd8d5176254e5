package theme

import (
	"fmt"

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
	switch p {
	case ascii.TrueColor:
		return ascii.NewPalette(p, trueStyle(dark))
	case ascii.Indexed256:
		return ascii.NewPalette(p, indexedStyle(dark))
	case ascii.ANSI16:
		return ascii.NewPalette(p, ansiStyle(dark))
	}
	return ascii.NewPalette(p, func(i ascii.Ink) ascii.Style { return ascii.Style{Attr: monoAttr(i)} })
}

func trueStyle(dark bool) func(ascii.Ink) ascii.Style {
	s := shadesOf(dark)
	all := s.all()
	sgr := func(h hex) string { return fmt.Sprintf(";2;%d;%d;%d", h>>16, h>>8&0xff, h&0xff) }
	return func(i ascii.Ink) ascii.Style {
		out := ascii.Style{Fg: "38" + sgr(all[i]), Bg: "48" + sgr(all[i]), Attr: attr(i)}
		if i == ascii.None {
			out.Bg = "48" + sgr(s.paper)
		}
		return out
	}
}

func indexedStyle(dark bool) func(ascii.Ink) ascii.Style {
	all := indexes256(dark)
	return func(i ascii.Ink) ascii.Style {
		bg := all[i]
		if i == ascii.None {
			bg = all[ascii.Paper]
		}
		return ascii.Style{Fg: fmt.Sprintf("38;5;%d", all[i]), Bg: fmt.Sprintf("48;5;%d", bg), Attr: attr(i)}
	}
}

func ansiStyle(dark bool) func(ascii.Ink) ascii.Style {
	all := indexes16(dark)
	return func(i ascii.Ink) ascii.Style {
		out := ascii.Style{Attr: attr16(i, dark)}
		switch c := all[i]; {
		case c >= 8:
			out.Fg, out.Bg = fmt.Sprint(90+c-8), fmt.Sprint(100+c-8)
		case c >= 0:
			out.Fg, out.Bg = fmt.Sprint(30+c), fmt.Sprint(40+c)
		}
		return out
	}
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
	case ascii.Strong, ascii.Accent, ascii.FreePos, ascii.FreeNeg, ascii.Good, ascii.Bad, ascii.Warn:
		return "1"
	case ascii.BoundPos, ascii.BoundNeg:
		return "4"
	case ascii.Select:
		return "7"
	}
	return ""
}
