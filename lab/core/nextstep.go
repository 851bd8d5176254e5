package core

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	isCounted := p == Predict && (o == study.PredictionRight || o == study.PredictionWrong)
	if isCounted {
		w.CountPrediction(o == study.PredictionRight)
	}
	return isCounted
}

// Title describes what the student is asked to do.
func (n *NextStep) Title() string {
	if n.Purpose == WorkOut {
		return fmt.Sprintf("Step %d by hand", n.FrameNumber+1)
	}
	return fmt.Sprintf("Predict step %d", n.FrameNumber+1)
}

// Missing reports whether the step does not exist, because the run ends or the step failed.
func (n *NextStep) Missing() bool { return n.run == nil }

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
	sameRun   bool      // whether the run on the stage is still the one that was asked about
}

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
	d.question.requested, d.question.purpose = true, purpose
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
	d.question.received, d.question.sameRun = &m.next, true
}

// TakeQuestion returns the step whose question has arrived since the last call, or nil.
func (d *Debugger) TakeQuestion() *NextStep {
	n := d.question.received
	d.question.received = nil
	return n
}

// TakeStep moves the run by the step that was asked about, unless another run is on the stage now.
func (d *Debugger) TakeStep(n NextStep) {
	d.Player.RevealLaterFrames()
	if d.question.sameRun {
		d.Player.ExtendTo(n.run)
		d.Player.Seek(n.FrameNumber + 1)
	}
}

// WhatIf shows an alternative to the next step of a run. It offers choices, such as another pair of
// points or another step size. They are shown where the sliders of the exercise are, and the frame
// to which they lead is shown instead of the frame of the run. Closing WhatIf discards both, unless
// the student takes the step and so forks the run.
type WhatIf struct {
	Open     bool
	origin   Moment // the moment before the step
	Controls []exercises.Control
	Selected int
	answers  exercises.Answers // the choices made so far

	stale         bool // the choices have changed since the latest preview began
	forkRequested bool // the student has taken the step
	Frame         exercises.Frame
	Loaded        bool   // whether Frame has been computed, for the current choices or for earlier ones
	Refusal       string // why the choice is not possible, or ""
	Serial        int    // counts the frames shown

	// The jobs are kept when WhatIf is closed, so that a late result is never mistaken for the
	// result of a later request.
	previewJob, forkJob Job
}

// previewMsg contains the frame to which the choices lead, forkMsg the run that was
// forked with them.
type (
	previewMsg struct {
		Address
		controls []exercises.Control
		frame    exercises.Frame
		err      error
	}
	forkMsg struct {
		Address
		run exercises.Run
		err error
	}
)

// begin schedules a preview of the next step with its alternatives.
func (w *WhatIf) begin(from Moment) {
	w.Close()
	w.Open, w.stale, w.origin, w.answers = true, true, from, exercises.Answers{}
}

// Close shows the run's own frame again.
func (w *WhatIf) Close() {
	w.previewJob.Stop()
	w.forkJob.Stop()
	*w = WhatIf{Serial: w.Serial, previewJob: w.previewJob, forkJob: w.forkJob}
}

// KeysMustWait reports whether keys must wait because the choices are being computed.
func (w *WhatIf) KeysMustWait() bool { return w.Open && len(w.Controls) == 0 && w.previewJob.Busy() }

// requestPreview returns the command that computes the choices and the frame to which they lead,
// or nil if both are known or being computed.
func (w *WhatIf) requestPreview(jobs JobStarter) Command {
	if !w.stale || w.previewJob.Busy() {
		return nil
	}
	w.stale = false
	branching, at, answers := w.origin.Run.Abilities().Branching, w.origin.FrameNumber, w.answers
	return jobs.StartJob(&w.previewJob, func(_ context.Context, to Address) any {
		frame, err := branching.Preview(at, answers)
		return previewMsg{to, branching.Options(at, answers), frame, err}
	})
}

// receivePreview stores a preview. It returns a message if there is no choice at all.
func (w *WhatIf) receivePreview(m previewMsg) (notice string) {
	switch {
	case !w.previewJob.Finish(m.Address) || !w.Open || w.stale:
		return ""
	case len(m.controls) == 0:
		w.Close()
		return "this step has no alternative"
	}
	w.setControls(m.controls)
	w.Refusal = ""
	if m.err != nil {
		w.Refusal = sentence(m.err)
	} else {
		w.Frame, w.Loaded = m.frame, true
		w.Serial++
	}
	return ""
}

