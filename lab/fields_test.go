package lab

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
)

func (b *bench) derivation() string {
	return b.exercise().Task.Work.Answers()["logistic"]
}

// The reason of the line with the cursor is chosen from a list, by keys and by the
// mouse. It is added to that line, and the next line is free.
func TestReason_isChosenFromAList(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := atTask(t, "6.7", "logistic", size)
			b.lacks("ctrl+l")
			b.play(act{"'∂f/∂w = φ'", "ctrl+l reason", ""})
			b.play(act{"ctrl+l", "Line 1 follows by … | 8  the definition of f | 9  the definition of K", ""})
			b.play(act{"8 'w = Φ^T a'", "", ""})
			check.Equal(t, b.derivation(), "∂f/∂w = φ by the definition of f; w = Φ^T a", "with the first reason")
			b.keys("home", "ctrl+l", "down", "enter")
			check.Equal(t, b.derivation(), "∂f/∂w = φ by descent; w = Φ^T a", "with another reason")
			b.play(act{"end ctrl+l", "Line 2 follows by …", ""})
			b.clickWords("induction over the steps")
			third := "∂f/∂w = φ by descent; w = Φ^T a by induction over the steps; "
			check.Equal(t, b.derivation(), third, "with a reason chosen by the mouse")
			b.keys("ctrl+l", "esc")
			check.Equal(t, b.derivation(), third, "after esc")
		})
	}
}

func (b *bench) clickWords(words string) {
	for y, l := range strings.Split(b.screen(), "\n") {
		if before, _, ok := strings.Cut(l, words); ok {
			b.click(ascii.Width(before)+1, y)
			return
		}
	}
	b.t.Fatalf("want %q on the screen", words)
}

// Every line of a derivation begins a row of its own, is broken between words, and has its
// verdict at the right. Enter judges the lines, and opens a new line if all of them follow.
func TestDerivation_isTypedLineByLine(t *testing.T) {
	for _, size := range screens() {
		b := atTask(t, "6.7", "logistic", size)
		b.play(act{"'∂f/∂w = φ' enter 'w = Φ^T a' enter", "", ""})
		check.Equal(t, b.derivation(), "∂f/∂w = φ; w = Φ^T a; ", "the answer, with a third line begun")
		box := b.field(0)
		for y, want := range []string{"∂f/∂w = φ;", "w = Φ^T a;", ""} {
			row := strings.TrimSpace(b.rowsIn(box)[y])
			if line, mark := strings.CutSuffix(row, "✓"); strings.TrimSpace(line) != want || mark != (want != "") {
				t.Errorf("%v: row %d of the box is %q, want %q and its mark", size, y, row, want)
			}
		}
		b.typed("w = φ")
		row := rowOf(b, "w = Φ^T a;")
		check.That(t, strings.Contains(row, "✓"), "%v: row %q while the next line is typed, want its mark", size, row)
		b.keys("enter")
		check.Equal(t, b.derivation(), "∂f/∂w = φ; w = Φ^T a; w = φ", "the answer after a line that does not follow")
		b.sees("w = φ", "✗")
		want := b.exercise().Regions().Text.W - 4
		check.That(t, size[0] == 80 || b.field(0).W >= want, "%v: the box has %d columns, want %d", size, b.field(0).W, want)
	}
}

func rowOf(b *bench, text string) string {
	for row := range strings.Lines(b.screen()) {
		if strings.Contains(row, text) {
			return row
		}
	}
	return ""
}

func (b *bench) answer() string { return b.exercise().Task.Work.Answers()["f"] }

// rowWith returns the row of the screen whose first word is head, or "".
func (b *bench) rowWith(head string) string {
	for _, l := range strings.Split(b.screen(), "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), head+"  ") {
			return l
		}
	}
	return ""
}

