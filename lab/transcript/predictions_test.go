package transcript

import (
	"strings"
	"testing"

	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

// heardIn holds a conversation over an exercise of the real library, its blanks
// made single.
func heardIn(t *testing.T, id string, lines ...string) string {
	t.Helper()
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	said := talkTo(t, student(t, lib, &progress.Memory{}), Options{Start: id, Width: 400}, append(lines, ":quit")...)
	return strings.Join(strings.Fields(said), " ")
}

// A prediction is judged once; it can be left out. Then the computation takes the step,
// and the lesson asks on where it was.
func TestPredict(t *testing.T) {
	said := heardIn(t, "D.1", ":step 3", ":next 2", ":predict", ":hint", "3", "6", ":predict", ":skip", ":predict", "2", "6")
	inOrder(t, said,
		"Predict step 3", "Which pair does the rule take next?", "A prediction has no hints.", "Right. For (3, 6)",
		"In this exercise you predicted 1 of 1.", "Step 3: update 3, pair (3, 6)",
		"Predict step 4", "“skip” leaves the step to the solver.", "The computation still stands at step 3;",
		"Predict step 4", "you said 2", "predicted 1 of 2.", "Step 4: update 4", "(form: a number) point:")
}

// While a question is open nothing tells of the step to come: not the charts of a
// computation that has been there. Another command leaves it open.
func TestPrediction_hidesWhatComes(t *testing.T) {
	said := heardIn(t, "D.1", ":next 5", ":start", ":predict", ":look", ":ledger", ":next")
	_, asked, _ := strings.Cut(said, "Predict step 1")
	asked, after, left := strings.Cut(asked, "The question is left open.")
	if !left || !strings.Contains(asked, "g: g: 0 at step 0.") || strings.Contains(asked, "6 values") {
		t.Errorf("the pictures tell what comes:\n%s", asked)
	}
	if !strings.Contains(after, "Step 1: update 1") {
		t.Errorf("the computation does not go on:\n%s", after)
	}
}

// A step by hand is asked for until it is right; what follows from a slip is said
// to follow, and a hint has the value of the blank asked for.
func TestByHand(t *testing.T) {
	lines := []string{":step 8", ":set data line", ":by-hand", "", ":again", ":skip", ":by-hand"}
	for range 13 {
		lines = append(lines, ":hint", "")
	}
	said := heardIn(t, "D.1", lines...)
	inOrder(t, said, "Step 1 by hand.", "Perform the update", "Step 1 by hand.",
		"Left. The computation still stands at step 0;",
		"Step 1 by hand.", "k = ", "(now ", "Equal.", "values of this step you had shown to you.", "Step 1: update 1")
}

// What is right among many blanks is told in one line.
func TestManyBlanks(t *testing.T) {
	said := heardIn(t, "D.1", ":step 8", ":by-hand", ":hint", "", ":hint", "", "1", "1", "1", "1", "1", "1", "1", "1",
		"1", "1", "1")
	if !strings.Contains(said, "Right, ") || strings.Contains(said, ": Equal.") {
		t.Errorf("each is told alone:\n%s", said)
	}
}

// A step that the lesson has marked is asked for before it is shown, once, also
// among several.
func TestMarkedSteps(t *testing.T) {
	said := talkTo(t, student(t, marking{}, &progress.Memory{}), Options{Start: "1.2", Width: 400},
		"next 5", "7", "next", "back 3", "next 3", "goto 2", "next", "quit")
	said = strings.Join(strings.Fields(said), " ")
	inOrder(t, said, "Step 2: update 2", "Predict step 3.", "Where after 2?", "Not equal.", "At = 3; you said 7.",
		"Step 3: update 3", "Step 4: update 4", "Step 1: update 1", "Step 4: update 4")
	if strings.Count(said, "Predict step 3.") != 1 {
		t.Errorf("asked more than once:\n%s", said)
	}
}
