package lab

import (
	"fmt"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// sheet is the left side of an exercise: what is asked, the student's answer and
// what the checker says of it, the hints taken. Its work is the student's record,
// which it keeps; it knows nothing of the stage.
type sheet struct {
	asker
	work *study.Work
	form *form
	pane *ui.Pane
	busy *ui.Busy

	jobs     formJobs
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
func (s *sheet) begin() {
	s.form = newForm(s.session.ctx, s.session.theme, s.work.Step(), s.work.Info(), s.work.Answers(), &s.jobs)
	s.form.known = s.session.readings
	if s.info().Bench || s.info().OnStage && !s.drafted() {
		s.form.focus(-1)
	}
	s.recalls, s.hinted, s.moved = s.work.Judged(), false, false
	s.doubted = false
	s.judgment, s.outcome = judgment{}, study.Outcome{}
	s.rewind()
	s.pane.Follows = s.drafted() && !s.recalls
}

// rewind scrolls the text to its beginning.
func (s *sheet) rewind() {
	s.pane = ui.NewPane(s.session.theme)
	s.pane.Follows = false
}

// drafted reports an answer that was begun: the student has read the text, and
// goes on where the keyboard is.
func (s *sheet) drafted() bool {
	return slices.ContainsFunc(s.info().Fields, func(f exercises.Field) bool { return s.form.answers[f.Name] != "" })
}

// ask returns the command for what the sheet lacks to be shown as it was left:
// how texts are read, and the verdict that the student had. A job is under way
// once.
func (s *sheet) ask() tea.Cmd {
	reading := s.form.ask(s.Asker)
	if !s.recalls {
		return reading
	}
	s.recalls = false
	return tea.Batch(reading, s.form.recall(s.Asker))
}

// recalled shows a verdict again that the student has read before; of answers that
// have changed since there is none.
func (s *sheet) recalled(m recalledMsg) {
	if !s.jobs.recall.Finish(m.Address) {
		return
	}
	if s.doubted {
		if s.doubted = false; !reflect.DeepEqual(s.report(), &m.report) {
			s.unsettle()
		}
		return
	}
	if s.work.Recalls(m.answers, m.report) {
		s.form.report = &m.report
	}
}

func (s *sheet) info() exercises.Info { return s.form.info }

// report is the verdict on the answers as they are, or nil.
func (s *sheet) report() *exercises.Report { return s.form.report }

// put notes an answer that is not the form's own, fields those of the form: the
// verdict on the old ones goes. That on fields stays in sight while a control
// moves; it is asked for again, and goes where it is another.
func (s *sheet) put(name, text string) {
	s.work.Set(name, text)
	if i := s.form.named(name); i >= 0 { // it was not typed there
		s.form.fields.Entries[i].Input.SetValue(text)
		s.form.echo(i, text)
	}
	if s.report() == nil || len(s.info().Fields) == 0 {
		s.unsettle()
		return
	}
	s.form.answers = s.work.Answers()
	s.doubted, s.recalls = true, true
}

func (s *sheet) keepFields() {
	for _, f := range s.info().Fields {
		s.work.Set(f.Name, s.form.answers[f.Name])
	}
	s.unsettle()
}

func (s *sheet) unsettle() {
	s.form.answers = s.work.Answers()
	s.form.unsettle()
	s.doubted = false
	s.judgment, s.outcome = judgment{}, study.Outcome{}
}

// write passes a key or a paste to the field that has the keyboard. It returns what
// this did, and in words what did not fit.
func (s *sheet) write(msg tea.Msg) (event ui.Event, lost string) {
	i := s.form.at()
	if event = s.form.update(msg); event == ui.Ignored {
		return event, ""
	}
	s.hinted = false
	if s.form.at() != i {
		s.follow()
	}
	if in := s.form.text(s.form.at()); in != nil {
		s.pane.Follow()
		if n := in.Overflow(); n > 0 {
			lost = fmt.Sprintf("%d characters fit; the last %d did not.", ui.FieldLimit, n)
		}
	}
	return event, lost
}

// follow keeps the field with the keyboard in sight.
func (s *sheet) follow() {
	if s.hinted = false; s.form.at() >= 0 {
		s.moved = true
		s.pane.Follow()
	}
}

// judge asks for the verdict on the answers as they are.
func (s *sheet) judge() tea.Cmd {
	s.form.answers = s.work.Answers()
	return s.form.check(s.Asker)
}

// judged takes a verdict in. It is shown once it is kept.
func (s *sheet) judged(m reportMsg) tea.Cmd {
	if !s.jobs.check.Awaits(m.Address) || s.judgment.report != nil {
		return nil
	}
	outcome := s.work.Apply(s.session.ctx, m.answers, m.report)
	told := s.work.Round().Told(m.report)
	s.judgment = judgment{&told, outcome}
	return s.session.saveThen(m.Address)
}

// show shows the verdict that is kept now, or cannot be, and reports whether
// there was one. The keyboard goes into the first field that could not be read, where
// what is offered for it can be taken, else into the first one that is wrong or empty.
func (s *sheet) show(m keptMsg) (shown bool) {
	j := s.judgment
	if j.report == nil || !s.jobs.check.Finish(m.Address) {
		return false
	}
	s.form.report, s.judgment, s.outcome = j.report, judgment{}, j.outcome
	s.hinted, s.moved = j.outcome.Hinted, false
	s.pane.Follow()
	unread := []exercises.Verdict{exercises.Unreadable, exercises.Ambiguous}
	switch {
	case slices.Contains(unread, j.report.Verdict):
		s.form.focusFirst(func(r exercises.FieldReport) bool { return slices.Contains(unread, r.Verdict) })
	case !j.report.Accepted:
		s.form.focusFirst(exercises.FieldReport.Open)
	}
	return true
}

// goesOn reports whether enter leads on rather than to the checker.
func (s *sheet) goesOn() bool {
	if r := s.work.Round(); r != nil && r.Over() && s.report() != nil {
		return true
	}
	return study.AsksNothing(s.info()) || s.report() != nil && s.report().Accepted
}

// hint shows the next rung; after the last it asks before the worked solution
// and, once that is shown, before filling it in.
func (s *sheet) hint() (intent, tea.Cmd) {
	switch {
	case s.work.RevealHint():
		s.hinted = true
		s.pane.Follow()
		return nil, s.session.save()
	case !s.work.SolutionShown() && len(s.info().Solution) > 0:
		return pushIntent{newAskWindow(s.session, "Show the worked solution?", solutionAnswer{})}, nil
	case study.Fills(s.work) && len(s.info().Fields) > 0:
		return pushIntent{newAskWindow(s.session, "Fill the solution into the fields?", fillAnswer{})}, nil
	}
	return nil, nil
}

// The answers of the windows of hints.
type (
	solutionAnswer struct{}
	fillAnswer     struct{}
)

// reveal shows the worked solution.
func (s *sheet) reveal() tea.Cmd {
	s.work.RevealSolution()
	s.hinted = true
	s.pane.Follow()
	return s.session.save()
}

// fillIn puts the reference answer into the fields.
func (s *sheet) fillIn() {
	s.work.FillReference()
	for i, f := range s.info().Fields {
		s.form.fill(i, s.work.Answers()[f.Name])
	}
	s.unsettle()
}

// dispute takes the advice back: the student says that it is not what they
// did.
func (s *sheet) dispute() tea.Cmd {
	s.work.Dispute(s.report().Misconception)
	return s.session.save()
}

// disputed reports whether the student has taken the advice back.
func (s *sheet) disputed() bool {
	r := s.report()
	return r.Misconception != "" && s.work.Disputed(r.Misconception)
}

// recognised reports whether there is advice on a misconception that the
// student can dispute.
func (s *sheet) recognised() bool {
	r := s.report()
	return r != nil && r.Misconception != "" && len(s.advice()) > 0
}

// upNext is the exercise to go on with once this one is done; ok is false when
// every exercise is, or is to be waited for.
func (s *sheet) upNext() (v study.ExerciseView, ok bool) {
	student := s.session.student
	v, ok = student.View(student.Suggest())
	return v, ok && !v.State.Settled() && v.ID != s.work.ID() && !v.Wait.Waits()
}

// finish leaves a finished exercise for the one that comes next, or for the
// contents when all are done.
func (s *sheet) finish() intent {
	if next, ok := s.upNext(); ok {
		return openIntent{exercise: next.ID}
	}
	s.session.notice = "Every exercise is done."
	if v, ok := s.session.student.View(s.session.student.Suggest()); ok && v.Wait.Waits() {
		s.session.notice = v.Wait.Advice(v.ID, "All others are done")
	}
	s.session.returned = true
	return contentIntent{}
}
