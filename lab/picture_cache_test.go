package lab

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
)

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
