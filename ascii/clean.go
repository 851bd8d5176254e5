package ascii

import (
	"strings"
	"unicode"
)

// maxMarks is the maximum number of combining marks that CleanLine leaves on a character.
const maxMarks = 2

// CleanLine makes a text a line that is safe to show anywhere. The result is valid UTF-8 of at
// most maxCells cells. It has no control, format, private or invisible characters, and at
// most 2 combining marks on each character. Runs of spaces become one space. CleanLine
// does not change a clean line.
func CleanLine(text string, maxCells int) string {
	var b strings.Builder
	marks := maxMarks // marks on the last character; none are allowed before the first one
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', maxMarks
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks == maxMarks:
			continue
		default:
			marks++
		}
		b.WriteRune(r)
	}
	line := strings.Join(strings.Fields(b.String()), " ")
	width := 0
	for i, r := range line {
		if width += RuneWidth(r); width > maxCells {
			return strings.TrimRight(line[:i], " ")
		}
	}
	return line
}
