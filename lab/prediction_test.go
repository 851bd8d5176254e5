package lab

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/session"
)

// Before a prediction the footer offers no hints, and help and key give the reason.
// After it the hints and the solution are available, and the prediction stays.
func TestHints_comeAfterAPrediction(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := newLessonBench(t, library, "2.1", size, ascii.TrueColor)
		i := 0
		for !b.exercise().Task.Info().Prediction {
			i++
			b.toTaskAt(i)
		}
		w := b.exercise().Task.Work
		footer := func() string {
			lines := strings.Split(strings.TrimSpace(b.screen()), "\n")
			return strings.Join(lines[len(lines)-2:], "\n")
		}
		if strings.Contains(footer(), "hint") {
			t.Errorf("footer before the prediction = %s, want no hint", footer())
		}
		b.keys("f1")
		b.sees("hints come after the prediction")
		b.lacks("Hint 1", "Solution")
		e := b.exercise()
		if why := e.Actions.Find(session.ZoneEverywhere, "hint").DisabledReason(e); why == "" {
			t.Error("the disabled hint has no reason, want one")
		}
		b.keys("1", "enter")
		if !strings.Contains(footer(), "hint") {
			t.Errorf("footer after the prediction = %s, want the hint", footer())
		}
		made := w.Answers()[w.Info().Fields[0].Name]
		for _, want := range []string{"Hint 1", "Hint 2", "Hint 3"} {
			b.keys("f1")
			b.sees(want)
		}
		b.keys("f1", "enter")
		b.keys("f1")
		b.sees("all hints are shown")
		if now := w.Answers()[w.Info().Fields[0].Name]; now != made || !w.SolutionShown() {
			t.Errorf("prediction was %q and is %q, solution shown: %v, want no change and true", made, now,
				w.SolutionShown())
		}
	}
}

// If a task is answered by asking its run, the keyboard begins on the stage, and no
// stage key ends up in the answer.
func TestKeyboard_beginsOnTheStage(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"D.1", "D.2"} {
		b := newLessonBench(t, library, id, [2]int{120, 36}, ascii.TrueColor)
		for !b.exercise().Task.Info().OnStage {
			b.keys("ctrl+n")
		}
		b.keys("v", "w", "w", "l")
		w := b.exercise().Task.Work
		if typed := w.Answers()[w.Info().Fields[0].Name]; typed != "" {
			t.Errorf("%s: %q landed in the answer, want nothing", id, typed)
		}
		b.sees("The ledger")
		b.keys("tab", "7")
		if typed := w.Answers()[w.Info().Fields[0].Name]; typed != "7" {
			t.Errorf("%s: typed %q after tab, want 7", id, typed)
		}
	}
}
