package ascii

import (
	"strings"
	"testing"
)

// A matrix shows its values at any size: as numbers if they fit, or else by a colour bar beside it
// or a scale below it.
func TestHeatmap_values(t *testing.T) {
	large := func(i, j int) float64 { return float64(i*j)*1.5 - 300 }
	small := func(i, j int) float64 { return []float64{846.5, -327, 0.61, -2.5, 1e-15, 0.003}[(i+j)%6] }
	for _, c := range []struct {
		n, w, h int
		at      func(i, j int) float64
		want    []string
	}{
		{7, 42, 40, small, []string{"846", "-327", "0.6", "-2.5", " 0 ", "~0"}},
		{7, 22, 20, small, []string{"-327", "846.5"}},
		{7, 74, 20, small, []string{"846", "-327", "0.61"}},
		{30, 22, 20, large, []string{"-300", "961.5"}},
		{30, 60, 20, large, []string{"500", "0"}},
	} {
		for _, p := range []Profile{TrueColor, Mono, SevenBit} {
			g := NewGrid(c.w, c.h)
			Heatmap{Rows: c.n, Cols: c.n, At: c.at, ShowValues: true}.Draw(g, g.Bounds(), View{Profile: p})
			for _, want := range c.want {
				if got := strings.ReplaceAll(runes(g), "−", "-"); !strings.Contains(got, want) {
					t.Errorf("%d entries a side in %d×%d, profile %d: want %q, got\n%s", c.n, c.w, c.h, p, want, got)
				}
			}
		}
	}
}

// An entry that is not finite is blank. A matrix with blanks is not called symmetric.
func TestHeatmap_blanks(t *testing.T) {
	none := Heatmap{Rows: 3, Cols: 3, At: func(int, int) float64 { return noValue() }}
	some := Heatmap{Rows: 3, Cols: 3, At: func(i, j int) float64 {
		if i != j {
			return noValue()
		}
		return 4
	}}
	for _, p := range []Profile{TrueColor, Mono, SevenBit} {
		v := View{Profile: p}
		for _, c := range []struct {
			heat        Heatmap
			dots, fours int
		}{{none, 9, 0}, {some, 6, 3}} {
			g := NewGrid(40, 20)
			c.heat.Draw(g, g.Bounds(), v)
			got := runes(g)
			if dots := strings.Count(got, string(v.Rune('·', '.'))); dots != c.dots ||
				strings.Count(got, "4") != c.fours || strings.Contains(got, "NaN") {
				t.Errorf("profile %d: got %d blanks, want %d:\n%s", p, dots, c.dots, got)
			}
		}
	}
	if words := strings.Join(some.Words(), " "); strings.Contains(words, "symmetric") ||
		!strings.Contains(words, "6 of 9 entries blank. Row 1: 4, blank, blank.") {
		t.Errorf("Words() = %q, want 6 of 9 blank and no symmetry", words)
	}
}
