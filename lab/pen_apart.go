package lab

import (
	"strings"
	"unicode"

	"kernellab/ascii"
)

// apart keeps the screen off a window that will lie over it: a column on either side
// is blank, and of a word that the window cuts nothing is left.
func (p pen) apart(area ascii.Rect) {
	for y := area.Y; y < area.Y+area.H; y++ {
		p.clearTo(area.X-1, y, -1)
		p.clearTo(area.X+area.W, y, 1)
	}
}

// longestWord is how many cells are one word at most: what is longer is a picture made
// of letters.
const longestWord = 18

// clearTo blanks a cell, and beyond it what is left of the word that it is part of.
func (p pen) clearTo(x, y, step int) {
	n, letters := 0, false
	for r := p.grid.At(x, y).Rune; inWord(r); r = p.grid.At(x+n*step, y).Rune {
		letters = letters || unicode.IsLetter(r) || unicode.IsNumber(r)
		n++
	}
	if n > longestWord || !letters {
		n = 0
	}
	for k := range max(n, 1) {
		p.grid.Set(x+k*step, y, ascii.Cell{})
	}
}

// inWord reports whether a character is part of a word or of a number.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r != 0 && strings.ContainsRune(".,:−-’'_()[]", r)
}
