package lab

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// stops are the frames at which an armed condition holds, of those that a run has:
// what the timeline marks. A run that grows is looked at where it has grown.
type stops struct {
	job   job.Job
	of    string // the condition
	track int    // the run
	upTo  int    // frames looked at
	at    []int
}

// stopsMsg brings the stops among the frames up to one.
type stopsMsg struct {
	job.Address
	upTo int
	at   []int
}

// ask returns the command that looks at the frames which are not looked at yet, or
// nil.
func (s *stops) ask(a job.Asker, now player.Moment, armed exercises.Break) tea.Cmd {
	if s.of != armed.Name || s.track != now.Track() {
		s.job.Stop()
		s.of, s.track, s.upTo, s.at = armed.Name, now.Track(), 0, nil
	}
	if now.Run == nil || s.of == "" || s.job.Busy() || s.upTo >= now.Run.Len() {
		return nil
	}
	from, to := s.upTo, now.Run.Len()
	return a.Ask(&s.job, func(ctx context.Context, address job.Address) tea.Msg {
		m := stopsMsg{Address: address, upTo: to}
		for i := from; i < to && ctx.Err() == nil; i++ {
			if now.Run.Holds(i, armed) {
				m.at = append(m.at, i)
			}
		}
		return m
	})
}

func (s *stops) take(m stopsMsg) {
	if s.job.Finish(m.Address) {
		s.upTo, s.at = m.upTo, slices.Concat(s.at, m.at)
	}
}
