package debug

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
)

// stops caches the frames of a run at which an active breakpoint holds, which the
// timeline marks. Each frame is checked once, also when the run grows.
type stops struct {
	job       core.Job
	condition string // name of the breakpoint
	track     int    // of the run
	checked   int    // number of frames checked
	frames    []int
}

// stopsMsg carries the stops among the frames before upTo.
type stopsMsg struct {
	core.Address
	upTo int
	at   []int
}

// request returns the command that checks the unchecked frames, or nil.
func (s *stops) request(a core.Asker, now core.Moment, armed exercises.Break) core.Work {
	if s.condition != armed.Name || s.track != now.Track() {
		s.job.Stop()
		s.condition, s.track, s.checked, s.frames = armed.Name, now.Track(), 0, nil
	}
	if now.Run == nil || s.condition == "" || s.job.Busy() || s.checked >= now.Run.Len() {
		return nil
	}
	from, to := s.checked, now.Run.Len()
	return a.Ask(&s.job, func(ctx context.Context, address core.Address) any {
		m := stopsMsg{Address: address, upTo: to}
		for i := from; i < to && ctx.Err() == nil; i++ {
			if now.Run.Holds(i, armed) {
				m.at = append(m.at, i)
			}
		}
		return m
	})
}

func (s *stops) receive(m stopsMsg) {
	if s.job.Finish(m.Address) {
		s.checked, s.frames = m.upTo, slices.Concat(s.frames, m.at)
	}
}

// Breakpoints holds the student's breakpoints, with their readings at the frame on the
// stage, such as "gap = 0.0031". A reading is "" if the condition has no value.
type Breakpoints struct {
	core.Conditions
	frame    frameJob          // of the readings
	readings map[string]string // by name
	stops    stops
}

// readingsMsg carries the readings.
type readingsMsg struct {
	core.Address
	readings map[string]string           // by name
	known    map[string]*exercises.Break // by name, as the run parses them; nil for the dormant ones
}

// restore appends breakpoints of an earlier session.
func (w *Breakpoints) restore(all []core.Condition) {
	w.Bring(all)
	w.frame.asked = core.Key{}
}

// request returns the command that reads the breakpoints at a moment, or nil if they
// are known.
func (w *Breakpoints) request(a core.Asker, now core.Moment) core.Work {
	typed := exercises.AbilitiesOf(now.Run).Breakpoints
	if typed == nil || len(w.All()) == 0 {
		return nil
	}
	kept := w.All()
	return w.frame.request(a, now, func(_ context.Context, to core.Address) any {
		m := readingsMsg{to, map[string]string{}, map[string]*exercises.Break{}}
		for _, k := range kept {
			b, known := core.ReadCondition(now.Run, k.Name)
			if m.known[k.Name] = nil; known {
				m.known[k.Name], m.readings[k.Name] = &b, typed.Reading(b, now.At)
			}
		}
		return m
	})
}

func (w *Breakpoints) receive(m readingsMsg) {
	if !w.frame.finish(m.Address) {
		return
	}
	w.readings = m.readings
	w.Wake(m.known)
}

// line returns the watched values in one line, or nil if there are none.
func (w *Breakpoints) line() ascii.Line {
	all := w.Read(func(b exercises.Break) string { return w.readings[b.Name] })
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// BreakAnswer is a breakpoint to run to.
type BreakAnswer exercises.Break

// use stores a breakpoint that is run to, if the run can parse conditions.
func (w *Breakpoints) use(b exercises.Break, run exercises.Run) {
	w.Use(b, run)
	w.frame.asked = core.Key{}
}
