package ascii

import (
	"strings"
	"testing"
)

// A number of an axis touches its tick, whatever the name of the axis leaves it.
func TestNumbersStandAtTheirTicks(t *testing.T) {
	for w := 30; w < 90; w++ {
		for _, span := range []Range{{0.30103, 3}, {0.3, 3.05}, {-4, 2.1}} {
			for _, label := range []string{"", "x", "log₁₀ d", "a long name of an axis"} {
				g := NewGrid(w, 24)
				Map{X: span, Y: Range{0, 9}, XLabel: label, YLabel: "y", Field: FieldFunc(func(x, y float64) float64 { return y - x })}.Draw(g, g.Bounds(), View{})
				rows := strings.Split(runes(g), "\n")
				var ticks, numbers []rune
				for i, row := range rows {
					if strings.Contains(row, "╵") {
						ticks, numbers = []rune(row), []rune(rows[i+1])
					}
				}
				if label != "" {
					if i := strings.Index(string(numbers), label); i >= 0 {
						numbers = []rune(string(numbers)[:i])
					}
				}
				if ticks == nil {
					t.Fatal("no ticks")
				}
				for x := 0; x < len(numbers); x++ {
					end := x
					for end < len(numbers) && numbers[end] != ' ' {
						end++
					}
					near := string(ticks[min(max(0, x-1), len(ticks)):min(end+1, len(ticks))])
					if end > x && !strings.Contains(near, "╵") {
						t.Fatalf("at %d columns, %q: %q touches no tick:\n%s\n%s", w, label, string(numbers[x:end]), string(ticks), string(numbers))
					}
					x = end
				}
			}
		}
	}
}
