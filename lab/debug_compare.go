package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// comparing lays another branch beside the one on the stage, step by step.
type comparing struct {
	with  int // the other branch
	asked frameKey
	shown exercises.Comparison
	known bool
}

// compareMsg brings a comparison, and the other run as far as it had to be
// computed for it.
type compareMsg struct {
	address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

func (m compareMsg) to() address { return m.address }

// openCompare compares with the only other branch, or asks with which.
func (e *exercise) openCompare() intent {
	if e.debug.compare != nil {
		e.leaveCompare()
		return nil
	}
	b := &e.debug.branches
	if len(b.list) == 2 {
		e.compareWith(1 - b.now)
		return nil
	}
	return e.branchWindow("Compare "+branchName(b.now)+" with", func(i int) any { return compareAnswer{i} }, true)
}

// compareWith lays branch i beside the one on the stage; what is to be shown
// is asked for after the message.
func (e *exercise) compareWith(i int) {
	e.debug.leaveGuests()
	if i < len(e.debug.branches.list) && i != e.debug.branches.now {
		e.debug.compare = &comparing{with: i}
		e.sheet.scroll = scroll{}
		e.drawn.drop()
	}
}

// askCompare returns the command that compares at the frame on the stage, or
// nil where that is known or nothing is compared. One is under way at a time.
func (e *exercise) askCompare() tea.Cmd {
	c := e.debug.compare
	this, ok := e.player.run.(exercises.Comparer)
	if c == nil || !ok || e.debug.comparisons.busy || c.asked == e.player.key() {
		return nil
	}
	c.asked = e.player.key()
	ctx, gen := e.debug.comparisons.start(e.session.ctx)
	other, at, to, with := e.debug.branches.list[c.with].run, e.player.at, address{e.owner, gen}, c.with
	return e.session.inTurn(func() tea.Msg {
		other := reaching(ctx, other, at)
		shown, ok := this.Compare(other, at)
		return compareMsg{to, with, other, shown, ok}
	})
}

// reaching is a run extended to frame at, as far as it goes.
func reaching(ctx context.Context, run exercises.Run, at int) exercises.Run {
	if _, done := run.Done(); done || run.Len() > at {
		return run
	}
	longer, err := run.Extend(ctx, at+1-run.Len(), exercises.Break{})
	if longer == nil || err != nil && longer.Len() < run.Len() {
		return run
	}
	return longer
}

func (e *exercise) compared(m compareMsg) {
	c := e.debug.compare
	if !e.debug.comparisons.finish(m.gen) || c == nil {
		return
	}
	if m.with < len(e.debug.branches.list) && m.with != e.debug.branches.now {
		e.debug.branches.list[m.with].run = m.other
	}
	if !m.ok {
		e.leaveCompare()
		e.session.notice = "these two runs have nothing to compare"
		return
	}
	c.shown, c.known = m.shown, true
	e.drawn.drop()
}

func (e *exercise) leaveCompare() {
	if e.debug.compare == nil {
		return
	}
	e.debug.comparisons.stop()
	e.debug.compare = nil
	e.drawn.drop()
}
