package lab

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

func open(t testing.TB, w, h int, id string) *bench {
	t.Helper()
	return newBench(t, w, h, session.Config{Start: id})
}

func TestField_pasteTooLong(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	b.send(tea.PasteMsg{Content: strings.Repeat("1", 64<<10)})
	if got := b.exercise().Task.Work.Answers()["f"]; len(got) != ui.FieldLimit {
		t.Errorf("the field holds %d characters, want the limit", len(got))
	}
	b.sees("3000 characters fit; the last 62536 did not.")
	b.keys("ctrl+u")
	b.lacks("characters fit")
}

func TestScene_staysUntilTheNextArrives(t *testing.T) {
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.keys("ctrl+n", "ctrl+n")
	b.sees("drawn for")
	b.typed("a")
	b.sees("drawn for")
	b.lacks("drawn for a")
	b.hold = true
	b.typed("b")
	gate <- struct{}{}
	b.release()
	b.sees("drawn for ab")
}

// A message for a closed screen or an old generation changes nothing.
func TestMessages_ofOldScreensAreIgnored(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	e := b.exercise()
	b.keys("l")
	before := b.screen()
	for gen := range 40 {
		to := core.Address{Owner: e.Owner, Gen: gen}
		stale := exercises.Scene{Notes: []ascii.Line{ascii.Plain("STALE")}}
		for _, msg := range []tea.Msg{
			exercise.SceneMsg{Address: to, Scene: stale},
			exercise.SceneMsg{Address: core.Address{Owner: e.Owner + 99, Gen: gen}, Scene: stale},
			exercise.ReportMsg{Address: to, Report: exercises.Report{Accepted: true, Headline: "STALE"}},
			exercise.EchoMsg{Address: to, Name: "f", Echo: exercises.Echo{Note: "STALE"}},
			core.TickMsg{Address: to},
		} {
			b.send(msg)
			if after := b.screen(); after != before {
				t.Fatalf("a %T of generation %d was taken, want it ignored:\n%s", msg, gen, after)
			}
		}
	}
}

// before returns the address of the request before the one that a job waits for.
func before(e *exercise.Screen, j *core.Job) core.Address {
	a := core.Address{Owner: e.Owner}
	for !j.Awaits(a) {
		a.Gen++
	}
	a.Gen--
	return a
}

func TestExercise_leavingCancelsWork(t *testing.T) {
	gate := make(chan struct{})
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.keys("ctrl+n", "ctrl+n")
	e := b.exercise()
	if !e.Stage.SceneJob.Busy() {
		t.Fatal("the slow scene is not being computed, want it to be")
	}
	late := before(e, &e.Stage.SceneJob)
	late.Gen++
	b.keys("esc", "q")
	if e.Stage.SceneJob.Busy() {
		t.Fatal("still busy after leaving, want no work")
	}
	b.send(exercise.SceneMsg{Address: late})
	b.sees("kernel methods")
}

// The help lists the keys that work on the page, those of the focused zone first. One
// line counts all others.
func TestHelp_listsWhatWorks(t *testing.T) {
	b := open(t, 120, 120, "1.2")
	b.plays(
		act{"?", "Keys | check the answer | more do nothing here, or not now. : finds them by what they do.",
			"one step forward | [             previous task | Under “what if”"},
		act{"? ] tab ?", "[             previous task", ""})
	if s := b.screen(); strings.Index(s, "On a slider") > strings.Index(s, "In a text field") {
		t.Errorf("want the keys of the focused slider first, got\n%s", s)
	}
	b.keys("?")
	b.lacks("previous task")
}

func TestSettings_changeTheLook(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	dark := b.m.View().Content
	b.keys("f6", "enter", "esc")
	if b.m.View().Content == dark {
		t.Error("a light screen looks like a dark one, want a difference")
	}
	b.send(tea.BackgroundColorMsg{})
	if b.m.Settings.Dark {
		t.Error("the terminal's answer undid the student's choice, want the choice")
	}
}

// If the exercise is done, the footer of its last task shows that enter leads to the next.
func TestFooter_ofAFinishedExercise(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t,
		oneStep{fakeLibrary{slow: closedGate()}, runStep{}}), Start: "1.3", Background: session.Dark})
	w := b.exercise().Task.Work
	w.MarkRead()
	if !w.Finished() || w.Len() != 1 {
		t.Fatal("the exercise is not done, want it done")
	}
	b.send(tea.FocusMsg{})
	b.sees("enter on to ")
}

// A terminal that is too small shows the size that the lab needs, and accepts every key.
func TestTooSmall_asksForRoom(t *testing.T) {
	for _, size := range []struct {
		w, h int
		want string
	}{{1, 1, ""}, {9, 3, "60×18"}, {59, 17, "kernellab needs 60×18"}} {
		b := newBench(t, size.w, size.h, session.Config{Background: session.Dark})
		b.sees(size.want)
		b.keys("enter", "x", "tab", ":", "?", "esc")
		b.send(tea.MouseClickMsg{X: 0, Y: 0, Button: tea.MouseLeft})
		b.send(tea.WindowSizeMsg{Width: 60, Height: 18})
		b.send(tea.WindowSizeMsg{})
		b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.sees("kernellab")
	}
}
