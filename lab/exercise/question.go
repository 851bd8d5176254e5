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

// QuestionWindow asks about the next step of a run. Next to it is the picture that the run shows
// before the step. After the answer it compares a prediction with the step, and the run takes the
// step.
type QuestionWindow struct {
	session.Window
	busy        *ui.Busy
	work        *study.Work                 // where predictions are counted
	takeStep    func(core.NextStep) tea.Cmd // takes the step that was asked about
	step        core.NextStep
	Form        *Form
	outcome     study.PredictionOutcome
	jobs        FormJobs
	shownValues int // number of right values that were shown in a step by hand
	Stage       questionStage
	Hidden      bool // whether the window is hidden until the next key
	page        *ui.Window
	Places      questionPlaces // areas of the stage
}

func newQuestionWindow(s *session.Session, w *study.Work, n core.NextStep,
	takeStep func(core.NextStep) tea.Cmd) *QuestionWindow {
	q := &QuestionWindow{Window: session.Window{Base: s.NewBase()}, busy: s.NewBusy(), work: w, takeStep: takeStep,
		step: n, Stage: newQuestionStage(s, n.Before)}
	q.Form = NewForm(s.Ctx, s.Theme, n.Question, n.Question.Info(), exercises.Answers{}, &q.jobs)
	q.page = ui.NewWindow(s.Theme, n.Title(), q.writeText)
	q.page.ID, q.page.Bordered, q.page.AreaFor = "prediction", true, q.area
	return q
}

func (q *QuestionWindow) KeysMustWait() bool { return q.jobs.Check.Busy() }

func (q *QuestionWindow) Close() {
	q.jobs.stop()
	q.Stage.job.Stop()
}

// Resume requests the stage next to the question.
func (q *QuestionWindow) Resume() tea.Cmd { return q.Stage.requestScene(q.Part, q.Form) }

func (q *QuestionWindow) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	intent, cmd := q.route(msg)
	cmd = tea.Batch(cmd, q.Form.requestEcho(q.Part), q.Stage.requestScene(q.Part, q.Form))
	return intent, tea.Batch(cmd, q.BusyCmd(q.busy.SetLabel(checkLabel(&q.jobs))))
}

func (q *QuestionWindow) route(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return q.handleKey(msg)
	case tea.PasteMsg:
		q.edit("", msg)
	case tea.MouseWheelMsg:
		q.page.Pane.Update(msg)
	case tea.MouseClickMsg:
		q.click(msg)
	case session.Choice:
		return msg()
	case ReportMsg:
		return nil, q.receiveReport(msg)
	case SceneMsg:
		q.Stage.receiveScene(msg)
	case session.BusyMsg:
		return nil, q.BusyCmd(q.busy.Update(msg.Msg))
	case EchoMsg:
		q.Form.receiveEcho(msg)
	}
	return nil, nil
}

// QuestionKeys returns the keys of a question about the next step, except the keys of its
// fields.
func QuestionKeys() session.KeyMap {
	bind := session.ZoneQuestion.Bind
	return session.KeyMap{
		bind("answer", "enter", "check the answer; then go on"),
		bind("leave", "esc", "leave the question; the run stays where it is"),
		bind("hint", "f1 ctrl+t", "by hand: show the right value of this blank"),
		bind("peek", "ctrl+o", "look at the stage behind the window, until the next key"),
	}
}

// match returns the name of a key's action in the window, or else in the question's
// fields.
func (q *QuestionWindow) match(msg tea.KeyPressMsg) string {
	zone, ok := q.Form.zone()
	if !ok {
		zone = session.ZoneOverlay
	}
	return cmp.Or(q.Session.Keys.Match(session.ZoneQuestion, msg), q.Session.Keys.Match(zone, msg))
}

func (q *QuestionWindow) handleKey(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	q.Session.Notice = ""
	if q.Hidden {
		q.Hidden = false
		return nil, nil
	}
	switch a := q.match(msg); a {
	case "peek":
		q.Hidden = true
	case "back", "leave":
		return session.Pop{}, nil
	case "page down", "page up":
		q.page.Pane.Update(msg)
	case "answer":
		return q.enter()
	case "hint":
		q.revealValue()
	default:
		q.edit(a, msg)
	}
	return nil, nil
}

// edit passes a key press or pasted text to the question's fields, unless the question is settled.
// action is the name of the key's action, or "".
func (q *QuestionWindow) edit(action string, msg tea.Msg) {
	f := q.Form
	if q.settled() {
		return
	}
	q.page.Pane.Follow()
	press, _ := msg.(tea.KeyPressMsg)
	atTableEdge := f.inTable(f.FocusIndex()) && (press.Code == tea.KeyUp || press.Code == tea.KeyDown)
	switch {
	case f.Update(msg) != ui.Ignored || atTableEdge:
	case action == "previous":
		f.moveFocus(-1)
	case action == "next", action == "accept":
		f.moveFocus(1)
	}
}

// enter checks the answer. If the question is settled, the run takes the step.
func (q *QuestionWindow) enter() (session.Intent, tea.Cmd) {
	switch {
	case q.settled():
		return session.Pop{}, q.takeStep(q.step)
	case q.jobs.Check.Busy():
		return nil, nil
	}
	q.page.Pane.Follow()
	return nil, q.Form.check(q.Part)
}

// settled reports whether the question is finished.
func (q *QuestionWindow) settled() bool { return q.outcome != study.PredictionPending }

// receiveReport handles a verdict: it records the outcome and counts a prediction.
func (q *QuestionWindow) receiveReport(m ReportMsg) tea.Cmd {
	f := q.Form
	if !q.jobs.Check.Finish(m.Address) {
		return nil
	}
	f.setReport(m.Report)
	if !m.Report.Accepted {
		f.focusFirst(func(r exercises.FieldReport) bool {
			return r.Verdict != exercises.Equal && r.Verdict != exercises.OtherForm
		})
	}
	q.page.Pane.Follow()
	if q.settled() {
		return nil
	}
	if q.outcome = q.step.Purpose.Outcome(m.Report); !q.step.Purpose.CountPrediction(q.work, q.outcome) {
		return nil
	}
	return q.Session.Save()
}

// noRevealReason returns why no value can be revealed, or "".
func (q *QuestionWindow) noRevealReason(f *Form, value string, hasValue bool) string {
	switch {
	case q.step.Purpose != core.WorkOut:
		return "a prediction has no hints"
	case q.settled():
		return "it is already right"
	case !hasValue:
		return "there is no value to show for this blank"
	case f.focusedAnswer() == value:
		return "this is the solver's value; another blank may be wrong"
	}
	return ""
}

// revealValue fills the right value into the focused field of a step by hand.
func (q *QuestionWindow) revealValue() {
	f := q.Form
	if f.FocusIndex() < 0 {
		return
	}
	value, ok := exercises.RightValue(f.Task, f.Answers, f.FieldName(f.FocusIndex()))
	q.Session.Notice = q.noRevealReason(f, value, ok)
	if q.Session.Notice != "" {
		return
	}
	q.shownValues++
	f.FillField(f.FocusIndex(), value)
	q.page.Pane.Follow()
}
