package lab

import (
	"fmt"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// What follows is about branches whose run has other data or parameters now: they
// wait until it is as it was, then they are made again.

// mostWaiting is for how many runs branches wait; those of the oldest are lost.
const mostWaiting = 6

// await has the branches of a document wait for their run, and returns how many have
// made room for them.
func (m *memory) await(d *progress.Debug) (lost int) {
	m.changes++
	m.waiting = slices.DeleteFunc(slices.Clone(m.waiting), func(o *progress.Debug) bool { return o.Root == d.Root })
	m.waiting = append(m.waiting, &progress.Debug{Root: d.Root, Last: d.Last, Branches: d.Branches, Shown: d.Shown, Made: d.Made})
	for len(m.waiting) > mostWaiting {
		lost += len(m.waiting[0].Branches)
		m.waiting = m.waiting[1:]
	}
	return lost
}

// returned are the branches that waited for a run, and wait no longer; nil where
// there are none.
func (m *memory) returned(root string) *progress.Debug {
	i := slices.IndexFunc(m.waiting, func(o *progress.Debug) bool { return o.Root == root })
	if i < 0 || root == "" {
		return nil
	}
	m.changes++
	out := m.waiting[i]
	m.waiting = slices.Delete(slices.Clone(m.waiting), i, i+1)
	return out
}

// wait is how many branches wait.
func (m *memory) wait() int {
	n := 0
	for _, d := range m.waiting {
		n += len(d.Branches)
	}
	return n
}

// rootOf names a run that branches can be made of again, "" for another.
func rootOf(run exercises.Run) string {
	if r, ok := run.(exercises.Lasting); ok {
		return r.Root()
	}
	return ""
}

// part has the branches that a new run is not theirs wait, those that are still to be
// brought back among them.
func (d *debugger) part(run exercises.Run) {
	m, p := &d.memory, &d.player
	waiting, lost := 0, 0
	if due := m.due; due != nil && len(due.Branches) > 0 && rootOf(run) != "" && rootOf(run) != due.Root {
		m.job.Stop()
		waiting, lost, m.due = len(due.Branches), m.await(due), nil
		if len(due.Conditions) > 0 {
			m.due = &progress.Debug{Conditions: due.Conditions}
		}
	}
	if p.Branches.Leaves(run) {
		kept := keptDebug(p.Noted().Keep())
		if len(kept.Branches) > 0 {
			waiting, lost = waiting+len(kept.Branches), lost+m.await(kept)
		}
		p.Branches.Drop()
		lost += p.Branches.TakeLost() - len(kept.Branches)
	}
	switch {
	case waiting > 0:
		d.session.notice = waitWords(waiting)
	case lost > 0:
		d.session.notice = goneWords(lost)
	}
}

// meet has the branches of a run that has come back made again.
func (d *debugger) meet(run exercises.Run) {
	m := &d.memory
	if m.due != nil || run == nil {
		return
	}
	if m.due = m.returned(rootOf(run)); m.due != nil {
		m.frame, _ = d.player.Place()
	}
}

// waitWords say that branches wait for their run.
func waitWords(n int) string {
	if n == 1 {
		return "a branch waits until data and parameters are as they were"
	}
	return fmt.Sprintf("%d branches wait until data and parameters are as they were", n)
}
