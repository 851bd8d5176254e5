package theme

import "kernellab/ascii"

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
