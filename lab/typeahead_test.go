package lab

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Input typed after enter goes where it would have gone if the student had seen the
// verdict first: the second enter after a right answer goes on, and the letters after
// it belong to the next task.
func TestTypeAhead_afterARightAnswer(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	first := b.exercise().Task.Info().Name
	b.typed("x^2")
	b.hold = true
	b.keys("enter", "enter")
	b.typed("7")
	if b.exercise().Task.Info().Name != first || b.exercise().Task.Work.Answers()["f"] != "x^2" {
		t.Fatalf("the keys did not wait, want the answers unchanged: %v", b.exercise().Task.Work.Answers())
	}
	b.release()
	if got := b.exercise().Task.Info().Name; got == first {
		t.Errorf("the second enter stays on %s, want the next task", got)
	}
	if got := b.exercise().Task.Work.Answers()["f"]; got != "x^2" {
		t.Errorf("the judged answer is now %q, want x^2", got)
	}
}

// A wrong answer stays, and letters typed after it change it.
func TestTypeAhead_afterAWrongAnswer(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	b.typed("x")
	b.hold = true
	b.keys("enter")
	b.typed("^2")
	b.keys("enter")
	b.release()
	if got := b.exercise().Task.Work.Answers()["f"]; got != "x^2" {
		t.Errorf("the field holds %q, want x^2", got)
	}
	b.sees("Separable.")
}

// The same input in one piece, as it arrives over a slow line.
func TestTypeAhead_inOnePiece(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	var input []tea.Msg
	for _, name := range strings.Split("x|enter|^|2|enter", "|") {
		input = append(input, press(name))
	}
	b.gathered(input)
	b.sees("Separable.")
}

// Letters after p answer the question that is on its way.
func TestTypeAhead_ofAQuestion(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "0")
	b.hold = true
	b.keys("p", "4", "2")
	b.release()
	b.sees("k = 42")
}

// Esc cancels the work in progress: at once if nothing was typed before it, or else
// when pressed twice. Ctrl+c always quits.
func TestTypeAhead_escapeCancels(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	b.typed("x")
	b.hold = true
	b.keys("enter", "esc")
	if b.exercise().Task.Jobs.Check.Busy() {
		t.Error("esc waits for the verdict, want it to cancel")
	}
	b.keys("enter", "7", "esc")
	if !b.exercise().Task.Jobs.Check.Busy() || len(b.m.typed) != 2 {
		t.Errorf("%d keys wait, want 2", len(b.m.typed))
	}
	b.keys("esc")
	if b.exercise().Task.Jobs.Check.Busy() || len(b.m.typed) != 0 {
		t.Error("esc twice does not cancel the check, want it to")
	}
	b.keys("enter", "ctrl+c")
	b.release()
	if !b.quit {
		t.Error("ctrl+c waits, want to quit")
	}
}
