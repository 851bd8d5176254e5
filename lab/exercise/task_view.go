package exercise

import (
	"maps"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// taskView is the task of an exercise: its text and question, the student's answer, the verdict,
// and the hints taken. It updates the student's record. It does not know the other half of the
// screen, the stage with the pictures.
type taskView struct {
	session.Part
	Work  *study.Work
	Form  *Form
	forms map[int]*Form // the last form of each task, by its index
	Pane  *ui.Pane
	busy  *ui.Busy
	intro *ui.Document // cached by the method introduction; nil if it must be laid out again

	Jobs          FormJobs
	outcome       study.Outcome
	hintRequested bool // the last key asked for a hint or for the solution
	movedToField  bool // the focus has moved to a field since the verdict
	recallPending bool // the verdict on the saved answers still has to be requested
	mirrored      bool // the answers belong to another person, whose exercise the class looks at
	mayBeStale    bool // a control has moved since the verdict, so the verdict may change
}

// reset sets the view up for the student's current task.
func (s *taskView) reset() {
	s.Form = NewForm(s.Session.Ctx, s.Session.Theme, s.Work.Task(), s.Work.Info(), s.Work.Answers(), &s.Jobs)
	if oldForm := s.forms[s.Work.Index()]; oldForm != nil {
		s.Form.fieldReports = maps.Clone(oldForm.fieldReports) // except those of fields that have changed
		maps.DeleteFunc(s.Form.fieldReports, func(name string, _ exercises.FieldReport) bool {
			return s.Form.Answers[name] != oldForm.Answers[name]
		})
	}
	s.forms[s.Work.Index()] = s.Form
	if s.Info().AsksNothing || s.Info().FocusesStage && !s.hasDraft() {
		s.Form.focus(-1)
	}
	s.recallPending, s.hintRequested, s.movedToField = s.Work.Judged(), false, false
	s.mayBeStale = false
	s.outcome, s.intro = study.Outcome{}, nil
	s.Pane = ui.NewPane(s.Session.Theme)
	s.Pane.Follows = s.hasDraft() && !s.recallPending
}

// hasDraft reports whether the student has begun an answer. The view then assumes that the student
// has read the text, and shows the focused field instead of the beginning.
func (s *taskView) hasDraft() bool {
	return slices.ContainsFunc(s.Info().Fields, func(f exercises.Field) bool { return s.Form.Answers[f.Name] != "" })
}

// request returns the commands that restore what is not saved with the answers: how the task parses
// the text of each field, and the old verdict. It returns each command only once.
func (s *taskView) request() tea.Cmd {
	echo := s.Form.requestEcho(s.Part)
	if !s.recallPending {
		return echo
	}
	s.recallPending = false
	return tea.Batch(echo, s.Form.recall(s.Part))
}

// receiveRecall shows the verdict on saved answers again, and moves the focus to the first field
// that is not right, unless no field has the focus or the student has already moved the focus. If
// some answers have changed since the verdict, it only shows the marks of the other answers. If
// mayBeStale is true, it only removes the verdict on the screen if the new one differs.
func (s *taskView) receiveRecall(m recalledMsg) {
	if !s.Jobs.recall.Finish(m.Address) {
		return
	}
	if s.mayBeStale {
		if s.mayBeStale = false; !reflect.DeepEqual(s.Report(), &m.Report) {
			s.dropVerdict()
			s.Form.fieldReports = nil
		}
		return
	}
	report, changedNames := s.homework().Redact(m.Report), s.Work.Changed()
	if s.mirrored || s.Work.NothingNew(m.answers, m.Report) {
		s.Form.setReport(report)
		if !s.mirrored && !s.movedToField && s.Form.FocusIndex() >= 0 {
			s.Form.focusFirst(exercises.FieldReport.IsOpen)
		}
	} else if s.Form.fieldReports == nil && len(changedNames) > 0 {
		s.Form.fieldReports = maps.Clone(report.Fields)
		maps.DeleteFunc(s.Form.fieldReports, func(name string, _ exercises.FieldReport) bool {
			return slices.Contains(changedNames, name)
		})
	}
}

func (s *taskView) Info() exercises.Info { return s.Form.Info }

// Report returns the verdict on the current answers, or nil.
func (s *taskView) Report() *exercises.Report { return s.Form.report }

// setAnswer records an answer that was not typed into the form, and drops the old verdict. In a
// task with fields, the verdict stays visible until the new answers have been judged. It is dropped
// only if the new verdict is different.
func (s *taskView) setAnswer(name, text string) {
	s.Work.Set(name, text)
	for i, f := range s.Info().Fields {
		if f.Name == name { // the field does not have the text yet
			s.Form.fields.Entries[i].Input.SetValue(text)
			s.Form.updateEcho(i, text)
		}
	}
	if s.Report() == nil || len(s.Info().Fields) == 0 {
		s.dropVerdict()
		s.Form.fieldReports = nil
		return
	}
	s.Form.Answers = s.Work.Answers()
	s.mayBeStale, s.recallPending = true, true
}

// StoreFields stores the answers in the fields and drops the verdict.
func (s *taskView) StoreFields() {
	for _, f := range s.Info().Fields {
		s.Work.Set(f.Name, s.Form.Answers[f.Name])
	}
	s.dropVerdict()
}

func (s *taskView) dropVerdict() {
	s.Form.Answers = s.Work.Answers()
	s.Form.dropReport()
	s.mayBeStale, s.outcome = false, study.Outcome{}
}

// editField passes a key press or pasted text to the field that has the focus. It returns the
// event, and a message about text that did not fit.
func (s *taskView) editField(msg tea.Msg) (event ui.Event, notice string) {
	i := s.Form.FocusIndex()
	if event = s.Form.Update(msg); event == ui.Ignored {
		return event, ""
	}
	s.hintRequested = false
	if s.Form.FocusIndex() != i {
		s.showField()
	}
	if in := s.Form.textField(s.Form.FocusIndex()); in != nil {
		s.Pane.Follow()
		notice = in.LossWarning()
	}
	return event, notice
}

// showField scrolls the focused field into view.
func (s *taskView) showField() {
	if s.hintRequested = false; s.Form.FocusIndex() >= 0 {
		s.movedToField = true
		s.Pane.Follow()
	}
}

// Judge requests the verdict on the current answers.
func (s *taskView) Judge() tea.Cmd {
	s.Form.Answers = s.Work.Answers()
	return s.Form.check(s.Part)
}

// receiveReport records and shows a verdict, and reports whether the view was waiting for it. The
// focus moves to the first unreadable field, which may offer a correction, or else to the first
// field that is wrong or empty.
func (s *taskView) receiveReport(m ReportMsg) (shown bool) {
	if !s.Jobs.Check.Finish(m.Address) {
		return false
	}
	s.outcome = s.Work.Apply(s.Session.Ctx, m.answers, m.Report)
	report := s.homework().Redact(m.Report)
	s.Form.setReport(report)
	s.hintRequested, s.movedToField = s.outcome.Hinted, false
	s.Pane.Follow()
	unreadable := []exercises.Verdict{exercises.Unreadable, exercises.Ambiguous}
	switch {
	case slices.Contains(unreadable, report.Verdict):
		s.Form.focusFirst(func(r exercises.FieldReport) bool { return slices.Contains(unreadable, r.Verdict) })
	case !report.Accepted && !s.Form.focusFirst(exercises.FieldReport.IsOpen) && s.Form.FocusIndex() < 0:
		s.Form.focus(0)
	}
	if s.Form.continueDerivation(); s.Form.FocusIndex() >= 0 {
		name := s.Form.FieldName(s.Form.FocusIndex())
		s.Work.Set(name, s.Form.Answers[name])
	}
	return true
}

// canGoOn reports whether there is nothing left to check, so that the enter key leads to the next
// task.
func (s *taskView) canGoOn() bool {
	if r := s.Work.Round(); r != nil && r.Finished() && s.Report() != nil {
		return true
	}
	return s.homework().UsedUp() || study.AsksNothing(s.Info()) || s.Report() != nil && s.Report().Accepted ||
		len(s.Info().Fields) == 0 && s.solved()
}

// homework returns the limits that apply to the task if it is homework: on attempts, and on when
// the solution may be shown.
func (s *taskView) homework() study.Homework { return s.Work.Homework(s.Work.Index()) }

// solved reports whether the task was done in the current attempt at the exercise, even if answers
// have changed since.
func (s *taskView) solved() bool { return s.Work.Round() == nil && s.Work.TaskDone(s.Work.Index()) }

// needsAnswer reports whether the task still needs an answer that is typed or chosen.
func (s *taskView) needsAnswer() bool {
	return len(s.Info().Fields) > 0 && !s.Info().AsksNothing && !s.canGoOn()
}

// revealSolution shows the worked solution.
func (s *taskView) revealSolution() tea.Cmd {
	s.Work.RevealSolution()
	s.hintRequested = true
	s.Pane.Follow()
	return s.Session.Save()
}

// fillReference puts the reference answer into the fields.
func (s *taskView) fillReference() {
	s.Work.FillReference()
	for i, f := range s.Info().Fields {
		s.Form.FillField(i, s.Work.Answers()[f.Name])
	}
	s.dropVerdict()
}

// dispute records that the student did not make the mistake that the advice is about. This withdraws
// the advice.
func (s *taskView) dispute() tea.Cmd {
	s.Work.Dispute(s.Report().Misconception)
	return s.Session.Save()
}

// disputed reports whether the student has disputed the advice.
func (s *taskView) disputed() bool {
	r := s.Report()
	return r.Misconception != "" && s.Work.Disputed(r.Misconception)
}

// canDispute reports whether there is advice on a misconception that the student can
// dispute.
func (s *taskView) canDispute() bool {
	r := s.Report()
	return r != nil && r.Misconception != "" && len(s.advice()) > 0
}

// nextExercise returns the exercise that follows this one. ok is false if every
// exercise is done or has to wait.
func (s *taskView) nextExercise() (v study.ExerciseView, ok bool) {
	student := s.Session.Student
	v, ok = student.View(student.Suggest())
	return v, ok && !v.State.Settled() && v.ID != s.Work.ID() && !v.Delay.IsSet()
}

// finish leaves a finished exercise for the next one or, if there is none, for the table of
// contents.
func (s *taskView) finish() session.Intent {
	if next, ok := s.nextExercise(); ok {
		return session.Open{Exercise: next.ID}
	}
	s.Session.Notice = "Every exercise is done."
	if v, ok := s.Session.Student.View(s.Session.Student.Suggest()); ok && v.Delay.IsSet() {
		s.Session.Notice = v.Delay.Advice(v.ID, "All others are done")
	}
	s.Session.Selection = s.Session.Student.Suggest()
	return session.ToContents{}
}

// isHeldBefore reports whether the class pauses before task i, see [session.Classroom.HoldsTask].
func (s *taskView) isHeldBefore(i int) bool { return s.Session.Classroom.HoldsTask(s.Work, i) }

// earlyExercise returns the exercise that the teacher has chosen for students who finish early and
// wait here for their class. ok is false if the student does not have to wait, or if the teacher
// has chosen none.
func (s *taskView) earlyExercise() (v study.ExerciseView, ok bool) {
	if s.isHeldBefore(s.Work.Index() + 1) {
		return s.Session.Classroom.EarlyExercise()
	}
	return v, false
}

// noHintReason and the following methods return the reason why an action is disabled, or "".
func (s *taskView) noHintReason() string {
	w := s.Work
	info := w.Info()
	_, more := w.Hints()
	switch {
	case len(info.Hints) == 0 && len(info.Solution) == 0:
		return "this task has no hints"
	case !w.Round().AllowsHelp():
		return "a test-out has no hints"
	case study.AwaitsPrediction(w):
		return "hints come after the prediction"
	case !more && s.homework().SolutionReason() != "":
		return s.homework().SolutionReason()
	case !more && (w.SolutionShown() || len(info.Solution) == 0) &&
		!(study.CanFillReference(w) && len(info.Fields) > 0):
		return "all hints are shown"
	}
	return ""
}

func (s *taskView) notAmbiguousReason() string {
	return session.TextIf(len(s.Form.currentSuggestions().readings) == 0, "only if a text can be read in two ways")
}

func (s *taskView) noAdviceReason() string {
	return session.TextIf(!s.canDispute(), "there is no explanation of a mistake here")
}

// noSkipReason returns why the student cannot skip the task, or "".
func (s *taskView) noSkipReason() string {
	if r := s.Work.Round(); r != nil {
		return session.TextIf(r.Kind() == study.TestingOut, "tasks of a test-out cannot be skipped")
	}
	return session.TextIf(s.Work.Index() == s.Work.Len()-1, "this is the last task")
}

func (s *taskView) noPreviousTaskReason() string {
	return session.TextIf(s.Work.Index() == 0, "this is the first task")
}

// checkLabel returns the label for a check in progress, or "" if there is none.
func checkLabel(j *FormJobs) string {
	return session.TextIf(j.Check.Busy(), "checking …")
}

// enterWord returns the footer's label for the enter key, or "" if the footer does not show this
// key.
func (s *taskView) enterWord() string {
	switch {
	case s.Info().AsksNothing:
		return ""
	case s.canGoOn():
		return s.shortNextWords()
	case s.Form.FocusIndex() < 0 && s.needsAnswer():
		return "check"
	}
	return "answer"
}

// hasZone reports whether the form has a field in which the keys of a zone work. It returns true
// for zones that are not about fields.
func (s *taskView) hasZone(z session.Zone) bool {
	kind := exercises.TextField
	switch z {
	case session.ZoneChoice:
		kind = exercises.ChoiceField
	case session.ZoneField:
	default:
		return true
	}
	return slices.ContainsFunc(s.Info().Fields, func(f exercises.Field) bool { return f.Kind == kind })
}
