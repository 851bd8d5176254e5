package session

import (
	"kernellab/lab/study"
)

// A round is shown by the screen of an exercise with one step: its text, stage,
// hints and verdicts are those of any other. It stands over what it was asked
// for from, the contents or an exercise, and leaving it comes back there.

// RoundIntent shows a round. Where there is none, it says why.
func (s *Session) RoundIntent(r *study.Round, err error, none string) Intent {
	switch {
	case err != nil:
		s.Notice = err.Error()
	case r == nil:
		s.Notice = none
	default:
		s.Notice = "" // what was said of the contents
		return ShowTask{r.Work()}
	}
	return nil
}
