package ascii

import (
	"fmt"
	"testing"
)

// filler fills its area with one rune.
type filler rune

func (f filler) Draw(dst *Grid, area Rect, _ View) { dst.Fill(area, Cell{Rune: rune(f)}) }
func (filler) Words() []string                     { return nil }

func panels(n int) Board {
	var p Board
	for i := range n {
		p.Panels = append(p.Panels, Panel{[]Line{Plain(fmt.Sprintf("p%d", i+1))}, filler('a' + rune(i))})
	}
	return p
}

// No panel overlaps another or leaves the area, and where there is room for all
// each of them is drawn.
func TestPanelsShareTheArea(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {3, 40}, {40, 3}, {36, 18}, {76, 20}, {140, 50}} {
		for n := range 10 {
			g := NewGrid(size[0]+4, size[1]+4)
			area := Rect{X: 2, Y: 2, W: size[0], H: size[1]}
			panels(n).Draw(g, area, View{})
			seen := map[rune]int{}
			for y := range g.H {
				for x := range g.W {
					r := g.At(x, y).Rune
					if r != 0 && !area.Contains(x, y) {
						t.Fatalf("%v, %d panels: %q at (%d, %d), outside", size, n, r, x, y)
					}
					seen[r]++
				}
			}
			for i := range n {
				if size[0] >= 36 && size[1] >= 18 && seen['a'+rune(i)] < 8 {
					t.Errorf("%v, %d panels: number %d has %d cells", size, n, i+1, seen['a'+rune(i)])
				}
			}
		}
	}
}
