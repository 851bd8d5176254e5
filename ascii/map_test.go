package ascii

import (
	"slices"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

// verticalField is the distance of x from a vertical boundary, negative to its left.
type verticalField struct{ boundary float64 }

func (u verticalField) Sample(dst, xs, ys []float64) {
	for j := range ys {
		for i, x := range xs {
			dst[j*len(xs)+i] = x - u.boundary
		}
	}
}

// Each of the two boundaries is drawn in its own column and ink.
func TestMap_secondBoundary(t *testing.T) {
	m := Map{X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, Field: verticalField{0},
		ComparisonField: verticalField{0.5}, Levels: BoundaryOnly}
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
			check.That(t, len(xs) == 1, "profile %d: ink %d is in columns %v, want one", profile, ink, xs)
			for x, n := range xs {
				at[ink] = x
				check.That(t, n >= 6, "profile %d: ink %d has %d cells, want at least 6", profile, ink, n)
			}
		}
		if at[Truth] <= at[Boundary]+5 {
			t.Errorf("profile %d: the second boundary is in column %d, want more than 5 after %d", profile, at[Truth],
				at[Boundary])
		}
	}
	words := strings.Join(m.Words(), " ")
	if !strings.Contains(words, "on 26.2 % of the map") { // 17 of 65 columns
		t.Errorf("Words() = %q, want 26.2 %%", words)
	}
}

// The arms of the cross surround its point and leave it free. Words gives its position.
func TestMap_cross(t *testing.T) {
	m := Map{X: Range{Min: -3, Max: 3}, Y: Range{Min: -3, Max: 3}, Cross: &Point{X: 1.5, Y: -1}}
	for _, v := range []View{{Profile: TrueColor, Aspect: 2}, {Profile: SevenBit, Aspect: 2}} {
		g := NewGrid(60, 20)
		m.Draw(g, g.Bounds(), v)
		var left, right, x, n int
		for y := range g.H {
			for i := range g.W {
				if g.At(i, y).Fg != Accent {
					continue
				}
				if x += i; n == 0 || i < left {
					left = i
				}
				right = max(right, i)
				n++
			}
		}
		p, ok := m.PointAt(g.Bounds(), v, x/max(1, n), 12)
		if !ok || n < 6 || p.X < 1.2 || p.X > 1.8 || right-left > 10 {
			t.Errorf("got %d cells of a cross around x = %v, from %d to %d, want some around 1.5", n, p.X, left, right)
		}
	}
	if words := m.Words(); !slices.Contains(words, "The cross is at (1.5, -1).") {
		t.Errorf("Words() = %q, want the cross", strings.Join(words, " "))
	}
}
