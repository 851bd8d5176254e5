package lab

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/lasting"
	"kernellab/lab/player"
)

// watches are the conditions the student has given, with what each looks at, at the
// frame on the stage: "gap = 0.0031", "" for one that looks at no value.
type watches struct {
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
func (w *watches) bring(all []lasting.Condition) {
	w.Bring(all)
	w.frame.of = player.Key{}
}

// ask returns the command that reads the conditions at a moment, or nil where
// they are read.
func (w *watches) ask(a job.Asker, now player.Moment) tea.Cmd {
	typed := exercises.AbilitiesOf(now.Run).Breakpoints
	if typed == nil || len(w.All()) == 0 {
		return nil
	}
	kept := w.All()
	return w.frame.ask(a, now, func(_ context.Context, to job.Address) tea.Msg {
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

func (w *watches) take(m readingsMsg) {
	if !w.frame.finish(m.Address) {
		return
	}
	w.readings = m.readings
	w.Wake(m.known)
}

// line is every watched value in one line; empty where nothing is watched.
func (w *watches) line() ascii.Line {
	all := w.Read(func(b exercises.Break) string { return w.readings[b.Name] })
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// breakAnswer is a condition to run to.
type breakAnswer exercises.Break

// use keeps a condition that is run to, if the run reads conditions.
func (w *watches) use(b exercises.Break, run exercises.Run) {
	w.Use(b, run)
	w.frame.of = player.Key{}
}