// A student fills in the step of 7.6 in its table with keys alone. The question, the formulas, the
// focused cell and its remark stay visible, and the marks are in the cells.
func TestTable_filledInByKeys(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := atTask(t, "7.6", "update", size)
			ref := b.exercise().Task.Info().Reference
			wrongS := map[string]string{"+1": "-1", "-1": "+1", "1": "-1"}[ref["s"]]
			check.Must(t, wrongS != "", "reference of s = %q, want ±1", ref["s"])
			for i, f := range b.exercise().Task.Info().Fields {
				text := ref[f.Name]
				if f.Name == "s" {
					text = wrongS
				}
				b.typed(text)
				got := b.exercise().Task.Form.Answers[f.Name]
				check.Must(t, got == text, "%s holds %q, want the typed text", f.Name, got)
				b.sees("Update the pair", strings.TrimSpace(strings.TrimSuffix(f.Label, "=")), "H = min(C, αₖ + αₗ)",
					"L = max(0, αₗ − αₖ)", "κ = Kₖₖ + Kₗₗ − 2Kₖₗ", "αₗ* clipped to [L, H]", "s(αₗ − αₗ new)", "K₁",
					"s = tₖtₗ is the sign from")
				check.That(t, b.fieldVisible(), "%s is not visible, want it to be", f.Name)
				if i < len(ref)-1 {
					b.keys("tab")
				}
			}
			b.keys("enter")
			check.Equal(t, b.exercise().Task.Form.FocusIndex(), 0, "the field with the keyboard, that of the slip")
			for _, row := range []string{"s", "γ", "L", "H"} {
				mark := "✓"
				if row == "s" {
					mark = "✗"
				}
				l := b.rowWith(row)
				check.That(t, strings.Contains(l, mark), "the row of %s: want %s, got %q\n%s", row, mark, l, b.screen())
			}
			b.sees("Update the pair", "7 of 8 are right")
			n := strings.Count(b.screen(), "Multiply the two labels again")
			check.That(t, n == 1 && !strings.Contains(b.screen(), "Yours is") && strings.Count(b.screen(),
				"Not right.") <= 1, "the slip is explained %d times, want once:\n%s", n, b.screen())
			b.keys("ctrl+u")
			b.typed(ref["s"])
			b.keys("enter")
			r := b.exercise().Task.Report()
			check.That(t, r != nil && r.Accepted, "want an accepted answer, got\n%s", b.screen())
		})
	}
}

// A value that is computed correctly from a wrong one has a special mark in its cell, and the
// line below explains the mark.
func TestTable_marksConsequencesOfASlip(t *testing.T) {
	b := atTask(t, "7.6", "update", [2]int{80, 24})
	// The bench has seed 41: αₗ = 0.7, tₗ = −1, Eₖ − Eₗ = −1.4, and κ = 1.
	slip := exercises.Answers{"kappa": "2", "star": "1.4"}
	f, info := b.exercise().Task.Form, b.exercise().Task.Info()
	for i, field := range info.Fields {
		f.FillField(i, cmp.Or(slip[field.Name], info.Reference[field.Name]))
	}
	b.exercise().Task.StoreFields()
	b.keys("enter")
	check.Must(t, strings.Contains(b.rowWith("γ"), "~") && strings.Contains(b.rowWith("s"), "✗"),
		"marks: want ~ and ✗, got\n%s", b.screen())
	b.play(act{"down", "It follows from a slip.", ""})
}

type oneStep struct {
	fakeLibrary
	step exercises.Task
}

func (l oneStep) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e, err := l.fakeLibrary.Open(id, o)
	if err == nil {
		e.Tasks, e.Summary.Tasks = []exercises.Task{l.step}, []string{l.step.Info().Name}
	}
	return e, err
}

// In the debugger's window, too, the fields of a step by hand are next to each other. All
// are visible, with their marks and the remark on one of them.
func TestTable_inTheWindowOfAStepByHand(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := newLessonBench(t, "7.7", size, ascii.TrueColor)
			for b.exercise().Task.Info().Name != "watch" {
				b.keys("ctrl+n")
			}
			b.keys("esc", "y")
			q, ok := b.m.top().(*exercise.QuestionWindow)
			check.Must(t, ok, "want a window, got\n%s", b.screen())
			f := q.Form
			at := func() string { return f.FieldName(f.FocusIndex()) }
			b.keys("1", "right", "2")
			check.Must(t, at() == "l" && f.Answers["k"] == "1" && f.Answers["l"] == "2",
				"in %s with %v, want l with 1 and 2", at(), f.Answers)
			b.keys("down", "down")
			check.That(t, at() == "ek", "two rows down is %s, want ek", at())
			b.keys("enter")
			for _, name := range []string{"k", "γ", "κ", "H", "αₗ*", "αₖ new", "b"} {
				b.sees(name)
			}
			n := strings.Count(b.screen(), "✗")
			check.That(t, n == 2, "got %d marks, want 2:\n%s", n, b.screen())
			n = strings.Count(b.screen(), "can move in neither")
			check.That(t, n == 1, "got the reason %d times, want once:\n%s", n, b.screen())
		})
	}
}

