package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
)

func openSMO(t *testing.T, size [2]int) *bench {
	t.Helper()
	b := newLessonBench(t, "7.7", size, ascii.TrueColor)
	b.toTaskAt(3)
	return b
}

// places is where the stage is now, with the figures.
func (b *bench) places() pictures.Places {
	e := b.exercise()
	return arranged(e)
}

func (b *bench) countInk(r ascii.Rect, ink ascii.Ink) int {
	b.m.View()
	n := 0
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			if b.cells().At(x, y).Fg == ink {
				n++
			}
		}
	}
	return n
}

// The selected point is highlighted on the picture, in its row, bar and series, and in
// the formula.
func TestSelection_isHighlightedEverywhere(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b := openSMO(t, size)
		b.keys("l") // a step of which both α stay above 0
		areas := map[string]ascii.Rect{}
		for _, f := range b.places().Figures {
			name := f.Name()
			if f.Figure.Role == exercises.State {
				name = "row"
			} else if f.Figure.Role == exercises.Main {
				name = "picture"
			}
			if !f.Area.Empty() {
				areas[name] = f.Area
			}
		}
		areas["formula"] = b.places().Lines
		before := map[string]int{}
		for name, r := range areas {
			before[name] = b.countInk(r, ascii.Select)
		}
		b.keys("down")
		roster, _ := b.exercise().Stage.View().PointTable()
		if got := b.exercise().Stage.Pictures.Point; got != roster.Order[0] {
			t.Errorf("%v: ↓ leads to point %d, want %d, that of the first row", size, got+1, roster.Order[0]+1)
		}
		lit := []string{"picture", "row", "formula"}
		if size[0] == 200 {
			lit = append(lit, "every α", "every α over the steps")
		}
		for _, name := range lit {
			r, ok := areas[name]
			if !ok || b.countInk(r, ascii.Select) <= before[name] {
				t.Errorf("%v: %s, at %v: %d cells are lit, before %d", size, name, r, b.countInk(r, ascii.Select),
					before[name])
			}
		}
		b.keys("up")
		for name, r := range areas {
			if got := b.countInk(r, ascii.Select); got != before[name] {
				t.Errorf("%v: without a selection %s has %d cells highlighted, want %d", size, name, got, before[name])
			}
		}
	}
}

// A click on a row inspects its point.
func TestPoints_clickSelectsARow(t *testing.T) {
	b := openSMO(t, [2]int{120, 36})
	for _, f := range b.places().Figures {
		if f.Figure.Role == exercises.State {
			b.send(tea.MouseClickMsg{X: f.Area.X + 20, Y: f.Area.Y + 3, Button: tea.MouseLeft})
		}
	}
	if roster, _ := b.exercise().Stage.View().PointTable(); b.exercise().Stage.Pictures.Point != roster.Order[2] {
		t.Errorf("a click on the third row inspects point %d of %v", b.exercise().Stage.Pictures.Point+1,
			roster.Order[:4])
	}
}

// counted is a figure that counts how often it is drawn.
type counted struct{ drawn *int }

func (c counted) Draw(*ascii.Grid, ascii.Rect, ascii.View) { *c.drawn++ }

func (counted) Words() []string { return nil }

// A picture is drawn again only if the view, its area or its zoom changes, and not if
// the focus, the facts or the values next to it change.
func TestCache_keepsPictures(t *testing.T) {
	drawn := 0
	v := pictures.View{Figures: []exercises.Figure{{Plot: counted{&drawn}}, {Plot: counted{&drawn}}}, HasRun: true}
	s, g, view := pictures.NewStage(), ascii.NewGrid(80, 40), ascii.View{}
	area := ascii.Rect{W: 80, H: 40}
	for _, step := range []struct {
		what   string
		change func()
		want   int
	}{
		{"first", func() {}, 2},
		{"again", func() {}, 0},
		{"the focus", func() { v.FocusedControl = 1 }, 0},
		{"the values watched", func() { v.Status = ascii.Plain("g = 1") }, 0},
		{"a scene", func() { v.Key.Scene++ }, 2},
		{"a frame", func() { v.Key.Run = runAt(3) }, 2},
		{"another run at that frame", func() { v.Key.Run = runAt(3, 3) }, 2},
		{"a guest", func() { v.Key.WhatIf++ }, 2},
		{"a smaller stage", func() { area.H = 30 }, 2},
		{"one enlarged", func() { s.EnlargeNext(v) }, 1},
		{"the terminal", func() { view.Profile = ascii.Mono }, 1},
	} {
		step.change()
		before := drawn
		s.Draw(g, view, s.Arrange(view, area, v), v)
		if n := drawn - before; n != step.want {
			t.Errorf("%s: %d pictures drawn, want %d", step.what, n, step.want)
		}
	}
}

// runAt is a frame of the run loaded last of several.
func runAt(frames ...int) core.Key {
	var p core.Player
	for _, at := range frames {
		p.Load(fakeRun{n: 9})
		p.Seek(at)
	}
	return p.Here().Key()
}
