package exercise

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
)

// nextTask opens the next task of a round. After the last one it leaves the round.
func (e *Screen) nextTask() (session.Intent, tea.Cmd) {
	r := e.Task.Work.Round()
	more, err := r.Next()
	if err != nil {
		e.Session.Notice = err.Error()
	}
	if !more {
		return session.Pop{}, e.Session.Save()
	}
	e.Close()
	e.Task.Work = r.Work()
	e.Enter()
	return nil, e.Stage.refresh()
}

// skip opens the next task, whether or not this one is done. In a review it opens the
// next task of the round.
func skip(e *Screen) (session.Intent, tea.Cmd) {
	if e.Task.Work.Round() != nil {
		return e.nextTask()
	}
	return nil, goBy(1)(e)
}

// roundTitle returns the title of a round.
func roundTitle(r *study.Round) string {
	if id, title := r.Unit(); r.Kind() == study.TestingOut {
		return fmt.Sprintf("%s of unit %s, %s", r.Kind().Words(), id, title)
	}
	return r.Kind().Words()
}

// roundNextWords returns where enter leads once a task of a round is done.
func roundNextWords(r *study.Round) string {
	switch {
	case r.Kind() == study.WarmingUp:
		return "to the exercise"
	case r.Last():
		return "to the contents"
	}
	return "next task"
}

// writeRoundEnd writes where enter leads from a task that is right. The verdict
// includes it if the task has ended the round.
func (s *taskWriter) writeRoundEnd() {
	if s.done() && s.Work.Finished() {
		s.d.Gap()
		s.writeKey("enter", s.nextWords())
	}
}

// noRestartReason returns why a task of a round cannot be restarted, or "".
func (s *taskView) noRestartReason() string {
	return session.ReasonIf(s.Work.Round() != nil, "the numbers here are new already")
}

// hasNewNumbers reports whether the exercise can be restarted with new numbers.
func (s *taskView) hasNewNumbers() bool { return s.Work.Round() == nil && s.Work.Exercise().Drawn }

// noWarmUpReason returns why there is no warm-up, or "".
func (s *taskView) noWarmUpReason() string {
	_, ok := s.Session.Student.WarmUp(s.Work)
	return session.ReasonIf(!ok, "no task of an earlier unit is due, or the exercise is begun")
}

// warmUp opens the task that is due before the exercise.
func (s *taskView) warmUp() session.Intent {
	r, err := s.Session.Student.BeginWarmUp(s.Work)
	return s.Session.ShowRound(r, err, "nothing is due")
}

// writeWarmUp offers a task before the exercise. A student who goes on has declined it.
func (s *taskWriter) writeWarmUp() {
	t, ok := s.Session.Student.WarmUp(s.Work)
	if !ok {
		return
	}
	s.writeKey(s.firstKey("warm up"), fmt.Sprintf("first a warm-up, if you like: a task from %s", t.Exercise))
	s.d.Gap()
}

// taskDot returns the dot of a task in the header.
func taskDot(t *theme.Theme, s study.TaskState, here bool) ascii.Span {
	out := ascii.Span{Text: t.Glyph('○', '.'), Ink: ascii.Dim}
	switch {
	case s == study.TaskDone || s == study.TaskDoneWithHints:
		out = ascii.Span{Text: t.Glyph('●', '*'), Ink: ascii.Good}
	case here:
		out.Text = t.Glyph('◉', 'o')
	}
	if here {
		out.Ink = ascii.Accent
	}
	return out
}
