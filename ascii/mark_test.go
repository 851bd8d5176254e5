package ascii

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

// In every cell with points the most important point is visible, whatever is selected, in focus or
// labelled.
func TestDrawMarks_nothingHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Map{}
		for range rapid.IntRange(1, 30).Draw(t, "n") {
			m.Marks = append(m.Marks, Mark{
				X: float64(rapid.IntRange(0, 9).Draw(t, "x")), Y: float64(rapid.IntRange(0, 4).Draw(t, "y")),
				Class: rapid.SampledFrom([]int{-1, 1}).Draw(t,
					"class"), Kind: MarkKind(rapid.IntRange(0, 2).Draw(t, "kind")),
				Focus: rapid.IntRange(0, 3).Draw(t, "focus") == 0, Selected: rapid.IntRange(0, 9).Draw(t,
					"selected") == 0,
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

// topAt returns the most important mark of a cell, and the last one if several are equally
// important.
func (m Map) topAt(area Rect, v View, x, y int) Mark {
	var best Mark
	layer := -1
	for i, mark := range m.Marks {
		if px, py, ok := m.Place(area, v, i); ok && px == x && py == y && mark.layer() >= layer {
			best, layer = mark, mark.layer()
		}
	}
	return best
}

func TestDrawMarks_label(t *testing.T) {
	line := func(marks ...Mark) string {
		at := make([]placedMark, len(marks))
		for i, m := range marks {
			at[i] = placedMark{Mark: m, x: int(m.X), y: int(m.Y)}
		}
		dst := NewGrid(10, 2)
		drawMarks(dst, dst.Bounds(), View{}, func(int, int) Ink { return None }, at)
		return strings.TrimRight(strings.ReplaceAll(runes(dst), "\n", "/"), "/")
	}
	k := func(x int) Mark { return Mark{X: float64(x), Class: 1, Focus: true, Label: "k"} }
	plain := func(x int) Mark { return Mark{X: float64(x), Class: -1} }
	number := func(x int, label string) Mark { return Mark{X: float64(x), Class: -1, Label: label} }
	for _, c := range []struct{ got, want string }{
		{line(k(3)), "  (◇)k"},
		{line(k(3), plain(4)), " k(◇□"},
		{line(k(3), plain(5)), " k(◇)□"},
		{line(k(3), plain(2)), "  □◇)k"},
		{line(k(3), plain(2), plain(4)), "  □◇□/   k"},
		{line(k(9)), "       k(◇"},
		{line(k(2), Mark{X: 6, Class: -1, Focus: true, Label: "ℓ"}), "k(◇) (□)ℓ"}, // k does not look like a label of □
		{line(k(0), Mark{X: 4, Class: -1, Focus: true, Label: "ℓ"}), "◇) (□)ℓ/k"},
		{line(k(2), Mark{X: 5, Class: -1, Focus: true, Label: "ℓ"}), "k(◇)(□)ℓ"},
		{line(number(3, "4"), number(6, "1"), plain(7)), "   □4 □□/      1"}, // the labels do not run together as 41
		{line(number(8, "34"), plain(7), plain(9)), "       □□□/        34"},
		{line(number(9, "34"), plain(8)), "        □□"}, // no label is cut to 3
		{line(Map{Marks: []Mark{plain(1), plain(5)}}.Numbered(map[int]string{1: "k"}).Marks...), " □1 (□)/     k = 2"},
	} {
		check.That(t, c.got == c.want, "%q, want %q", c.got, c.want)
	}
}

// Points that share a cell show their count, or their numbers if they have some. Neither is written
// over a point.
func TestDrawMarks_sharedCell(t *testing.T) {
	rows := func(marks ...Mark) string {
		m := Map{X: Range{0, 10}, Y: Range{0, 4}, Marks: marks}
		g := NewGrid(10, 3) // without axes
		m.Draw(g, g.Bounds(), View{})
		return runes(g)
	}
	two := []Mark{{X: 4, Y: 2, Class: 1}, {X: 4.1, Y: 2, Class: 1}}
	if got := rows(two...); !strings.Contains(got, "◇2") || strings.Contains(got, "22") {
		t.Errorf("two in one cell: want ◇2 once, got\n%s", got)
	}
	two[0].Number, two[1].Number = "7", "8"
	if got := rows(two...); !strings.Contains(got, "8◇7") {
		t.Errorf("two with numbers in one cell: want 8◇7, got\n%s", got)
	}
	if got := rows(Mark{X: 4, Y: 2, Class: 1}, Mark{X: 6, Y: 2, Class: -1}); strings.ContainsAny(got, "0123456789") {
		t.Errorf("one in each cell: want no count, got\n%s", got)
	}
	var full []Mark
	for x := range 10 {
		for y := range 3 {
			full = append(full, Mark{X: float64(x) + .5, Y: float64(y)*4/3 + .5, Class: 1, Number: "5"})
		}
	}
	if got := rows(full...); strings.Contains(got, "5") {
		t.Errorf("full cells: want no count over a point, got\n%s", got)
	}
}
