package lab

import (
	"fmt"
)

// restartAnswer is the exercise to begin anew.
type restartAnswer struct{ exercise string }

// newRestartWindow asks before an exercise is begun anew.
func newRestartWindow(s *session, id string) screen {
	return newAskWindow(s, fmt.Sprintf("Begin %s anew, with new numbers?", id), restartAnswer{id})
}

// restart begins an exercise anew: no answers, other numbers.
func (s *session) restart(a restartAnswer) intent {
	w, err := s.student.Renew(a.exercise)
	if err != nil {
		s.notice = err.Error()
		return nil
	}
	return openIntent{w.ID()}
}
