package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestStepping(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	at := func(want int) {
		t.Helper()
		if got := b.exercise().debug.player.at; got != want {
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
	b.keys("$")
	at(11)
	b.keys("N")
	at(7)
	b.keys("n", "n")
	at(21)
	b.keys("g", "4", "0", "enter")
	at(40)
	b.keys("0")
	at(0)
	b.keys("$", "$")
	at(fakeFrames - 1)
	b.sees("converged: the gap is below 1e-3")
	b.keys("l")
	at(fakeFrames - 1)
}

// Keys that come before the frames they ask for add up.
func TestSteppingFasterThanFrames(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	p := &b.exercise().debug.player
	p.forward(1)
	p.forward(1)
	p.forward(10)
	if p.goal.kind != goalFrame || p.goal.frame != 12 {
		t.Fatalf("on the way to %+v, want frame 12", p.goal)
	}
	p.seek(p.at - 1)
	if p.goal.kind != goalNone {
		t.Error("a step back does not stop the way forward")
	}
}

func TestGotoRefusesWords(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("g", "x", "enter")
	b.sees(`"x" is not the number of a step`)
}

func TestBreakStopsWhereItHolds(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("b")
	b.sees("Run until", "a bound is hit")
	b.keys("enter")
	b.sees("update 7", "α1 reaches C")
	b.keys("b", "enter")
	b.sees("update 14")
}

func TestPlaying(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.hold = true
	b.keys("space")
	b.release()
	p := &b.exercise().debug.player
	if !p.clock.playing {
		t.Fatal("space does not play")
	}
	b.sees("▶ 4/s")
	b.send(tickMsg{address{b.exercise().owner, p.clock.ticks}})
	b.send(tickMsg{address{b.exercise().owner, p.clock.ticks}})
	if p.at != 2 {
		t.Fatalf("two ticks lead to %d", p.at)
	}
	b.keys("+")
	b.sees("▶ 8/s")
	b.keys("space")
	b.send(tickMsg{address{b.exercise().owner, p.clock.ticks}})
	if p.at != 2 || p.clock.playing {
		t.Fatalf("a tick after the pause leads to %d", p.at)
	}
}

func TestPlayingStopsAtTheEnd(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("g", "9", "9", "enter")
	p := &b.exercise().debug.player
	if !p.finished() {
		t.Fatalf("at %d of %d", p.at, p.run.Len())
	}
	b.keys("space")
	if p.at != 0 || !p.clock.playing {
		t.Fatal("space at the end should start over")
	}
}

func TestEscStopsComputing(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.hold = true
	b.keys("$", "$")
	p := &b.exercise().debug.player
	if p.goal.kind != goalEnd || !p.job.busy {
		t.Fatalf("goal %v, busy %v", p.goal, p.job.busy)
	}
	b.sees("computing; esc stops")
	b.keys("esc")
	b.release()
	if p.goal.kind != goalNone || p.job.busy || p.run.Len() != 1 {
		t.Fatalf("after esc: goal %v, busy %v, %d frames", p.goal, p.job.busy, p.run.Len())
	}
}

func TestWhy(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("w")
	b.sees("Why this step", "Point 9 gains most with it.")
	b.keys("q")
	b.lacks("Why this step")
}

func TestInspect(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("x", "x")
	b.sees("point 1: α = 0.0")
	b.keys("X", "X")
	b.lacks("point 1:", "point 0:")
}

func TestEnlarge(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.sees("Decision regions", "Multipliers", "Objective")
	b.keys("f", "f")
	b.sees("Multipliers")
	b.lacks("Decision regions", "Objective")
	b.keys("f", "f")
	b.sees("Decision regions", "Multipliers", "Objective")
}

func TestMouseOnTheStage(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("L", "0")
	e := b.exercise()
	l := layoutExercise(120, 36, e.keys.pane)
	at := e.stage.arrange(pen{view: e.session.view()}, l.stage, e.sight())
	track := timelineTrack(at.timeline)
	click := func(x, y int) {
		b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(track.X+track.W/2, track.Y)
	if e.debug.player.at != 5 {
		t.Fatalf("a click in the middle leads to %d of 10", e.debug.player.at)
	}
	b.send(tea.MouseMotionMsg{X: track.X + track.W + 40, Y: 0, Button: tea.MouseLeft})
	if e.debug.player.at != 10 {
		t.Fatalf("dragging to the end leads to %d", e.debug.player.at)
	}
	b.send(tea.MouseReleaseMsg{})
	b.send(tea.MouseMotionMsg{X: track.X, Y: track.Y, Button: tea.MouseLeft})
	if e.debug.player.at != 10 {
		t.Fatal("the mouse drags without being held")
	}
	picker, area := pickerOf(e.stage.arrange(pen{view: e.session.view()}, l.stage, e.sight()))
	x, y, _ := picker.Place(area, e.session.view(), 3)
	click(x, y)
	b.sees("point 3:")
}

func TestMouseOnFieldsAndSliders(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter", "esc")
	e := b.exercise()
	l := layoutExercise(120, 36, e.keys.pane)
	at := e.stage.arrange(pen{view: e.session.view()}, l.stage, e.sight())
	track := sliderTrack(at.controls)
	b.send(tea.MouseClickMsg{X: track.X + track.W - 1, Y: track.Y, Button: tea.MouseLeft})
	b.sees("2 errors at the threshold 2")
	d := e.document(l.text.W - 1)
	b.send(tea.MouseClickMsg{X: l.text.X + d.spots[0].at.X, Y: l.text.Y + d.spots[0].at.Y, Button: tea.MouseLeft})
	if e.zone() != zoneField {
		t.Fatalf("zone %v after a click on the field", e.zone())
	}
	v := b.m.View()
	if v.Cursor == nil || v.Cursor.X != l.text.X+d.spots[0].at.X {
		t.Fatalf("cursor %+v", v.Cursor)
	}
}

// A new run is taken to where the old one stood, and to its end where the old
// one stood at its end.
func TestLoadKeepsThePlace(t *testing.T) {
	step := func(p *player) {
		for i := 0; p.goal.kind != goalNone; i++ {
			if i > 1000 {
				panic("no end")
			}
			cmd := p.work(asker{1, &session{ctx: t.Context()}})
			if cmd == nil {
				break
			}
			p.extended(cmd().(extendedMsg))
		}
	}
	var p player
	p.load(fakeRun{n: 1})
	p.seek(12)
	step(&p)
	p.load(fakeRun{n: 1})
	step(&p)
	if p.at != 12 {
		t.Errorf("at %d, want 12", p.at)
	}
	p.seek(fakeFrames + 5)
	step(&p)
	p.load(fakeRun{n: 1})
	step(&p)
	if p.at != fakeFrames-1 {
		t.Errorf("at %d, want the end", p.at)
	}
	p.load(nil)
	if p.run != nil || p.at != 0 {
		t.Error("no run: still a place")
	}
}

// Runs that come faster than they are made long enough, as letters are typed,
// do not lose the place: neither a frame nor the end.
func TestLoadsInARowKeepThePlace(t *testing.T) {
	for _, at := range []int{12, fakeFrames - 1} {
		var p player
		p.load(fakeRun{n: fakeFrames})
		p.seek(at)
		for range 3 {
			p.load(fakeRun{n: 1})
			if was, end := p.place(); end != (at == fakeFrames-1) || !end && was != at {
				t.Fatalf("at %d the place is %d, end %v", at, was, end)
			}
		}
		for i := 0; p.goal.kind != goalNone && i < 100; i++ {
			if cmd := p.work(asker{1, &session{ctx: t.Context()}}); cmd != nil {
				p.extended(cmd().(extendedMsg))
			}
		}
		if p.at != at {
			t.Errorf("at %d after all, want %d", p.at, at)
		}
	}
}

// A run opened where the student left it keeps that place under typing too, and
// an old place gives way to a key.
func TestThePlaceLeftIsKeptUntilAKey(t *testing.T) {
	var p player
	p.load(fakeRun{n: 1})
	p.resume(7)
	p.load(fakeRun{n: 1})
	if at, _ := p.place(); at != 7 {
		t.Errorf("the place is %d, want 7", at)
	}
	p.seek(0)
	p.load(fakeRun{n: 1})
	if at, _ := p.place(); at != 0 || p.goal.kind != goalNone {
		t.Errorf("after a key the place is %d", at)
	}
}

func TestFailingRunStops(t *testing.T) {
	var p player
	p.load(failingRun{fakeRun{n: 3}})
	p.seek(9)
	p.extended(p.work(asker{1, &session{ctx: t.Context()}})().(extendedMsg))
	if p.goal.kind != goalNone || p.job.busy || p.at != 2 {
		t.Errorf("goal %v busy %v at %d", p.goal, p.job.busy, p.at)
	}
}
