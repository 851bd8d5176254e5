package lab

import (
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/core"
	"kernellab/lab/debug"
)

// A preview or a fork that arrives after the choices were closed is ignored, also by
// later choices.
func TestWhatIf_ignoresLateChoices(t *testing.T) {
	asker := core.Asker{Owner: 1, Context: t.Context()}
	var p core.Player
	p.Load(debugRun{fakeRun: fakeRun{n: 5}})
	var w debug.WhatIf
	preview := w.Begin(asker, p.Here())().(debug.PreviewMsg)
	w.Close()
	w.Begin(asker, p.Here())
	if _, ok := w.ReceivePreview(asker, preview); !ok || w.Known || len(w.Controls) > 0 {
		t.Errorf("a late preview was taken: %+v, want it ignored", w.Controls)
	}
	fork := w.Fork(asker)
	if again := w.Fork(asker); again != nil {
		t.Error("two forks at once, want one")
	}
	msg := fork().(debug.ForkMsg)
	w.Close()
	if run, _ := w.ReceiveFork(msg); run != nil {
		t.Error("a late fork was taken, want it ignored")
	}
}

// A step that cannot be taken shows the reason and leaves the choices open.
func TestWhatIf_forkFails(t *testing.T) {
	asker := core.Asker{Owner: 1, Context: t.Context()}
	var p core.Player
	p.Load(debugRun{fakeRun: fakeRun{n: 5}})
	for _, c := range []struct {
		err  error
		want string
	}{{errors.New("no room"), "no room."}, {errors.New("It ends here."), "It ends here."}, {nil,
		"This step cannot be taken."}} {
		var w debug.WhatIf
		w.Begin(asker, p.Here())
		var msg tea.Msg = w.Fork(asker)()
		m := msg.(debug.ForkMsg)
		m.Run, m.Err = nil, c.err
		if run, _ := w.ReceiveFork(m); run != nil || w.Refusal != c.want || !w.Open {
			t.Errorf("%v: run %v, refusal %q, want no run", c.err, run, w.Refusal)
		}
	}
}

// While an alternative is considered, the panels and the watched values are about it,
// and their titles say so. Afterwards they are about the run again.
func TestWhatIf_panelsAreAboutTheAlternative(t *testing.T) {
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
