package transcript

import (
	"strings"
	"testing"

	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

// The sandbox in the transcript: points placed by a button and by typing, a kernel
// that is typed, the run stepped through; nothing of it is judged, and all of it is
// there again the next time.
func TestSandboxTranscript(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	store := &progress.Memory{}
	s := student(t, lib, store)
	said := talkTo(t, s, Options{}, "sandbox", "set x1 -1", "press place", "place", "place", "set class b",
		"set x1 1.5", "press place", "press", "set place 3",
		"set kernel typed", "answer", "", "dist", "press steps", "next 2", "back", "press steps", "skip", "answer",
		"0 0 +; 1 1", "0 0 +; 1 1 -; 2 0 +", "", "contents", "find sandbox", "quit")
	at := 0
	for _, want := range []string{
		"“press place”: place a point.", "Place a point: done.", "There are only ◇ so far.",
		"Take the point away: done.", "Place a point: done.",
		"0 of 2 points on the wrong side.", "Type “press” and the name of a button", "“press place” presses it.",
		"Type a kernel", "points =", "Read as kernel expr(\"dist\").",
		"This is no kernel: on these points K has the eigenvalue −2.5.", "Step through it: done.", "Step 0",
		"This is the last step.", "Back to the points: done.",
		"There is no end to this", "A point is two numbers and its class", "Read as 3 points: 2 ◇, 1 □.",
		"3 points: 2 of class +1", "“sandbox” opens it.", "“sandbox” opens the sandbox.",
	} {
		i := strings.Index(strings.Join(strings.Fields(said[at:]), " "), strings.Join(strings.Fields(want), " "))
		if i < 0 {
			t.Fatalf("after %q there is no %q in\n%s", last(said[:at], 60), want, said[at:])
		}
		at += strings.Index(said[at:], strings.Fields(want)[0])
	}
	for _, never := range []string{"Equal.", "is done", "Not equal", "“press clear”: place"} {
		if strings.Contains(said, never) {
			t.Errorf("it says %q:\n%s", never, said)
		}
	}
	again := talkTo(t, student(t, lib, store), Options{Start: "S"}, "quit")
	if !strings.Contains(again, "3 points: 2 of class +1") {
		t.Errorf("the points are lost:\n%s", again)
	}
}

func last(s string, n int) string { return s[max(0, len(s)-n):] }
