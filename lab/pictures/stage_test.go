package pictures

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
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
				"textOnly"), tableRows: rapid.IntRange(0, 40).Draw(t, "rows"), pointTableLen: rapid.IntRange(0, 40).Draw(t,
				"points"), tableWidth: rapid.IntRange(0, 90).Draw(t, "columns"),
			controlCount: n.Draw(t, "controls"), timeline: rapid.Bool().Draw(t, "timeline"), lineRows: n.Draw(t, "lines"),
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

func randomMap(t *rapid.T) ascii.Map {
	marks := []ascii.Mark{}
	for i, x := range rapid.SliceOfN(rapid.Float64Range(-5, 1e4), 2, 40).Draw(t, "x") {
		marks = append(marks, ascii.Mark{X: x, Y: float64(i * i), Class: 1})
	}
	m := ascii.Map{Marks: marks, SameScale: rapid.Bool().Draw(t, "equal"), XLabel: "x₁", YLabel: "x₂", Legend: true}
	m.Field = ascii.FieldFunc(func(x, y float64) float64 { return math.Sin(x) + y })
	return m
}

// The visible part of a map is always inside the map, and is drawn inside the map's area. If it
// was zoomed by keys, the inspected point is visible.
func TestZoom_staysInside(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, view := NewStage(), ascii.View{}
		area := ascii.Rect{X: 7, Y: 3, W: 40, H: 16}
		f := PlacedFigure{Figure: exercises.Figure{Plot: randomMap(rt)}, Area: area}
		s.Point = rapid.IntRange(-1, 1).Draw(rt, "point")
		inside := func(part, whole ascii.Range) {
			slack := 1e-9 * (math.Abs(whole.Min) + math.Abs(whole.Max))
			if part.Min < whole.Min-slack || part.Max > whole.Max+slack || part.Min >= part.Max {
				rt.Fatalf("got part %v, want it inside %v", part, whole)
			}
		}
		for range rapid.IntRange(0, 12).Draw(rt, "turns") {
			now := s.withZoom(f, view)
			e := s.extentOf(now, view)
			if n := rapid.IntRange(-2, 3).Draw(rt, "levels"); rapid.Bool().Draw(rt, "wheel") {
				x, y := rapid.IntRange(area.X, area.X+area.W-1).Draw(rt, "x"), rapid.IntRange(area.Y,
					area.Y+area.H-1).Draw(rt, "y")
				s.ZoomAt(Places{Figures: []PlacedFigure{now}}, view, x, y, n)
			} else {
				s.SetZoom(0, s.Zoom(0).ZoomIn(n))
			}
			x, y := s.Zoom(0).visibleRanges(e)
			inside(x, e.x)
			inside(y, e.y)
			if m := e.centre; !s.Zoom(0).hasCentre && (x.With(m.X) != x || y.With(m.Y) != y) {
				rt.Fatalf("got part %v, %v, want it around the point at %v", x, y, m)
			}
		}
		g := ascii.NewGrid(60, 24)
		s.withZoom(f, view).Figure.Plot.Draw(g, area, view)
		for y := range g.H {
			for x := range g.W {
				if !area.Contains(x, y) && g.At(x, y) != (ascii.Cell{}) {
					rt.Fatalf("got a cell at %d, %d, want none outside %v", x, y, area)
				}
			}
		}
	})
}

// A turn of the wheel keeps the place under the mouse, up to the edge of the map. The
// same number of turns back shows exactly the whole map.
func TestZoomAt_keepsPlaceUnderMouse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plot, view, s := randomMap(rt), ascii.View{}, NewStage()
		area := ascii.Rect{X: 3, Y: 2, W: rapid.IntRange(24, 120).Draw(rt, "w"), H: rapid.IntRange(8, 50).Draw(rt, "h")}
		now := func() PlacedFigure {
			return s.withZoom(PlacedFigure{Figure: exercises.Figure{Plot: plot}, Area: area}, view)
		}
		x, y := rapid.IntRange(area.X, area.X+area.W-1).Draw(rt, "x"), rapid.IntRange(area.Y, area.Y+area.H-1).Draw(rt,
			"y")
		turns := rapid.IntRange(1, maxLevel).Draw(rt, "turns")
		for range turns {
			before, on := now().MapPoint(view, x, y)
			s.ZoomAt(Places{Figures: []PlacedFigure{now()}}, view, x, y, 1)
			after, still := now().MapPoint(view, x, y)
			e := s.extentOf(now(), view)
			px, py := now().zoom.visibleRanges(e)
			kept := func(was, is float64, part, whole ascii.Range, cells int) {
				edge := part.Min-whole.Min < 1e-9*whole.Span() || whole.Max-part.Max < 1e-9*whole.Span()
				if math.Abs(was-is) > 1.5*part.Span()/float64(cells) && !edge {
					rt.Fatalf("got %v of %v under the mouse, want %v", is, part, was)
				}
			}
			if on && still {
				kept(before.X, after.X, px, e.x, area.W/2)
				kept(before.Y, after.Y, py, e.y, area.H/2)
			}
		}
		for range turns {
			s.ZoomAt(Places{Figures: []PlacedFigure{now()}}, view, x, y, -1)
		}
		if z := s.Zoom(0); z != (zoom{}) {
			rt.Fatalf("zoom after turning back = %v, want the zero zoom", z)
		}
	})
}
