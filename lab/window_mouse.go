package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// What follows is where windows name keys, and what is asked about a line of the
// contents.

// worded is a window with words about its keys, which can be clicked.
type worded interface {
	keyUnder(x, y int) (k tea.KeyPressMsg, ok bool)
}

// keyUnder is the key of the conditions that is named under the mouse.
func (c *conditionWindow) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	shown := c.chooser
	shown.keys = c.words()
	return shown.keyUnder(pen{view: c.session.view()}, c.session.width, c.session.height, x, y)
}

func (l *listWindow) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	return l.chooser.keyUnder(pen{view: l.session.view()}, l.session.width, l.session.height, x, y)
}

func (w *settingsWindow) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	return w.chooser.keyUnder(pen{view: w.session.view()}, w.session.width, w.session.height, x, y)
}

// footer is the keys of a question, where those of the screen below stand.
func (q *quizWindow) footer() footer {
	w, h := q.session.width, q.session.height
	l := q.shown()
	more := !q.peek && len(l.text.lines) > l.body.H
	return footer{area: layoutExercise(w, h, stagePane).footer, hints: q.hints(more)}
}

// aboutLine says what the exercise under the mouse is for; of a unit, what it is about.
func aboutLine(c *contents, at wonderMsg) intent {
	row, ok := rowAt(c, at.x, at.y)
	if !ok {
		return nil
	}
	u := c.units[row.unit]
	if row.item < 0 {
		return pushIntent{newTextWindow(c.session, u.ID+"  "+u.Title, func(d *document) { d.write(line(u.Intro, ascii.Text)) })}
	}
	e := c.items[row.item]
	holdList(c)
	c.selected = row.item
	return pushIntent{newTextWindow(c.session, e.ID+"  "+e.Title, func(d *document) { c.layAbout(d, e, u, func(*document) {}) })}
}

// rowAt is the line of the list under the mouse; not ok where there is none.
func rowAt(c *contents, x, y int) (row contentsRow, ok bool) {
	l := layoutContents(c.session.width, c.session.height)
	rows, at := c.rows()
	i := y - l.list.Y + c.list.first(at, len(rows), l.list.H)
	if !l.list.Contains(x, y) || i >= len(rows) || rows[i].unit < 0 {
		return row, false
	}
	return rows[i], true
}
