package lab

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"kernellab/ascii"
)

// What is clicked is what is drawn there, at every size of screen and with every part a
// chooser may have; nothing is drawn outside its window.
func TestChooserFindsWhatItDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := chooser{title: "Choose", width: rapid.IntRange(30, 90).Draw(t, "width")}
		for i := range rapid.IntRange(0, 40).Draw(t, "items") {
			c.items = append(c.items, item{label: fmt.Sprintf("#%d", i)})
		}
		c.rows = len(c.items)
		if rapid.Bool().Draw(t, "typed") {
			c.input, c.selected = &editor{}, -1
			c.input.insert(rapid.StringN(0, 30, 90).Draw(t, "text"))
			c.apart = rapid.IntRange(0, 4).Draw(t, "apart")
		}
		c.move(rapid.IntRange(0, 50).Draw(t, "down"))
		w, h := rapid.IntRange(minWidth, 140).Draw(t, "w"), rapid.IntRange(minHeight, 50).Draw(t, "h")
		g := ascii.NewGrid(w, h)
		c.draw(pen{grid: g, view: ascii.View{Profile: ascii.TrueColor}})
		l := c.layout(w, h)
		seen := 0
		for y := range h {
			for x := range w {
				if g.At(x, y) != (ascii.Cell{}) && !l.area.Contains(x, y) {
					t.Fatalf("(%d, %d) is drawn on, outside %v", x, y, l.area)
				}
				i, outside := c.hit(tea.MouseClickMsg{X: x, Y: y}, w, h)
				if outside == l.area.Contains(x, y) || i >= len(c.items) {
					t.Fatalf("(%d, %d): line %d, outside %v", x, y, i, outside)
				}
				if x != l.list.X+2 || i < 0 || l.list.W < 8 {
					continue
				}
				seen++
				if want := []rune(c.items[i].label); g.At(x, y).Rune != want[0] || g.At(x+1, y).Rune != want[1] {
					t.Fatalf("a click on line %d finds %q", y, c.items[i].label)
				}
			}
		}
		if want := min(len(c.items), l.list.H); l.list.W >= 8 && seen != want {
			t.Fatalf("%d lines can be clicked, %d are there", seen, want)
		}
	})
}
