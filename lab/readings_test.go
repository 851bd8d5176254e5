package lab

import (
	"testing"

	"kernellab/lab/exercise"
)

func atFeature(t *testing.T) *bench {
	b := open(t, 120, 48, "1.2")
	b.keys("enter")
	return b
}

func (b *bench) answer() string { return b.exercise().Task.Work.Answers()["f"] }

func TestReadings_areChosenByOneKey(t *testing.T) {
	for key, want := range map[string]string{"f2": "(1/2)*x", "f3": "1/(2*x)", "alt+1": "(1/2)*x", "alt+2": "1/(2*x)",
		"alt+4": "1/2x"} {
		b := atFeature(t)
		b.typed("1/2x")
		b.sees("f2 1/2 · x", "f3 1/(2·x)")
		b.lacks("from left to right")
		b.keys("enter")
		b.sees("Two readings.", "f2 1/2 · x")
		b.keys(key)
		if got := b.answer(); got != want {
			t.Errorf("%s makes it %q", key, got)
		}
	}
}

func TestCorrection_isAcceptedByTab(t *testing.T) {
	b := atFeature(t)
	b.typed("2+ln*x")
	b.keys("enter")
	b.sees("I cannot read this yet.", "wants its argument in brackets", "tab makes it 2+ln(x)")
	b.lacks("This I can read")
	b.keys("tab")
	if got := b.answer(); got != "2+ln(x)" {
		t.Fatalf("the answer is %q, want 2+ln(x)", got)
	}
	b.keys("tab")
	if b.exercise().Keyboard.Focus().Kind != exercise.OnControl {
		t.Error("with nothing to correct, tab stays, want the slider")
	}
}

func TestDispute_inAField(t *testing.T) {
	b := atFeature(t)
	b.typed("x1")
	b.keys("enter")
	b.sees("does not bend anything", "ctrl+x that is not what I did")
	b.keys("ctrl+x")
	b.lacks("does not bend anything", "ctrl+x that")
	b.sees("Not separable.", "Noted: that is not what you did.")
	if !b.exercise().Task.Work.Disputed("scale") {
		t.Error("the dispute is not recorded, want it to be")
	}
	b.typed("1")
	b.keys("enter")
	b.lacks("does not bend anything")
	b.keys("ctrl+x") // nothing to dispute: nothing happens
}

func TestDispute_outsideAField(t *testing.T) {
	b := atFeature(t)
	b.typed("x1")
	b.keys("enter", "esc")
	b.sees("ctrl+x that is not what I did")
	b.keys("ctrl+x")
	b.lacks("does not bend anything")
}

func TestHints_forTheSameAnswerAgain(t *testing.T) {
	b := atFeature(t)
	b.typed("x1")
	b.keys("enter")
	b.lacks("Hint 1")
	b.keys("enter")
	b.sees("You gave this answer before. Here is", "Hint 1")
	b.lacks("does not bend anything", "the best cut still has")
	b.keys("enter", "enter")
	b.lacks("Hint 2")
}

func TestHints_afterSuccess(t *testing.T) {
	b := atFeature(t)
	b.typed("x1^2")
	b.keys("f1", "enter")
	b.sees("Separable.", "Hint 1", "below the middle")
	b.keys("f1")
	b.sees("Hint 2")
}

// Esc immediately followed by q arrives as alt+q.
func TestBack_whileTyping(t *testing.T) {
	b := atFeature(t)
	b.typed("x1")
	b.keys("alt+q")
	b.sees("kernel methods, step by step")
}
