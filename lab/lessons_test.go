package lab

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
	"kernellab/testdata/support/check"
)

// layouts returns the tasks of the real lessons whose screens have golden files: one
// for each way in which text, fields, figures, tables, controls and a run share a
// screen. A run has taken three updates. The size of a screen may be followed by a key
// that leads to another pane, or by a profile.
func layouts() []struct{ name, exercise, task, screens string } {
	return []struct{ name, exercise, task, screens string }{
		{"text", "7.7", "know", "80x24 120x36 200x60"},
		{"choices", "6.3", "parting", "80x24 120x36"},
		{"table-in-text", "7.6", "errors", "80x24 120x36"},
		{"words", "6.5", "dual", "80x24/esc 120x36"},
		{"words-and-sliders", "5.2", "weight", "80x24/esc 120x36 200x60"},
		{"words-over-words", "3.1", "square", "120x36"},
		{"words-over-table", "3.2", "phi", "80x24/esc 120x36"},
		{"table", "8.4", "story", "120x36"},
		{"tables", "6.4", "score", "120x36"},
		{"map", "7.1", "measure", "120x36"},
		{"map-and-sliders", "7.2", "slide", "80x24/esc 120x36 200x60"},
		{"map-and-table", "7.7", "state", "80x24/esc 120x36 200x60"},
		{"map-and-chart", "1.1", "bend", "80x24/esc 120x36"},
		{"map-and-strip", "1.3", "roots", "80x24/esc 120x36"},
		{"map-and-table-in-text", "1.4", "weights", "120x36"},
		{"map-chart-and-table", "7.7", "clip", "120x36 200x60"},
		{"maps", "3.4", "guess", "120x36"},
		{"heatmaps", "5.6", "bumps", "80x24 120x36"},
		{"heatmap-and-sliders", "2.2", "digits", "120x36"},
		{"chart-words-and-sliders", "6.6", "penalty", "80x24/esc 120x36"},
		{"chart-and-bars", "5.3", "pull", "120x36"},
		{"chart-and-table", "7.5", "shift", "120x36"},
		{"bars", "4.2", "digits", "120x36"},
		{"strips-and-table", "5.7", "counts", "80x24/tab 120x36 200x60"},
		{"line", "1.2", "threshold", "120x36"},
		{"lift", "1.3", "write", "120x36"},
		{"board", "1.1", "board", "120x36"},
		{"space", "5.1", "slide", "120x36"},
		{"run", "7.7", "spare", "80x24 80x24/tab 120x36 120x36/16 120x36/mono 120x36/ascii 200x60"},
		{"run-and-controls", "7.7", "watch", "80x24 80x24/tab 120x36 200x60"},
		{"line-of-code", "7.7", "watch", "80x24/u 120x36/u 200x60/u"},
		{"run-of-charts", "7.5", "walk", "80x24 120x36 200x60"},
		{"run-of-maps", "D.2", "hunt2", "120x36"},
		{"run-of-a-chart-and-table", "9.5", "path", "120x36"},
		{"run-of-a-table", "9.4", "watch", "120x36"},
	}
}

// profiles returns the colour profiles, by the values of the flag --color.
func profiles() map[string]ascii.Profile {
	return map[string]ascii.Profile{"true": ascii.TrueColor, "256": ascii.Indexed256, "16": ascii.ANSI16,
		"mono": ascii.Mono, "ascii": ascii.SevenBit}
}

// The files were written on amd64. On other machines the compiler may fuse multiplication and addition, which
// moves single dots of a drawing.
func TestGolden_layouts(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("want amd64, got " + runtime.GOARCH)
	}
	for _, l := range layouts() {
		for _, screen := range strings.Fields(l.screens) {
			t.Run(l.name+"/"+screen, func(t *testing.T) {
				t.Parallel()
				size, how, _ := strings.Cut(screen, "/")
				w, h := parseSize(t, size)
				profile, named := profiles()[how]
				if !named {
					profile = ascii.TrueColor
				}
				b := newLessonBench(t, l.exercise, [2]int{w, h}, profile)
				b.toTask(l.task)
				if how != "" && !named {
					b.keys(how)
				}
				compare(t, "layouts/"+l.name+"-"+strings.ReplaceAll(screen, "/", "-"), b.screen()+"\n"+inks(b.cells()))
			})
		}
	}
}

