package debug

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// frameJob is a question about the frame on the stage: asked again when there is
// another frame, one at a time.
type frameJob struct {
	job job.Job
	of  player.Key // the frame that was asked about last
}

// request returns the command that asks about a frame, or nil where that is known, or
// under way.
func (f *frameJob) request(a job.Asker, now player.Moment, question func(context.Context, job.Address) tea.Msg) tea.Cmd {
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

// Purpose is what a quiz window does with the step to come.
type Purpose uint8

const (
	Predict Purpose = iota // one question after another, one answer each
	WorkOut                // the step by hand: until it is right
)

// NextStep is the step from one frame to the next, with what is asked of it.
type NextStep struct {
	Kind          Purpose
	At            int // the frame before
	Before, After exercises.Frame
	Steps         []exercises.Step
	// run has the step. It is not on the stage before the student has answered:
	// its charts and the timeline would tell what comes.
	run exercises.Run
}

// NextStepMsg brings it.
type NextStepMsg struct {
	job.Address
	frame player.Key
	next  NextStep // without steps: there is nothing to ask
}

// askNext returns the command that asks for the questions on the step to come.
func askNext(a job.Asker, j *job.Job, now player.Moment, kind Purpose) tea.Cmd {
	return a.Ask(j, func(ctx context.Context, to job.Address) tea.Msg {
		m := NextStepMsg{Address: to, frame: now.Key()}
		if longer := exercises.Reach(ctx, now.Run, now.At+1); longer.Len() > now.At+1 {
			m.next = questionsOn(longer, now.At, kind)
		}
		return m
	})
}

// questionsOn is the step after frame at, which the run has.
func questionsOn(run exercises.Run, at int, kind Purpose) NextStep {
	out := NextStep{Kind: kind, At: at, Before: run.Frame(at), After: run.Frame(at + 1), run: run}
	asks := run.Abilities().Predictions
	if kind == Predict {
		out.Steps = asks.Questions(at)
	} else if step := asks.ByHand(at); step != nil {
		out.Steps = []exercises.Step{step}
	}
	return out
}