// An unsent answer survives everything that can happen before it is sent: a resize, a
// terminal that is too small for a while, another task, another exercise, the end of
// the session, and a line that is cut.
func TestTypedNumber_survivesUnsent(t *testing.T) {
	for _, u := range lessons() {
		for _, x := range u.Exercises {
			store := &progress.Memory{}
			b := onStore(t, store, x.ID)
			want := map[string]string{}
			for range x.Tasks {
				b.hold = true
				if i := b.exercise().Task.Info(); hasText(i) && !i.AsksNothing {
					b.typed("-2,5")
					want[b.exercise().Task.Form.FieldName(b.exercise().Task.Form.FocusIndex())] = "-2,5"
				}
				b.send(tea.WindowSizeMsg{Width: 20, Height: 5})
				b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
				b.hold, b.held = false, nil // nothing was written
				b.keys("ctrl+n")
			}
			b.m.Close() // as a host does if a connection breaks
			if save := b.m.Student.Leave(); save != nil {
				check.OK(t, save())
			}
			b = onStore(t, store, x.ID)
			e := b.exercise()
			for i := range x.Tasks {
				e.Task.Work.GoTo(i)
				e.SetUpTask()
				for _, f := range e.Task.Info().Fields {
					check.Equal(t, e.Task.Form.Answers[f.Name], want[f.Name],
						"%s %s: field %s after the line was cut", x.ID,
						e.Task.Info().Name, f.Name)
				}
			}
		}
	}
}

// onStore opens an exercise for the student whose record is in store.
func onStore(t *testing.T, store progress.Store, id string) *bench {
	t.Helper()
	s := studentOf(t, lessonLibrary(), store, study.Options{})
	return newPatientBench(t, 120, 36, session.Config{Student: s, Start: id})
}

// No typed or pasted letter is lost, whatever is judged, saved or drawn meanwhile, and
// however the input is grouped.
func TestInput_losesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		lib         exercises.Library
		start, keys string // exercise, and keys that lead to its fields
	}{
		"a field": {fakeLibrary{}, "1.2", "enter"},
		"fields":  {oneStep{fakeLibrary{}, parabola()}, "1.3", ""},
		"by hand": {debugLibrary{}, "D.1", "L y"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(15) {
				b := newPatientBench(t, 80, 24, session.Config{Student: newStudent(t, c.lib), Start: c.start})
				b.keys(strings.Fields(c.keys)...)
				typed := b.typesAnything(rand.New(rand.NewPCG(seed, 0)))
				got, form := "", b.exercise().Task.Form
				if q, ok := b.m.top().(*exercise.QuestionWindow); ok {
					form = q.Form
				}
				for _, text := range form.Answers {
					got += text
				}
				check.Must(t, sortRunes(got) == sortRunes(typed), "seed %d: the fields hold %q, want %q",
					seed, form.Answers, typed)
			}
		})
	}
}

// What is typed after a wrong answer replaces it, from the field, the stage and a slider.
// After a key that moves the cursor or deletes, and for signs that continue the answer, the
// text is kept.
func TestTypedNumber_replacesAWrongAnswer(t *testing.T) {
	for _, size := range screens() {
		for keys, want := range map[string]string{"7": "7", "7 7": "77", "right 7": "97", "end 7": "97", "home 7": "79",
			"left 7": "79", "backspace 7": "7", "+ 7": "9+7", "esc 7": "7", "esc 7 7": "77", "tab 7": "7", "tab l 7": "7"} {
			b := newLessonBench(t, "1.2", size, ascii.TrueColor)
			b.keys("9", "enter")
			b.keys(strings.Fields(keys)...)
			check.Equal(t, b.exercise().Task.Form.Answers["fewest"], want, "%v: after 9, enter, %s the field", size,
				keys)
		}
	}
}

