package lab

import (
	"cmp"

	"kernellab/exercises"
	"kernellab/lab/lasting"
	"kernellab/lab/study"
)

// What follows is why acts do nothing now.

// reason is the words where they hold, else "".
func reason(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}

// lacks is the reason of acts for which the run needs an ability.
func lacks(words string, ability func(exercises.Abilities) any) func(*exercise) string {
	return func(e *exercise) string { return reason(ability(e.debug.player.Abilities()) == nil, words) }
}

// first is the first reason of several.
func first(whys ...func(*exercise) string) func(*exercise) string {
	return func(e *exercise) string {
		for _, why := range whys {
			if words := why(e); words != "" {
				return words
			}
		}
		return ""
	}
}

func withoutRun(e *exercise) string {
	meant := ""
	if len(e.scene.Controls) > 0 {
		meant = "; tab leads to the sliders"
	}
	return reason(e.debug.player.Run() == nil, "nothing to step through here"+meant)
}

func withoutBreaks(e *exercise) string {
	return reason(e.debug.player.Run() == nil || len(e.debug.player.Run().Breaks()) == 0, "no condition to stop at here")
}

func withoutChange(e *exercise) string {
	typed := e.debug.player.Abilities().Breakpoints
	if typed == nil {
		return "this run keeps no number for a point"
	}
	if e.stage.point < 0 || e.debug.guests() {
		return "inspect a point first: x, or a click on it"
	}
	_, ok := typed.Change(e.stage.point)
	return reason(!ok, "this run keeps no number for a point")
}

func withoutWhy(e *exercise) string {
	if e.debug.inspector.why {
		return ""
	}
	return cmp.Or(e.debug.player.Abilities().NoWhy, reason(e.debug.player.Frame().Why == nil, "nothing to explain at this step"))
}

func withoutLedger(e *exercise) string {
	a := e.debug.player.Abilities()
	return reason(a.Ledger == nil, cmp.Or(a.NoLedger, "this run has no ledger"))
}

func atEnd(e *exercise) string { return reason(e.debug.player.Finished(), "the run ends here") }

// oneBranch says why there are no branches to go to, or "".
func (d *debugger) oneBranch() string {
	if n := d.memory.Count(); n > 0 && !d.player.Branches.Forked() {
		return lasting.WaitWords(n)
	}
	return reason(!d.player.Branches.Forked(), "there is one branch only; “what if” makes another")
}

func oneFigure(e *exercise) string { return reason(len(e.sight().figures) < 2, "one figure only") }

// withoutSpeed is why + and − neither zoom a map nor change the speed of a run.
func withoutSpeed(e *exercise) string {
	if e.stage.zoomable(e.sight()) >= 0 {
		return ""
	}
	return withoutRun(e)
}

func withoutPoints(e *exercise) string {
	return reason(!e.sight().pointed(), "no point to inspect here")
}

func withoutRows(e *exercise) string {
	_, ok := e.sight().roster()
	return reason(!ok, "there is no table of points here")
}

func withoutPoint(e *exercise) string {
	return reason(e.sight().inspect == nil || e.stage.point < 0, "no point is inspected")
}

func withoutHints(e *exercise) string {
	w := e.sheet.work
	i := w.Info()
	_, more := w.Hints()
	switch {
	case len(i.Hints) == 0 && len(i.Solution) == 0:
		return "this step has no hints"
	case !w.Round().Helps():
		return "a unit is tested out without hints"
	case study.Foretelling(w):
		return "hints come after the prediction"
	case !more && (w.SolutionShown() || len(i.Solution) == 0) && !(study.Fills(w) && len(i.Fields) > 0):
		return "all hints are shown"
	}
	return ""
}

func withoutReadings(e *exercise) string {
	return reason(len(e.sheet.form.offered().readings) == 0, "only where a text has two readings")
}

func withoutAdvice(e *exercise) string {
	return reason(!e.sheet.recognised(), "no advice to take back")
}

func atLastStep(e *exercise) string {
	if r := e.sheet.work.Round(); r != nil {
		return reason(r.Kind() == study.TestingOut, "no task of a test-out can be left out")
	}
	return reason(e.sheet.work.Index() == e.sheet.work.Len()-1, "this is the last step")
}

func atFirstStep(e *exercise) string {
	return reason(e.sheet.work.Index() == 0, "this is the first step")
}
