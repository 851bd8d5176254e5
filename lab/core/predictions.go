package core

import (
	"context"
	"fmt"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// Purpose selects how much a question asks about the next step of a run.
type Purpose uint8

const (
	Predict Purpose = iota // one field, answered once
	WorkOut                // the whole step by hand, repeated until it is right
)

// NextStep is the step from one frame to the next, with the question about it.
type NextStep struct {
	Purpose     Purpose
	FrameNumber int // number of the frame before the step
	Before      exercises.Frame
	Question    exercises.Task // nil if there is nothing to ask
	// run includes the step. It is shown only after the student has answered, because charts and
	// timeline would give the answer away.
	run exercises.Run
}

// Outcome returns what a verdict means for a question. A prediction is judged once, a
// step by hand until the answer is right.
func (p Purpose) Outcome(r exercises.Report) study.PredictionOutcome {
	switch {
	case r.Accepted && r.Verdict.CountsAsAttempt():
		return study.PredictionRight
	case r.Accepted:
		return study.PredictionRecorded
	case r.Verdict.CountsAsAttempt() && p == Predict:
		return study.PredictionWrong
	}
	return study.PredictionPending
}

// CountPrediction adds the outcome of a question to the tally of predictions if it is a judged
// prediction, and reports whether it has.
func (p Purpose) CountPrediction(w *study.Work, o study.PredictionOutcome) bool {
	counts := p == Predict && (o == study.PredictionRight || o == study.PredictionWrong)
	if counts {
		w.CountPrediction(o == study.PredictionRight)
	}
	return counts
}

// Title describes what the student is asked to do.
func (n *NextStep) Title() string {
	if n.Purpose == WorkOut {
		return fmt.Sprintf("Step %d by hand", n.FrameNumber+1)
	}
	return fmt.Sprintf("Predict step %d", n.FrameNumber+1)
}

// RunEnds reports whether the run ends before the step.
func (n *NextStep) RunEnds() bool { return n.run == nil }

// nextStepMsg contains the question about the next step.
type nextStepMsg struct {
	Address
	frame MomentKey
	next  NextStep
}

// pendingQuestion holds the request for the question about the next step, and the question once it
// has arrived.
type pendingQuestion struct {
	job       Job
	requested bool
	purpose   Purpose
	received  *NextStep // nil until the question arrives and after it was taken
}

// schedule schedules the question about the next step.
func (q *pendingQuestion) schedule(purpose Purpose) { q.requested, q.purpose = true, purpose }

// request returns the command that asks about the step after the current one, or nil.
func (q *pendingQuestion) request(jobs JobStarter, current Moment) Command {
	if !q.requested {
		return nil
	}
	q.requested = false
	purpose := q.purpose
	return jobs.StartJob(&q.job, func(ctx context.Context, to Address) any {
		m := nextStepMsg{Address: to, frame: current.Key()}
		if longer := exercises.ExtendTo(ctx, current.Run, current.FrameNumber+1); longer.Len() > current.FrameNumber+1 {
			m.next = newNextStep(longer, current.FrameNumber, purpose)
		}
		return m
	})
}

// newNextStep returns the step that follows the given frame, with its question. The run must
// include the step. A prediction asks only the first question that the run has.
func newNextStep(run exercises.Run, frame int, purpose Purpose) NextStep {
	out := NextStep{Purpose: purpose, FrameNumber: frame, Before: run.Frame(frame), run: run}
	ability := run.Abilities().Predictions
	if purpose == WorkOut {
		out.Question = ability.ByHand(frame)
	} else if all := ability.Questions(frame); len(all) > 0 {
		out.Question = all[0]
	}
	return out
}

// AskQuestion requests the question about the next step.
func (d *Debugger) AskQuestion(purpose Purpose) {
	d.CloseOverrides()
	d.Player.StopAtFrame()
	d.question.schedule(purpose)
}

// receiveQuestion stores the question and hides the frames after the current one. It does nothing
// if the student has left the frame of the question.
func (d *Debugger) receiveQuestion(m nextStepMsg) {
	if !d.question.job.Finish(m.Address) || m.frame != d.Player.CurrentMoment().Key() {
		return
	}
	if m.next.Question != nil {
		d.Player.HideLaterFrames()
	}
	d.question.received = &m.next
}

// TakeQuestion returns the step whose question has arrived since the last call, or nil.
func (d *Debugger) TakeQuestion() *NextStep {
	n := d.question.received
	d.question.received = nil
	return n
}

// TakeStep moves the run by the step that was asked about.
func (d *Debugger) TakeStep(n NextStep) {
	d.Player.RevealLaterFrames()
	d.Player.ExtendTo(n.run)
	d.Player.Seek(n.FrameNumber + 1)
}
