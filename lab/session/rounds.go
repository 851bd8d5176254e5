package session

import (
	"kernellab/lab/study"
)

// ShowRound shows a round of review tasks. If there is no round, it shows the error or
// the given text as a notice. The exercise screen shows each of its tasks, and leaving it
// returns to the screen from which it was asked for.
func (s *Session) ShowRound(r *study.Round, err error, none string) Intent {
	switch {
	case err != nil:
		s.Notice = err.Error()
	case r == nil:
		s.Notice = none
	default:
		s.Notice = "" // clear what was reported about the contents
		return ShowTask{r.Work()}
	}
	return nil
}
