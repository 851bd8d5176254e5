package lab

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// watches are the conditions the student has typed, and the last one run to.
type watches struct {
	frame frameJob // of the readings
	kept  []watched
	last  exercises.Break
}

// watched is a condition with what it looks at, at the frame on the stage:
// "gap = 0.0031".
type watched struct {
	exercises.Break
	reading string
}

// readingsMsg brings what the conditions look at.
type readingsMsg struct {
	job.Address
	readings map[string]string // by name
}

// watchLimit is how many conditions are kept; the oldest gives way.
const watchLimit = 6

// keep puts a condition first among those kept.
func (w *watches) keep(b exercises.Break) {
	w.forget(b.Name)
	w.kept = slices.Insert(w.kept, 0, watched{Break: b})
	w.kept = w.kept[:min(len(w.kept), watchLimit)]
	w.frame.of = player.Key{}
}

// forget drops a condition by its name.
func (w *watches) forget(name string) {
	w.kept = slices.DeleteFunc(slices.Clone(w.kept), func(k watched) bool { return k.Name == name })
	if w.last.Name == name {
		w.last = exercises.Break{}
	}
}

// ask returns the command that reads the conditions at a moment, or nil where
// they are read.
func (w *watches) ask(a job.Asker, now player.Moment) tea.Cmd {
	watcher, ok := now.Run.(exercises.Watcher)
	if !ok || len(w.kept) == 0 {
		return nil
	}
	kept := slices.Clone(w.kept)
	return w.frame.ask(a, now, func(_ context.Context, to job.Address) tea.Msg {
		m := readingsMsg{to, map[string]string{}}
		for _, k := range kept {
			m.readings[k.Name] = watcher.Reading(k.Break, now.At)
		}
		return m
	})
}

func (w *watches) take(m readingsMsg) {
	if !w.frame.finish(m.Address) {
		return
	}
	w.kept = slices.Clone(w.kept)
	for i, k := range w.kept {
		if r, ok := m.readings[k.Name]; ok {
			w.kept[i].reading = r
		}
	}
}

// line is every watched value in one line; empty where nothing is watched.
func (w *watches) line() ascii.Line {
	said := map[string]bool{}
	var all []string
	for _, k := range w.kept {
		if k.reading != "" && !said[k.reading] {
			said[k.reading] = true
			all = append(all, k.reading)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// breakAnswer is a condition to run to, or with dir −1 back to; typed ones are
// kept.
type breakAnswer struct {
	until exercises.Break
	dir   int
	typed bool
}

// use notes a condition that is run to.
func (w *watches) use(a breakAnswer) {
	if a.typed {
		w.keep(a.until)
	}
	w.last = a.until
}
