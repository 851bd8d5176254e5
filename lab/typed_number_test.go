package lab

import (
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
)

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
				if i := b.exercise().Task.Info(); hasText(i) && !i.Bench {
					b.typed("-2,5")
					want[b.exercise().Task.Form.FieldName(b.exercise().Task.Form.At())] = "-2,5"
				}
				b.send(tea.WindowSizeMsg{Width: 20, Height: 5})
				b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
				b.hold, b.held = false, nil // nothing was written
				b.keys("ctrl+n")
			}
			b.cutLine()
			b = onStore(t, store, x.ID)
			e := b.exercise()
			for i := range x.Tasks {
				e.Task.Work.GoTo(i)
				e.Enter()
				for _, f := range e.Task.Info().Fields {
					if got := e.Task.Form.Answers[f.Name]; got != want[f.Name] {
						t.Errorf("%s %s: field %s holds %q after the line was cut, want %q", x.ID, e.Task.Info().Name,
							f.Name, got, want[f.Name])
					}
				}
			}
		}
	}
}

// onStore opens an exercise for the student whose record a store holds.
func onStore(t *testing.T, store progress.Store, id string) *bench {
	t.Helper()
	s := studentOf(t, lessonLibrary(), store, study.Options{})
	return newPatientBench(t, 120, 36, session.Config{Student: s, Start: id, Background: session.Dark})
}

// cutLine ends the lab as a host does if a connection breaks.
func (b *bench) cutLine() {
	b.t.Helper()
	b.m.Close()
	if save := b.m.Student.Leave(); save != nil {
		check(b.t, save())
	}
}

// No typed or pasted letter is lost, whatever is judged, saved or drawn meanwhile, and
// however the input is grouped.
func TestInput_losesNothing(t *testing.T) {
	fake := func(l exercises.Library, start string) session.Config {
		return session.Config{Student: newStudent(t, l), Start: start}
	}
	for name, c := range map[string]struct {
		config func() session.Config
		keys   string // that lead to the fields
		form   func(*bench) *exercise.Form
	}{
		"a field": {func() session.Config { return fake(fakeLibrary{slow: closedGate()}, "1.2") }, "enter",
			func(b *bench) *exercise.Form { return b.exercise().Task.Form }},
		"fields": {func() session.Config { return fake(oneStep{fakeLibrary{slow: closedGate()}, parabola()}, "1.3") },
			"", func(b *bench) *exercise.Form { return b.exercise().Task.Form }},
		"by hand": {func() session.Config { return fake(debugLibrary{}, "D.1") }, "L y",
			func(b *bench) *exercise.Form { return b.questionWindow().Form }},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(15) {
				b := newPatientBench(t, 80, 24, c.config())
				b.keys(strings.Fields(c.keys)...)
				typed := b.typesAnything(rand.New(rand.NewPCG(seed, 0)))
				got := ""
				for _, text := range c.form(b).Answers {
					got += text
				}
				if sorted(got) != sorted(typed) {
					t.Fatalf("seed %d: the fields hold %q, want %q", seed, c.form(b).Answers, typed)
				}
			}
		})
	}
}

// What is typed after a wrong answer replaces it, from the field, the stage and a slider.
// Keys that move the cursor or delete keep it, and so do signs that continue it.
func TestTypedNumber_replacesAWrongAnswer(t *testing.T) {
	for _, size := range screens() {
		for keys, want := range map[string]string{"7": "7", "7 7": "77", "right 7": "97", "end 7": "97", "home 7": "79",
			"left 7": "79", "backspace 7": "7", "+ 7": "9+7", "esc 7": "7", "esc 7 7": "77", "tab 7": "7", "tab l 7": "7"} {
			b := newLessonBench(t, "1.2", size, ascii.TrueColor)
			b.keys("9", "enter")
			b.keys(strings.Fields(keys)...)
			if got := b.exercise().Task.Form.Answers["fewest"]; got != want {
				t.Errorf("%v: after 9, enter, %s the field holds %q, want %q", size, keys, got, want)
			}
		}
	}
}

// What is typed on the stage goes to the field that is wrong or empty, and never to one
// that is right.
func TestTypedNumber_reachesTheWrongField(t *testing.T) {
	for typed, want := range map[string]string{"1 7 0": "1 5 0", "1 2 9": "1 2 5", "1  0": "1 5 0", "7 2 0": "5 2 0"} {
		b := newBench(t, 120, 36, session.Config{Student: newStudent(t,
			oneStep{fakeLibrary{slow: closedGate()}, parabola()}), Start: "1.3", Background: session.Dark})
		for i, text := range strings.Split(typed, " ") {
			b.exercise().SetFocus(exercise.Focus{Kind: exercise.OnField, I: i})
			b.typed(text)
		}
		b.keys("enter")
		b.exercise().SetFocus(exercise.Focus{})
		b.keys("5")
		a := b.exercise().Task.Form.Answers
		if got := strings.Join([]string{a["a"], a["b"], a["c"]}, " "); got != want {
			t.Errorf("5 after %q makes the fields %q, want %q", typed, got, want)
		}
	}
}

