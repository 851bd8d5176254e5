package ascii

import (
	"strings"
	"testing"
)

// A letter is whole in ASCII, and a row that is too wide does without the column
// that can be spared.
func TestRosterKeepsItsLettersWhole(t *testing.T) {
	r := Roster{
		Columns: []Column{{Width: 1}, {Title: "i", Width: 3, Right: true}, {Title: "x", Width: 6}, {Title: "f", Width: 4, Right: true}},
		Spare:   2, Order: []int{1, 0}, Kept: 1,
		Cells: func(i int) []Line {
			return []Line{Plain("ℓ"), Plain("7"), Plain("(1, 2)"), Plain("0.25")}
		},
		Said: func(int) string { return "Point 7." },
	}
	for _, c := range []struct {
		w     int
		p     Profile
		want  string
		lacks string
	}{
		{20, TrueColor, "ℓ    7  (1, 2)  0.25", "…"}, {22, SevenBit, "ell    7  (1, 2)  0.25", "~"},
		{19, TrueColor, "ℓ    7  0.25", "(1"}, {21, SevenBit, "ell    7  0.25", "(1"},
	} {
		if got := runes(drawn(r, c.w, 3, c.p)); !strings.Contains(got, c.want) || strings.Contains(got, c.lacks) {
			t.Errorf("%d columns:\n%s", c.w, got)
		}
	}
}
