package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
	"kernellab/lab/player"
)

// frameJob is a question about the frame on the stage: asked again when there is
// another frame, one at a time.
type frameJob struct {
	job job.Job
	of  player.Key // the frame that was asked about last
}

// ask returns the command that asks about a frame, or nil where that is known, or
// under way.
func (f *frameJob) ask(a job.Asker, now player.Moment, question func(context.Context, job.Address) tea.Msg) tea.Cmd {
	if f.job.Busy() || f.of == now.Key() {
		return nil
	}
	f.of = now.Key()
	return a.Ask(&f.job, question)
}

// finish accepts the answer with an address, once.
func (f *frameJob) finish(to job.Address) bool { return f.job.Finish(to) }

// forget ends the question; what is known is asked again.
func (f *frameJob) forget() {
	f.job.Stop()
	f.of = player.Key{}
}