// What is typed on the stage goes to a field that is wrong or empty, and never to a field that is right.
func TestTypedNumber_reachesTheWrongField(t *testing.T) {
	for typed, want := range map[string]string{"1 7 0": "1 5 0", "1 2 9": "1 2 5", "1  0": "1 5 0", "7 2 0": "5 2 0"} {
		b := newBench(t, 120, 36, session.Config{Student: newStudent(t,
			oneStep{fakeLibrary{}, parabola()}), Start: "1.3"})
		for i, text := range strings.Split(typed, " ") {
			b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: i})
			b.typed(text)
		}
		b.keys("enter")
		b.exercise().SetFocus(exercise.Focus{})
		b.keys("5")
		a := b.exercise().Task.Form.Answers
		check.Equal(t, strings.Join([]string{a["a"], a["b"], a["c"]}, " "), want, "5 after %q the fields", typed)
	}
}

// What is typed outside the form replaces the number in the last field, and the old number is shown. A
// sign that continues the number does not replace it, and a formula is continued, too.
func TestTypedNumber_replacesUnsentText(t *testing.T) {
	for keys, want := range map[string]string{"1 stage 5": "5  ", "1 tab 2 tab 3 shift+tab stage 5 6": "1 56 3",
		"1 tab 2 tab 3 stage 5 6": "1 2 56", "1 tab 2 tab 3 stage": "1 2 3", "7 tab 7 tab 0 enter stage 5": "5 7 0"} {
		b := newBench(t, 120, 36, session.Config{Student: newStudent(t,
			oneStep{fakeLibrary{}, parabola()}), Start: "1.3"})
		for _, key := range strings.Fields(keys) {
			if key == "stage" {
				b.exercise().SetFocus(exercise.Focus{})
				continue
			}
			b.keys(key)
		}
		a := b.exercise().Task.Form.Answers
		check.Equal(t, strings.Join([]string{a["a"], a["b"], a["c"]}, " "), want, "after %q", keys)
	}
	b := atTask(t, "9.6", "grow", [2]int{120, 36})
	b.play(act{"9 tab 7", "", "instead of"})
	check.Equal(t, b.exercise().Task.Form.Answers[b.exercise().Task.Form.FieldName(0)], "9",
		"the number above a list without a seventh choice, after 7")
	b = newLessonBench(t, "1.2", [2]int{120, 36}, ascii.TrueColor)
	b.play(act{"1 2 tab 3", "instead of 12", ""})
	check.Equal(t, b.exercise().Task.Form.Answers["fewest"], "3", "the answer that is typed on a slider")
	b.play(act{"4", "", "instead of"})
	b = atTask(t, "6.1", "update", [2]int{120, 36})
	b.play(act{"a _ i + 1 esc 5", "", "instead of"})
	check.Equal(t, b.exercise().Task.Form.Answers[b.exercise().Task.Form.FieldName(0)], "a_i+15",
		"the formula that is continued from the stage")
}

// A narrow stage shows the verdict with its reason instead of the question. A hint replaces
// the stage by the text, so the slider on the stage loses the focus.
func TestNarrowStage_showsReason(t *testing.T) {
	b := newLessonBench(t, "1.1", [2]int{80, 24}, ascii.TrueColor)
	b.plays(act{"tab", "Find a line", ""}, act{"l enter", "", ""})
	r := b.exercise().Task.Report()
	b.sees("✗ Not there yet.", strings.Join(strings.Fields(r.Fact[0].String())[:4], " "))
	b.plays(act{"", "", "Find a line"}, act{"f1", "Hint 1", ""})
	at := b.exercise().Keyboard.Control
	check.That(t, at < 0, "slider %d has the keyboard out of sight, want none", at)
}

// typesAnything types and pastes wrong answers and submits them. After a verdict it presses
// end, so that the next letters do not replace the answer. It returns what the fields should
// contain.
func (b *bench) typesAnything(r *rand.Rand) string {
	want := ""
	for range 1 + r.IntN(6) {
		b.hold = r.IntN(2) == 0
		var input []tea.Msg
		for range 1 + r.IntN(5) {
			switch r.IntN(5) {
			case 0:
				input = append(input, press("enter"), press("end"))
			case 1:
				input = append(input, tea.PasteMsg{Content: "q7\nz\r\n"})
				want += "q7 z "
			default:
				k := string("7qjkx?["[r.IntN(7)])
				input = append(input, press(k))
				want += k
			}
		}
		if r.IntN(2) == 0 {
			b.gathered(input)
		} else {
			b.oneByOne(input)
		}
		if !b.hold {
			b.release()
		}
	}
	b.release()
	return want
}

