package ascii

import (
	"strings"
	"testing"
)

// A matrix tells its values wherever it stands: by numbers where they fit, by a bar
// beside it, or by the two ends of its scale below.
func TestAMatrixTellsItsValues(t *testing.T) {
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
			Heatmap{Rows: c.n, Cols: c.n, At: c.at, Bar: true}.Draw(g, g.Bounds(), View{Profile: p})
			for _, want := range c.want {
				if got := strings.ReplaceAll(runes(g), "−", "-"); !strings.Contains(got, want) {
					t.Errorf("%d entries a side in %d×%d, profile %d, lack %q:\n%s", c.n, c.w, c.h, p, want, got)
				}
			}
		}
	}
}
