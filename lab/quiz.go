package lab

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// quizWindow asks about the step to come, beside the stage. Its last page
// shows what was said beside what happened.
type quizWindow struct {
	window
	busy     *ui.Busy
	work     *study.Work            // has the tally
	take     func(nextStep) tea.Cmd // takes the step that was asked about
	next     nextStep
	forms    []*form
	outcomes []study.Went
	jobs     formJobs
	now      int // len(forms): the last page
	revealed int // values shown in a step by hand
	stage    quizStage
	peek     bool // hidden until the next key
	page     *ui.Window
	place    quizPlace // of the stage
}

func newQuizWindow(s *session, w *study.Work, n nextStep, take func(nextStep) tea.Cmd) *quizWindow {
	q := &quizWindow{window: window{s.base()}, busy: s.newBusy(), work: w, take: take, next: n, outcomes: make([]study.Went, len(n.steps)), stage: newQuizStage(s, n.before)}
	for _, step := range n.steps {
		q.forms = append(q.forms, newForm(s.ctx, s.theme, step, step.Info(), exercises.Answers{}, &q.jobs))
	}
	q.open()
	return q
}

// open opens the page in hand.
func (q *quizWindow) open() {
	q.page = ui.NewWindow(q.session.theme, "", q.layText)
	q.page.ID, q.page.Ruled, q.page.Place = "quiz", true, q.area
	q.page.Pane.Follows = q.form() != nil
}

func (q *quizWindow) waits() bool { return q.jobs.check.Busy() }

func (q *quizWindow) close() {
	q.jobs.stop()
	q.stage.job.Stop()
}

// resume asks for what stands beside the question.
func (q *quizWindow) resume() tea.Cmd { return q.stage.compose(q.Asker, q.form()) }

// form is the question in hand, nil on the last page.
func (q *quizWindow) form() *form {
	if q.now < len(q.forms) {
		return q.forms[q.now]
	}
	return nil
}

func (q *quizWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	in, cmd := q.route(msg)
	if f := q.form(); f != nil {
		cmd = tea.Batch(cmd, f.ask(q.Asker), q.stage.compose(q.Asker, f))
	}
	return in, tea.Batch(cmd, q.busyCmd(q.busy.Show(checking(&q.jobs))))
}

func (q *quizWindow) route(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return q.key(msg)
	case tea.PasteMsg:
		q.edit("", msg)
	case tea.MouseWheelMsg:
		q.page.Pane.Update(msg)
	case tea.MouseClickMsg:
		q.click(msg)
	case reportMsg:
		return nil, q.judged(msg)
	case sceneMsg:
		q.stage.composed(msg)
	case busyMsg:
		return nil, q.busyCmd(q.busy.Update(msg.msg))
	case echoMsg:
		if f := q.form(); f != nil {
			f.heard(msg)
		}
	}
	return nil, nil
}

// quizKeys are those of a question about the next step, beside those of its
// fields.
func quizKeys() keyMap {
	at := zoneQuiz.bind
	return keyMap{
		at("answer", "enter", "enter", "judge the answer; then go on"),
		at("leave", "esc", "esc", "skip the question; leave a step by hand"),
		at("hint", "f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"),
		at("peek", "ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"),
	}
}

// match is what a key does: in the window, else in the question in hand.
func (q *quizWindow) match(msg tea.KeyPressMsg) string {
	in := zoneOverlay
	if f := q.form(); f != nil {
		if z, ok := f.zone(); ok {
			in = z
		}
	}
	return cmp.Or(q.session.keys.match(zoneQuiz, msg), q.session.keys.match(in, msg))
}

func (q *quizWindow) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	q.session.notice = ""
	if q.peek {
		q.peek = false
		return nil, nil
	}
	switch a := q.match(msg); a {
	case "peek":
		q.peek = true
	case "back":
		return popIntent{}, nil
	case "page down", "page up":
		q.page.Pane.Update(msg)
	case "leave":
		return q.skip()
	case "answer":
		return q.enter()
	case "hint":
		q.reveal()
	default:
		q.edit(a, msg)
	}
	return nil, nil
}

