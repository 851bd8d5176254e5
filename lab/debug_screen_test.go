package lab

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/lab/session"
)

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
		{"debug-lines", "L u l l", "120x36"},
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
