package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// askMarked asks for the step to come where the lesson has marked it: once, so
// that a student who closes the window can step on. It is not ok elsewhere.
func (e *exercise) askMarked() (cmd tea.Cmd, ok bool) {
	p, d := &e.player, &e.debug
	m, marks := p.run.(exercises.Marker)
	busy := d.guest() || p.goal.kind != goalNone || p.line > 0
	if !marks || busy || !m.Marked(p.at) || d.marked[p.at] {
		return nil, false
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	d.marked[p.at] = true
	return e.askNext(predicting), true
}
