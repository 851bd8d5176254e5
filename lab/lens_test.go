package lab

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
)

// zoomable are pictures that can be zoomed, drawn at random.
func zoomable(t *rapid.T) ascii.Figure {
	some := func(name string) []float64 { return rapid.SliceOfN(rapid.Float64Range(-5, 1e4), 2, 40).Draw(t, name) }
	marks := []ascii.Mark{}
	for i, x := range some("x") {
		marks = append(marks, ascii.Mark{X: x, Y: float64(i * i), Class: 1})
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		m := ascii.Map{Marks: marks, Equal: rapid.Bool().Draw(t, "equal"), XLabel: "x₁", YLabel: "x₂", Legend: true}
		m.Field = ascii.FieldFunc(func(x, y float64) float64 { return math.Sin(x) + y })
		return m
	case 1:
		return ascii.Lift{Marks: marks, F: func(x float64) float64 { return x * x }, HasLine: true, W1: 1, W2: -1, B: 3}
	case 2:
		b := ascii.Bars{Vertical: true}
		for _, y := range some("bars") {
			b.Bars = append(b.Bars, ascii.Bar{Value: y})
		}
		return b
	}
	ys := some("y")
	c := ascii.Chart{Series: []ascii.ChartSeries{{Name: "y", Y: ys}}, HasCursor: true, Cursor: float64(rapid.IntRange(0, len(ys)-1).Draw(t, "cursor"))}
	if rapid.Bool().Draw(t, "ranged") {
		c.X = ascii.Range{Max: 40}
	}
	return c
}

// Whatever is done with a lens, the part shown is a part of the whole, drawn inside
// its area; as long as it has not been panned it has the cursor in it.
func TestLensLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, view, area := zoomable(rt), ascii.View{}, ascii.Rect{W: 40, H: 16}
		e, ok := extentOf(f, area, view)
		if !ok {
			rt.Fatal("it cannot be zoomed")
		}
		l := lens{flip: rapid.Bool().Draw(rt, "flip"), zoom: rapid.IntRange(0, e.limit).Draw(rt, "zoom")}
		inside := func(part, whole ascii.Range) {
			slack := 1e-9 * (math.Abs(whole.Min) + math.Abs(whole.Max))
			if part.Min < whole.Min-slack || part.Max > whole.Max+slack || part.Min > part.Max || part.Min == part.Max && whole.Min < whole.Max {
				rt.Fatalf("the part %v is not in %v", part, whole)
			}
		}
		if x, _ := l.window(e); x.With(e.cursor.X) != x && e.x.With(e.cursor.X) == e.x && math.Abs(x.Min-e.cursor.X) > 1e-9*e.x.Span() {
			rt.Fatalf("the cursor at %v is not in %v", e.cursor.X, x)
		}
		ways := []func(*lens, extent){(*lens).left, (*lens).right, (*lens).up, (*lens).down, (*lens).in, (*lens).out}
		for _, way := range rapid.SliceOfN(rapid.SampledFrom(ways), 0, 12).Draw(rt, "ways") {
			way(&l, e)
			x, y := l.window(e)
			inside(x, e.x)
			inside(y, e.y)
		}
		g := ascii.NewGrid(60, 24)
		at := ascii.Rect{X: 7, Y: 3, W: area.W, H: area.H}
		l.apply(f, area, view).Draw(g, at, view)
		for y := range g.H {
			for x := range g.W {
				if !at.Contains(x, y) && g.At(x, y) != (ascii.Cell{}) {
					rt.Fatalf("a cell outside the picture at %d, %d", x, y)
				}
			}
		}
		l.all(e)
		if l.zoom != 0 || l.panned {
			rt.Fatal("all of it is not the whole")
		}
	})
}

// The wheel keeps what is under it where it is, and turned back as far shows exactly
// the whole; so does the key.
func TestTheWheelZoomsAroundTheMouse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, view := zoomable(rt), ascii.View{}
		s := newStage()
		room := ascii.Rect{X: 3, Y: 2, W: rapid.IntRange(24, 120).Draw(rt, "w"), H: rapid.IntRange(8, 50).Draw(rt, "h")}
		at := func() place {
			return place{figures: []shown{s.looked(shown{figure: exercises.Figure{Plot: f}, area: room}, view)}}
		}
		x, y := rapid.IntRange(room.X, room.X+room.W-1).Draw(rt, "x"), rapid.IntRange(room.Y, room.Y+room.H-1).Draw(rt, "y")
		before, on := at().figures[0].under(view, x-room.X, y-room.Y)
		turns := rapid.IntRange(1, 12).Draw(rt, "turns")
		for range turns {
			s.zoomAt(at(), view, x, y, wheelTurn)
		}
		now := at().figures[0]
		after, still := now.under(view, x-room.X, y-room.Y)
		_, bars := f.(ascii.Bars)
		e, _ := extentOf(f, now.room(), view)
		px, py := now.look.window(e)
		kept := func(was, is float64, part, whole ascii.Range, cells int) {
			edge := part.Min-whole.Min < 1e-9*whole.Span() || whole.Max-part.Max < 1e-9*whole.Span()
			if d := math.Abs(was - is); !edge && d > 1e-6*part.Span() && d > 1.5*part.Span()/float64(cells) {
				rt.Fatalf("%v was under the mouse, now %v of %v", was, is, part)
			}
		}
		switch {
		case !on || !still:
		case bars:
			if before.X < px.Min-1 || before.X > px.Max+1 {
				rt.Fatalf("bar %v is not in %v", before.X, px)
			}
		default: // ticks that grow and shrink with where it stands may leave it a cell beside
			kept(before.X, after.X, px, e.x, room.W/2)
			if py.Span() > 0 {
				kept(before.Y, after.Y, py, e.y, 1e6)
			}
		}
		for range turns {
			s.zoomAt(at(), view, x, y, -wheelTurn)
		}
		if l := s.lensOf(0); l != (lens{}) {
			rt.Fatalf("turned back it is %v", l)
		}
	})
}

// A zoom is a number as people write them, and ends where there is nothing more to
// see: at a few steps of a run, however long.
func TestZoomWords(t *testing.T) {
	for zoom, want := range map[int]string{0: "", 2: "zoomed ×1.4", 4: "zoomed ×2", 6: "zoomed ×2.8", 16: "zoomed ×16", 36: "zoomed ×512"} {
		if got := (lens{zoom: zoom}).words(); got != want {
			t.Errorf("%d: %q, want %q", zoom, got, want)
		}
	}
	for n, want := range map[int]float64{2: 4, 40: 16, 2000: 512, 1e6: 1024} {
		c := ascii.Chart{Series: []ascii.ChartSeries{{Y: make([]float64, n)}}, HasCursor: true}
		e, _ := extentOf(c, ascii.Rect{W: 40, H: 10}, ascii.View{})
		var l lens
		for range 100 {
			l.in(e)
		}
		if times := math.Exp2(float64(l.zoom) / octave); times > want || times < want/2 {
			t.Errorf("%d steps zoom to ×%v, want about ×%v", n, times, want)
		}
	}
}
