package pictures

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
)

// aMap is a map or a lift, drawn at random.
func aMap(t *rapid.T) ascii.Figure {
	marks := []ascii.Mark{}
	for i, x := range rapid.SliceOfN(rapid.Float64Range(-5, 1e4), 2, 40).Draw(t, "x") {
		marks = append(marks, ascii.Mark{X: x, Y: float64(i * i), Class: 1})
	}
	if rapid.Bool().Draw(t, "lift") {
		return ascii.Lift{Marks: marks, F: func(x float64) float64 { return x * x }, HasLine: true, W1: 1, W2: -1, B: 3}
	}
	m := ascii.Map{Marks: marks, Equal: rapid.Bool().Draw(t, "equal"), XLabel: "x₁", YLabel: "x₂", Legend: true}
	m.Field = ascii.FieldFunc(func(x, y float64) float64 { return math.Sin(x) + y })
	return m
}

// However a map is zoomed, the part shown lies in the map and is drawn inside its area.
// Zoomed by keys it has the point inspected in it.
func TestZoomLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, view := NewStage(), ascii.View{}
		area := ascii.Rect{X: 7, Y: 3, W: 40, H: 16}
		f := Placed{Figure: exercises.Figure{Plot: aMap(rt)}, Area: area}
		s.Point = rapid.IntRange(-1, 1).Draw(rt, "point")
		inside := func(part, whole ascii.Range) {
			slack := 1e-9 * (math.Abs(whole.Min) + math.Abs(whole.Max))
			if part.Min < whole.Min-slack || part.Max > whole.Max+slack || part.Min >= part.Max {
				rt.Fatalf("the part %v is not in %v", part, whole)
			}
		}
		for range rapid.IntRange(0, 12).Draw(rt, "turns") {
			now := s.zoomed(f, view)
			e := s.extentOf(now, view)
			if n := rapid.IntRange(-2, 3).Draw(rt, "levels"); rapid.Bool().Draw(rt, "wheel") {
				x, y := rapid.IntRange(area.X, area.X+area.W-1).Draw(rt, "x"), rapid.IntRange(area.Y, area.Y+area.H-1).Draw(rt, "y")
				s.ZoomAt(Places{Figures: []Placed{now}}, view, x, y, n)
			} else {
				s.SetZoom(0, s.ZoomOf(0).By(n))
			}
			x, y := s.ZoomOf(0).part(e)
			inside(x, e.x)
			inside(y, e.y)
			if m := e.middle; !s.ZoomOf(0).placed && (x.With(m.X) != x || y.With(m.Y) != y) {
				rt.Fatalf("the point at %v is not in %v, %v", m, x, y)
			}
		}
		g := ascii.NewGrid(60, 24)
		s.zoomed(f, view).Figure.Plot.Draw(g, area, view)
		for y := range g.H {
			for x := range g.W {
				if !area.Contains(x, y) && g.At(x, y) != (ascii.Cell{}) {
					rt.Fatalf("a cell outside the map at %d, %d", x, y)
				}
			}
		}
	})
}

// A turn of the wheel keeps what is under it where it is, as far as the map reaches, and
// turned back as far it shows exactly the whole.
func TestTheWheelZoomsAroundTheMouse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plot, view, s := aMap(rt), ascii.View{}, NewStage()
		area := ascii.Rect{X: 3, Y: 2, W: rapid.IntRange(24, 120).Draw(rt, "w"), H: rapid.IntRange(8, 50).Draw(rt, "h")}
		now := func() Placed { return s.zoomed(Placed{Figure: exercises.Figure{Plot: plot}, Area: area}, view) }
		x, y := rapid.IntRange(area.X, area.X+area.W-1).Draw(rt, "x"), rapid.IntRange(area.Y, area.Y+area.H-1).Draw(rt, "y")
		turns := rapid.IntRange(1, maxLevel).Draw(rt, "turns")
		for range turns {
			before, on := now().Under(view, x, y)
			s.ZoomAt(Places{Figures: []Placed{now()}}, view, x, y, 1)
			after, still := now().Under(view, x, y)
			e := s.extentOf(now(), view)
			px, py := now().zoom.part(e)
			kept := func(was, is float64, part, whole ascii.Range, cells int) {
				edge := part.Min-whole.Min < 1e-9*whole.Span() || whole.Max-part.Max < 1e-9*whole.Span()
				if math.Abs(was-is) > 1.5*part.Span()/float64(cells) && !edge {
					rt.Fatalf("%v was under the mouse, now %v of %v", was, is, part)
				}
			}
			if on && still {
				kept(before.X, after.X, px, e.x, area.W/2)
				kept(before.Y, after.Y, py, e.y, area.H/2)
			}
		}
		for range turns {
			s.ZoomAt(Places{Figures: []Placed{now()}}, view, x, y, -1)
		}
		if z := s.ZoomOf(0); z != (zoom{}) {
			rt.Fatalf("turned back it is %v", z)
		}
	})
}

func TestZoomWords(t *testing.T) {
	for level, want := range map[int]string{0: "", 1: "zoomed ×1.4", 2: "zoomed ×2", 3: "zoomed ×2.8", 8: "zoomed ×16", 12: "zoomed ×64"} {
		if got := (zoom{level: level}).words(); got != want {
			t.Errorf("%d: %q, want %q", level, got, want)
		}
	}
}