func sortRunes(s string) string {
	runes := []rune(s)
	slices.Sort(runes)
	return string(runes)
}

// Esc cancels the work in progress: at once if nothing was typed before it, or else
// when pressed twice. Ctrl+c always quits.
func TestTypeAhead_escapeCancels(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.play(act{"enter 'x'", "", ""})
	b.hold = true
	b.keys("enter", "esc")
	check.That(t, !b.exercise().Task.Jobs.Check.Busy(), "esc waits for the verdict, want it to cancel")
	b.keys("enter", "7", "esc")
	check.That(t, b.exercise().Task.Jobs.Check.Busy() && len(b.m.typedAhead) == 2, "%d keys wait, want 2",
		len(b.m.typedAhead))
	b.keys("esc")
	check.That(t, !b.exercise().Task.Jobs.Check.Busy() && len(b.m.typedAhead) == 0,
		"esc twice does not cancel the check, want it to")
	b.keys("enter", "ctrl+c")
	b.release()
	check.That(t, b.quit, "ctrl+c waits, want to quit")
}

func (b *bench) gathered(input []tea.Msg) { b.run(b.gather(input)) }

func (b *bench) gather(input []tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for len(input) > 0 {
		_, cmd, n := b.m.Gather(input)
		cmds, input = append(cmds, cmd), input[n:]
	}
	return tea.Batch(cmds...)
}

// oneByOne passes input to the model message by message, and then runs its commands.
func (b *bench) oneByOne(input []tea.Msg) {
	var cmds []tea.Cmd
	for _, msg := range input {
		_, cmd := b.m.Update(msg)
		cmds = append(cmds, cmd)
	}
	b.run(tea.Batch(cmds...))
}

// Gathered input has the same effect as the same messages one by one.
func TestGather_equalsSingleMessages(t *testing.T) {
	keys := []string{"right", "right", "right", "left", "l", "h", "L", "H", "a", "2", "x", "tab", "0", "g", "up",
		"down", "enter", "esc", "backspace", "?", "ctrl+n", "G", "n", "v"}
	for _, start := range []string{"1.2", "7.7", "D.1"} { // fields, a run, a run with a debugger
		t.Run(start, func(t *testing.T) {
			begin := func() *bench {
				var lib exercises.Library = fakeLibrary{}
				if start == "D.1" {
					lib = debugLibrary{control: true}
				}
				return newPatientBench(t, 120, 36, session.Config{Student: newStudent(t, lib), Start: start})
			}
			rapid.Check(t, func(rt *rapid.T) {
				together, single := begin(), begin()
				for range rapid.IntRange(1, 8).Draw(rt, "events") {
					input := randomInput(rt, keys)
					together.gathered(slices.Clone(input))
					single.oneByOne(input)
					if together.m.View().Content != single.m.View().Content {
						rt.Fatalf("after %v gathered got\n%s\nwant as one by one\n%s", input, together.screen(), single.screen())
					}
				}
			})
		})
	}
}

// randomInput generates keys, each repeated up to a dozen times, and turns of the wheel.
func randomInput(t *rapid.T, keys []string) []tea.Msg {
	var input []tea.Msg
	for range rapid.IntRange(1, 4).Draw(t, "runs") {
		var msg tea.Msg = press(rapid.SampledFrom(keys).Draw(t, "key"))
		if rapid.IntRange(0, 5).Draw(t, "mouse") == 0 {
			msg = tea.MouseWheelMsg{
				X: rapid.IntRange(0, 119).Draw(t, "x"), Y: rapid.IntRange(0, 35).Draw(t, "y"),
				Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}).Draw(t, "button"),
			}
		}
		for range rapid.IntRange(1, 12).Draw(t, "times") {
			input = append(input, msg)
		}
	}
	return input
}

// A key held down causes one move and one computation, however often it repeats.
func TestGather_heldKeyIsOneMove(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1"})
	b.keys("esc")
	check.Equal(t, countJobs(b.gather(slices.Repeat([]tea.Msg{press("right")}, 500))), 1,
		"jobs that 500 presses started")
	b = newPatientBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1"})
	b.keys("esc")
	b.gathered(slices.Repeat([]tea.Msg{press("right")}, 50))
	b.at(50)
}

