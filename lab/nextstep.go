package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// quizKind is what a quiz window does with the step to come.
type quizKind uint8

const (
	predicting quizKind = iota // one question after another, one answer each
	workingOut                 // the step by hand: until it is right
)

// nextStep is the step from one frame to the next, with what is asked of it.
type nextStep struct {
	kind          quizKind
	at            int // the frame before
	before, after exercises.Frame
	steps         []exercises.Step
	// run has the step. It is not on the stage before the student has answered:
	// its charts and the timeline would tell what comes.
	run exercises.Run
}

// nextStepMsg brings it.
type nextStepMsg struct {
	job.Address
	frame player.Key
	next  nextStep // without steps: there is nothing to ask
}

// askNext returns the command that asks for the questions on the step to come.
func askNext(a job.Asker, j *job.Job, now player.Moment, kind quizKind) tea.Cmd {
	return a.Ask(j, func(ctx context.Context, to job.Address) tea.Msg {
		m := nextStepMsg{Address: to, frame: now.Key()}
		if longer := exercises.Reach(ctx, now.Run, now.At+1); longer.Len() > now.At+1 {
			m.next = questionsOn(longer, now.At, kind)
		}
		return m
	})
}

// questionsOn is the step after frame at, which the run has.
func questionsOn(run exercises.Run, at int, kind quizKind) nextStep {
	out := nextStep{kind: kind, at: at, before: run.Frame(at), after: run.Frame(at + 1), run: run}
	asks := run.Abilities().Predictions
	if kind == predicting {
		out.steps = asks.Questions(at)
	} else if step := asks.ByHand(at); step != nil {
		out.steps = []exercises.Step{step}
	}
	return out
}
