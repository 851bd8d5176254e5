package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

func TestConversations(t *testing.T) {
	for _, c := range []struct {
		name, exercise string
		lines, want    []string // the lines of the student, and texts of the transcript in their order
		times          map[string]int
	}{
		{"branches stay beside each other, each with its number", "D.1", []string{
			":next 3", ":branches", ":what-if C 5", ":fork", ":next", ":what-if C 9", ":fork",
			":branches", ":branch 1", ":compare 2", ":compare", ":branch 7", ":original", ":compare", ":forget 1",
			":branches", ":forget 1", ":forget 1", ":branch 2", ":forget 2", ":forget 2", ":forget 0", ":branches",
		}, []string{
			"there is no branch. “what-if” makes one.", "This is branch 1 now.", "This is branch 2 now.",
			"The original. Branch 1 forked from the original at step 3: C = 5 instead of 1. Branch 2 forked from branch 1 at step",
			"You are here.",
			"On branch 1 now; branch 2 stays.", "Branch 1, step", "Branch 1 beside branch 2",
			"Branch 1 beside the original",
			"There is no branch “7”.", "On the original now; branch 1 stays.", "With which branch?",
			"Branch 1 will be lost. “forget 1” again does it", "Branch 1 forked", "will be lost", "Branch 1 is forgotten.",
			"On branch 2 now", "On the original now", "Branch 2 is forgotten.", "there is no branch",
		}, nil},
		{"a condition that holds only here did not happen", "D.1", []string{
			":goto 3", ":until n == 3", ":back 100", ":until n == 3",
		}, []string{
			"Step 3", "It has not happened by this step.", "This is the last step.", "Step 0", "Step 3",
		}, nil},
		{"a step of what-if gives its reasons and laws before it is taken", "D.1", []string{
			":next 3", ":why what-if", ":what-if k 3 l 4", ":why what-if", ":ledger what-if",
			":ledger", ":why frob",
		}, []string{
			"First say what to change", "What if: update 4, pair (3, 4)",
			"With it: On the wrong side now: 3 (k).", "Now α₃: 0.131, α₄: 0.08795.", "Eₖ = f(x₃)",
			"All 17 laws hold at this step.", "Σαt = 0", "All 17 laws hold at this step.",
			"“why” does nothing with “frob”. Its form is “why [what-if]”.",
		}, nil},
		{"a condition is kept and read at every step", "D.1", []string{
			":watch", ":until gap < 1", ":start", ":watch alpha[3] > 0", ":next", ":until", ":watch",
			":unwatch 9", ":unwatch 1", ":next", ":until 1", ":start", ":watch gap < 7", ":next 20", ":watch", ":turn 1",
			":turn 1", ":turn 1", ":next 20",
		}, []string{
			"Nothing is watched.", "Watched: gap = 0.", "Watched: α₃ = 0, gap = 9.", "Step 1: update 1",
			"Watched: α₃ =",
			"Type “until” and a condition", "gap < 1.", "1. α₃ > 0, active: α₃ = 0.",
			"“9” is not a condition of the list that “watch” says. Type “unwatch” and a number from 1 to 2.",
			"is no longer watched", "Watched: gap", "Step 0", "Watching: gap < 7.", "Step 1: update 1",
			"A condition holds here: gap < 7.", "1. gap < 7, active", "“gap < 7” is off.", "“gap < 7” is active.", "“gap < 7” is off.", "Step 4",
			"A condition holds here: an α reaches a bound.",
		}, nil},
		{"the formula of the next step comes line by line, then the step", "D.1", []string{
			":line", ":line", ":line back", ":line", ":line", ":line", ":line", ":line", ":line", ":line",
			":back", ":line",
			":goto end", ":line",
		}, []string{
			"Towards step 1, line 1 of 7: k = argmin F", "k = 1, with F = −1", "line 2 of 7: l = argmax F",
			"line 1 of 7: k = argmin", "line 2 of 7", "line 3 of 7: κ = Kₖₖ + Kₗₗ − 2Kₖₗ κ = 289 + 12.67",
			"line 4 of 7: αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ αₗ* = 0 + (−1)", "line 7 of 7: b = −(b_up + b_low)/2 b = ",
			"Step 1: update 1", "Step 0: ", "Towards step 1, line 1 of 7", "This is the last step.", "The computation is at its end.",
		}, nil},
		{"the timeline gives the known steps and events", "D.1", []string{
			":timeline", ":next 4", ":back", ":timeline", ":what-if C 5", ":fork", ":end",
			":timeline",
		}, []string{
			"run up to step 0.", "Nothing special has happened",
			"You are at step 3. The computation has been run up to step 4.", "Step 3: point 3 becomes a support vector.",
			"its end.", "This is branch 1, which was forked at step 3.", "Step 4: forked",
		}, nil},
		{"the stage follows what is typed before the last field", "D.2", []string{
			":step 5", ":ledger", "step > 2", ":ledger",
		}, []string{
			"The ledger is closed until your condition", "stop at: step > 2", ":ledger", "All ", "Holds: Σαt = 0",
		}, nil},
		{"the run goes back to the last change of a number", "D.1", []string{
			":next 4", ":changed 3", ":changed 3", ":changed 99", ":changed x", ":changed",
		}, []string{
			"Step 4", "α₃ ", "Step 3: update 3", "At no step before this one: α₃ changes.",
			"There is no point “99”.", "“x” is not a number of a point. Type “changed” and a number",
			"Type “changed” and a number",
		}, nil},
		{"about gives goal, needs, tasks and what was hard", "1.1", []string{
			"hint", "about", "about 1.3", "about 99", "contents", "about", "open 1.3", "open 1.3",
		}, []string{
			"1.1, Noise or structure?", "Begun", "Goal: ", "1. ", "Begun.",
			"1.3, A line up there is a parabola down here.", "Goal: ", "Builds on 1.2, not begun.", "1. ", "Not begun.",
			"There is no exercise “99”.",
			"Unit 1. Lifting", "0 of 4 done.", "1.1, Noise", "Exercise 1.3", "Builds on 1.2, not begun.",
		}, nil},
		{"a prediction is judged once and can be left out", "D.1", []string{
			":step 3", ":next 2", ":predict", ":hint", "3", "6", ":predict", ":skip", ":predict", "2", "6",
		}, []string{
			"Predict step 3", "Which pair does the rule take next?", "A prediction has no hints.", "Right. For (3, 6)",
			"Right predictions so far: 1 of 1.", "Step 3: update 3, pair (3, 6)",
			"Predict step 4", "“skip” leaves the step to the solver.", "The computation is still at step 3;",
			"Predict step 4", "you said 2", "predictions so far: 1 of 2.", "Step 4: update 4", "(form: a number) point:",
		}, nil},
		{"a choice that cannot be made leaves nothing to fork", "D.1", []string{
			":goto 3", ":what-if z 1", ":fork", ":what-if k 3 l 99", ":fork", ":what-if k 3 l 4", ":what-if", ":fork",
		}, []string{"This is branch 1 now."}, map[string]int{"First say what to change": 2}},
		{"what changed in the pictures is said once", "D.1", []string{":next 2", ":next", ":next", ":back"}, []string{
			"Since step 2: ",
			"Free support vectors now: 3 (k) and 6 (l); on the right side now: 3 (k), 5 and 6 (l); on the wrong side now: 7, 8 and 9.",
			"Now g: 0.07438.", "Now α₃: 0.05346, α₆: 0.05346.", "Step 4", "Since step 3: ", "Step 3",
			"Since step 4: ",
		}, map[string]int{"Since step": 4}},
		{"the right ones of many blanks are one line", "D.1", []string{
			":step 8", ":by-hand", ":hint", "", ":hint", "", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1",
		}, []string{"Right: "}, map[string]int{": Right.": 0}},
		// What-if describes an alternative, and fork takes that step.
		{"another choice is tried before it is taken", "D.1", []string{
			"step 3", ":what-if", ":fork", ":goto 3", ":what-if k 3 l 4", ":what-if C 10 l 99", ":what-if z 1",
			":what-if C", ":compare", ":original", ":what-if C 7", ":what-if C abc", ":what-if k 7 l 1 C 10", ":fork",
			":next 3", ":compare", "0.5", ":compare", ":what-if C 20", ":original", ":fork", ":compare",
		}, []string{
			"“what-if k”: k, now", "“what-if C”: C, now 1; from 0.01 to 10000.", "What if: update 4, pair (3, 4)",
			"would gain Δg =", "“99” cannot be chosen for l.", "“z” cannot be changed.", "C = 7 instead of 1", "C has to be",
			"This is branch 1 now.", "Here: forked: C = 10 instead of 1", "On the original now; branch 1 stays.",
			"The original beside branch 1, at step 7.",
		}, map[string]int{
			"there is no branch":                     2,
			"The two differ from step 3 on.":         3, // also after an answer was judged, and from the other side
			"First say what to change":               2, // nothing is forked by a choice made on the branch
			"The other ends at step 3":               0, // the original goes on as far as the branch
			"The steps that both have are the same.": 0,
		}},
		// A value that follows from an earlier mistake is marked as such. A hint reveals the value of the
		// current field.
		{"a step by hand is asked for until it is right", "D.1", append([]string{
			":step 8", ":set data line", ":by-hand", "", ":again", ":skip", ":by-hand",
		}, slices.Repeat([]string{":hint", ""}, 13)...), []string{
			"Step 1 by hand.", "Perform the update", "Step 1 by hand.", "Left open. The computation is still at step 0;",
			"Step 1 by hand.", "k = ", "(now ", "Right.", "values of this step came from a hint.", "Step 1: update 1",
		}, nil},
		// While an answer is expected, a line that is not a command is the answer.
		{"commands are taken where an answer is asked for", "3.1", []string{
			"hint", "goto end", "steps", "back", "line -5", "step x", "u^2", "0,5", "hint 7", "answer hint", "h", ":h", "why", "?",
		}, []string{
			"hint Hint 1:", "goto end There is nothing to step through", "1. ", "back There is nothing",
			"line -5 “line” does nothing with “-5”", "“x” is not a task of this exercise.", "Not right", "Read as 0.5.",
			"“hint” does nothing with “7”", "answer hint I cannot read this yet", "h I cannot read this yet", ":h The task:",
			"There is nothing to step through", "The task:",
		}, nil},
		{"commands are taken where a step by hand is asked for", "D.1", []string{
			"next 2", "by-hand", "hint", "next", "predict", "steps", "goto end",
		}, []string{
			"Step 3 by hand", "hint", "next The question is left open.", "Step 3: update 3", "Predict step 4", "You are here.",
			"goto end The question is left open.", "This is the last step.",
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := heardIn(t, c.exercise, c.lines...)
			inOrder(t, said, c.want...)
			for text, want := range c.times {
				got := strings.Count(said, text)
				check.That(t, got == want, "%q is said %d times, want %d:\n%s", text, got, want, said)
			}
		})
	}
}

