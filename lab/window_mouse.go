package lab

import "slices"

// What follows is the keys of windows.

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
