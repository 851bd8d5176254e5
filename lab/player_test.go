package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

func TestPlayer_steps(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	at := func(want int) {
		t.Helper()
		if got := b.exercise().Stage.Debug.Player.At(); got != want {
			t.Fatalf("at %d, want %d", got, want)
		}
	}
	b.keys("l", "right")
	at(2)
	b.sees("update 2", "step 2 / 2…")
	b.keys("h")
	at(1)
	b.keys("L")
	at(11)
	b.keys("H", "left")
	at(0)
	b.keys("h")
	at(0)
	b.keys("L", "l")
	at(11)
	b.keys("N")
	at(7)
	b.keys("n", "n")
	at(21)
	b.keys("g", "4", "0", "enter")
	at(40)
	b.keys("0")
	at(0)
	b.keys("$")
	at(fakeFrames - 1)
	b.sees("converged: the gap is below 1e-3")
	b.keys("l")
	at(fakeFrames - 1)
}

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

func TestPlayer_stopsAtTheEnd(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("g", "9", "9", "enter")
	p := &b.exercise().Stage.Debug.Player
	if !p.Finished() {
		t.Fatalf("at %d of %d, want the end", p.At(), p.Run().Len())
	}
	b.keys("space")
	if p.At() != 0 || !p.Clock.Playing() {
		t.Fatal("space at the end: want to play from the start")
	}
}

func TestPlayer_escStopsComputing(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.hold = true
	b.keys("$")
	p := &b.exercise().Stage.Debug.Player
	if !p.Moving() {
		t.Fatal("nothing is being computed, want a search")
	}
	b.fireTimers()
	b.sees("computing; esc stops")
	b.keys("esc")
	b.release()
	if p.Moving() || p.Run().Len() != 2 { // the start, and the first step, which came with the scene
		t.Fatalf("after esc: moving %v, %d frames, want false, 2", p.Moving(), p.Run().Len())
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
	picker, area := pictures.FirstPicker(e.Stage.Pictures.Arrange(e.Session.Terminal(), l.Stage, e.Stage.View()))
	x, y, _ := picker.Place(area, e.Session.Terminal(), 3)
	click(x, y)
	b.sees("point 3:")
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
