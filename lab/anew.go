package lab

import (
	"fmt"

	"kernellab/lab/study"
)

// restartAnswer is the exercise to begin anew.
type restartAnswer struct{ exercise string }

// newRestartWindow asks before an exercise is begun anew.
func newRestartWindow(s *session, id string) screen {
	question := fmt.Sprintf("Begin %s anew, with new numbers?", id)
	if v, _ := s.student.View(id); !v.Drawn {
		question = fmt.Sprintf("Begin %s anew? Its numbers are the same for all", id)
	}
	if id == study.SandboxOf(s.student).ID {
		question = "Clear the sandbox, with points and sliders?"
	}
	return newAskWindow(s, question, restartAnswer{id})
}

// restart begins an exercise anew: no answers, other numbers.
func (s *session) restart(a restartAnswer) intent {
	w, err := s.student.Anew(a.exercise)
	if err != nil {
		s.notice = err.Error()
		return nil
	}
	return openIntent{exercise: w.ID()}
}
