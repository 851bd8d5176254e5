package theme

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
)

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
