package lab

import (
	tea "charm.land/bubbletea/v2"
)

// outcome is how one question went.
type outcome uint8

const (
	pending outcome = iota
	skipped
	right
	wrong
	taken // noted, neither right nor wrong
)

// quizWindow asks about the step to come, beside the stage. Its last page
// shows what was said beside what happened.
type quizWindow struct {
	base
	exercise *exercise
	next     nextStep
	forms    []*stepForm
	outcomes []outcome
	job      job // the verdict under way
	now      int // len(forms): the last page
	revealed int // values shown in a step by hand
	top      int // first line shown
	follow   bool
	peek     bool // out of the way until the next key
}

func newQuizWindow(e *exercise, n nextStep) *quizWindow {
	q := &quizWindow{base: e.session.base(), exercise: e, next: n, outcomes: make([]outcome, len(n.steps)), follow: true}
	for _, s := range n.steps {
		q.forms = append(q.forms, newStepForm(e.session.ctx, s, &q.job))
	}
	return q
}

func (q *quizWindow) overlay() bool   { return true }
func (q *quizWindow) resume() tea.Cmd { return nil }
func (q *quizWindow) waits() bool     { return q.job.busy }

func (q *quizWindow) close() {
	q.job.stop()
}

// form is the question in hand, nil on the last page.
func (q *quizWindow) form() *stepForm {
	if q.now < len(q.forms) {
		return q.forms[q.now]
	}
	return nil
}

func (q *quizWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return q.key(msg)
	case tea.PasteMsg:
		q.edit(noAct, msg)
	case tea.MouseWheelMsg:
		q.scroll(wheelStep(msg))
	case tea.MouseClickMsg:
		q.click(msg)
	case formReportMsg:
		return nil, q.judged(msg)
	}
	return nil, nil
}

// zones are those whose keys act now, the first to be asked first.
func (q *quizWindow) match(msg tea.KeyPressMsg) act {
	if a := q.session.keys.match(zoneQuiz, msg); a != noAct && a != actNextFocus && a != actPrevFocus && a != actReading {
		return a
	}
	f := q.form()
	if f == nil {
		return q.session.keys.match(zoneOverlay, msg)
	}
	return q.session.keys.match(f.zone(), msg)
}

func (q *quizWindow) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	if q.peek {
		q.peek = false
		return nil, nil
	}
	switch a := q.match(msg); a {
	case actPeek:
		q.peek = true
	case actBack:
		return popIntent{}, nil
	case actPageDown:
		q.scroll(q.page())
	case actPageUp:
		q.scroll(-q.page())
	case actLeave:
		return q.skip()
	case actSubmit, actOpen:
		return q.enter()
	case actHint:
		q.reveal()
	default:
		q.edit(a, msg)
	}
	return nil, nil
}

// edit gives a key or paste to the question in hand; once it is judged the
// answer stands.
func (q *quizWindow) edit(a act, msg tea.Msg) {
	if f := q.form(); f != nil && !q.settled() {
		f.edit(a, msg)
		q.follow = true
	}
}

// skip leaves a question unanswered; on the last page, or in a step by hand,
// it closes the window.
func (q *quizWindow) skip() (intent, tea.Cmd) {
	f := q.form()
	if f == nil || q.next.kind == workingOut {
		return popIntent{}, nil
	}
	f.job.stop()
	if q.outcomes[q.now] == pending {
		q.outcomes[q.now] = skipped
	}
	return nil, q.advance()
}

// enter judges the answer; once it is judged it goes on.
func (q *quizWindow) enter() (intent, tea.Cmd) {
	f := q.form()
	switch {
	case f == nil:
		return popIntent{}, nil
	case q.settled():
		return nil, q.advance()
	case f.job.busy:
		return nil, nil
	}
	q.follow = true
	return nil, q.session.inTurn(f.check(q.session.ctx, q.owner))
}

// settled reports whether the question in hand is done with.
func (q *quizWindow) settled() bool { return q.outcomes[q.now] != pending }

// judged notes a verdict. A prediction is judged once; a step by hand until it
// is right.
func (q *quizWindow) judged(m formReportMsg) tea.Cmd {
	f := q.form()
	if f == nil || !f.judged(m) {
		return nil
	}
	q.follow = true
	switch r := m.report; {
	case r.Accepted && r.Verdict.Counts():
		return q.settle(right)
	case r.Accepted:
		return q.settle(taken)
	case r.Verdict.Counts() && q.next.kind == predicting:
		return q.settle(wrong)
	}
	return nil
}

// settle notes how the question in hand went; a prediction goes into the
// tally.
func (q *quizWindow) settle(o outcome) tea.Cmd {
	if q.settled() {
		return nil
	}
	q.outcomes[q.now] = o
	if q.next.kind != predicting || o == taken {
		return nil
	}
	q.exercise.work.Predict(o == right)
	return q.session.save()
}

// advance goes to the next question; after the last one the run takes the
// step.
func (q *quizWindow) advance() tea.Cmd {
	q.now++
	q.top, q.follow = 0, false
	if q.form() != nil {
		q.follow = true
		return nil
	}
	return q.exercise.take(q.next)
}

// reveal fills the right value into the field with the keyboard of a step by
// hand.
func (q *quizWindow) reveal() {
	f := q.form()
	if f == nil || q.next.kind != workingOut || f.focus >= len(f.info.Fields) {
		return
	}
	value, ok := f.info.Reference[f.info.Fields[f.focus].Name]
	if !ok || f.answers[f.info.Fields[f.focus].Name] == value {
		return
	}
	q.revealed++
	f.fill(f.focus, value)
	q.follow = true
}