// A narrow stage shows the verdict with its reason instead of the question. A hint shows
// the text, and takes the keyboard from the slider that is then out of sight.
func TestNarrowStage_showsReason(t *testing.T) {
	b := newLessonBench(t, "1.1", [2]int{80, 24}, ascii.TrueColor)
	b.plays(act{"tab", "Find a line", ""}, act{"l enter", "", ""})
	r := b.exercise().Task.Report()
	b.sees("✗ Not there yet.", strings.Join(strings.Fields(r.Fact[0].String())[:4], " "))
	b.plays(act{"", "", "Find a line"}, act{"f1", "Hint 1", ""})
	if at := b.exercise().Keyboard.Control; at >= 0 {
		t.Errorf("slider %d has the keyboard out of sight, want none", at)
	}
}

// typesAnything types and pastes wrong answers and submits them. After a verdict it keeps
// the text with end. It returns what the fields should contain.
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

func sorted(s string) string {
	runes := []rune(s)
	slices.Sort(runes)
	return string(runes)
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
	if !b.exercise().Task.Jobs.Check.Busy() || len(b.m.typedAhead) != 2 {
		t.Errorf("%d keys wait, want 2", len(b.m.typedAhead))
	}
	b.keys("esc")
	if b.exercise().Task.Jobs.Check.Busy() || len(b.m.typedAhead) != 0 {
		t.Error("esc twice does not cancel the check, want it to")
	}
	b.keys("enter", "ctrl+c")
	b.release()
	if !b.quit {
		t.Error("ctrl+c waits, want to quit")
	}
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
	labs := map[string]func() session.Config{
		"fields": func() session.Config {
			return session.Config{Student: newStudent(t, fakeLibrary{slow: closedGate()}), Start: "1.2"}
		},
		"run": func() session.Config {
			return session.Config{Student: newStudent(t, fakeLibrary{slow: closedGate()}), Start: "7.7"}
		},
		"debugger": func() session.Config {
			return session.Config{Student: newStudent(t, debugLibrary{control: true}), Start: "D.1"}
		},
	}
	keys := []string{"right", "right", "right", "left", "l", "h", "L", "H", "a", "2", "x", "tab", "0", "g", "up",
		"down", "enter", "esc", "backspace", "?", "ctrl+n", "G", "n", "v"}
	for name, config := range labs {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				together, single := newPatientBench(t, 120, 36, config()), newPatientBench(t, 120, 36, config())
				for range rapid.IntRange(1, 8).Draw(rt, "events") {
					input := randomInput(rt, keys)
					together.gathered(slices.Clone(input))
					single.oneByOne(input)
					if a, b := together.screen(), single.screen(); a != b {
						rt.Fatalf("after %v gathered got\n%s\nwant as one by one\n%s", input, a, b)
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
	if n := countJobs(b.gather(slices.Repeat([]tea.Msg{press("right")}, 500))); n != 1 {
		t.Errorf("500 presses started %d jobs, want 1", n)
	}
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
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: closedGate()}), Start: "1.2"})
	b.keys("enter")
	var text string
	var input []tea.Msg
	for i := range 200 {
		letter := fmt.Sprint(i % 10)
		text += letter
		input = append(input, press(letter))
	}
	before := b.exercise().Stage.Scenes
	b.gathered(input)
	if got := b.answer(); got != text {
		t.Errorf("the field has %q, want the text", got)
	}
	if n := b.exercise().Stage.Scenes - before; n > 2 {
		t.Errorf("200 letters requested %d scenes, want at most 2", n)
	}
}

// Computations wait for their turn and give it back. Commands that only wait, such as
// the clock, take none.
func TestTurn_delaysComputations(t *testing.T) {
	taken, given := 0, 0
	config := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Turn: func(context.Context) (func(), bool) {
			taken++
			return func() { given++ }, true
		}}
	b := newBench(t, 120, 36, config)
	b.keys("esc")
	scenes := taken
	if scenes == 0 {
		t.Error("the scene took no turn, want one")
	}
	b.keys("right", "right") // the first step came with the scene
	if taken == scenes {
		t.Error("extending the run took no turn, want one")
	}
	before := taken
	b.keys("space", "?", "esc")
	if taken > before+1 {
		t.Errorf("the clock and help took %d turns, want at most 1", taken-before)
	}
	if taken != given {
		t.Errorf("%d turns were taken and %d given back, want as many", taken, given)
	}
}