// The recorded run can be replayed. The steps and a picture can be written, too.
func TestRecord(t *testing.T) {
	lib := lessons()
	files := map[string]*bytes.Buffer{}
	o := Options{Start: "D.1", Width: 400, Files: Files{
		Write: func(name string, text func(io.Writer) error) (string, error) {
			if strings.HasSuffix(name, ".csv") {
				return "", errors.New("the disk is full")
			}
			files[name] = new(bytes.Buffer)
			return "here/" + name, text(files[name])
		},
		Picture: func(w io.Writer, title string, f exercises.Frame) error {
			_, err := fmt.Fprint(w, title, ": ", f.Figures[0].Title)
			return err
		},
	}}
	said := talkTo(t, student(t, lib, &progress.Memory{}), o, ":next 3", ":what-if C 5", ":fork", ":record",
		":record run", ":record svg", ":record csv", ":record png", ":quit")
	inOrder(t, said, "“svg”: the pictures of this step", "Written to here/kernellab-D.1-seed41.run.",
		"Written to here/kernellab-D.1-seed41-step4.svg.", "Not written: the disk is full.",
		"Type “record” and what to write")
	if got := files["kernellab-D.1-seed41-step4.svg"].String(); !strings.HasPrefix(got, "D.1 ") ||
		!strings.Contains(got, "step 4: ") {
		t.Error(got)
	}
	f, err := runfile.Read(files["kernellab-D.1-seed41.run"])
	check.That(t, err == nil && len(f.Branches) == 2, "the run file has %d branches: %v", len(f.Branches), err)
}

