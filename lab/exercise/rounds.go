package exercise

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
)

// nextTask goes on in a round, and from its last task back.
func (e *Screen) nextTask() (session.Intent, tea.Cmd) {
	r := e.Left.Work.Round()
	more, err := r.Next()
	if err != nil {
		e.Session.Notice = err.Error()
	}
	if !more {
		return session.Pop{}, e.Session.Save()
	}
	e.Close()
	e.Left.Work = r.Work()
	e.Enter()
	return nil, e.Right.redo()
}

// skip goes to the next step, done or not; in a review to the next task.
func skip(e *Screen) (session.Intent, tea.Cmd) {
	if e.Left.Work.Round() != nil {
		return e.nextTask()
	}
	return nil, goBy(1)(e)
}

// roundTitle names a round over its tasks.
func roundTitle(r *study.Round) string {
	if id, title := r.Unit(); r.Kind() == study.TestingOut {
		return fmt.Sprintf("%s of unit %s, %s", r.Kind().Words(), id, title)
	}
	return r.Kind().Words()
}

// roundOnwards says where enter leads once a task is done with.
func roundOnwards(r *study.Round) string {
	switch {
	case r.Kind() == study.WarmingUp:
		return "to the exercise"
	case r.Last():
		return "to the contents"
	}
	return "next task"
}

// layRoundEnd says where enter leads from a task that is right; of one that has
// ended the row it is said with the verdict.
func (s *sheetPage) layRoundEnd() {
	if s.goesOn() && s.Work.Finished() {
		s.d.Gap()
		s.layKey("enter", s.onwards())
	}
}

// inRound is why a task alone is not begun anew.
func (s *leftSide) inRound() string {
	return session.ReasonIf(s.Work.Round() != nil, "the numbers here are new already")
}

// anew reports whether new numbers are to be had.
func (s *leftSide) anew() bool { return s.Work.Round() == nil && s.Work.Exercise().Drawn }

// withoutWarmUp is why there is no warm-up.
func (s *leftSide) withoutWarmUp() string {
	_, ok := s.Session.Student.WarmUp(s.Work)
	return session.ReasonIf(!ok, "no task of an earlier unit is due, or the exercise is begun")
}

// warmUp asks the task that is due before the exercise.
func (s *leftSide) warmUp() session.Intent {
	r, err := s.Session.Student.BeginWarmUp(s.Work)
	return s.Session.ShowRound(r, err, "nothing is due")
}

// layWarmUp offers a task before the exercise. It is in nobody's way: who goes on
// has gone without it.
func (s *sheetPage) layWarmUp() {
	t, ok := s.Session.Student.WarmUp(s.Work)
	if !ok {
		return
	}
	s.layKey(s.key1("warm up"), fmt.Sprintf("first a warm-up, if you like: a task from %s", t.Exercise))
	s.d.Gap()
}

// stepDot is the sign of a step in the header.
func stepDot(t *theme.Theme, s study.TaskState, here bool) ascii.Span {
	done := s == study.TaskDone || s == study.TaskDoneWithHints
	out := ascii.Span{Text: t.Glyph('○', '.'), Ink: ascii.Dim}
	switch {
	case done:
		out = ascii.Span{Text: t.Glyph('●', '*'), Ink: ascii.Good}
	case here:
		out.Text = t.Glyph('◉', 'o')
	}
	if here {
		out.Ink = ascii.Accent
	}
	return out
}
