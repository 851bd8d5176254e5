package lab

import (
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// The choices lie over a sight only while they are open: their controls at once,
// their frame when it is there, and where a choice is refused the reason alone.
func TestWhatIfOverASight(t *testing.T) {
	own := sight{figures: []exercises.Figure{{Title: "own"}}, facts: []ascii.Line{ascii.Plain("own")}, event: "an event"}
	w := whatIf{open: true, controls: []exercises.Control{{Name: "k"}}}
	if v := w.over(own); v.guest != "What if" || v.figures[0].Title != "own" || len(v.controls) != 1 || v.event != "" {
		t.Errorf("before its frame is there: %+v", v)
	}
	w.frame = exercises.Frame{Figures: []exercises.Figure{{Title: "other"}, {Title: "chart"}}, Notes: []ascii.Line{ascii.Plain("other")}}
	w.known = true
	if v := w.over(own); v.figures[0].Title != "What if: other" || v.figures[1].Title != "chart" || v.facts[0].String() != "other" {
		t.Errorf("with its frame: %+v", v)
	}
	if w.frame.Figures[0].Title != "other" {
		t.Error("the frame itself has changed")
	}
	w.refuse = "C is negative."
	if v := w.over(own); v.figures[0].Title != "own" || v.facts[0].String() != "C is negative." || v.formula != nil {
		t.Errorf("refused: %+v", v)
	}
}

// A preview or a fork that comes after the choices were left is refused, also by
// the next ones.
func TestLateChoicesAreRefused(t *testing.T) {
	asker := job.Asker{Owner: 1, Context: t.Context()}
	var p player.Player
	p.Load(debugRun{fakeRun: fakeRun{n: 5}})
	var w whatIf
	preview := w.begin(asker, p.Here())().(previewMsg)
	w.leave()
	w.begin(asker, p.Here())
	if _, ok := w.previewed(asker, preview); !ok || w.known || len(w.controls) > 0 {
		t.Errorf("a late preview is taken: %+v", w.controls)
	}
	fork := w.take(asker)
	if again := w.take(asker); again != nil {
		t.Error("two forks are under way")
	}
	msg := fork().(forkMsg)
	w.leave()
	if run, _ := w.forked(msg); run != nil {
		t.Error("a late fork is taken")
	}
}

// A step that cannot be taken says why and leaves the choices open.
func TestAForkThatFails(t *testing.T) {
	asker := job.Asker{Owner: 1, Context: t.Context()}
	var p player.Player
	p.Load(debugRun{fakeRun: fakeRun{n: 5}})
	for _, c := range []struct {
		err  error
		want string
	}{{errors.New("no room"), "no room."}, {errors.New("It ends here."), "It ends here."}, {nil, "This step cannot be taken."}} {
		var w whatIf
		w.begin(asker, p.Here())
		var msg tea.Msg = w.take(asker)()
		m := msg.(forkMsg)
		m.run, m.err = nil, c.err
		if run, _ := w.forked(m); run != nil || w.refuse != c.want || !w.open {
			t.Errorf("%v: run %v, refused with %q", c.err, run, w.refuse)
		}
	}
}

// While a step is considered the panels and the values watched are about it, and
// say so; left, about the run again.
func TestPanelsSpeakOfTheStepConsidered(t *testing.T) {
	b := openDebug(t, 200, 60)
	b.keys("L", "w", "v", "b")
	b.typed("alpha == 5")
	b.keys("enter", "0", "L")
	b.sees("Why this step", "Pair (10, 9)", "The ledger", "ΔW = 10", "α = 1.0")
	b.keys("i")
	b.sees("What if: why this step", "Pair (11, 9)", "What if: the ledger", "ΔW = 11", "α = 1.1")
	b.lacks("Pair (10, 9)", "ΔW = 10", "α = 1.0")
	b.keys("l", "l") // the choice that is refused: the stage shows the run's own frame
	b.sees("no partner", "Pair (10, 9)", "ΔW = 10")
	b.lacks("What if: what")
	b.keys("esc")
	b.sees("Pair (10, 9)", "ΔW = 10", "α = 1.0")
	b.lacks("What if: why")
}
