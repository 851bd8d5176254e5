package lab

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

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
		b.sees("Step 11 by hand", "✗", "Not right.")
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
		b.sees("✓ Right.", "1 value shown")
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

// writing returns a Config.Write that stores files in a map.
func writing(files map[string]string, folder string) func(string, func(io.Writer) error) (string, error) {
	return func(name string, text func(io.Writer) error) (string, error) {
		var b strings.Builder
		if err := text(&b); err != nil {
			return "", err
		}
		files[name] = b.String()
		return folder + name, nil
	}
}

func TestExport_inALocalLab(t *testing.T) {
	files := map[string]string{}
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1", Write: writing(files, "/home/student/")}
	b := newBench(t, 120, 36, c)
	b.keys("L", "E")
	b.sees("Write down this run", "to replay it", "kernellab-D.1-seed41.run", "its steps, CSV",
		"kernellab-D.1-seed41.jsonl")
	b.keys("enter")
	b.sees("Write it to", "kernellab-D.1-seed41.run")
	b.keys("enter")
	b.sees("written to /home/student/kernellab-D.1-seed41.run")
	b.keys("E", "down", "enter", "home")
	b.typed("runs/")
	b.keys("enter")
	if files["kernellab-D.1-seed41.run"] != "kernellab run 1\nsteps 10\n" ||
		files["runs/kernellab-D.1-seed41.csv"] != "csv of 10 steps\n" {
		t.Fatalf("written = %q, want the steps as CSV", files)
	}
}

// The picture shows all figures or only the enlarged one, and its name has the number
// of the step.
func TestExport_picture(t *testing.T) {
	files := map[string]string{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: writing(files, "")})
	picture := func(keys ...string) string {
		b.keys(append(keys, "E", "down", "down", "down", "enter", "enter")...)
		b.sees("written to kernellab-D.1-seed41-step10.svg")
		return files["kernellab-D.1-seed41-step10.svg"]
	}
	whole := picture("L")
	for _, word := range []string{"D.1", "seed", "update", "Decision", "Objective", "clip", "#fbfbf9"} {
		if !strings.Contains(whole, word) {
			t.Errorf("the picture of the stage lacks %q, want it", word)
		}
	}
	if alone := picture("f", "f", "f"); strings.Contains(alone, "Decision") || !strings.Contains(alone, "Objective") {
		t.Error("the picture has several figures, want only the enlarged one")
	}
}

func TestExport_fails(t *testing.T) {
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: func(string, func(io.Writer) error) (string, error) { return "", errors.New("the disk is full") }}
	b := newBench(t, 120, 36, c)
	b.keys("E", "enter", "enter")
	b.sees("not written: the disk is full")
}

// Every action of the debugger that a run does not support has a reason why it is
// disabled, and does nothing.
func TestDebugger_onAPlainRun(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	e := b.exercise()
	for _, name := range []string{"ledger", "what if", "branches", "predict", "by hand", "record"} {
		if a := e.Actions.Find(session.ZoneStage, name); a == nil || a.DisabledReason(e) == "" {
			t.Errorf("%q is enabled, want a reason why it is not", name)
		}
	}
	// Each key says why, and nothing else happens.
	at, screens := e.Stage.Debug.Player.At(), len(b.m.screens)
	for key, why := range map[string]string{
		"v": "this run has no ledger", "i": "this run can go one way only", "o": "there is one branch only",
		"p": "nothing is asked about this run", "y": "nothing is asked about this run", "E": "cannot be written down",
	} {
		b.keys(key)
		b.sees(why)
	}
	if e.Stage.Debug.Player.At() != at || len(b.m.screens) != screens || e.Stage.Debug.WhatIf.Open {
		t.Fatalf("disabled keys: got this screen, want no change:\n%s", b.screen())
	}
}

// Two labs with the same run are independent: forks in one are not visible in the
// other.
func TestBranches_areNotShared(t *testing.T) {
	one, two := openDebug(t, 120, 36), openDebug(t, 120, 36)
	one.keys("L", "i", "enter", "b")
	one.typed("alpha == 0.5")
	one.keys("enter")
	two.keys("L")
	if s := two.screen(); strings.Contains(s, "branch") || strings.Contains(s, "watched") {
		t.Fatalf("second lab: want no branch and no breakpoint, got\n%s", s)
	}
}

