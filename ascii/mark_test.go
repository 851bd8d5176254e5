package ascii

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNoMarkHidesAnother: whatever is selected, in focus and labelled, in every
// cell with points one of its points can be seen, the one that matters most.
func TestNoMarkHidesAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Map{}
		for range rapid.IntRange(1, 30).Draw(t, "n") {
			m.Marks = append(m.Marks, Mark{
				X: float64(rapid.IntRange(0, 9).Draw(t, "x")), Y: float64(rapid.IntRange(0, 4).Draw(t, "y")),
				Class: rapid.SampledFrom([]int{-1, 1}).Draw(t, "class"), Kind: MarkKind(rapid.IntRange(0, 2).Draw(t, "kind")),
				Focus: rapid.IntRange(0, 3).Draw(t, "focus") == 0, Selected: rapid.IntRange(0, 9).Draw(t, "selected") == 0,
				Label: rapid.SampledFrom([]string{"", "", "k", "12"}).Draw(t, "label"),
			})
		}
		v := View{}
		area := Rect{W: rapid.SampledFrom([]int{24, 40, 130}).Draw(t, "w"), H: rapid.IntRange(6, 14).Draw(t, "h")}
		dst := NewGrid(area.W, area.H)
		m.Draw(dst, area, v)
		for i := range m.Marks {
			x, y, ok := m.Place(area, v, i)
			if !ok {
				continue
			}
			best := m.topAt(area, v, x, y)
			if want, _ := best.glyph(v); dst.At(x, y).Rune != want {
				t.Fatalf("cell (%d, %d) of point %d shows %q, want %q", x, y, i, dst.At(x, y).Rune, want)
			}
		}
	})
}

// topAt is the mark of a cell that matters most, the last one of several.
func (m Map) topAt(area Rect, v View, x, y int) Mark {
	var best Mark
	layer := -1
	for i, k := range m.Marks {
		if px, py, ok := m.Place(area, v, i); ok && px == x && py == y && k.layer() >= layer {
			best, layer = k, k.layer()
		}
	}
	return best
}

func TestWhereALabelGoes(t *testing.T) {
	line := func(marks ...Mark) string {
		at := make([]placed, len(marks))
		for i, m := range marks {
			at[i] = placed{Mark: m, x: int(m.X), y: int(m.Y)}
		}
		dst := NewGrid(10, 2)
		drawMarks(dst, dst.Bounds(), View{}, func(int, int) Ink { return None }, at)
		var out []string
		for y := range 2 {
			var b strings.Builder
			for x := range 10 {
				r := dst.At(x, y).Rune
				if r == 0 {
					r = ' '
				}
				b.WriteRune(r)
			}
			out = append(out, strings.TrimRight(b.String(), " "))
		}
		return strings.TrimRight(strings.Join(out, "/"), "/")
	}
	k := func(x int) Mark { return Mark{X: float64(x), Class: 1, Focus: true, Label: "k"} }
	plain := func(x int) Mark { return Mark{X: float64(x), Class: -1} }
	for _, c := range []struct{ got, want string }{
		{line(k(3)), "  (◇)k"},
		{line(k(3), plain(4)), " k(◇□"},
		{line(k(3), plain(5)), " k(◇)□"},
		{line(k(3), plain(2)), "  □◇)k"},
		{line(k(3), plain(2), plain(4)), "  □◇□/   k"},
		{line(k(9)), "       k(◇"},
		{line(k(2), Mark{X: 6, Class: -1, Focus: true, Label: "ℓ"}), " (◇)k(□)ℓ"},
		{line(k(2), Mark{X: 5, Class: -1, Focus: true, Label: "ℓ"}), "k(◇)(□)ℓ"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
