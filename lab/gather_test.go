package lab

import (
	"context"
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"kernellab/lab/session"
)

// gathered passes input to the model at once, and runs its commands.
func (b *bench) gathered(input []tea.Msg) { b.run(b.gather(input)) }

// gather passes input to the model at once and returns its commands.
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
			return session.Config{Student: newStudent(t, debugLibrary{control: true, marked: 3}), Start: "D.1"}
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

// countJobs returns how many jobs a command starts.
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
func TestTurn_isTakenByComputations(t *testing.T) {
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
