package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
	"kernellab/lab/ui"
)

// busyMsg is a message of a sign for work in progress, addressed to its screen.
type busyMsg struct {
	job.Address
	msg tea.Msg
}

// newBusy returns a sign for work in progress.
func (s *session) newBusy() *ui.Busy {
	return ui.NewBusy(s.theme, func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return s.later(d, f) })
}

// busyCmd addresses the message of a command of a sign to its screen.
func (a asker) busyCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return busyMsg{job.Address{Owner: a.Owner}, cmd()} }
}

// showWork shows, after every message, which work is in progress.
func (e *exercise) showWork() tea.Cmd {
	return tea.Batch(e.busyCmd(e.sheet.showWork()), e.busyCmd(e.right.busy.Show(e.right.doing())))
}

// showWork shows whether a verdict is on its way.
func (s *sheet) showWork() tea.Cmd { return s.busy.Show(checking(&s.jobs)) }

// checking returns the label of a check in progress, or "".
func checking(j *formJobs) string {
	if j.check.Busy() {
		return "checking …"
	}
	return ""
}