// setControls replaces the choices. The selected one stays selected if it still exists.
func (w *WhatIf) setControls(controls []exercises.Control) {
	if w.Selected < len(w.Controls) {
		if i := exercises.ControlIndex(controls, w.Controls[w.Selected].Name); i >= 0 {
			w.Selected = i
		}
	}
	w.Controls = controls
	w.Selected = min(w.Selected, len(w.Controls)-1)
}

// sentence returns an error as a sentence for the student.
func sentence(err error) string {
	s := err.Error()
	if s != "" && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// MoveSelection selects another choice, wrapping around at the ends.
func (w *WhatIf) MoveSelection(n int) {
	if k := len(w.Controls); k > 0 {
		w.Selected = (w.Selected + n + k) % k
	}
}

// Nudge moves the selected choice n values on, or back if n is negative.
func (w *WhatIf) Nudge(n int) {
	if w.Selected < len(w.Controls) {
		w.SetChoice(w.Selected, w.Controls[w.Selected].Nudge(n))
	}
}

// SetPoint sets the selected choice to point i, counted from 0, if that is one of its
// values. The values are numbers of points, counted from 1.
func (w *WhatIf) SetPoint(i int) {
	number := strconv.Itoa(i + 1)
	if i >= 0 && w.Selected < len(w.Controls) && slices.ContainsFunc(w.Controls[w.Selected].Choices,
		func(c exercises.Choice) bool { return c.Value == number }) {
		w.SetChoice(w.Selected, number)
	}
}

// SetChoice changes choice i to a value.
func (w *WhatIf) SetChoice(i int, value string) {
	c := w.Controls[i]
	w.Selected = i
	if w.Forking() {
		return
	}
	w.Controls = slices.Clone(w.Controls)
	w.Controls[i].Value = value
	w.answers = w.answers.With(c.Name, value)
	w.stale = true
}

// Fork requests a fork that takes the step with the choices.
func (w *WhatIf) Fork() {
	w.forkRequested = !w.forkJob.Busy() && (w.Refusal == "" || w.stale || w.previewJob.Busy())
}

// Forking reports whether the fork is requested or being computed.
func (w *WhatIf) Forking() bool { return w.forkRequested || w.forkJob.Busy() }

// requestFork returns the command that forks the run, or nil if none is requested.
func (w *WhatIf) requestFork(jobs JobStarter) Command {
	if !w.forkRequested {
		return nil
	}
	w.forkRequested = false
	branching, at, answers := w.origin.Run.Abilities().Branching, w.origin.FrameNumber, w.answers
	return jobs.StartJob(&w.forkJob, func(ctx context.Context, to Address) any {
		forked, err := branching.Fork(ctx, at, answers)
		return forkMsg{to, forked, err}
	})
}

// receiveFork returns the forked run and the first step in which it differs from the original. run
// is nil if the fork failed.
func (w *WhatIf) receiveFork(m forkMsg) (run exercises.Run, at int) {
	if !w.forkJob.Finish(m.Address) || !w.Open {
		return nil, 0
	}
	switch {
	case m.err != nil:
		w.Refusal = sentence(m.err)
		return nil, 0
	case m.run == nil:
		w.Refusal = "This step cannot be taken."
		return nil, 0
	}
	at = w.origin.FrameNumber + 1
	w.Close()
	return m.run, at
}

// ShowsStep reports whether the screen shows the frame of the alternative.
func (w *WhatIf) ShowsStep() bool { return w.Open && w.Loaded && w.Refusal == "" }

// ShowsStepAfter reports whether the screen shows an alternative to the step after the frame with
// number i.
func (w *WhatIf) ShowsStepAfter(i int) bool { return w.ShowsStep() && w.origin.FrameNumber == i }

// moment returns the moment of the alternative. ok is false if the stage shows the
// run's own frame.
func (w *WhatIf) moment() (now Moment, ok bool) {
	if !w.ShowsStep() || w.Frame.Owner == nil {
		return now, false
	}
	return MomentAtEnd(w.Frame.Owner, w.Serial), true
}
