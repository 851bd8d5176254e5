package debug

import (
	"context"

	"kernellab/exercises"
	"kernellab/lab/core"
)

// frameJob asks a question about the frame on the stage, once for each frame and one at
// a time.
type frameJob struct {
	job   core.Job
	asked core.Key // the frame that was asked about last
}

// request returns the command that asks about a frame, or nil if the answer is known or
// another question is open.
func (f *frameJob) request(a core.Asker, now core.Moment,
	question func(context.Context, core.Address) any) core.Work {
	if f.job.Busy() || f.asked == now.Key() {
		return nil
	}
	f.asked = now.Key()
	return a.Ask(&f.job, question)
}

// finish accepts the answer with an address, once.
func (f *frameJob) finish(to core.Address) bool { return f.job.Finish(to) }

// forget cancels the question, so that it will be asked again.
func (f *frameJob) forget() {
	f.job.Stop()
	f.asked = core.Key{}
}

// Purpose selects what a question window does with the next step.
type Purpose uint8

const (
	Predict Purpose = iota // one question after another, one answer each
	WorkOut                // the step by hand, repeated until it is right
)

// NextStep is the step from one frame to the next, with the questions about it.
type NextStep struct {
	Purpose       Purpose
	At            int // the frame before
	Before, After exercises.Frame
	Questions     []exercises.Task
	// run includes the step. It is not on the stage before the student has answered,
	// because its charts and the timeline would give the answer away.
	run exercises.Run
}

// NextStepMsg carries the questions about the next step.
type NextStepMsg struct {
	core.Address
	frame core.Key
	next  NextStep // without questions if there is nothing to ask
}

// askNext returns the command that requests the questions about the next step.
func askNext(a core.Asker, j *core.Job, now core.Moment, kind Purpose) core.Work {
	return a.Ask(j, func(ctx context.Context, to core.Address) any {
		m := NextStepMsg{Address: to, frame: now.Key()}
		if longer := exercises.Reach(ctx, now.Run, now.At+1); longer.Len() > now.At+1 {
			m.next = questionsOn(longer, now.At, kind)
		}
		return m
	})
}

// questionsOn returns the step after frame at, which the run must include.
func questionsOn(run exercises.Run, at int, kind Purpose) NextStep {
	out := NextStep{Purpose: kind, At: at, Before: run.Frame(at), After: run.Frame(at + 1), run: run}
	asks := run.Abilities().Predictions
	if kind == Predict {
		out.Questions = asks.Questions(at)
	} else if step := asks.ByHand(at); step != nil {
		out.Questions = []exercises.Task{step}
	}
	return out
}
