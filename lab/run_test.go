package lab

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
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

func (b *bench) timelineOf() string {
	b.t.Helper()
	for _, row := range strings.Split(b.screen(), "\n") {
		if strings.Contains(row, "step ") && strings.Contains(row, "/s") {
			return row
		}
	}
	b.t.Fatalf("got no timeline, want one:\n%s", b.screen())
	return ""
}

func (b *bench) runToCondition(text string) {
	b.keys("b")
	b.typed(text)
	b.keys("enter")
}

// tickWhilePlaying sends ticks of the clock while the run plays, at most the given number.
func (b *bench) tickWhilePlaying(most int) {
	d := &b.exercise().Stage.Debug
	for range most {
		cmd := d.Player.Clock.Tick(d.Owner)
		if cmd == nil {
			return
		}
		b.send(cmd().(core.TickMsg))
	}
}

// A breakpoint stops playing, seeking the end and steps by ten until it is switched
// off. It is marked on the timeline and listed.
func TestBreakpoint_staysActive(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := openDebug(t, size[0], size[1])
		b.runToCondition("alpha == 1.2")
		b.at(12)
		b.runToCondition("alpha == 0.7")
		b.sees("alpha == 0.7: at no other step this way") // ahead there is none
		b.keys("0", "$")
		b.at(7)
		b.sees("condition: alpha == 0.7")
		b.keys("$")
		b.at(12)
		b.keys("0", "L")
		b.at(7)
		b.keys("l", "L")
		b.at(12)
		b.keys("0")
		if n := strings.Count(b.timelineOf(), "▼"); n != 2 {
			t.Errorf("%v: %d marks on the timeline, want 2: %s", size, n, b.timelineOf())
		}
		b.exercise().Stage.Debug.Player.Clock.Set(5)
		b.keys("space")
		b.tickWhilePlaying(40)
		b.at(7)
		b.lacks("▶")

		b.keys("b")
		b.sees("alpha == 0.7", "alpha == 1.2", "armed", "ctrl+o off")
		b.keys("ctrl+o")
		b.sees("off", "ctrl+o on")
		b.keys("esc", "0", "$")
		b.at(12)
		b.keys("0")
		if n := strings.Count(b.timelineOf(), "▼"); n != 1 {
			t.Errorf("%v: got %d marks on the timeline with one breakpoint off, want 1", size, n)
		}
		b.keys("b", "ctrl+o", "esc", "$")
		b.at(7)
		b.keys("b", "ctrl+x", "ctrl+x", "esc", "0")
		if strings.Contains(b.timelineOf(), "▼") {
			t.Errorf("%v: removed breakpoint: got timeline %s, want no mark", size, b.timelineOf())
		}
	}
}

// The timeline marks where the branches part from the one on the stage, with their
// numbers. The tree shows how far each was computed, and can remove one.
func TestTimeline_marksBranches(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := openDebug(t, size[0], size[1])
		b.keys("L", "L", "i", "enter", "l", "o", "enter", "g")
		b.typed("5")
		b.keys("enter", "i", "enter", "o", "enter", "0") // on the original: 1 left it at 20, 2 at 5
		row := b.timelineOf()
		if two, one := strings.Index(row, "┬2"), strings.Index(row, "┬1"); two < 0 || one < two ||
			strings.Contains(row, "┴") {
			t.Errorf("%v: timeline of the original = %s, want its branches", size, row)
		}
		b.keys("o")
		b.sees("step 22  g = 121  gap 0.043", "step 6  g = 9  gap 0.14", "here  step 22")
		b.keys("enter", "0") // branch 1
		row = b.timelineOf()
		if two, left := strings.Index(row, "┬2"), strings.Index(row, "┴"); two < 0 || left < two ||
			strings.Contains(row, "┬1") {
			t.Errorf("%v: timeline of branch 1 = %s, want its origin and branches", size, row)
		}
		b.keys("o", "down", "down", "x", "esc")
		if row = b.timelineOf(); strings.Contains(row, "┬") {
			t.Errorf("%v: timeline without branch 2 = %s, want no fork", size, row)
		}
	}
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
