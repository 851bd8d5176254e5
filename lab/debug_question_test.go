package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/exercise"
	"kernellab/lab/study"
)

func TestPrediction_isJudgedAndCounted(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := openDebug(t, size[0], size[1])
		b.keys("L", "p")
		b.at(10)
		b.sees("Predict step 11", "Which point moves first?")
		b.lacks("update 11", "10 / 11")
		b.typed("11")
		b.keys("enter")
		b.sees("✓ Equal.", "k = 11, as you said", "predicted 1 of 1")
		b.at(10)
		b.keys("enter")
		b.at(11)
		b.lacks("you said")
		b.keys("p", "7", "enter")
		b.sees("✗ Not equal.", "k = 12; you said 7", "predicted 1 of 2")
		b.keys("enter")
		b.at(12)
	}
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

// Leaving a step by hand does not move the run.
func TestByHand_leaving(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "y", "7", "esc")
	b.at(10)
	b.lacks("by hand 11", "Step 11")
}

// There is no next step to ask about at the end of a run.
func TestPrediction_atTheEndOfARun(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("$", "p", "y")
	b.at(fakeFrames - 1)
	b.lacks("Predict", "by hand")
	b.keys("h", "p")
	b.sees("Predict step 59")
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
