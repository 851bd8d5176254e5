package debug

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
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

func (d *Debugger) stamp() lasting.Stamp {
	return lasting.StampOf(&d.Player.Branches, &d.Watches.Conditions, &d.Memory.Waiting)
}

// Recall has what a document says of a run brought back once there is one.
func (d *Debugger) Recall(was *progress.Debug, frame int) {
	d.Memory.job.Stop()
	d.Memory = memory{job: d.Memory.job, frame: frame}
	d.Memory.due, d.Memory.Waiting = lasting.Split(was)
	d.Memory.noted = d.stamp()
}

// bring returns the command that makes the branches again and reads the conditions,
// or nil where there is nothing to bring back.
func (d *Debugger) bring() tea.Cmd {
	m, run := &d.Memory, d.Player.Run()
	if m.due == nil || run == nil || m.job.Busy() {
		return nil
	}
	was := m.due
	return d.Ask(&m.job, func(ctx context.Context, to job.Address) tea.Msg {
		return broughtMsg{to, lasting.Bring(ctx, run, was)}
	})
}

// brought puts in place what was made again, and says what could not be.
func (d *Debugger) brought(m broughtMsg) {
	if !d.Memory.job.Finish(m.Address) {
		return
	}
	d.Memory.due = nil
	p := &d.Player
	shown := m.Graft(p.Noted(), &d.Memory.Waiting)
	if at, _ := p.Place(); m.Branches() > 0 && p.Branches.Now() == 0 && (at == d.Memory.frame || p.Finished()) {
		p.Halt() // what is under way is shorter
		p.Grown(m.Original)
		if shown > 0 {
			p.SwitchTo(shown)
		}
		p.Resume(d.Memory.frame)
	}
	d.Watches.bring(m.Conditions) // a change: what is there now is noted
	words := m.Words()
	d.Session.NoticeUnless(words == "", words)
}

// Note returns what is to be noted now, where something has changed since it was
// noted last.
func (d *Debugger) Note() (now *progress.Debug, changed bool) {
	s := d.stamp()
	if d.Memory.due != nil || s == d.Memory.noted {
		return nil, false
	}
	d.Memory.noted = s
	return d.Kept(), true
}

// Kept is what is to be kept: what is there, or what is still to be brought back;
// nil where that is nothing.
func (d *Debugger) Kept() *progress.Debug {
	if d.Memory.due != nil {
		return d.Memory.With(d.Memory.due)
	}
	if d.Player.Run() != nil {
		d.Player.Noted()
	}
	return d.Memory.With(lasting.Document(&d.Player.Branches, &d.Watches.Conditions))
}

// part has the branches that a new run is not theirs wait, those that are still to be
// brought back among them.
func (d *Debugger) part(run exercises.Run) {
	m, p := &d.Memory, &d.Player
	due := m.due
	if p.Branches.Leaves(run) {
		p.Noted()
	}
	left, words := m.Part(&p.Branches, due, run)
	if m.due = left; left != due {
		m.job.Stop()
	}
	if words != "" {
		d.Session.Notice = words
	}
}

// meet has the branches of a run that has come back made again.
func (d *Debugger) meet(run exercises.Run) {
	m := &d.Memory
	if m.due != nil || run == nil {
		return
	}
	if m.due = m.Return(run); m.due != nil {
		m.frame, _ = d.Player.Place()
	}
}
