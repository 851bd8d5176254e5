package lab

import "kernellab/exercises"

// part has the branches that a new run is not theirs wait, those that are still to be
// brought back among them.
func (d *debugger) part(run exercises.Run) {
	m, p := &d.memory, &d.player
	due := m.due
	if p.Branches.Leaves(run) {
		p.Noted()
	}
	left, words := m.Part(&p.Branches, due, run)
	if m.due = left; left != due {
		m.job.Stop()
	}
	if words != "" {
		d.session.notice = words
	}
}

// meet has the branches of a run that has come back made again.
func (d *debugger) meet(run exercises.Run) {
	m := &d.memory
	if m.due != nil || run == nil {
		return
	}
	if m.due = m.Return(run); m.due != nil {
		m.frame, _ = d.player.Place()
	}
}
