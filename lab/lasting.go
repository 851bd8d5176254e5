package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
	"kernellab/lab/lasting"
	"kernellab/lab/progress"
)

// memory is what of a debugger outlives the lab: the branches and the conditions,
// as the document of the exercise has them. Until what was there is brought back it
// is what is kept.
type memory struct {
	job   job.Job
	due   *progress.Debug // to be brought back, once there is a run
	frame int             // at which the student left it
	noted lasting.Stamp

	lasting.Waiting
}

// broughtMsg brings back what a document had.
type broughtMsg struct {
	job.Address
	lasting.Brought
}

func (d *debugger) stamp() lasting.Stamp {
	return lasting.StampOf(&d.player.Branches, &d.watches.Conditions, &d.memory.Waiting)
}

// recall has what a document says of a run brought back once there is one.
func (d *debugger) recall(was *progress.Debug, frame int) {
	d.memory.job.Stop()
	d.memory = memory{job: d.memory.job, frame: frame}
	d.memory.due, d.memory.Waiting = lasting.Split(was)
	d.memory.noted = d.stamp()
}

// bring returns the command that makes the branches again and reads the conditions,
// or nil where there is nothing to bring back.
func (d *debugger) bring() tea.Cmd {
	m, run := &d.memory, d.player.Run()
	if m.due == nil || run == nil || m.job.Busy() {
		return nil
	}
	was := m.due
	return d.Ask(&m.job, func(ctx context.Context, to job.Address) tea.Msg {
		return broughtMsg{to, lasting.Bring(ctx, run, was)}
	})
}

// brought puts in place what was made again, and says what could not be.
func (d *debugger) brought(m broughtMsg) {
	if !d.memory.job.Finish(m.Address) {
		return
	}
	d.memory.due = nil
	p := &d.player
	shown := m.Graft(p.Noted(), &d.memory.Waiting)
	if at, _ := p.Place(); m.Branches() > 0 && p.Branches.Now() == 0 && (at == d.memory.frame || p.Finished()) {
		p.Halt() // what is under way is shorter
		p.Grown(m.Original)
		if shown > 0 {
			p.SwitchTo(shown)
		}
		p.Resume(d.memory.frame)
	}
	d.watches.bring(m.Conditions) // a change: what is there now is noted
	words := m.Words()
	d.session.complain(words == "", words)
}

// note returns what is to be noted now, where something has changed since it was
// noted last.
func (d *debugger) note() (now *progress.Debug, changed bool) {
	s := d.stamp()
	if d.memory.due != nil || s == d.memory.noted {
		return nil, false
	}
	d.memory.noted = s
	return d.kept(), true
}

// kept is what is to be kept: what is there, or what is still to be brought back;
// nil where that is nothing.
func (d *debugger) kept() *progress.Debug {
	if d.memory.due != nil {
		return d.memory.With(d.memory.due)
	}
	if d.player.Run() != nil {
		d.player.Noted()
	}
	return d.memory.With(lasting.Document(&d.player.Branches, &d.watches.Conditions))
}
