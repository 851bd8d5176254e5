package ascii

import (
	"strconv"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

// columnsOf draws the bars upright and returns the rows of text.
func columnsOf(b Bars, w, h int) []string {
	b.Vertical = true
	return strings.Split(runes(drawFigure(b, w, h, TrueColor)), "\n")
}

// The ticks of upright bars use the Format of the chart.
func TestBars_ticksHaveFormat(t *testing.T) {
	b := Bars{Vertical: true, Bars: []Bar{{Value: 2}, {Value: 1}}, Format: func(v float64) string {
		return "10^" + FormatValue(v)
	}}
	dst := NewGrid(30, 6)
	b.Draw(dst, dst.Bounds(), View{})
	if got := runes(dst); !strings.Contains(got, "10^2") {
		t.Errorf("got\n%s\nwant a tick 10^2", got)
	}
}

func TestBars_barAtDrawnRow(t *testing.T) {
	b := Bars{Bars: []Bar{{Label: "0"}, {Label: "1"}, {Label: "2"}}}
	for h := 3; h < 14; h++ {
		g := drawFigure(b, 30, h, TrueColor)
		for y := range h {
			i, ok := b.BarAt(g.Bounds(), View{}, 5, y)
			label := g.At(0, y).Rune
			check.That(t, label < '0' || ok && rune('0'+i) == label, "height %d, row %d: BarAt = %d, %v", h, y, i, ok)
		}
	}
}

// Labels or numbers are below the bars. Bars do not touch if there is a cell between them. A letter
// is above its bar, which keeps the ink of its class.
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
		check.That(t, len(numbers) >= 3, "%d bars: got %q below them, want at least 3 numbers", n, rows[9])
		last := 0
		for _, s := range numbers {
			v, err := strconv.Atoi(strings.TrimPrefix(s, "alpha"))
			if err != nil || v <= last || v > n {
				t.Errorf("%d bars: got %q in %q below them, want numbers that rise", n, s, rows[9])
			}
			last = v
		}
		if 2*n <= 50 && strings.Contains(rows[8], strings.Repeat("█", 60/n+1)) {
			t.Errorf("%d bars: got %q, want them not to touch", n, rows[8])
		}
		if all := strings.Join(rows, "\n"); n <= 40 && strings.Count(all, "k") != 1 {
			t.Errorf("%d bars: want one letter k, got\n%s", n, all)
		}
	}
	if ink := (Bar{Class: 1, Ink: Symbol1, Tag: Span{"k", Symbol1}}).EffectiveInk(); ink != MarkPos {
		t.Errorf("EffectiveInk() of a bar with a letter = %d, want %d", ink, MarkPos)
	}
}

// Positive bars start at the line of 0 and negative bars hang from it. The line is also drawn under bars of value 0.
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
			t.Errorf("%v: want a line of 0, got\n%s", values, runes(g))
		}
	}
}

// TestBars_smallValuesKeepTheirSide draws bars shorter than a cell, in heights where 0 may lie
// inside a cell. A small positive bar never hangs from the line of 0.
func TestBars_smallValuesKeepTheirSide(t *testing.T) {
	for h := 6; h < 14; h++ {
		for value, want := range map[float64]bool{0.01: false, -0.01: true} {
			hangs := false
			rows := columnsOf(Bars{Bars: []Bar{{Value: 3}, {Value: value}, {Value: -2}}}, 24, h)
			for _, row := range rows {
				cells := []rune(row)
				hangs = hangs || len(cells) > 12 && cells[12] == '▀' // in the column of the bar in the middle
			}
			if hangs != want {
				t.Errorf("%v in %d rows: hangs from the line is %v, want %v\n%s", value, h, hangs, want,
					strings.Join(rows, "\n"))
			}
		}
	}
}
