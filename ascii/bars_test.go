package ascii

import (
	"strconv"
	"strings"
	"testing"
)

// columnsOf draws bars of class +1, some with letters, and returns the rows.
func columnsOf(b Bars, w, h int) []string {
	g := NewGrid(w, h)
	b.Vertical = true
	b.Draw(g, Rect{W: w, H: h}, View{})
	var rows []string
	for y := range h {
		var row []rune
		for x := range w {
			r := g.At(x, y).Rune
			if r == 0 {
				r = ' '
			}
			row = append(row, r)
		}
		rows = append(rows, string(row))
	}
	return rows
}

// Below columns stand labels or numbers, bars do not touch
// where there is a cell between them, and a letter stands above its bar, which
// keeps the colour of its class.
func TestBars_distinguishable(t *testing.T) {
	for _, n := range []int{4, 9, 24, 40, 200} {
		b := Bars{}
		for i := range n {
			b.Bars = append(b.Bars, Bar{Label: "alpha" + strconv.Itoa(i+1), Value: 1, Class: 1})
		}
		b.Bars[2].Tag = Span{"k", Symbol1}
		b.Bars[2].Value = 0.4
		rows := columnsOf(b, 60, 10)
		numbers := strings.Fields(rows[9])
		if len(numbers) < 3 {
			t.Errorf("%d bars: below them stands %q", n, rows[9])
		}
		last := 0
		for _, s := range numbers {
			v, err := strconv.Atoi(strings.TrimPrefix(s, "alpha"))
			if err != nil || v <= last || v > n {
				t.Errorf("%d bars: %q below them in %q", n, s, rows[9])
			}
			last = v
		}
		if 2*n <= 50 && strings.Contains(rows[8], strings.Repeat("█", 60/n+1)) {
			t.Errorf("%d bars touch: %q", n, rows[8])
		}
		if all := strings.Join(rows, "\n"); n <= 40 && strings.Count(all, "k") != 1 {
			t.Errorf("%d bars: no letter k\n%s", n, all)
		}
	}
	if ink := (Bar{Class: 1, Ink: Symbol1, Tag: Span{"k", Symbol1}}).Hue(); ink != MarkPos {
		t.Errorf("a bar with a letter has ink %d", ink)
	}
}

// Columns stand on a line of 0, and hang from it, also where there is no bar.
func TestBars_lineOfZero(t *testing.T) {
	for _, values := range [][]float64{{1, 2, 0, 3, 1}, {1, -2, 0.5, -3, 0}, {-1, -2, 0, -1, -1}} {
		var b Bars
		for _, v := range values {
			b.Bars = append(b.Bars, Bar{Label: "a", Value: v})
		}
		g := NewGrid(30, 9)
		b.drawColumns(g, g.Bounds(), View{})
		most := 0
		for _, row := range strings.Split(runes(g), "\n") {
			most = max(most, strings.Count(row, "▁"))
		}
		if most < 4 {
			t.Errorf("%v has no line of 0:\n%s", values, runes(g))
		}
	}
}
