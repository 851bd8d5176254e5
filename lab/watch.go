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

// watches are the conditions the student has given, and the last one run to. Each
// stays armed until it is switched off: it stops the run on its way.
type watches struct {
	frame   frameJob // of the readings
	kept    []watched
	last    exercises.Break
	changes int // of kept, counted
	stops   stops
}

// watched is a condition with what it looks at, at the frame on the stage: "gap =
// 0.0031", "" for one that looks at no value.
type watched struct {
	exercises.Break
	off     bool
	asleep  bool // the run on the stage cannot read it, as points that it has not
	reading string
}

// state is whether the condition stops the run, in a word.
func (k watched) state() string {
	switch {
	case k.asleep:
		return "asleep: nothing of this run"
	case k.off:
		return "off"
	}
	return "armed"
}

// readingsMsg brings what the conditions look at.
type readingsMsg struct {
	job.Address
	readings map[string]string // by name
	asleep   map[string]bool
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

// bring puts conditions of an earlier day behind those there are.
func (w *watches) bring(all []watched) {
	w.changes++
	w.kept = slices.Clone(w.kept)
	for _, k := range all {
		if w.find(k.Name) < 0 && len(w.kept) < watchLimit {
			w.kept = append(w.kept, k)
		}
	}
	w.frame.of = player.Key{}
}

// find is the place of a condition among those kept, −1 where it is none.
func (w *watches) find(name string) int {
	return slices.IndexFunc(w.kept, func(k watched) bool { return k.Name == name })
}

// turn switches a condition off, or on again.
func (w *watches) turn(name string) {
	w.changes++
	w.kept = slices.Clone(w.kept)
	if i := w.find(name); i >= 0 {
		w.kept[i].off = !w.kept[i].off
	}
}

// armed is the condition that stops the run: one of those that are on.
func (w *watches) armed() exercises.Break {
	var on []exercises.Break
	for _, k := range w.kept {
		if !k.off && !k.asleep {
			on = append(on, k.Break)
		}
	}
	return exercises.Either(on...)
}

// here names the armed conditions that hold at a moment.
func (w *watches) here(now player.Moment) string {
	h, tells := now.Run.(exercises.Holder)
	var out []string
	for _, k := range w.kept {
		if tells && !k.off && h.Holds(now.At, k.Break) {
			out = append(out, k.Label)
		}
	}
	return strings.Join(out, ", ")
}

// forget drops a condition by its name.
func (w *watches) forget(name string) {
	w.changes++
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
		m := readingsMsg{to, map[string]string{}, map[string]bool{}}
		for _, k := range kept {
			_, known := readCondition(now.Run, k.Name)
			m.readings[k.Name], m.asleep[k.Name] = watcher.Reading(k.Break, now.At), !known
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
			w.kept[i].reading, w.kept[i].asleep = r, m.asleep[k.Name]
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

// breakAnswer is a condition to run to, or with dir −1 back to.
type breakAnswer struct {
	until exercises.Break
	dir   int
}

// use notes a condition that is run to: of a run that has a list of them it is
// kept, and armed.
func (w *watches) use(a breakAnswer, run exercises.Run) {
	if _, ok := run.(exercises.Watcher); ok {
		w.keep(a.until)
	}
	w.last = a.until
}
