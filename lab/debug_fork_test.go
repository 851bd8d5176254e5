package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// Answers in fields do not affect the branches, and a student who returns to the task
// finds them. Another task has none of them.
func TestBranches_belongToTheirRun(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i", "enter")
	e := b.exercise()
	b.run(e.Stage.Compose())
	if !e.Stage.Debug.Player.Branches.Forked() || e.Stage.Debug.Player.At() != 11 {
		t.Fatalf("a new scene of the same run: forked %v, at %d, want true, 11", e.Stage.Debug.Player.Branches.Forked(),
			e.Stage.Debug.Player.At())
	}
	b.keys("ctrl+n")
	if b.exercise().Stage.Debug.Player.Branches.Forked() {
		t.Fatal("branches outlive their task, want none")
	}
	b.keys("ctrl+b")
	b.at(11)
	b.sees("branch 1  update 11")
}

// A point can be chosen by pointing at it.
func TestWhatIf_choosesAPointByPointing(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i", "x", "x", "space")
	b.sees("what if  pair (2, 9)")
	e := b.exercise()
	picker, area := pictures.FirstPicker(arranged(e))
	click := func(i int) {
		x, y, _ := picker.Place(area, e.Session.Terminal(), i)
		b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(0)
	b.sees("what if  pair (1, 9)")
	click(7) // no choice of k
	b.sees("what if  pair (1, 9)")
	b.keys("down")
	click(1) // C is no choice of points
	b.sees("what if  pair (1, 9)", "clipped at H = 1")
}

// A slider of the scene starts another run. It closes a comparison at once, and the
// branches go when the new run arrives.
func TestBranches_endWithASlider(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{control: true}),
		Background: session.Dark, Start: "D.1"})
	b.keys("L", "i", "enter", "l", "o", "space")
	b.sees("beside the original")
	b.keys("tab")
	b.hold = true
	b.keys("right")
	b.lacks("beside the original")
	b.exercise().Stage.Debug.Player.Seek(3)
	b.send(press("right"))
	b.release()
	if d := &b.exercise().Stage.Debug; d.Player.Branches.Forked() || d.WaitingBranches() != 1 {
		t.Fatalf("the branches were not set aside, or got %d waiting, want 1", d.WaitingBranches())
	}
}

func TestWhatIf_byMouse(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i")
	e := b.exercise()
	at := arranged(e)
	places := pictures.ControlRects(at.Controls, 2, -1)
	b.send(tea.MouseClickMsg{X: places[0].X + controlLabel + ascii.Width("(•) 1  "), Y: places[0].Y,
		Button: tea.MouseLeft})
	b.sees("what if  pair (2, 9)")
	track := sliderTrack(places[1])
	b.send(tea.MouseClickMsg{X: track.X + track.W - 1, Y: track.Y, Button: tea.MouseLeft})
	b.sees("clipped at H = 4")
}
