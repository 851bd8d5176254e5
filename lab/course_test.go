package lab

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
)

// Computations without a solver can be debugged like any run: explanations, ledger,
// predictions, steps by hand, and a breakpoint that a later session and the transcript
// restore.
func TestDebugger_onEveryCourse(t *testing.T) {
	for _, c := range []struct{ id, step, condition, shown, why string }{
		{"9.4", "watch", "longest > 1", "longest = 2", "sum before"},
		{"9.5", "path", "beta[2] < 0.01", "β₂ = 0.00", "‖w₁‖ = β₁√q₁"},
		{"9.6", "grow", "m == 160", "m = 160", "old mean"},
	} {
		store, seed := &progress.Memory{}, uint64(7)
		open := func() *study.Student {
			s, _, err := study.Open(lessonLibrary(), store, study.Options{Seed: &seed})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		b := newPatientBench(t, 120, 36, session.Config{Student: open(), Background: session.Dark, Start: c.id})
		names := []string{}
		for i := range b.exercise().Task.Work.Len() {
			b.toTaskAt(i)
			if names = append(names, b.exercise().Task.Work.Info().Name); names[i] == c.step {
				break
			}
		}
		if !slices.Contains(names, c.step) || !b.hasRun() {
			t.Fatalf("%s has no run: %v", c.id, names)
		}
		b.keys("w")
		b.sees("Why this step", c.why)
		b.keys("esc", "v")
		b.sees("hold at this step")
		b.lacks("not hold")
		b.keys("v", "p")
		b.questionWindow()
		b.keys("esc", "y")
		b.questionWindow()
		b.keys("esc", "home")
		b.runToCondition(c.condition)
		at := b.exercise().Stage.Debug.Player.At()
		b.sees("condition: ", c.shown)
		if at == 0 {
			t.Errorf("%s: did not run to %s, want it to", c.id, c.condition)
		}
		b.keys("ctrl+c")

		again := newPatientBench(t, 120, 36, session.Config{Student: open(), Background: session.Dark, Start: c.id})
		again.at(at)
		again.sees("condition: ", c.shown)
		again.toRun()
		again.keys("0", "$")
		again.at(at)
		again.keys("ctrl+c")

		var out bytes.Buffer
		in := strings.NewReader("start\nend\nwatch\nrecord\nquit\n")
		if err := transcript.Run(t.Context(), open(), in, &out,
			transcript.Options{Start: c.id, Echo: true}); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(strings.Fields(out.String()), " "); strings.Count(said,
			"A condition holds here:") != 2 || !strings.Contains(said, ", armed: ") ||
			!strings.Contains(said, "“csv”: its steps") || strings.Contains(said, "replay") {
			t.Errorf("%s: want all three formats, got transcript\n%s", c.id, said)
		}
	}
}
