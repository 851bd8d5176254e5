package stage

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
)

// A draft shows what was worked out and nothing else, whatever it is: the curve as
// steep at its start as g, with its top where slope and κ put it.
func TestDraft(t *testing.T) {
	none := math.NaN()
	tests := []struct {
		name  string
		d     Draft
		marks string
		title string
	}{
		{"nothing", Draft{Old: 0.3, Slope: 2, C: 1, Lo: none, Hi: none, Kappa: none, Star: none, New: none}, "old", "g over αℓ, from what you fill in"},
		{"bounds", Draft{Old: 0.3, Slope: 2, C: 1, Lo: 0, Hi: 0.5, Kappa: none, Star: none, New: none}, "[L, H] L H old", "g over αℓ, from what you fill in"},
		{"turned bounds", Draft{Old: 0.3, Slope: 2, C: 1, Lo: 0.5, Hi: 0, Kappa: none, Star: none, New: none}, "L H old", "g over αℓ, from what you fill in"},
		{"all", Draft{Old: 0.3, Slope: 2, C: 1, Lo: 0, Hi: 0.5, Kappa: 4, Star: 0.8, New: 0.5}, " [L, H] L H αℓ* old new", "g over αℓ, from what you fill in"},
		{"far", Draft{Old: 0.3, Slope: 2, C: 1, Lo: -90, Hi: 1e300, Kappa: 1e300, Star: math.Inf(1), New: none}, " [L, H] old", "g over αℓ, from what you fill in   ← L   H →   αℓ* →"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.d.Figure()
			c := f.Plot.(ascii.Chart)
			var names []string
			for _, s := range c.Series {
				names = append(names, s.Name)
			}
			if got := strings.Join(names, " "); got != tt.marks || f.Title != tt.title {
				t.Errorf("%q under %q", got, f.Title)
			}
			for _, size := range [][2]int{{70, 30}, {24, 5}, {3, 2}, {0, 0}} {
				f.Plot.Draw(ascii.NewGrid(size[0], size[1]), ascii.Rect{W: size[0], H: size[1]}, ascii.View{})
			}
		})
	}
	d := tests[3].d
	if top := d.Old + d.Slope/d.Kappa; d.rise(top) <= d.rise(top-0.01) || d.rise(top) <= d.rise(top+0.01) || d.rise(d.Old) != 0 {
		t.Errorf("no top at %v", top)
	}
}
