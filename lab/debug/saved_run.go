package debug

import (
	"context"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/progress"
)

// memory holds what outlives the lab: the branches and the breakpoints in the saved
// document of the exercise. Until the document is restored, it is saved
// again unchanged.
type memory struct {
	job      core.Job
	pending  *progress.Debug // to be restored once there is a run
	frame    int             // where the student left the run
	recorded core.Stamp

	core.Waiting
}

// restoredMsg carries what was restored from a document.
type restoredMsg struct {
	core.Address
	core.Brought
}

func (d *Debugger) stamp() core.Stamp {
	return core.StampOf(&d.Player.Branches, &d.Breakpoints.Conditions, &d.Memory.Waiting)
}

// Recall schedules the saved state of a run to be restored once there is one.
func (d *Debugger) Recall(saved *progress.Debug, frame int) {
	d.Memory.job.Stop()
	d.Memory = memory{job: d.Memory.job, frame: frame}
	d.Memory.pending, d.Memory.Waiting = core.Split(saved)
	d.Memory.recorded = d.stamp()
}

// restore returns the command that recomputes the branches and parses the breakpoints,
// or nil if there is nothing to restore.
func (d *Debugger) restore() core.Work {
	m, run := &d.Memory, d.Player.Run()
	if m.pending == nil || run == nil || m.job.Busy() {
		return nil
	}
	pending := m.pending
	return d.Asker.Ask(&m.job, func(ctx context.Context, to core.Address) any {
		return restoredMsg{to, core.Bring(ctx, run, pending)}
	})
}

// restored applies the restored state and reports what could not be restored.
func (d *Debugger) restored(m restoredMsg) {
	if !d.Memory.job.Finish(m.Address) {
		return
	}
	d.Memory.pending = nil
	p := &d.Player
	shown := m.Graft(p.Noted(), &d.Memory.Waiting)
	if at, _ := p.Place(); m.Branches() > 0 && p.Branches.Now() == 0 && (at == d.Memory.frame || p.Finished()) {
		p.Halt() // the run being computed is shorter
		p.Grown(m.Original)
		if shown > 0 {
			p.SwitchTo(shown)
		}
		p.Resume(d.Memory.frame)
	}
	d.Breakpoints.restore(m.Conditions) // counts as a change, so that the new state is saved
	words := m.Words()
	d.Session.NoticeUnless(words == "", words)
}

// Changes returns the state to save. changed is false if it is the same as last time.
func (d *Debugger) Changes() (now *progress.Debug, changed bool) {
	s := d.stamp()
	if d.Memory.pending != nil || s == d.Memory.recorded {
		return nil, false
	}
	d.Memory.recorded = s
	return d.Document(), true
}

// Document returns the state to save, or nil if it is empty. While a state waits to be
// restored, it returns that one.
func (d *Debugger) Document() *progress.Debug {
	if d.Memory.pending != nil {
		return d.Memory.With(d.Memory.pending)
	}
	if d.Player.Run() != nil {
		d.Player.Noted()
	}
	return d.Memory.With(core.Document(&d.Player.Branches, &d.Breakpoints.Conditions))
}

// leaveRun sets the branches aside that do not belong to a new run, including those
// that wait to be restored.
func (d *Debugger) leaveRun(run exercises.Run) {
	m, p := &d.Memory, &d.Player
	due := m.pending
	if p.Branches.Leaves(run) {
		p.Noted()
	}
	left, words := m.Part(&p.Branches, due, run)
	if m.pending = left; left != due {
		m.job.Stop()
	}
	if words != "" {
		d.Session.Notice = words
	}
}

// enterRun schedules the branches of a run that has come back.
func (d *Debugger) enterRun(run exercises.Run) {
	m := &d.Memory
	if m.pending != nil || run == nil {
		return
	}
	if m.pending = m.Return(run); m.pending != nil {
		m.frame, _ = d.Player.Place()
	}
}
