package exercise

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// QuestionWindow asks about the step to come, beside the stage. Its last page
// shows what was said beside what happened.
type QuestionWindow struct {
	session.Window
	busy     *ui.Busy
	work     *study.Work                  // has the tally
	take     func(debug.NextStep) tea.Cmd // takes the step that was asked about
	next     debug.NextStep
	Forms    []*Form
	outcomes []study.Went
	jobs     FormJobs
	now      int // len(forms): the last page
	revealed int // values shown in a step by hand
	Stage    questionStage
	Peek     bool // hidden until the next key
	page     *ui.Window
	Place    questionPlaces // of the stage
}

func newQuestionWindow(s *session.Session, w *study.Work, n debug.NextStep, take func(debug.NextStep) tea.Cmd) *QuestionWindow {
	q := &QuestionWindow{Window: session.Window{Base: s.NewBase()}, busy: s.NewBusy(), work: w, take: take, next: n, outcomes: make([]study.Went, len(n.Questions)), Stage: newQuestionStage(s, n.Before)}
	for _, step := range n.Questions {
		q.Forms = append(q.Forms, NewForm(s.Ctx, s.Theme, step, step.Info(), exercises.Answers{}, &q.jobs))
	}
	q.open()
	return q
}

// open opens the page in hand.
func (q *QuestionWindow) open() {
	q.page = ui.NewWindow(q.Session.Theme, "", q.layText)
	q.page.ID, q.page.Ruled, q.page.Place = "quiz", true, q.area
	q.page.Pane.Follows = q.Form() != nil
}

func (q *QuestionWindow) HoldsKeys() bool { return q.jobs.Check.Busy() }

func (q *QuestionWindow) Close() {
	q.jobs.stop()
	q.Stage.job.Stop()
}

// Resume asks for what stands beside the question.
func (q *QuestionWindow) Resume() tea.Cmd { return q.Stage.compose(q.Asker, q.Form()) }

// Form is the question in hand, nil on the last page.
func (q *QuestionWindow) Form() *Form {
	if q.now < len(q.Forms) {
		return q.Forms[q.now]
	}
	return nil
}

func (q *QuestionWindow) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	in, cmd := q.route(msg)
	if f := q.Form(); f != nil {
		cmd = tea.Batch(cmd, f.request(q.Asker), q.Stage.compose(q.Asker, f))
	}
	return in, tea.Batch(cmd, q.BusyCmd(q.busy.Show(checking(&q.jobs))))
}

func (q *QuestionWindow) route(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return q.key(msg)
	case tea.PasteMsg:
		q.edit("", msg)
	case tea.MouseWheelMsg:
		q.page.Pane.Update(msg)
	case tea.MouseClickMsg:
		q.click(msg)
	case ReportMsg:
		return nil, q.judged(msg)
	case SceneMsg:
		q.Stage.composed(msg)
	case session.BusyMsg:
		return nil, q.BusyCmd(q.busy.Update(msg.Msg))
	case EchoMsg:
		if f := q.Form(); f != nil {
			f.heard(msg)
		}
	}
	return nil, nil
}

// QuestionKeys are those of a question about the next step, beside those of its
// fields.
func QuestionKeys() session.KeyMap {
	at := session.ZoneQuestion.Bind
	return session.KeyMap{
		at("answer", "enter", "enter", "judge the answer; then go on"),
		at("leave", "esc", "esc", "skip the question; leave a step by hand"),
		at("hint", "f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"),
		at("peek", "ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"),
	}
}

// match is what a key does: in the window, else in the question in hand.
func (q *QuestionWindow) match(msg tea.KeyPressMsg) string {
	in := session.ZoneOverlay
	if f := q.Form(); f != nil {
		if z, ok := f.zone(); ok {
			in = z
		}
	}
	return cmp.Or(q.Session.Keys.Match(session.ZoneQuestion, msg), q.Session.Keys.Match(in, msg))
}

