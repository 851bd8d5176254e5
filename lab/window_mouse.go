package lab

import (
	"slices"

	"kernellab/ascii"
)

// What follows is the keys of windows, and what is asked about a line of the contents.

func (l *listWindow) footer() footer {
	return l.session.windowFooter(append(slices.Clip(l.keys), closes()))
}

func (w *settingsWindow) footer() footer {
	return w.session.windowFooter(append(slices.Clip(w.keys), closes()))
}

func (c *conditionWindow) footer() footer {
	keys := []hint{{"enter", "runs on"}}
	if k, kept := c.taken().(keptCondition); kept {
		state := "off"
		if i := c.watches.Find(k.Name); i >= 0 && c.watches.All()[i].Off {
			state = "on"
		}
		keys = []hint{{"enter", "runs on"}, {"ctrl+o", state}, {"ctrl+x", "ends it"}}
	}
	return c.session.windowFooter(append(keys, closes()))
}

// footer is the keys of a question, where those of the screen below stand.
func (q *quizWindow) footer() footer {
	l := q.shown()
	more := !q.peek && len(l.text.lines) > l.body.H
	return q.session.windowFooter(q.hints(more))
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