// Event back goes to the previous event.
func TestPreviousEvent(t *testing.T) {
	said := talkTo(t, student(t, fake(), &progress.Memory{}), Options{Start: "1.2"}, "end", "event back", "event back",
		"record", "line", "watch", "predict", "by-hand", "branches", "quit")
	inOrder(t, said, "Step 6", "Step 4: update 4", "No event comes before this.", "Nothing here can be recorded",
		"Towards step 5, line 1 of 1", "can be watched", "asks no questions", "asks no questions", "there is no branch")
}

// An exercise is found by words of its title.
func TestFind(t *testing.T) {
	said := talkTo(t, student(t, fake(), &progress.Memory{}), Options{}, "find what MOVES", "find nothing", "quit")
	inOrder(t, said, "2. 1.2, What moves?", "No exercise has a title with these words.")
}

// The lines of a derivation on the stage are written one by one.
func TestLinesOfTheStageAreKept(t *testing.T) {
	lib := lessons()
	said := talkTo(t, student(t, lib, &progress.Memory{}), Options{Start: "6.2", Width: 76}, ":step 4", ":quit")
	check.That(t, strings.Contains(said, "\n    w = Σᵢ aᵢ φᵢ so far\n") || strings.Contains(said,
		"\n    w ← w + η Σᵢ (yᵢ − s(wᵀφᵢ)) φᵢ\n    "), "the lines run together:\n%s", said)
	check.That(t, !strings.Contains(said, "so far w ←"), "the lines run together:\n%s", said)
}

