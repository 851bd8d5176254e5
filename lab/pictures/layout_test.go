package pictures

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

// Every rectangle is on the stage, and no two overlap.
func TestArrange_noOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		area := ascii.Rect{X: 2, Y: 2, W: rapid.IntRange(0, 220).Draw(t, "w"), H: rapid.IntRange(0, 70).Draw(t, "h")}
		n := rapid.IntRange(0, 3)
		p := content{
			mains: n.Draw(t, "mains"), charts: n.Draw(t, "charts"), strips: n.Draw(t, "strips"), tables: n.Draw(t,
				"tables"),
			mainHeight: rapid.IntRange(0, 20).Draw(t, "mainHeight"), textOnly: rapid.Bool().Draw(t,
				"textOnly"), rows: rapid.IntRange(0, 40).Draw(t, "rows"), points: rapid.IntRange(0, 40).Draw(t,
				"points"), columns: rapid.IntRange(0, 90).Draw(t, "columns"),
			controls: n.Draw(t, "controls"), timeline: rapid.Bool().Draw(t, "timeline"), lines: n.Draw(t, "lines"),
		}
		for range p.charts {
			p.chartHeights = append(p.chartHeights, rapid.IntRange(0, 10).Draw(t, "chartHeight"))
		}
		s := arrange(area, p)
		if len(s.mains) != p.mains && p.mains > 0 || len(s.charts) != p.charts || len(s.strips) != p.strips {
			t.Fatalf("arrange(%+v) = %d mains, %d charts, %d strips, want all", p, len(s.mains), len(s.charts),
				len(s.strips))
		}
		all := []ascii.Rect{s.Controls, s.Timeline, s.Status, s.Lines}
		for _, list := range [][]ascii.Rect{s.mains, s.charts, s.strips, s.tables, s.points} {
			all = append(all, list...)
		}
		for i, a := range all {
			if !a.Empty() && a.Intersect(area) != a {
				t.Fatalf("got %+v outside the area, want it in %+v", a, area)
			}
			for _, b := range all[:i] {
				if !a.Empty() && !b.Empty() && !a.Intersect(b).Empty() {
					t.Fatalf("got overlapping %+v and %+v, want no overlap", b, a)
				}
			}
		}
	})
}
