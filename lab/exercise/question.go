package exercise

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// QuestionWindow asks about the next step, next to the stage. Its last page compares
// the predictions with the result.
type QuestionWindow struct {
	session.Window
	busy     *ui.Busy
	work     *study.Work                 // counts right predictions
	takeStep func(core.NextStep) tea.Cmd // takes the step that was asked about
	step     core.NextStep
	Forms    []*Form
	outcomes []study.PredictionOutcome
	jobs     FormJobs
	current  int // len(Forms) on the last page
	revealed int // values shown in a step by hand
	Stage    questionStage
	Peek     bool // hidden until the next key
	page     *ui.Window
	Places   questionPlaces // of the stage
}

func newQuestionWindow(s *session.Session, w *study.Work, n core.NextStep,
	takeStep func(core.NextStep) tea.Cmd) *QuestionWindow {
	q := &QuestionWindow{Window: session.Window{Base: s.NewBase()}, busy: s.NewBusy(), work: w, takeStep: takeStep,
		step: n, outcomes: make([]study.PredictionOutcome, len(n.Questions)), Stage: newQuestionStage(s, n.Before)}
	for _, task := range n.Questions {
		q.Forms = append(q.Forms, NewForm(s.Ctx, s.Theme, task, task.Info(), exercises.Answers{}, &q.jobs))
	}
	q.openPage()
	return q
}

// openPage opens the current page.
func (q *QuestionWindow) openPage() {
	q.page = ui.NewWindow(q.Session.Theme, "", q.writeText)
	q.page.ID, q.page.Ruled, q.page.Place = "prediction", true, q.area
	q.page.Pane.Follows = q.Form() != nil
}

func (q *QuestionWindow) HoldsKeys() bool { return q.jobs.Check.Busy() }

func (q *QuestionWindow) Close() {
	q.jobs.stop()
	q.Stage.job.Stop()
}

// Resume requests the stage next to the question.
func (q *QuestionWindow) Resume() tea.Cmd { return q.Stage.compose(q.Part, q.Form()) }

// Form returns the current question, or nil on the last page.
func (q *QuestionWindow) Form() *Form {
	if q.current < len(q.Forms) {
		return q.Forms[q.current]
	}
	return nil
}

func (q *QuestionWindow) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	in, cmd := q.route(msg)
	if f := q.Form(); f != nil {
		cmd = tea.Batch(cmd, f.request(q.Part), q.Stage.compose(q.Part, f))
	}
	return in, tea.Batch(cmd, q.BusyCmd(q.busy.Show(checkLabel(&q.jobs))))
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
		return nil, q.receiveReport(msg)
	case SceneMsg:
		q.Stage.receiveScene(msg)
	case session.BusyMsg:
		return nil, q.BusyCmd(q.busy.Update(msg.Msg))
	case EchoMsg:
		if f := q.Form(); f != nil {
			f.receiveEcho(msg)
		}
	}
	return nil, nil
}

// QuestionKeys returns the keys of a question about the next step, apart from those of
// its fields.
func QuestionKeys() session.KeyMap {
	bind := session.ZoneQuestion.Bind
	return session.KeyMap{
		bind("answer", "enter", "enter", "judge the answer; then go on"),
		bind("leave", "esc", "esc", "skip the question; leave a step by hand"),
		bind("hint", "f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"),
		bind("peek", "ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"),
	}
}

// match returns the action of a key: in the window, or else in the current question.
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

// edit passes a key or paste to the current question, unless it is settled.
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

// skip leaves a question unanswered. On the last page, or in a step by hand, it closes
// the window.
func (q *QuestionWindow) skip() (session.Intent, tea.Cmd) {
	f := q.Form()
	if f == nil || q.step.Purpose == core.WorkOut {
		return session.Pop{}, nil
	}
	q.jobs.stop()
	if q.outcomes[q.current] == study.Pending {
		q.outcomes[q.current] = study.Skipped
	}
	return nil, q.advance()
}

// enter checks the answer. If it is settled, it goes on.
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
	return nil, f.check(q.Part)
}

// settled reports whether the current question is finished.
func (q *QuestionWindow) settled() bool { return q.outcomes[q.current] != study.Pending }

// receiveReport handles a verdict: it records the outcome and counts a prediction.
func (q *QuestionWindow) receiveReport(m ReportMsg) tea.Cmd {
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
	if q.settled() {
		return nil
	}
	o := q.step.Purpose.Outcome(m.Report)
	if q.outcomes[q.current] = o; !q.step.Purpose.Count(q.work, o) {
		return nil
	}
	return q.Session.Save()
}

// advance opens the next question. After the last one the run takes the step.
func (q *QuestionWindow) advance() tea.Cmd {
	q.current++
	q.Stage.reset()
	if q.openPage(); q.Form() != nil {
		return nil
	}
	return q.takeStep(q.step)
}

// noRevealReason returns why no value can be revealed, or "".
func (q *QuestionWindow) noRevealReason(f *Form, value string, known bool) string {
	switch {
	case q.step.Purpose != core.WorkOut:
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

// reveal fills the right value into the focused field of a step by hand.
func (q *QuestionWindow) reveal() {
	f := q.Form()
	if f == nil || f.At() < 0 {
		return
	}
	value, ok := exercises.RightValue(f.Task, f.Answers, f.FieldName(f.At()))
	q.Session.Notice = q.noRevealReason(f, value, ok)
	if q.Session.Notice != "" {
		return
	}
	q.revealed++
	f.Fill(f.At(), value)
	q.page.Pane.Follow()
}
