package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// onDebug are the acts of the stage that question the run.
func (e *exercise) onDebug(a act) (intent, tea.Cmd, bool) {
	if opened := e.opens(a); opened != nil {
		return opened, nil, true
	}
	switch a {
	case actBreakBack:
		e.runBack()
		return nil, e.onward(nil), true
	case actWhatIf:
		return nil, e.openWhatIf(), true
	case actPredict:
		return nil, e.askNext(predicting), true
	case actByHand:
		return nil, e.askNext(workingOut), true
	}
	return nil, nil, e.shows(a)
}

// opens is the window that an act opens, or nil.
func (e *exercise) opens(a act) intent {
	switch a {
	case actBreak:
		return pushIntent{e.breakWindow()}
	case actWhyWindow:
		return e.openWhy()
	case actWhy:
		if !e.hasPanelRoom() {
			return e.openWhy()
		}
	case actLedgerWindow:
		return e.openLedger()
	case actBranches:
		return pushIntent{e.branchWindow("Branches", func(i int) any { return branchAnswer{i} }, false)}
	case actCompare:
		return e.openCompare()
	case actRecord:
		return pushIntent{e.recordWindow(e.player.run.(exercises.Recorder))}
	}
	return nil
}

// shows changes what is in sight, and says whether the act does that.
func (e *exercise) shows(a act) bool {
	switch a {
	case actWhy:
		e.debug.why, e.debug.top = !e.debug.why, 0
	case actLedger:
		e.debug.ledger.toggle()
		e.debug.top = 0
	case actPanelDown:
		e.scrollPanels(3)
	case actPanelUp:
		e.scrollPanels(-3)
	case actZoomIn, actZoomOut, actPanLeft, actPanRight, actScale:
		e.onLens(a)
	case actCompare: // laid beside, or taken away
	default:
		return false
	}
	return true
}

// cannot is why an act of the debugger does nothing now, or empty.
func (e *exercise) cannot(a act) string {
	switch a {
	case actBreakBack:
		if e.debug.watches.last == (exercises.Break{}) {
			return "no condition has been used yet"
		}
	case actWhatIf:
		if _, ok := e.player.run.(exercises.Forker); !ok {
			return "this run can go one way only"
		}
	case actPredict:
		if _, ok := e.player.run.(exercises.Quiz); !ok {
			return "nothing is asked about this run"
		}
		return e.over()
	case actByHand:
		if _, ok := e.player.run.(exercises.Apprentice); !ok {
			return "the steps of this run are not for the hand"
		}
		return e.over()
	case actRecord:
		if _, ok := e.player.run.(exercises.Recorder); !ok {
			return "this run cannot be written down"
		}
	case actZoomIn, actZoomOut, actPanLeft, actPanRight, actScale:
		if _, ok := e.chart(); !ok {
			return "enlarge a chart first"
		}
	case actCompare:
		if _, ok := e.player.run.(exercises.Comparer); !ok {
			return "these runs cannot be compared"
		}
		return e.cannot(actBranches)
	case actBranches:
		if !e.debug.branches.forked() {
			return "there is one branch only; “what if” makes another"
		}
	case actLedger, actLedgerWindow:
		if _, ok := e.player.run.(exercises.Ledger); !ok {
			return "this run keeps no books"
		}
	}
	return ""
}

// over says that there is no next step, or is empty.
func (e *exercise) over() string {
	if e.player.finished() {
		return "the run ends here"
	}
	return ""
}
