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
	kept []exercises.Break
	last exercises.Break

	asked    frameKey // the frame the readings are of
	readings []string // of kept, at that frame
}

// watchLimit is how many conditions are kept; the oldest gives way.
const watchLimit = 6

// keep puts a condition first among those kept.
func (w *watches) keep(b exercises.Break) {
	w.forget(b.Name)
	w.kept = slices.Insert(w.kept, 0, b)
	w.kept = w.kept[:min(len(w.kept), watchLimit)]
	w.asked = frameKey{}
}

// forget drops a condition by its name.
func (w *watches) forget(name string) {
	w.kept = slices.DeleteFunc(slices.Clone(w.kept), func(b exercises.Break) bool { return b.Name == name })
	w.asked, w.readings = frameKey{}, nil
}

// read notes what the conditions look at, at the frame on the stage.
func (w *watches) read(p *player) {
	watcher, ok := p.run.(exercises.Watcher)
	if !ok || w.asked == p.key() {
		return
	}
	w.asked, w.readings = p.key(), nil
	for _, b := range w.kept {
		w.readings = append(w.readings, watcher.Reading(b, p.at))
	}
}

// line is every watched value in one line; empty where nothing is watched.
func (w *watches) line() ascii.Line {
	said := map[string]bool{}
	var all []string
	for _, r := range w.readings {
		if r != "" && !said[r] {
			said[r] = true
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// reading is what is kept of condition b at the frame on the stage.
func (w *watches) reading(b exercises.Break) string {
	for i, k := range w.kept {
		if k == b && i < len(w.readings) {
			return w.readings[i]
		}
	}
	return ""
}

// breakAnswer is a condition to run to, or with dir −1 back to; typed ones are
// kept.
type breakAnswer struct {
	until exercises.Break
	dir   int
	typed bool
}

// runTo runs to a condition that was chosen or typed.
func (e *exercise) runTo(a breakAnswer) tea.Cmd {
	e.debug.watches.last = a.until
	if a.typed {
		e.debug.watches.keep(a.until)
	}
	e.player.seekBreak(a.until, a.dir)
	return e.onward(nil)
}

// runBack runs back to the condition last used.
func (e *exercise) runBack() { e.player.seekBreak(e.debug.watches.last, -1) }

func (e *exercise) scanned(m scannedMsg) tea.Cmd {
	if !e.player.scanned(m) {
		return nil
	}
	return e.onward(nil)
}

// breakWindow asks for a condition: typed, where the run reads any.
func (e *exercise) breakWindow() screen {
	if w, ok := e.player.run.(exercises.Watcher); ok {
		return newConditionWindow(e, w)
	}
	var items []item
	for _, b := range e.player.run.Breaks() {
		items = append(items, item{label: b.Label, value: breakAnswer{until: b, dir: 1}})
	}
	return newListWindow(e.session, "Run until …", items, false)
}