// heardIn types lines in an exercise of the real library. It returns the transcript with runs of
// blanks replaced by single blanks.
func heardIn(t *testing.T, id string, lines ...string) string {
	t.Helper()
	lib := lessons()
	said := talkTo(t, student(t, lib, &progress.Memory{}), Options{Start: id, Width: 400}, append(lines, ":quit")...)
	return strings.Join(strings.Fields(said), " ")
}

// While a question is open, nothing reveals the next step, not even the charts of a
// computation that has passed it. Another command leaves the question open.
func TestPrediction_hidesWhatComes(t *testing.T) {
	said := heardIn(t, "D.1", ":next 5", ":start", ":predict", ":look", ":ledger", ":next")
	_, asked, _ := strings.Cut(said, "Predict step 1")
	asked, after, left := strings.Cut(asked, "The question is left open.")
	check.That(t, left && strings.Contains(asked, "g: g: 0 at step 0.") && !strings.Contains(asked, "6 values"),
		"the pictures tell what comes:\n%s", asked)
	check.That(t, strings.Contains(after, "Step 1: update 1"), "the computation does not go on:\n%s", after)
}

// The first wrong answer gets advice. The same answer again gets a hint instead. Disputed advice is
// not repeated.
func TestAdviceHintAndDispute(t *testing.T) {
	wrong := "u^2 + v^2 + 1"
	advice := "It looks as if each term was squared by itself"
	said := heardIn(t, "3.1",
		":dispute", wrong, wrong, ":dispute", "u^2+1+v^2", ":dispute", "v^2+1+u^2")
	if n := strings.Count(said, advice); n != 2 { // for the first wrong answer, and for its terms in another order
		t.Errorf("the advice is said %d times:\n%s", n, said)
	}
	inOrder(t, said, "No mistake has been named", "Hint 1:", "you made a different mistake")
}

func TestNewNumbers(t *testing.T) {
	s := student(t, fake(), &progress.Memory{})
	said := talkTo(t, s, Options{Start: "1.1"}, "skip", "5", "6", ":new", ":new", "steps", "quit")
	check.That(t, strings.Contains(said, "New numbers, from seed") && !strings.Contains(said, "seed 41.") &&
		strings.Count(said, "Not begun.") == 2, "no new attempt:\n%s", said)
}

// A choice is chosen by its letter, its number or its label. If the choices are numbers, a number
// means the choice with this number, and no position.
func TestChoicesByNumber(t *testing.T) {
	v := newPrinter(&strings.Builder{}, Options{})
	bend := []exercises.Choice{{Value: "bend", Label: "it bends"}, {Value: "luck", Label: "luck"}}
	times := []exercises.Choice{{Value: "2", Label: "twice"}, {Value: "4", Label: "four times"}, {Value: "8", Label: "8 times"}}
	counts := []exercises.Choice{{Value: "none", Label: "0"}, {Value: "some", Label: "3"}, {Value: "all", Label: "1"}}
	mixed := []exercises.Choice{{Value: "odd", Label: "right for +1"}, {Value: "inf", Label: "class −1"}, {Value: "0", Label: "class +1"}}
	for _, c := range []struct {
		of         []exercises.Choice
		text, want string
	}{{bend, "1", "bend"}, {bend, "2", "luck"}, {bend, "b", "luck"}, {bend, "It bends", "bend"}, {bend, "3", ""},
		{bend, "0", ""}, {counts, "1", "all"}, {counts, "2", ""}, {counts, "3", "some"}, {counts, "0", "none"}, {counts, "a", "none"},
		{times, "2", "2"}, {times, "8", "8"}, {times, "3", ""}, {mixed, "3", "0"}, {mixed, "+1", "0"}, {mixed, "-1", "inf"}} {
		if got, problem := v.parseChoice(c.of, c.text); got != c.want || (problem == "") != (c.want != "") {
			t.Errorf("%q chooses %q (%s), want %q", c.text, got, problem, c.want)
		}
	}
}

