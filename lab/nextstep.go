package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
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
	address
	frame momentKey
	next  nextStep // without steps: there is nothing to ask
}

func (m nextStepMsg) to() address { return m.address }

// askNext returns the command that asks for the questions on the step to come.
func askNext(a asker, j *job, now moment, kind quizKind) tea.Cmd {
	return a.ask(j, func(ctx context.Context, to address) tea.Msg {
		m := nextStepMsg{address: to, frame: now.key()}
		if longer := reaching(ctx, now.run, now.at+1); longer.Len() > now.at+1 {
			m.next = questionsOn(longer, now.at, kind)
		}
		return m
	})
}

// questionsOn is the step after frame at, which the run has.
func questionsOn(run exercises.Run, at int, kind quizKind) nextStep {
	out := nextStep{kind: kind, at: at, before: run.Frame(at), after: run.Frame(at + 1), run: run}
	if a, ok := run.(exercises.Apprentice); ok && kind == workingOut {
		if step := a.ByHand(at); step != nil {
			out.steps = []exercises.Step{step}
		}
	}
	if q, ok := run.(exercises.Quiz); ok && kind == predicting {
		out.steps = q.Questions(at)
	}
	return out
}
