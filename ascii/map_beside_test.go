package ascii

import (
	"strings"
	"testing"
)

// upright is x − at: its boundary stands at x = at.
type upright struct{ at float64 }

func (u upright) Sample(dst, xs, ys []float64) {
	for j := range ys {
		for i, x := range xs {
			dst[j*len(xs)+i] = x - u.at
		}
	}
}

// TestASecondBoundaryStandsBesideTheFirst, each in its own column and ink.
func TestASecondBoundaryStandsBesideTheFirst(t *testing.T) {
	m := Map{X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, Field: upright{0}, Beside: upright{0.5}, Levels: BoundaryOnly}
	for _, profile := range []Profile{TrueColor, ANSI16, SevenBit} {
		g := NewGrid(41, 11)
		m.Draw(g, g.Bounds(), View{Profile: profile})
		columns := map[Ink]map[int]int{Boundary: {}, Truth: {}}
		for y := range g.H {
			for x := range g.W {
				if c := g.At(x, y); c.Rune != ' ' && columns[c.Fg] != nil {
					columns[c.Fg][x]++
				}
			}
		}
		at := map[Ink]int{}
		for ink, xs := range columns {
			if len(xs) != 1 {
				t.Errorf("profile %d: ink %d in the columns %v", profile, ink, xs)
			}
			for x, n := range xs {
				at[ink] = x
				if n < 6 {
					t.Errorf("profile %d: ink %d has %d cells", profile, ink, n)
				}
			}
		}
		if at[Truth] <= at[Boundary]+5 {
			t.Errorf("profile %d: the second boundary is in column %d, the first in %d", profile, at[Truth], at[Boundary])
		}
	}
	words := strings.Join(m.Words(), " ")
	if !strings.Contains(words, "on 26.2 % of the map") { // 17 of 65 columns
		t.Errorf("words %q", words)
	}
	m.Beside = upright{0}
	if words := strings.Join(m.Words(), " "); !strings.Contains(words, "is the same") {
		t.Errorf("words %q", words)
	}
	m.Beside = nil
	if words := strings.Join(m.Words(), " "); strings.Contains(words, "second") {
		t.Errorf("words %q", words)
	}
}