// lessonLibrary returns the real lessons, which all tests share.
var lessonLibrary = sync.OnceValue(func() *catalogue.Catalogue {
	library, err := catalogue.New()
	if err != nil {
		panic(err)
	}
	return library
})

// lessons returns the units to test: all of them, or only unit 7 in short tests, such as
// tests under the race detector. Unit 7 has the most runs.
func lessons() []exercises.Unit {
	all := lessonLibrary().Units()
	if !testing.Short() {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(u exercises.Unit) bool { return u.ID != "7" })
}

// screens returns the sizes at which the real lessons are tested.
func screens() [][2]int { return [][2]int{{80, 24}, {120, 36}, {200, 60}} }

func newLessonBench(t *testing.T, id string, size [2]int, p ascii.Profile) *bench {
	return newPatientBench(t, size[0], size[1], session.Config{Student: newStudent(t, lessonLibrary()), Start: id,
		Profile: p})
}

// toTaskAt goes to task i of the exercise, and takes three updates of its run.
func (b *bench) toTaskAt(i int) {
	for b.exercise().Task.Work.Index() > i {
		b.keys("ctrl+b")
	}
	for range i - b.exercise().Task.Work.Index() {
		b.keys("ctrl+n")
	}
	b.takeSteps()
}

// takeSteps takes three updates of the run, if there is one.
func (b *bench) takeSteps() {
	if b.hasRun() {
		b.toRun()
		b.keys("l", "l", "l")
	}
}

func (b *bench) toTask(name string) {
	b.t.Helper()
	for i := range b.exercise().Task.Work.Len() {
		if b.toTaskAt(i); b.exercise().Task.Info().Name == name {
			return
		}
	}
	b.t.Fatalf("got no task %q, want one", name)
}

// atTask opens a real lesson at a task, after three updates of its run.
func atTask(t *testing.T, id, task string, size [2]int) *bench {
	t.Helper()
	b := newLessonBench(t, id, size, ascii.TrueColor)
	b.toTask(task)
	return b
}

// toRun gives the focus to the stage, unless it is there already.
func (b *bench) toRun() {
	if b.exercise().Zone() != session.ZoneStage {
		b.keys("esc")
	}
}

func (b *bench) hasRun() bool {
	x, ok := b.m.top().(*exercise.Screen)
	return ok && x.Stage.Scene.Run != nil
}

// richestTask returns the index of the first task with a run or, if there is none, of the first
// task with a figure.
func richestTask(b *bench, steps int) int {
	best := 0
	for i := range steps {
		b.toTaskAt(i)
		x, ok := b.m.top().(*exercise.Screen)
		if ok && x.Stage.Scene.Run != nil {
			return i
		}
		if ok && best == 0 && len(x.Stage.Scene.Figures) > 0 {
			best = i
		}
	}
	return best
}

// While a question about the next step is open, no chart and no mark on the timeline
// behind it shows later steps that were seen before. They return if it is closed
// without an answer.
func TestQuestion_hidesLaterFrames(t *testing.T) {
	b := atTask(t, "7.7", "watch", [2]int{120, 36})
	b.play(act{"home", "g against α", ""})
	b.lacks("H = ") // a value of the first step
	b.keys("$", "h", "h", "h", "h")
	p := &b.exercise().Stage.Debug.Player
	at, length := p.FrameNumber(), p.Run().Len()
	check.Must(t, at < length-4, "at frame %d of %d, want to be earlier", at, length)
	for _, key := range []string{"p", "y"} {
		b.keys(key, "ctrl+o")
		for _, f := range b.exercise().Stage.View().Figures {
			if c, ok := f.Plot.(ascii.Chart); ok && c.XLabel == "step" && c.X.Max > float64(at) {
				t.Errorf("%s: %q goes to step %v, want at most %d", key, f.Title, c.X.Max, at)
			}
		}
		check.That(t, p.Run().Len() == at+1, "%s: the timeline has %d frames, want it to end after step %d", key,
			p.Run().Len(), at)
		b.keys("k", "alt+q")
		check.That(t, p.Run().Len() == length && p.FrameNumber() == at, "%s: closed, the run is at %d of %d, want %d of %d", key,
			p.FrameNumber(), p.Run().Len(), at, length)
	}
}

// onStage switches a narrow screen to the stage.
func (b *bench) onStage() {
	b.exercise().Keyboard.Pane = exercise.StagePane
	b.m.Layout()
	b.m.View()
}

