package lab

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// watches are the conditions the student has typed, and the last one run to.
type watches struct {
	kept []watched
	last exercises.Break

	job   job
	asked frameKey // the frame the readings are of, or are being asked for
}

// watched is a condition with what it looks at, at the frame on the stage:
// "gap = 0.0031".
type watched struct {
	exercises.Break
	reading string
}

// readingsMsg brings what the conditions look at.
type readingsMsg struct {
	address
	readings map[string]string // by name
}

func (m readingsMsg) to() address { return m.address }

// watchLimit is how many conditions are kept; the oldest gives way.
const watchLimit = 6

// keep puts a condition first among those kept.
func (w *watches) keep(b exercises.Break) {
	w.forget(b.Name)
	w.kept = slices.Insert(w.kept, 0, watched{Break: b})
	w.kept = w.kept[:min(len(w.kept), watchLimit)]
	w.asked = frameKey{}
}

// forget drops a condition by its name.
func (w *watches) forget(name string) {
	w.kept = slices.DeleteFunc(slices.Clone(w.kept), func(k watched) bool { return k.Name == name })
}

// ask returns the command that reads the conditions at the frame on the stage,
// or nil where they are read. One is under way at a time.
func (w *watches) ask(e *exercise) tea.Cmd {
	watcher, ok := e.player.run.(exercises.Watcher)
	if !ok || len(w.kept) == 0 || w.job.busy || w.asked == e.player.key() {
		return nil
	}
	w.asked = e.player.key()
	_, gen := w.job.start(e.session.ctx)
	kept, at, to := slices.Clone(w.kept), e.player.at, address{e.owner, gen}
	return func() tea.Msg {
		m := readingsMsg{to, map[string]string{}}
		for _, k := range kept {
			m.readings[k.Name] = watcher.Reading(k.Break, at)
		}
		return m
	}
}

func (w *watches) take(m readingsMsg) {
	if !w.job.finish(m.gen) {
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

// runTo runs to a condition that was chosen or typed.
func (e *exercise) runTo(a breakAnswer) {
	e.debug.watches.last = a.until
	if a.typed {
		e.debug.watches.keep(a.until)
	}
	e.player.seekBreak(a.until, a.dir)
}

// runBack runs back to the condition last used.
func (e *exercise) runBack() { e.player.seekBreak(e.debug.watches.last, -1) }

// askBreak asks for a condition: typed, where the run reads any.
func (e *exercise) askBreak() intent {
	if w, ok := e.player.run.(exercises.Watcher); ok {
		return pushIntent{newConditionWindow(e, w)}
	}
	var items []item
	for _, b := range e.player.run.Breaks() {
		items = append(items, item{label: b.Label, value: breakAnswer{until: b, dir: 1}})
	}
	return pushIntent{newListWindow(e.session, "Run until …", items)}
}
