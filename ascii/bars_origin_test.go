package ascii

import (
	"strings"
	"testing"
)

// Columns stand on a line of 0, and hang from it, also where there is no bar.
func TestColumnsHaveALineOfZero(t *testing.T) {
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