func (q *QuestionWindow) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	q.Session.Notice = ""
	if q.Peek {
		q.Peek = false
		return nil, nil
	}
	switch a := q.match(msg); a {
	case "peek":
		q.Peek = true
	case "back":
		return session.Pop{}, nil
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
func (q *QuestionWindow) edit(a string, msg tea.Msg) {
	f := q.Form()
	if f == nil || q.settled() {
		return
	}
	q.page.Pane.Follow()
	press, _ := msg.(tea.KeyPressMsg)
	edge := f.inTable(f.At()) && (press.Code == tea.KeyUp || press.Code == tea.KeyDown)
	switch {
	case f.Update(msg) != ui.Ignored || edge:
	case a == "previous":
		f.move(-1)
	case a == "next", a == "accept":
		f.move(1)
	}
}

// skip leaves a question unanswered; on the last page, or in a step by hand,
// it closes the window.
func (q *QuestionWindow) skip() (session.Intent, tea.Cmd) {
	f := q.Form()
	if f == nil || q.next.Purpose == debug.WorkOut {
		return session.Pop{}, nil
	}
	q.jobs.stop()
	if q.outcomes[q.now] == study.Pending {
		q.outcomes[q.now] = study.Skipped
	}
	return nil, q.advance()
}

// enter judges the answer; once it is judged it goes on.
func (q *QuestionWindow) enter() (session.Intent, tea.Cmd) {
	f := q.Form()
	switch {
	case f == nil:
		return session.Pop{}, nil
	case q.settled():
		return nil, q.advance()
	case q.jobs.Check.Busy():
		return nil, nil
	}
	q.page.Pane.Follow()
	return nil, f.check(q.Asker)
}

// settled reports whether the question in hand is done with.
func (q *QuestionWindow) settled() bool { return q.outcomes[q.now] != study.Pending }

// judged notes a verdict. A prediction is judged once; a step by hand until it
// is right.
func (q *QuestionWindow) judged(m ReportMsg) tea.Cmd {
	f := q.Form()
	if f == nil || !q.jobs.Check.Finish(m.Address) {
		return nil
	}
	f.report, f.marks = &m.Report, &m.Report
	if !m.Report.Accepted {
		f.focusFirst(func(r exercises.FieldReport) bool {
			return r.Verdict != exercises.Equal && r.Verdict != exercises.OtherForm
		})
	}
	q.page.Pane.Follow()
	switch r := m.Report; {
	case r.Accepted && r.Verdict.Counts():
		return q.settle(study.Right)
	case r.Accepted:
		return q.settle(study.Taken)
	case r.Verdict.Counts() && q.next.Purpose == debug.Predict:
		return q.settle(study.Wrong)
	}
	return nil
}

// settle notes how the question in hand went; a prediction goes into the
// tally.
func (q *QuestionWindow) settle(o study.Went) tea.Cmd {
	if q.settled() {
		return nil
	}
	q.outcomes[q.now] = o
	if q.next.Purpose != debug.Predict || o == study.Taken {
		return nil
	}
	q.work.Predict(o == study.Right)
	return q.Session.Save()
}

// advance goes to the next question; after the last one the run takes the
// step.
func (q *QuestionWindow) advance() tea.Cmd {
	q.now++
	q.Stage.begin()
	if q.open(); q.Form() != nil {
		return nil
	}
	return q.take(q.next)
}

// withoutValue is why no value is shown, "" where one is.
func (q *QuestionWindow) withoutValue(f *Form, value string, known bool) string {
	switch {
	case q.next.Purpose != debug.WorkOut:
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
func (q *QuestionWindow) reveal() {
	f := q.Form()
	if f == nil || f.At() < 0 {
		return
	}
	value, ok := f.Info.Reference[f.NameOf(f.At())]
	q.Session.Notice = q.withoutValue(f, value, ok)
	if q.Session.Notice != "" {
		return
	}
	q.revealed++
	f.Fill(f.At(), value)
	q.page.Pane.Follow()
}