func countJobs(cmd tea.Cmd) int {
	if cmd == nil {
		return 0
	}
	batch, ok := cmd().(tea.BatchMsg)
	if !ok {
		return 1
	}
	n := 0
	for _, c := range batch {
		n += countJobs(c)
	}
	return n
}

// Text typed ahead requests one scene.
func TestGather_textIsOneChange(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Start: "1.2"})
	b.keys("enter")
	var text string
	var input []tea.Msg
	for i := range 200 {
		letter := fmt.Sprint(i % 10)
		text += letter
		input = append(input, press(letter))
	}
	before := b.exercise().Stage.SceneCount
	b.gathered(input)
	check.Equal(t, b.answer(), text, "the field")
	n := b.exercise().Stage.SceneCount - before
	check.That(t, n <= 2, "200 letters requested %d scenes, want at most 2", n)
}

// Every computation takes a turn and gives it back. Commands that only wait, such as the
// clock, take no turn.
func TestTurn_delaysComputations(t *testing.T) {
	taken, given := 0, 0
	config := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		AwaitTurn: func(context.Context) (func(), bool) {
			taken++
			return func() { given++ }, true
		}}
	b := newBench(t, 120, 36, config)
	b.keys("esc")
	scenes := taken
	check.That(t, scenes != 0, "the scene took no turn, want one")
	b.keys("right", "right") // the first step came with the scene
	check.That(t, taken != scenes, "extending the run took no turn, want one")
	before := taken
	b.keys("space", "?", "esc")
	check.That(t, taken <= before+1, "the clock and help took %d turns, want at most 1", taken-before)
	check.That(t, taken == given, "%d turns were taken and %d given back, want as many", taken, given)
}

// The marks of a form come back with its task, even if the form is incomplete, and so they do after
// a restart. A field that has changed since its verdict has no mark. If attempts
// are limited, no mark is shown for an answer that is no attempt, neither at first nor later.
func TestMarks_comeBack(t *testing.T) {
	for typed, want := range map[string]string{"1 tab 7 tab 0 enter": "✓✗✓", "1 tab 7 enter": "✓✗✗",
		"1 tab 7 tab ? enter": "✓✗ ", "1 tab 7 tab 0 enter 5": "✓ ✓", "1 tab 7": "   ",
		"1 tab 7 tab ? enter limited": "   "} {
		store := &progress.Memory{}
		typed, limited := strings.CutSuffix(typed, " limited")
		open := func() *bench {
			s := studentOf(t, twoTasks{attempts: map[bool]int{true: 3}[limited]}, store, study.Options{})
			return newBench(t, 120, 36, session.Config{Student: s, Start: "1.3"})
		}
		marks := func(b *bench) string {
			out := ""
			for i := range 3 {
				at := b.field(i)
				row := b.rowsIn(ascii.Rect{X: at.X + at.W, Y: at.Y, W: 2, H: 1})[0]
				out += fmt.Sprintf("%1s", strings.TrimSpace(row))
			}
			return out
		}
		b := open()
		b.keys(strings.Fields(typed)...)
		check.Equal(t, marks(b), want, "the marks after %q", typed)
		b.keys("ctrl+n", "ctrl+b")
		check.Equal(t, marks(b), want, "the marks after %q, the next task and back", typed)
		if save := b.m.Student.Leave(); save != nil {
			check.OK(t, save())
		}
		if strings.Contains(typed, "enter") {
			check.Equal(t, marks(open()), want, "the marks after %q and a restart", typed)
		}
	}
}

// twoTasks is a library in which every exercise asks for a parabola and then chooses. If attempts is
// not 0, every exercise is homework with that number of attempts.
type twoTasks struct {
	fakeLibrary
	attempts int
}

func (l twoTasks) Units() []exercises.Unit {
	out := l.fakeLibrary.Units()
	for _, u := range out {
		for i := range u.Exercises {
			u.Exercises[i].Schedule.MaxAttempts = l.attempts
		}
	}
	return out
}

func (l twoTasks) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e, err := l.fakeLibrary.Open(id, o)
	if err == nil {
		e.Tasks, e.Summary.Tasks = []exercises.Task{parabola(), choices()}, []string{"parabola", "predict"}
	}
	return e, err
}
