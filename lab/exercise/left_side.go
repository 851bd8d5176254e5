package exercise

import (
	"fmt"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// leftSide is the left side of an exercise: what is asked, the student's answer and
// what the checker says of it, the hints taken. Its work is the student's record,
// which it keeps; it knows nothing of the stage.
type leftSide struct {
	session.Part
	Work *study.Work
	Form *Form
	Pane *ui.Pane
	busy *ui.Busy

	Jobs     FormJobs
	judgment judgment // not shown before it is kept
	outcome  study.Outcome
	hinted   bool // the last key asked for a hint, or for the solution
	moved    bool // since the verdict the keyboard has gone to a field
	recalls  bool // what was said of the answers before is still to be asked for
	doubted  bool // a control has moved since the verdict, which may be another now
}

// judgment is a verdict that is in the student's record and on its way to the
// disk.
type judgment struct {
	report  *exercises.Report // nil: none is
	outcome study.Outcome
}

// begin sets the sheet up for the step the student is at.
func (s *leftSide) begin() {
	s.Form = NewForm(s.Session.Ctx, s.Session.Theme, s.Work.Task(), s.Work.Info(), s.Work.Answers(), &s.Jobs)
	s.Form.known = s.Session.Readings
	if s.Info().Bench || s.Info().OnStage && !s.drafted() {
		s.Form.focus(-1)
	}
	s.recalls, s.hinted, s.moved = s.Work.Judged(), false, false
	s.doubted = false
	s.judgment, s.outcome = judgment{}, study.Outcome{}
	s.rewind()
	s.Pane.Follows = s.drafted() && !s.recalls
}

// rewind scrolls the text to its beginning.
func (s *leftSide) rewind() {
	s.Pane = ui.NewPane(s.Session.Theme)
	s.Pane.Follows = false
}

// drafted reports an answer that was begun: the student has read the text, and
// goes on where the keyboard is.
func (s *leftSide) drafted() bool {
	return slices.ContainsFunc(s.Info().Fields, func(f exercises.Field) bool { return s.Form.Answers[f.Name] != "" })
}

// request returns the command for what the sheet lacks to be shown as it was left:
// how texts are read, and the verdict that the student had. A job is under way
// once.
func (s *leftSide) request() tea.Cmd {
	reading := s.Form.request(s.Asker)
	if !s.recalls {
		return reading
	}
	s.recalls = false
	return tea.Batch(reading, s.Form.recall(s.Asker))
}

// recalled shows a verdict again that the student has read before; of answers that
// have changed since there is none.
func (s *leftSide) recalled(m recalledMsg) {
	if !s.Jobs.recall.Finish(m.Address) {
		return
	}
	if s.doubted {
		if s.doubted = false; !reflect.DeepEqual(s.Report(), &m.Report) {
			s.unsettle()
		}
		return
	}
	if s.Work.Recalls(m.answers, m.Report) {
		s.Form.report = &m.Report
	}
}

func (s *leftSide) Info() exercises.Info { return s.Form.Info }

// Report is the verdict on the answers as they are, or nil.
func (s *leftSide) Report() *exercises.Report { return s.Form.report }

// put notes an answer that is not the form's own, fields those of the form: the
// verdict on the old ones goes. That on fields stays in sight while a control
// moves; it is asked for again, and goes where it is another.
func (s *leftSide) put(name, text string) {
	s.Work.Set(name, text)
	if i := s.Form.named(name); i >= 0 { // it was not typed there
		s.Form.fields.Entries[i].Input.SetValue(text)
		s.Form.echo(i, text)
	}
	if s.Report() == nil || len(s.Info().Fields) == 0 {
		s.unsettle()
		return
	}
	s.Form.Answers = s.Work.Answers()
	s.doubted, s.recalls = true, true
}

func (s *leftSide) KeepFields() {
	for _, f := range s.Info().Fields {
		s.Work.Set(f.Name, s.Form.Answers[f.Name])
	}
	s.unsettle()
}

func (s *leftSide) unsettle() {
	s.Form.Answers = s.Work.Answers()
	s.Form.unsettle()
	s.doubted = false
	s.judgment, s.outcome = judgment{}, study.Outcome{}
}

// write passes a key or a paste to the field that has the keyboard. It returns what
// this did, and in words what did not fit.
func (s *leftSide) write(msg tea.Msg) (event ui.Event, lost string) {
	i := s.Form.At()
	if event = s.Form.Update(msg); event == ui.Ignored {
		return event, ""
	}
	s.hinted = false
	if s.Form.At() != i {
		s.follow()
	}
	if in := s.Form.text(s.Form.At()); in != nil {
		s.Pane.Follow()
		if n := in.Overflow(); n > 0 {
			lost = fmt.Sprintf("%d characters fit; the last %d did not.", ui.FieldLimit, n)
		}
	}
	return event, lost
}

// follow keeps the field with the keyboard in sight.
func (s *leftSide) follow() {
	if s.hinted = false; s.Form.At() >= 0 {
		s.moved = true
		s.Pane.Follow()
	}
}

// Judge asks for the verdict on the answers as they are.
func (s *leftSide) Judge() tea.Cmd {
	s.Form.Answers = s.Work.Answers()
	return s.Form.check(s.Asker)
}

// judged takes a verdict in. It is shown once it is kept.
func (s *leftSide) judged(m ReportMsg) tea.Cmd {
	if !s.Jobs.Check.Awaits(m.Address) || s.judgment.report != nil {
		return nil
	}
	outcome := s.Work.Apply(s.Session.Ctx, m.answers, m.Report)
	told := s.Work.Round().Told(m.Report)
	s.judgment = judgment{&told, outcome}
	return s.Session.SaveThen(m.Address)
}

// show shows the verdict that is kept now, or cannot be, and reports whether
// there was one. The keyboard goes into the first field that could not be read, where
// what is offered for it can be taken, else into the first one that is wrong or empty.
func (s *leftSide) show(m session.ReleaseMsg) (shown bool) {
	j := s.judgment
	if j.report == nil || !s.Jobs.Check.Finish(m.Address) {
		return false
	}
	s.Form.report, s.judgment, s.outcome = j.report, judgment{}, j.outcome
	s.hinted, s.moved = j.outcome.Hinted, false
	s.Pane.Follow()
	unread := []exercises.Verdict{exercises.Unreadable, exercises.Ambiguous}
	switch {
	case slices.Contains(unread, j.report.Verdict):
		s.Form.focusFirst(func(r exercises.FieldReport) bool { return slices.Contains(unread, r.Verdict) })
	case !j.report.Accepted:
		s.Form.focusFirst(exercises.FieldReport.Open)
	}
	return true
}

// goesOn reports whether enter leads on rather than to the checker.
func (s *leftSide) goesOn() bool {
	if r := s.Work.Round(); r != nil && r.Over() && s.Report() != nil {
		return true
	}
	return study.AsksNothing(s.Info()) || s.Report() != nil && s.Report().Accepted
}

// hint shows the next rung; after the last it asks before the worked solution
// and, once that is shown, before filling it in.
func (s *leftSide) hint() (session.Intent, tea.Cmd) {
	switch {
	case s.Work.RevealHint():
		s.hinted = true
		s.Pane.Follow()
		return nil, s.Session.Save()
	case !s.Work.SolutionShown() && len(s.Info().Solution) > 0:
		return session.Push{Top: session.NewConfirmWindow(s.Session, "Show the worked solution?", solutionAnswer{})}, nil
	case study.Fills(s.Work) && len(s.Info().Fields) > 0:
		return session.Push{Top: session.NewConfirmWindow(s.Session, "Fill the solution into the fields?", fillAnswer{})}, nil
	}
	return nil, nil
}

// The answers of the windows of hints.
type (
	solutionAnswer struct{}
	fillAnswer     struct{}
)

// reveal shows the worked solution.
func (s *leftSide) reveal() tea.Cmd {
	s.Work.RevealSolution()
	s.hinted = true
	s.Pane.Follow()
	return s.Session.Save()
}

// fillIn puts the reference answer into the fields.
func (s *leftSide) fillIn() {
	s.Work.FillReference()
	for i, f := range s.Info().Fields {
		s.Form.Fill(i, s.Work.Answers()[f.Name])
	}
	s.unsettle()
}

// dispute takes the advice back: the student says that it is not what they
// did.
func (s *leftSide) dispute() tea.Cmd {
	s.Work.Dispute(s.Report().Misconception)
	return s.Session.Save()
}

// disputed reports whether the student has taken the advice back.
func (s *leftSide) disputed() bool {
	r := s.Report()
	return r.Misconception != "" && s.Work.Disputed(r.Misconception)
}

// recognised reports whether there is advice on a misconception that the
// student can dispute.
func (s *leftSide) recognised() bool {
	r := s.Report()
	return r != nil && r.Misconception != "" && len(s.advice()) > 0
}

// upNext is the exercise to go on with once this one is done; ok is false when
// every exercise is, or is to be waited for.
func (s *leftSide) upNext() (v study.ExerciseView, ok bool) {
	student := s.Session.Student
	v, ok = student.View(student.Suggest())
	return v, ok && !v.State.Settled() && v.ID != s.Work.ID() && !v.Wait.Waits()
}

// finish leaves a finished exercise for the one that comes next, or for the
// contents when all are done.
func (s *leftSide) finish() session.Intent {
	if next, ok := s.upNext(); ok {
		return session.Open{Exercise: next.ID}
	}
	s.Session.Notice = "Every exercise is done."
	if v, ok := s.Session.Student.View(s.Session.Student.Suggest()); ok && v.Wait.Waits() {
		s.Session.Notice = v.Wait.Advice(v.ID, "All others are done")
	}
	s.Session.SelectNext = true
	return session.ToContents{}
}

func (s *leftSide) askRestart() session.Intent {
	return session.Push{Top: session.NewRestartWindow(s.Session, s.Work.ID())}
}

func (s *leftSide) withoutHints() string {
	w := s.Work
	i := w.Info()
	_, more := w.Hints()
	switch {
	case len(i.Hints) == 0 && len(i.Solution) == 0:
		return "this step has no hints"
	case !w.Round().Helps():
		return "a unit is tested out without hints"
	case study.Foretelling(w):
		return "hints come after the prediction"
	case !more && (w.SolutionShown() || len(i.Solution) == 0) && !(study.Fills(w) && len(i.Fields) > 0):
		return "all hints are shown"
	}
	return ""
}

func (s *leftSide) withoutReadings() string {
	return session.ReasonIf(len(s.Form.offered().readings) == 0, "only where a text has two readings")
}

func (s *leftSide) withoutAdvice() string {
	return session.ReasonIf(!s.recognised(), "no advice to take back")
}

func (s *leftSide) atLastStep() string {
	if r := s.Work.Round(); r != nil {
		return session.ReasonIf(r.Kind() == study.TestingOut, "no task of a test-out can be left out")
	}
	return session.ReasonIf(s.Work.Index() == s.Work.Len()-1, "this is the last step")
}

func (s *leftSide) atFirstStep() string {
	return session.ReasonIf(s.Work.Index() == 0, "this is the first step")
}

// checking returns the label of a check in progress, or "".
func checking(j *FormJobs) string {
	if j.Check.Busy() {
		return "checking …"
	}
	return ""
}
