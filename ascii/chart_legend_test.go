package ascii

import (
	"strings"
	"testing"
)

// Where no name fits beside a curve the names stand above them, each behind the
// mark by which its curve can be told without colour, and no curve runs through
// them.
func TestNamesWithoutRoomStandAbove(t *testing.T) {
	two := Chart{Series: []ChartSeries{
		{Name: "training", Y: []float64{3, 2, 1}}, {Name: "held out", Y: []float64{3, 3, 3}, Kind: Crosses},
	}, Refs: []RefLine{{Y: 2, Label: "coin"}}}
	first := func(c Chart, w, h int, p Profile) string {
		g := NewGrid(w, h)
		c.Draw(g, g.Bounds(), View{Profile: p})
		var row strings.Builder
		for x := range w {
			if r := g.At(x, 0).Rune; r != 0 {
				row.WriteRune(r)
			} else {
				row.WriteByte(' ')
			}
		}
		return strings.TrimRight(row.String(), " ")
	}
	for profile, want := range map[Profile]string{
		TrueColor: "━ training  × held out", Mono: "━━━ training  × held out", SevenBit: "a training  x held out",
	} {
		if got := first(two, 28, 10, profile); got != want {
			t.Errorf("%v: %q, want %q", profile, got, want)
		}
	}
	if got := first(two, 32, 10, TrueColor); got != "━ training  × held out  ╌ coin" {
		t.Errorf("with room for the reference: %q", got)
	}
	if got := first(two, 50, 10, TrueColor); strings.HasPrefix(got, "━ training") {
		t.Errorf("with room at the right end: %q", got)
	}
	for name, c := range map[string]Chart{"one curve": {Series: two.Series[:1]}, "a curve without name": {Series: append([]ChartSeries{{Y: []float64{1, 2}}}, two.Series...)}} {
		if got := first(c, 24, 10, TrueColor); strings.Contains(got, "training") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := first(two, 28, legendFrom-1, TrueColor); strings.Contains(got, "training") {
		t.Errorf("a low chart loses a row: %q", got)
	}
}
