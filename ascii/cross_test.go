package ascii

import (
	"slices"
	"strings"
	"testing"
)

// The cross stands around its place, leaves it open, and is told.
func TestCross(t *testing.T) {
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
		p, ok := m.Under(g.Bounds(), v, x/max(1, n), 12)
		if !ok || n < 6 || p.X < 1.2 || p.X > 1.8 || right-left > 10 {
			t.Errorf("%d cells of a cross around x = %v, from %d to %d", n, p.X, left, right)
		}
	}
	if words := m.Words(); !slices.Contains(words, "The cross is at (1.5, -1).") {
		t.Errorf("%s", strings.Join(words, " "))
	}
	if m.Cross = nil; strings.Contains(strings.Join(m.Words(), " "), "cross") {
		t.Error("there is none")
	}
}
