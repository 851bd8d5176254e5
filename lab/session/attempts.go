package session

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// RestartAnswer is the exercise to start over.
type RestartAnswer struct{ exercise string }

// NewRestartWindow asks before an exercise is started over.
func NewRestartWindow(s *Session, id string) Screen {
	question := fmt.Sprintf("Begin %s anew, with new numbers?", id)
	if v, _ := s.Student.View(id); !v.Drawn {
		question = fmt.Sprintf("Begin %s anew? Its numbers are the same for all", id)
	}
	if id == study.SandboxOf(s.Student).ID {
		question = "Clear the sandbox, with points and sliders?"
	}
	return NewConfirmWindow(s, question, RestartAnswer{id})
}

// restart starts an exercise over, without answers and with new numbers.
func (s *Session) restart(a RestartAnswer) Intent {
	w, err := s.Student.StartOver(a.exercise)
	if err != nil {
		s.Notice = err.Error()
		return nil
	}
	return Open{Exercise: w.ID()}
}

// AttemptAnswer is another attempt at an exercise that the student wants to resume.
type AttemptAnswer struct {
	exercise string
	attempt  study.SheetView
}

// AttemptWords returns the seed of an attempt and its progress.
func AttemptWords(v study.ExerciseView, s study.SheetView) string {
	return fmt.Sprintf("seed %d, %d of %s done", s.Seed, s.TasksDone, ascii.Count(len(v.Tasks), "step"))
}

// AttemptRows returns a row for each attempt that can be resumed.
func AttemptRows(v study.ExerciseView) []ui.Row {
	var out []ui.Row
	for _, s := range v.Sheets {
		out = append(out, ui.Row{Label: "go back to " + AttemptWords(v, s),
			Detail: "begun " + s.Started.Format("2 January 2006"), Value: AttemptAnswer{v.ID, s}})
	}
	return out
}

// OtherAttemptsNotice returns which attempt is open if there are others, else "".
func (s *Session) OtherAttemptsNotice(w *study.Work) string {
	v, _ := s.Student.View(w.ID())
	if len(v.Sheets) == 0 {
		return ""
	}
	more := ""
	if n := len(v.Sheets) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("This is seed %d. Also begun: %s%s; %s finds it by “seed”.", w.Exercise().Seed,
		AttemptWords(v, v.Sheets[0]), more, s.Keys.Key(ZoneLab, "go to"))
}

// resumeAttempt opens an attempt. It keeps the one that was open.
func (s *Session) resumeAttempt(a AttemptAnswer) Intent {
	if _, err := study.TakeUp(s.Student, a.exercise, a.attempt); err != nil {
		s.Notice = err.Error()
		return nil
	}
	return Open{Exercise: a.exercise}
}
