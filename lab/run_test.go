package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

func TestPlayer_plays(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.hold = true
	b.keys("space")
	b.release()
	p := &b.exercise().Stage.Debug.Player
	if !p.Clock.Playing() {
		t.Fatal("space does not play, want it to")
	}
	b.sees("▶ 4/s")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	if p.At() != 2 {
		t.Fatalf("two ticks lead to %d, want 2", p.At())
	}
	b.keys("+")
	b.sees("▶ 8/s")
	b.keys("space")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	if p.At() != 2 || p.Clock.Playing() {
		t.Fatalf("a tick after the pause leads to %d, want 2", p.At())
	}
}

func TestMouse_onTheStage(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("L", "0")
	e := b.exercise()
	l := exercise.LayoutExercise(120, 36, e.Keyboard.Pane)
	at := e.Stage.Pictures.Arrange(e.Session.Terminal(), l.Stage, e.Stage.View())
	track := timelineTrack(at.Timeline)
	click := func(x, y int) {
		b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(track.X+track.W/2, track.Y)
	if e.Stage.Debug.Player.At() != 5 {
		t.Fatalf("a click in the middle leads to %d of 10, want 5", e.Stage.Debug.Player.At())
	}
	b.send(tea.MouseMotionMsg{X: track.X + track.W + 40, Y: 0, Button: tea.MouseLeft})
	if e.Stage.Debug.Player.At() != 10 {
		t.Fatalf("dragging to the end leads to %d, want 10", e.Stage.Debug.Player.At())
	}
	b.send(tea.MouseReleaseMsg{})
	b.send(tea.MouseMotionMsg{X: track.X, Y: track.Y, Button: tea.MouseLeft})
	if e.Stage.Debug.Player.At() != 10 {
		t.Fatal("the mouse drags without being held, want no change")
	}
}

func TestMouse_onFieldsAndSliders(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter", "esc")
	e := b.exercise()
	l := exercise.LayoutExercise(120, 36, e.Keyboard.Pane)
	at := e.Stage.Pictures.Arrange(e.Session.Terminal(), l.Stage, e.Stage.View())
	track := sliderTrack(at.Controls)
	b.send(tea.MouseClickMsg{X: track.X + track.W - 1, Y: track.Y, Button: tea.MouseLeft})
	b.sees("2 errors at the threshold 2")
	box := b.field(0)
	b.send(tea.MouseClickMsg{X: box.X, Y: box.Y, Button: tea.MouseLeft})
	if e.Zone() != session.ZoneField {
		t.Fatalf("zone %v after a click on the field, want the field", e.Zone())
	}
	v := b.m.View()
	if v.Cursor == nil || v.Cursor.X != box.X {
		t.Fatalf("cursor = %+v, want it at the click", v.Cursor)
	}
}

func (b *bench) runToCondition(text string) {
	b.keys("b")
	b.typed(text)
	b.keys("enter")
}

// All points share one entry, which asks for the number of the point.
func TestBreakpoint_ofOnePoint(t *testing.T) {
	b := newLessonBench(t, "D.1", [2]int{120, 36}, ascii.TrueColor)
	b.toTaskAt(0)
	b.keys("b")
	b.sees("α of point … changes")
	b.lacks("α₁ changes", "α₂ changes")
	b.clickWords("α of point … changes")
	b.typed("3")
	b.keys("enter")
	b.sees("α₃")
	if at := b.exercise().Stage.Debug.Player.At(); at <= 3 {
		t.Errorf("the run is at step %d, want a later one, at which α₃ changes", at)
	}
}