// edit gives a key or paste to the question in hand; once it is judged the
// answer stands.
func (q *quizWindow) edit(a string, msg tea.Msg) {
	f := q.form()
	if f == nil || q.settled() {
		return
	}
	q.page.Pane.Follow()
	press, _ := msg.(tea.KeyPressMsg)
	edge := f.inTable(f.at()) && (press.Code == tea.KeyUp || press.Code == tea.KeyDown)
	switch {
	case f.update(msg) != ui.Ignored || edge:
	case a == "previous":
		f.move(-1)
	case a == "next", a == "accept":
		f.move(1)
	}
}

// skip leaves a question unanswered; on the last page, or in a step by hand,
// it closes the window.
func (q *quizWindow) skip() (intent, tea.Cmd) {
	f := q.form()
	if f == nil || q.next.kind == workingOut {
		return popIntent{}, nil
	}
	q.jobs.stop()
	if q.outcomes[q.now] == study.Pending {
		q.outcomes[q.now] = study.Skipped
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
	case q.jobs.check.Busy():
		return nil, nil
	}
	q.page.Pane.Follow()
	return nil, f.check(q.Asker)
}

// settled reports whether the question in hand is done with.
func (q *quizWindow) settled() bool { return q.outcomes[q.now] != study.Pending }

// judged notes a verdict. A prediction is judged once; a step by hand until it
// is right.
func (q *quizWindow) judged(m reportMsg) tea.Cmd {
	f := q.form()
	if f == nil || !q.jobs.check.Finish(m.Address) {
		return nil
	}
	f.report, f.marks = &m.report, &m.report
	if !m.report.Accepted {
		f.focusFirst(func(r exercises.FieldReport) bool {
			return r.Verdict != exercises.Equal && r.Verdict != exercises.OtherForm
		})
	}
	q.page.Pane.Follow()
	switch r := m.report; {
	case r.Accepted && r.Verdict.Counts():
		return q.settle(study.Right)
	case r.Accepted:
		return q.settle(study.Taken)
	case r.Verdict.Counts() && q.next.kind == predicting:
		return q.settle(study.Wrong)
	}
	return nil
}

// settle notes how the question in hand went; a prediction goes into the
// tally.
func (q *quizWindow) settle(o study.Went) tea.Cmd {
	if q.settled() {
		return nil
	}
	q.outcomes[q.now] = o
	if q.next.kind != predicting || o == study.Taken {
		return nil
	}
	q.work.Predict(o == study.Right)
	return q.session.save()
}

// advance goes to the next question; after the last one the run takes the
// step.
func (q *quizWindow) advance() tea.Cmd {
	q.now++
	q.stage.begin()
	if q.open(); q.form() != nil {
		return nil
	}
	return q.take(q.next)
}

// withoutValue is why no value is shown, "" where one is.
func (q *quizWindow) withoutValue(f *form, value string, known bool) string {
	switch {
	case q.next.kind != workingOut:
		return "a prediction has no hints; esc skips it"
	case q.settled():
		return "it is right already"
	case !known:
		return "there is no value to show for this blank"
	case f.answer() == value:
		return "this is what the solver has here; another blank may be wrong"
	}
	return ""
}

// reveal fills the right value into the field with the keyboard of a step by
// hand.
func (q *quizWindow) reveal() {
	f := q.form()
	if f == nil || f.at() < 0 {
		return
	}
	value, ok := f.info.Reference[f.nameOf(f.at())]
	q.session.notice = q.withoutValue(f, value, ok)
	if q.session.notice != "" {
		return
	}
	q.revealed++
	f.fill(f.at(), value)
	q.page.Pane.Follow()
}