// debugScenes returns the screens of the debugger that have golden files.
func debugScenes() []scene {
	return []scene{
		{"debug-ledger", "v l l l l", "80x24 120x36"},
		{"debug-why", "l l w l", "80x24 200x60"},
		{"debug-conditions", "L b a", "80x24 120x36"},
		{"debug-condition", "b b enter", "120x36"},
		{"debug-predict", "L p", "80x24 120x36"},
		{"debug-wrong", "L p 3 enter", "120x36"},
		{"debug-predicted", "L p 3 enter", "120x36"},
		{"debug-by-hand", "L y 0 tab 3 enter", "80x24 120x36"},
		{"debug-lines", "L u u", "120x36"},
		{"debug-record", "L E", "120x36"},
		{"debug-what-if", "L i right down", "80x24 120x36 200x60"},
		{"debug-branch", "L i right enter l", "80x24 120x36"},
		{"debug-branches", "L i right enter l o", "80x24 120x36"},
		{"debug-compare", "L i right enter l o space", "80x24 120x36 200x60"},
	}
}

func TestGolden_debugger(t *testing.T) {
	compareScenes(t, debugScenes(), func(w, h int) *bench { return openDebug(t, w, h) })
}

func TestSevenBit_debugger(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		for _, scene := range debugScenes() {
			b := newBench(t, size[0], size[1], session.Config{Student: newStudent(t, debugLibrary{}),
				Profile: ascii.SevenBit, Start: "D.1"})
			b.keys(strings.Fields(scene.keys)...)
			for _, s := range []string{b.m.View().Content, b.screen()} {
				if strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }) {
					t.Errorf("%s at %v: want seven bits, got\n%s", scene.name, size, s)
				}
			}
		}
	}
}

// debugKeys returns keys that the debugger uses.
func debugKeys() []string {
	return []string{
		"enter", "tab", "shift+tab", "esc", "up", "down", "left", "right", "f1", "ctrl+x", "ctrl+u", "backspace",
		"h", "l", "L", "H", "0", "$", "space", "n", "N", "b", "w", "v", "u", "i", "o", "p", "y", "f", "+", "-", "E",
		"g", "x",
		"1", "2", "3", "5", "=", "?", "]", "[", "q", "ctrl+o", "m", ":", "ctrl+p", "pgdown", "pgup",
	}
}

// No sequence of keys makes the lab panic or draw outside the screen.
func TestDebugger_survivesAnyKeys(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w, h := rapid.IntRange(50, 220).Draw(rt, "w"), rapid.IntRange(15, 70).Draw(rt, "h")
		lib := debugLibrary{control: rapid.Bool().Draw(rt, "control")}
		b := newBench(t, w, h, session.Config{Student: newStudent(t, lib), Background: session.Dark, Start: "D.1"})
		b.noClock = true
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(debugKeys()), 1, 40).Draw(rt, "keys") {
			b.keys(k)
			fits(rt, b, w, h)
		}
	})
}

// Neither the explanation nor the ledger nor "what if" covers the question or the fields:
// they are beside the text, and leave it as it was.
func TestPanels_leaveTheTextAlone(t *testing.T) {
	for task, id := range map[string]string{"hunt2": "D.2", "spare": "7.7", "walk": "7.5"} {
		for _, size := range [][2]int{{120, 36}, {200, 60}} {
			b := newLessonBench(t, id, size, ascii.TrueColor)
			b.toTask(task)
			e := b.exercise()
			seen := func() (out []ascii.Rect) {
				out = append(out, e.Regions().Text)
				for i := range e.Task.Info().Fields {
					out = append(out, b.field(i))
				}
				return out
			}
			question := strings.Fields(e.Task.Headline().String())
			before := seen()
			for _, keys := range []string{"w", "v", "w", "v", "i"} {
				b.keys(keys)
				if got := seen(); b.m.top() != session.Screen(e) || !slices.Equal(got, before) {
					t.Errorf("%s %s at %v after %s: text and fields at %v, want %v and no window over them:\n%s", id, task,
						size, keys, got, before, b.screen())
				}
				b.sees(question[len(question)-1])
			}
		}
	}
}