// The run file of the original, exported after a fork, includes the fork.
func TestExport_originalHasItsForks(t *testing.T) {
	b := newLessonBench(t, "D.1", [2]int{120, 36}, ascii.TrueColor)
	b.toTaskAt(0)
	b.play(act{"i l enter l o up enter", "the original", ""})
	r, ok := exercise.NewExporter(b.exercise())
	check.Must(t, ok, "the run cannot be exported, want an exporter")
	var text strings.Builder
	check.OK(t, r.Encoder(exercise.ExportChoice{Format: "run"})(&text))
	check.That(t, strings.Contains(text.String(), "branch branch-1 from main at 3"), "want the fork, got\n%s",
		text.String())
}

// Computations without a solver can be debugged like any run: explanations, ledger,
// predictions, steps by hand, and a breakpoint that a later session and the transcript
// restore.
func TestDebugger_onEveryRun(t *testing.T) {
	for _, c := range []struct{ id, step, condition, shown, why string }{
		{"9.4", "watch", "longest > 1", "longest = 2", "sum before"},
		{"9.5", "path", "beta[2] < 0.01", "β₂ = 0.00", "‖w₁‖ = β₁√q₁"},
		{"9.6", "grow", "m == 160", "m = 160", "old mean"},
	} {
		store, seed := &progress.Memory{}, uint64(7)
		open := func() *study.Student { return studentOf(t, lessonLibrary(), store, study.Options{Seed: &seed}) }
		b := newPatientBench(t, 120, 36, session.Config{Student: open(), Start: c.id})
		b.toTask(c.step)
		b.plays(act{"w", "Why this step | " + c.why, ""}, act{"esc v", "hold at this step", "not hold"})
		b.keys("v", "p")
		b.questionWindow()
		b.keys("esc", "y")
		b.questionWindow()
		b.play(act{"esc home b '" + c.condition + "' enter", "condition:  | " + c.shown, ""})
		at := b.exercise().Stage.Debug.Player.FrameNumber()
		check.That(t, at != 0, "%s: did not run to %s, want it to", c.id, c.condition)
		b.keys("ctrl+c")

		again := newPatientBench(t, 120, 36, session.Config{Student: open(), Start: c.id})
		again.at(at)
		again.sees("condition: ", c.shown)
		again.toRun()
		again.keys("home", "$")
		again.at(at)
		again.keys("ctrl+c")

		var out bytes.Buffer
		in := strings.NewReader("start\nend\nwatch\nrecord\nquit\n")
		check.OK(t, transcript.Run(t.Context(), open(), in, &out, transcript.Options{Start: c.id, Echo: true}))
		said := strings.Join(strings.Fields(out.String()), " ")
		check.That(t, strings.Count(said, "A condition holds here:") == 2 && strings.Contains(said, ", active: ") &&
			strings.Contains(said, "“csv”: its steps") && !strings.Contains(said, "replay"),
			"%s: want all three formats, got transcript\n%s", c.id, said)
	}
}

// Exactly one line of the pseudo-code is marked: the line whose numbers are below the
// picture. After the last line the run takes the step.
func TestStage_marksTheCurrentLineOfCode(t *testing.T) {
	for _, c := range []struct{ id, task string }{{"7.7", "watch"}, {"7.8", "stall"}, {"6.5", "watch"}, {"6.1", "side"}} {
		for _, size := range screens() {
			b := atTask(t, c.id, c.task, size)
			b.onStage()
			p := &b.exercise().Stage.Debug.Player
			at, code := p.FrameNumber(), p.Frame().Code.Lines
			for i, line := range code[1:] {
				b.keys("u")
				formula := b.exercise().Stage.View().Formula
				check.Must(t, p.FrameNumber() == at && len(formula) == 2 && formula[0].String() == line.String(),
					"%s %v: after %d lines at step %d with %v, want step %d and %q", c.id, size, i+1, p.FrameNumber(), formula,
					at, line.String())
				for j, other := range code {
					mark := "›   " + strings.Join(strings.Fields(other.String())[:2], " ")
					if marked := strings.Contains(b.screen(), mark); marked != (j == i+1) {
						t.Errorf("%s %v: after %d lines, line %d is marked: %v", c.id, size, i+1, j, marked)
					}
				}
			}
			b.keys("u")
			b.at(at + 1)
		}
	}
}
