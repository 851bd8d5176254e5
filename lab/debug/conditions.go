package debug

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/lasting"
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

// request returns the command that looks at the frames which are not looked at yet, or
// nil.
func (s *stops) request(a job.Asker, now player.Moment, armed exercises.Break) tea.Cmd {
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

// Conditions are the conditions the student has given, with what each looks at, at the
// frame on the stage: "gap = 0.0031", "" for one that looks at no value.
type Conditions struct {
	lasting.Conditions
	frame    frameJob          // of the readings
	readings map[string]string // by name
	stops    stops
}

// readingsMsg brings what the conditions look at.
type readingsMsg struct {
	job.Address
	readings map[string]string           // by name
	known    map[string]*exercises.Break // as the run reads them; nil for those that sleep
}

// bring puts conditions of an earlier day behind those there are.
func (w *Conditions) bring(all []lasting.Condition) {
	w.Bring(all)
	w.frame.of = player.Key{}
}

// request returns the command that reads the conditions at a moment, or nil where
// they are read.
func (w *Conditions) request(a job.Asker, now player.Moment) tea.Cmd {
	typed := exercises.AbilitiesOf(now.Run).Breakpoints
	if typed == nil || len(w.All()) == 0 {
		return nil
	}
	kept := w.All()
	return w.frame.request(a, now, func(_ context.Context, to job.Address) tea.Msg {
		m := readingsMsg{to, map[string]string{}, map[string]*exercises.Break{}}
		for _, k := range kept {
			b, known := lasting.ReadCondition(now.Run, k.Name)
			if m.known[k.Name] = nil; known {
				m.known[k.Name], m.readings[k.Name] = &b, typed.Reading(b, now.At)
			}
		}
		return m
	})
}

func (w *Conditions) take(m readingsMsg) {
	if !w.frame.finish(m.Address) {
		return
	}
	w.readings = m.readings
	w.Wake(m.known)
}

// line is every watched value in one line; empty where nothing is watched.
func (w *Conditions) line() ascii.Line {
	all := w.Read(func(b exercises.Break) string { return w.readings[b.Name] })
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// BreakAnswer is a condition to run to.
type BreakAnswer exercises.Break

// use keeps a condition that is run to, if the run reads conditions.
func (w *Conditions) use(b exercises.Break, run exercises.Run) {
	w.Use(b, run)
	w.frame.of = player.Key{}
}
