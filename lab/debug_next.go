package lab

import (
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

// nextStepMsg brings it, with the run made long enough.
type nextStepMsg struct {
	address
	frame frameKey
	run   exercises.Run
	next  nextStep
}

func (m nextStepMsg) to() address { return m.address }

// askNext asks for the questions on the step to come.
func (e *exercise) askNext(kind quizKind) tea.Cmd {
	e.debug.leaveGuests()
	e.drawn.drop()
	p := &e.player
	p.stop()
	p.playing, p.line = false, 0
	ctx, gen := e.debug.next.start(e.session.ctx)
	run, frame, to := p.run, p.key(), address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg {
		longer := reaching(ctx, run, frame.at+1)
		m := nextStepMsg{address: to, frame: frame, run: longer}
		if longer.Len() > frame.at+1 {
			m.next = questionsOn(longer, frame.at, kind)
		}
		return m
	})
}

// questionsOn is the step after frame at, which the run has.
func questionsOn(run exercises.Run, at int, kind quizKind) nextStep {
	out := nextStep{kind: kind, at: at, before: run.Frame(at), after: run.Frame(at + 1)}
	switch run := run.(type) {
	case exercises.Apprentice:
		if kind == workingOut {
			out.steps = []exercises.Step{run.ByHand(at)}
			return out
		}
	}
	if q, ok := run.(exercises.Quiz); ok && kind == predicting {
		out.steps = q.Questions(at)
	}
	return out
}

// asked opens the window, where the student still is at that frame.
func (e *exercise) asked(m nextStepMsg) intent {
	if !e.debug.next.finish(m.gen) || m.frame != e.player.key() {
		return nil
	}
	if len(m.next.steps) == 0 || m.next.steps[0] == nil {
		e.session.notice = "there is nothing to ask about the step from here"
		return nil
	}
	m.next.run = m.run
	return pushIntent{newQuizWindow(e, m.next)}
}

// take takes the step that was asked about.
func (e *exercise) take(n nextStep) tea.Cmd {
	if n.run.Len() > e.player.run.Len() {
		e.player.run = n.run
	}
	e.player.seek(n.at + 1)
	return e.questioned()
}