// A table is written row by row, without the cells that depend on an answer. Its fields are asked
// one by one.
func TestTableIsAskedFieldByField(t *testing.T) {
	said := heardIn(t, "2.2", "3", "3", "3", "9")
	inOrder(t, said, "linear, how many: to fill in, which: ….", "squares: ", "mixed products: ", "in all: ", "Right.")
	check.That(t, !strings.Contains(said, "x₁x₂, x₁x₃"), "the products are told:\n%s", said)
}

// If the stage has a control with the name of a key, that name in a text means the control.
func TestControlNameIsNotAKey(t *testing.T) {
	text := ascii.Line{{Text: "Move ", Ink: ascii.Text}, {Text: "n", Ink: ascii.Accent}}
	said := (&printer{controlNames: []string{"n"}}).withCommands(text)
	check.That(t, said == "Move “n”", "with a control n: %s", said)
	if said := (&printer{}).withCommands(text); said != "Move “event”" {
		t.Errorf("without one: %s", said)
	}
}

// Every key is replaced by an existing command.
func TestKeysAreReplacedByCommands(t *testing.T) {
	for _, key := range []string{"→", "←", "home", "$", "space", "g", "n", "N", "b", "u", "w", "v", "p", "y", "i", "enter",
		"o", "E", "?"} {
		command := commandForKey(key)
		name, _ := parseCommand(command)
		_, known := findCommand(name)
		check.That(t, known, "%s: %q is no command", key, command)
	}
}

// ofTheScreen matches texts about keys, the mouse, and places on the screen.
var ofTheScreen = regexp.MustCompile(
	`(?i)\b(press|presses|pressed|esc|tab|mouse|click|clicked|drag|arrow keys?|timeline|which key)\b|← →`,
)

// No text of the real library, as the transcript writes it, names keys, the mouse or places on the
// screen.
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
						found := ofTheScreen.FindString(said)
						check.That(t, found == "", "%s %s says %q: %s", e.ID, info.Name, found, said)
					}
				}
			}
		}
	}
}

// In the sandbox of the transcript, a student places points by a button and by typing, types a
// kernel, and steps through the run. Nothing is judged, and everything is restored in the next
// session.
func TestSandboxTranscript(t *testing.T) {
	lib := lessons()
	store := &progress.Memory{}
	s := student(t, lib, store)
	said := talkTo(t, s, Options{}, "sandbox", "set data placed", "controls", "set x1 -1", "press place", "place", "place", "set class b",
		"set x1 1.5", "press place", "press", "set place 3",
		"set kernel typed", "answer", "", "dist", "press steps", "next 2", "back", "press steps", "skip", "answer",
		"0 0 +; 1 1", "0 0 +; 1 1 -; 2 0 +", "", "contents", "find sandbox", "quit")
	inOrder(t, said,
		"“press place”: place a point.", "Place a point: done.", "There are only ◇ so far.",
		"Take the point away: done.", "Place a point: done.",
		"0 of 2 points on the wrong side.", "Type “press” and the name of a button", "“press place” presses it.",
		"Type a kernel", "points =", "Read as kernel expr(\"dist\").",
		"This is not a kernel: on these points K has the eigenvalue −2.5.", "Step through it: done.", "Step 0",
		"This is the last step.", "Back to the points: done.",
		"This task has no end", "A point is two numbers and its class", "Read as 3 points: 2 ◇, 1 □.",
		"3 points: 2 of class +1", "“sandbox” opens it.", "“sandbox” opens the sandbox.")
	for _, never := range []string{"Right.", "is done", "Not right", "“press clear”: place"} {
		check.That(t, !strings.Contains(said, never), "it says %q:\n%s", never, said)
	}
	again := talkTo(t, student(t, lib, store), Options{Start: "S"}, "quit")
	check.That(t, strings.Contains(again, "3 points: 2 of class +1"), "the points are lost:\n%s", again)
}
