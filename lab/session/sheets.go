package session

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// RestartAnswer is the exercise to begin anew.
type RestartAnswer struct{ exercise string }

// NewRestartWindow asks before an exercise is begun anew.
func NewRestartWindow(s *Session, id string) Screen {
	question := fmt.Sprintf("Begin %s anew, with new numbers?", id)
	if v, _ := s.Student.View(id); !v.Drawn {
		question = fmt.Sprintf("Begin %s anew? Its numbers are the same for all", id)
	}
	if id == study.SandboxOf(s.Student).ID {
		question = "Clear the sandbox, with points and sliders?"
	}
	return NewAskWindow(s, question, RestartAnswer{id})
}

// restart begins an exercise anew: no answers, other numbers.
func (s *Session) restart(a RestartAnswer) Intent {
	w, err := s.Student.Anew(a.exercise)
	if err != nil {
		s.Notice = err.Error()
		return nil
	}
	return Open{Exercise: w.ID()}
}

// What follows is about the sheets of an exercise that lie beside the one in hand:
// begun with other numbers, and there to be gone back to.

// SheetAnswer is a sheet to take up.
type SheetAnswer struct {
	exercise string
	sheet    study.SheetView
}

// SheetWords name a sheet and how far it has come.
func SheetWords(v study.ExerciseView, s study.SheetView) string {
	return fmt.Sprintf("seed %d, %d of %s done", s.Seed, s.StepsDone, ascii.Count(len(v.Steps), "step"))
}

// SheetItems are the sheets to go back to.
func SheetItems(v study.ExerciseView) []ui.Row {
	var out []ui.Row
	for _, s := range v.Sheets {
		out = append(out, ui.Row{Label: "go back to " + SheetWords(v, s), Detail: "begun " + s.Started.Format("2 January 2006"), Value: SheetAnswer{v.ID, s}})
	}
	return out
}

// BesideWords say which sheet is opened where there are others.
func (s *Session) BesideWords(w *study.Work) string {
	v, _ := s.Student.View(w.ID())
	if len(v.Sheets) == 0 {
		return ""
	}
	more := ""
	if n := len(v.Sheets) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("This is seed %d. Also begun: %s%s; %s finds it by “seed”.", w.Exercise().Seed, SheetWords(v, v.Sheets[0]), more, s.Keys.Key(ZoneLab, "go to"))
}

// takeUp opens a sheet in place of the one in hand, which is kept beside it.
func (s *Session) takeUp(a SheetAnswer) Intent {
	if _, err := study.TakeUp(s.Student, a.exercise, a.sheet); err != nil {
		s.Notice = err.Error()
		return nil
	}
	return Open{Exercise: a.exercise}
}
