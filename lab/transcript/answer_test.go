package transcript

import (
	"regexp"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// The advice on a mistake is said, then a hint in its place where the answer
// comes again, and no more once it was disputed.
func TestAdviceHintAndDispute(t *testing.T) {
	wrong := "u^2 + v^2 + 1"
	advice := "It looks as if each term was squared by itself"
	said := heardIn(t, "3.1",
		":dispute", wrong, wrong, ":dispute", "u^2+1+v^2", ":dispute", "v^2+1+u^2")
	if n := strings.Count(said, advice); n != 2 { // at first, and in another order
		t.Errorf("the advice is said %d times:\n%s", n, said)
	}
	inOrder(t, said, "No mistake has been named", "Hint 1:", "you made a different mistake")
}

func TestNewNumbers(t *testing.T) {
	s := student(t, fake(), &progress.Memory{})
	said := talkTo(t, s, Options{Start: "1.1"}, "skip", "5", "6", ":new", ":new", "steps", "quit")
	if !strings.Contains(said, "New numbers, from seed") || strings.Contains(said, "seed 41.") ||
		strings.Count(said, "Not begun.") != 2 {
		t.Errorf("no new attempt:\n%s", said)
	}
}

// A choice is named by its letter, its number or its words; a number that is one of
// the choices means that one.
func TestChoicesByNumber(t *testing.T) {
	v := newPrinter(&strings.Builder{}, Options{})
	bend := []exercises.Choice{{Value: "bend", Label: "it bends"}, {Value: "luck", Label: "luck"}}
	counts := []exercises.Choice{{Value: "none", Label: "0"}, {Value: "some", Label: "3"}, {Value: "all", Label: "1"}}
	for _, c := range []struct {
		of         []exercises.Choice
		text, want string
	}{{bend, "1", "bend"}, {bend, "2", "luck"}, {bend, "b", "luck"}, {bend, "It bends", "bend"}, {bend, "3", ""},
		{bend, "0", ""}, {counts, "1", "all"}, {counts, "2", "some"}, {counts, "0", "none"}, {counts, "a", "none"}} {
		if got, problem := v.chosen(c.of, c.text); got != c.want || (problem == "") != (c.want != "") {
			t.Errorf("%q chooses %q (%s), want %q", c.text, got, problem, c.want)
		}
	}
}

// A table is said row by row, what waits for an answer left out, and its blanks are
// asked one by one.
func TestTableIsAskedFieldByField(t *testing.T) {
	said := heardIn(t, "2.2", "3", "3", "3", "9")
	inOrder(t, said, "linear, how many: to fill in, which: ….", "squares: ", "mixed products: ", "in all: ", "Right.")
	if strings.Contains(said, "x₁x₂, x₁x₃") {
		t.Errorf("the products are told:\n%s", said)
	}
}

// TestControlNameIsNotAKey: where the stage has a control of that name, a letter in a
// text is the control and no key.
func TestControlNameIsNotAKey(t *testing.T) {
	text := ascii.Line{{Text: "Move ", Ink: ascii.Text}, {Text: "n", Ink: ascii.Accent}}
	if said := (&printer{controlNames: []string{"n"}}).withCommands(text); said != "Move n" {
		t.Errorf("with a control n: %s", said)
	}
	if said := (&printer{}).withCommands(text); said != "Move “event”" {
		t.Errorf("without one: %s", said)
	}
}

// Every key is replaced by an existing command.
func TestKeysAreReplacedByCommands(t *testing.T) {
	for _, key := range []string{"→", "←", "home", "$", "space", "g", "n", "N", "b", "u", "w", "v", "p", "y", "i", "enter",
		"o", "E", "?"} {
		command, ok := commandForKey(key)
		name, _ := parse(command)
		if _, known := find(name); !ok || !known {
			t.Errorf("%s: %q is no command", key, command)
		}
	}
}

// ofTheScreen matches texts about keys, the mouse, and places on the screen.
var ofTheScreen = regexp.MustCompile(
	`(?i)\b(press|presses|pressed|esc|tab|mouse|click|clicked|drag|arrow keys?|timeline|which key)\b|← →`,
)

// No text of the real library, as it is said, speaks of what the transcript has not.
func TestTextsNameNoKeys(t *testing.T) {
	lib := lessons()
	v := &printer{}
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			for _, info := range steps(t, lib, e.ID) {
				texts := append([][]exercises.Block{info.Text, info.Solution, {{Text: info.Question}}}, info.Hints...)
				for _, blocks := range texts {
					for _, b := range blocks {
						said := v.withCommands(spokenText(b))
						if found := ofTheScreen.FindString(said); found != "" {
							t.Errorf("%s %s says %q: %s", e.ID, info.Name, found, said)
						}
					}
				}
			}
		}
	}
}

// The sandbox in the transcript: points placed by a button and by typing, a kernel
// that is typed, the run stepped through; nothing of it is judged, and all of it is
// there again the next time.
func TestSandboxTranscript(t *testing.T) {
	lib := lessons()
	store := &progress.Memory{}
	s := student(t, lib, store)
	said := talkTo(t, s, Options{}, "sandbox", "set data placed", "controls", "set x1 -1", "press place", "place", "place", "set class b",
		"set x1 1.5", "press place", "press", "set place 3",
		"set kernel typed", "answer", "", "dist", "press steps", "next 2", "back", "press steps", "skip", "answer",
		"0 0 +; 1 1", "0 0 +; 1 1 -; 2 0 +", "", "contents", "find sandbox", "quit")
	at := 0
	for _, want := range []string{
		"“press place”: place a point.", "Place a point: done.", "There are only ◇ so far.",
		"Take the point away: done.", "Place a point: done.",
		"0 of 2 points on the wrong side.", "Type “press” and the name of a button", "“press place” presses it.",
		"Type a kernel", "points =", "Read as kernel expr(\"dist\").",
		"This is not a kernel: on these points K has the eigenvalue −2.5.", "Step through it: done.", "Step 0",
		"This is the last step.", "Back to the points: done.",
		"This task has no end", "A point is two numbers and its class", "Read as 3 points: 2 ◇, 1 □.",
		"3 points: 2 of class +1", "“sandbox” opens it.", "“sandbox” opens the sandbox.",
	} {
		i := strings.Index(strings.Join(strings.Fields(said[at:]), " "), strings.Join(strings.Fields(want), " "))
		if i < 0 {
			t.Fatalf("after %q there is no %q in\n%s", last(said[:at], 60), want, said[at:])
		}
		at += strings.Index(said[at:], strings.Fields(want)[0])
	}
	for _, never := range []string{"Right.", "is done", "Not right", "“press clear”: place"} {
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
