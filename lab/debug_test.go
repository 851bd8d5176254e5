package lab

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

func (b *bench) at(want int) {
	b.t.Helper()
	if got := b.exercise().Stage.Debug.Player.At(); got != want {
		b.t.Fatalf("at %d, want %d:\n%s", got, want, b.screen())
	}
}

func TestBreakpoint_unreadable(t *testing.T) {
	b := openDebug(t, 80, 24)
	b.keys("b")
	b.typed("alpha ==")
	b.keys("enter")
	s := b.screen()
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if at := strings.Index(l, "alpha =="); at >= 0 && i+1 < len(lines) {
			caret := []rune(lines[i+1])
			want := len([]rune(l[:at])) + len("alpha ==")
			if len(caret) <= want || caret[want] != '↑' {
				t.Fatalf("no caret under column %d:\n%s", want, s)
			}
			break
		}
	}
	b.sees("A number is missing here.")
	b.keys("ctrl+u")
	b.lacks("A number is missing here.")
	b.typed("beta")
	b.keys("enter")
	b.sees("makes it alpha == 0.5")
	b.keys("tab", "enter")
	b.at(5)
}

// A cancelled search leaves the run where it is, and its late answer is ignored.
func TestBreakpoint_searchIsCancelled(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L")
	b.hold = true
	b.exercise().Stage.Debug.Player.SeekBreak(debugBreak("alpha == 0.3"), -1)
	b.send(press("x")) // any message lets the player ask for work
	b.fireTimers()
	b.sees("computing; esc stops")
	b.keys("esc")
	b.release()
	b.at(10)
}

// The invariants of a frame that has been left are ignored.
func TestLedger_ignoresLateAnswers(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "0")
	b.keys("v")
	b.hold = true
	b.keys("l", "l", "l", "l")
	b.keys("h")
	late := b.held
	b.hold, b.held = false, nil
	for i := len(late) - 1; i >= 0; i-- { // the newest comes first
		b.run(late[i])
	}
	b.sees("all 3 hold", "Δg = 3")
}

// A panel that is too small scrolls while it has the keyboard, keeps its position while
// stepping, and always reaches its end.
func TestPanel_scrolls(t *testing.T) {
	b := openDebug(t, 160, 36)
	b.keys("l", "w")
	b.sees("1–12 of 14  shift+tab", "tab why", "Pair (1, 9)")
	b.lacks("Point 9 gains most with it.")
	b.keys("shift+tab", "down", "down", "down")
	b.sees("3–14 of 14  ↑ ↓", "Point 9 gains most with it.", "↑ ↓ scroll")
	b.keys("l")
	b.sees("Point 9 gains most with it.", "update 2")
	b.keys("pgup")
	b.sees("1–12 of 14", "Pair (2, 9)")
	b.keys("w", "down")
	b.lacks("Pair (2, 9)", "↑ ↓ scroll")
	if at := b.exercise().Zone(); at != session.ZoneStage {
		t.Errorf("zone after closing the panel = %s, want the stage", at)
	}
}

// On a narrow screen the ledger is below the stage.
func TestPanel_ledgerOfANarrowScreenScrolls(t *testing.T) {
	b := newLessonBench(t, "7.7", [2]int{80, 24}, ascii.TrueColor)
	b.toTask("watch")
	b.keys("v", "esc")
	for range 12 {
		if b.keys("tab"); b.exercise().Zone() == session.ZonePanel {
			break
		}
	}
	b.sees("The ledger", " 1–", "↑ ↓ scroll")
	b.keys("down", "down")
	b.sees(" 3–")
	b.keys("l", "up")
	b.sees(" 2–", "step 4")
	b.send(tea.MouseWheelMsg{X: 30, Y: b.exercise().Regions().Panels.Ledger.Y + 1, Button: tea.MouseWheelUp})
	b.sees(" 1–")
}

// A prediction is judged once. An unreadable one is not judged, and a question that is
// left does not count.
func TestPrediction_isJudgedOnce(t *testing.T) {
	b := openDebug(t, 120, 36)
	tally := func(right, asked int) {
		t.Helper()
		if r, a := b.exercise().Task.Work.Predictions(); r != right || a != asked {
			t.Fatalf("%d of %d, want %d of %d", r, a, right, asked)
		}
	}
	b.keys("p", "enter")
	b.sees("Nothing here yet.")
	b.keys("f1")
	b.sees("a prediction has no hints")
	b.typed("?")
	b.keys("enter")
	b.sees("I cannot read this yet.", "“?” is no number")
	tally(0, 0)
	b.keys("backspace", "7", "enter")
	tally(0, 1)
	b.keys("backspace", "1") // too late
	b.sees("you said 7")
	b.keys("enter", "p", "esc")
	tally(0, 1)
	b.at(1)
}

func TestPrediction_isSavedAndShown(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("p", "1", "enter", "enter", "p", "2", "enter", "enter", "q")
	b.sees("predicted 2 of 2")
	v, ok := b.m.Student.View("D.1")
	if !ok || v.Predicted != 2 || v.Asked != 2 || v.State != study.Begun {
		t.Fatalf("the record has %d of %d, want 2 of 2", v.Predicted, v.Asked)
	}
}

func TestPrediction_peekBehindTheWindow(t *testing.T) {
	b := openDebug(t, 80, 24)
	b.keys("p")
	b.lacks("update 0, gap")
	b.keys("ctrl+o")
	b.sees("update 0, gap")
	b.lacks("Predict")
	b.keys("5")
	b.sees("Predict")
	if f := b.m.top().(*exercise.QuestionWindow).Form; f.Answers["k"] != "" {
		t.Fatalf("the key that came back typed %q, want nothing", f.Answers["k"])
	}
}

func TestByHand_isJudgedUntilRight(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := openDebug(t, size[0], size[1])
		b.keys("L", "y", "0", "tab", "3", "enter")
		b.sees("Step 11 by hand", "✗", "Not equal.")
		b.at(10)
		f := b.m.top().(*exercise.QuestionWindow).Form
		if f.At() != 1 {
			t.Fatalf("the keyboard is in field %d, want the wrong one", f.At())
		}
		b.keys("f1")
		if f.Answers["H"] != "10" {
			t.Fatalf("the value shown is %q, want 10", f.Answers["H"])
		}
		b.keys("f1")
		b.sees("this is what the solver has here")
		b.keys("enter")
		b.sees("✓ Equal.", "1 value shown")
		b.keys("enter")
		b.at(11)
		b.lacks("1 value shown")
		if _, asked := b.exercise().Task.Work.Predictions(); asked != 0 {
			t.Fatal("a step by hand was counted as a prediction, want no count")
		}
	}
}

// Questions that arrive after the student has left are ignored.
func TestPrediction_ignoresLateQuestions(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "0")
	b.hold = true
	b.keys("p")
	e := b.exercise()
	line := arranged(e).Timeline
	b.send(tea.MouseClickMsg{X: line.X + 20, Y: line.Y, Button: tea.MouseLeft})
	b.release()
	b.lacks("Predict")
}
