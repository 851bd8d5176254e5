package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// debugger is what the student asks of the run on the stage. Its parts stand
// each in a file of its own.
type debugger struct {
	watches watches
	ledger  ledger
	why     bool // the panel is open, where there is room for it
	top     int  // first line shown of the panels

	branches branches
	// At most one of these stands in place of the run's own frame.
	whatIf  *whatIf
	compare *comparing

	marked map[int]bool // frames at which a marked step was asked for

	// What is under way. The jobs outlive what they are for, so that an answer
	// which comes too late is never taken for that of a later question.
	previews, forks, comparisons job
	next, record                 job // the questions on the step to come; the run being written down
}

// guest reports that a frame stands in place of the run's own.
func (d *debugger) guest() bool { return d.whatIf != nil || d.compare != nil }

// reset forgets everything that belongs to the step left.
func (d *debugger) reset() {
	d.stop()
	d.watches = watches{job: d.watches.job}
	d.ledger.forget()
	d.ledger.known = false
	d.branches, d.whatIf, d.compare, d.marked = branches{}, nil, nil, nil
}

// stop ends what is being computed.
func (d *debugger) stop() {
	d.ledger.job.stop()
	d.watches.job.stop()
	d.ledger.asked, d.watches.asked = frameKey{}, frameKey{}
	d.next.stop()
	d.record.stop()
	d.leaveGuests()
}

// leaveGuests puts the run's own frame back on the stage.
func (d *debugger) leaveGuests() {
	d.previews.stop()
	d.forks.stop()
	d.comparisons.stop()
	d.whatIf, d.compare = nil, nil
}

// questioned asks, after every message, for what the parts want to know: a longer
// run, and what those that stand open say of the frame on the stage.
func (e *exercise) questioned() tea.Cmd {
	if missed := e.player.takeMissed(); missed != "" {
		e.session.notice = missed + ": at no other step this way"
	}
	return tea.Batch(e.session.inTurn(e.player.work(e.session.ctx, e.owner)), e.debug.watches.ask(e), e.debug.ledger.ask(e), e.askCompare(), e.session.inTurn(e.sheet.form.ask(e.owner)))
}

// stepBy steps the run from a window above the screen.
func (e *exercise) stepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(e.forward(), e.questioned())
	}
	e.player.backward()
	return e.questioned()
}

// plural is a number of things: "1 more line", "3 more lines".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
