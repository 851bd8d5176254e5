package pictures

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Every rectangle is on the stage, and no two overlap.
func TestArrange_noOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		area := ascii.Rect{X: 2, Y: 2, W: rapid.IntRange(0, 220).Draw(t, "w"), H: rapid.IntRange(0, 70).Draw(t, "h")}
		draw := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		p := content{
			mains: draw("mains", 3), charts: draw("charts", 3), strips: draw("strips", 3), tables: draw("tables", 3),
			mainHeight: draw("mainHeight", 20), textOnly: rapid.Bool().Draw(t, "textOnly"), tableRows: draw("rows", 40),
			pointTableLen: draw("points", 40), tableWidth: draw("columns", 90), controlCount: draw("controls", 3),
			timeline: rapid.Bool().Draw(t, "timeline"), lineRows: draw("lines", 3),
		}
		for i := range p.charts {
			p.codeChart = draw("codeChart", i)
			p.chartHeights = append(p.chartHeights, draw("chartHeight", 20)-10)
		}
		s := arrange(area, p)
		if len(s.mains) != p.mains && p.mains > 0 || len(s.charts) != p.charts || len(s.strips) != p.strips {
			t.Fatalf("arrange(%+v) = %+v, want all figures", p, s)
		}
		all := slices.Concat([]ascii.Rect{s.Controls, s.Timeline, s.Status, s.Lines}, s.mains, s.charts, s.strips,
			s.tables, s.points)
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

// In a low column, a few bars keep their labels, and all charts are there, but not the pseudo-code.
func TestFigureColumn_omitsCodeFirst(t *testing.T) {
	got := figureColumn(ascii.Rect{W: 30, H: 20}, []int{0, -7, 8, 0, 0}, 2)
	if got[1].H < 7 || !got[2].Empty() || got[4].Empty() {
		t.Errorf("got %v, want at least 7 rows, no row and some rows for figures 1, 2 and 4", got)
	}
}

func randomMap(t *rapid.T) ascii.Map {
	var marks []ascii.Mark
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

// The wheel keeps the place under the mouse, up to the edge of the map. Turned back, it shows the whole map.
func TestZoomAt_keepsPlaceUnderMouse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plot, view, s := randomMap(rt), ascii.View{}, NewStage()
		area := ascii.Rect{X: 3, Y: 2, W: rapid.IntRange(24, 120).Draw(rt, "w"), H: rapid.IntRange(8, 50).Draw(rt, "h")}
		now := func() PlacedFigure {
			return s.withZoom(PlacedFigure{Figure: exercises.Figure{Plot: plot}, Area: area}, view)
		}
		x := area.X + rapid.IntRange(0, area.W-1).Draw(rt, "x")
		y := area.Y + rapid.IntRange(0, area.H-1).Draw(rt, "y")
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
