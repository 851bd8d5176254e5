package exercise

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// What follows is about the buttons on a stage: what pressing one makes of the
// answers, the two sliders that arrows move under one, and a figure on which a click
// presses one.

// pressButton takes what button i makes of the answers into fields and controls.
func (r *rightSide) pressButton(i int) tea.Cmd {
	changed, after := r.Scene.Controls[i].Pressed(r.work.Answers())
	if len(changed) == 0 {
		return nil
	}
	r.beginsAnew()
	for _, name := range changed {
		r.put(name, after[name])
	}
	return r.redo()
}

// keepKeyboard leaves the keyboard on the control that has it, wherever that is in the
// scene that comes. Where it is gone there, and where a button brings up a run, the
// stage has it.
func (r *rightSide) keepKeyboard(next exercises.Scene) {
	c, ok := r.Focused()
	if !ok {
		return
	}
	at := slices.IndexFunc(next.Controls, func(o exercises.Control) bool { return o.Name == c.Name })
	if at < 0 || c.IsButton() && r.Scene.Run == nil && next.Run != nil {
		r.focus(Focus{})
		return
	}
	r.keyboard.Control = at
}

// Focused is the control with the keyboard; not ok where none has it.
func (r *rightSide) Focused() (c exercises.Control, ok bool) {
	i := r.keyboard.Control
	if i < 0 || i >= len(r.Scene.Controls) {
		return c, false
	}
	return r.Scene.Controls[i], true
}

// buttonAt is the control with the keyboard, where it is a button.
func (r *rightSide) buttonAt() (c exercises.Control, ok bool) {
	c, _ = r.Focused()
	return c, c.IsButton()
}

// pressed is what enter and space do on a control: they press a button. Space takes
// the next option of a choice, and enter answers, as everywhere.
func pressed(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	c, button := e.Right.buttonAt()
	switch {
	case button:
		return nil, e.Right.pressButton(e.Keyboard.Control)
	case msg.Code == tea.KeyEnter:
		return e.submit()
	case c.IsChoice():
		return nil, e.Right.nudge(1)
	}
	return nil, nil
}

// along moves the slider that arrows move under a button: axis 0 across, 1 up; not
// ok where there is none.
func (r *rightSide) along(c exercises.Control, axis, by int) (cmd tea.Cmd, ok bool) {
	if len(c.Moves) != 2 {
		return nil, false
	}
	i := slices.IndexFunc(r.Scene.Controls, func(o exercises.Control) bool { return o.Name == c.Moves[axis] })
	if i < 0 {
		return nil, false
	}
	return r.Slide(i, r.Scene.Controls[i].Nudge(by)), true
}

// upBy goes n controls down, or under a button that moves two sliders n steps down.
func upBy(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd {
		c, _ := e.Right.buttonAt()
		cmd, ok := e.Right.along(c, 1, -n)
		if !ok {
			focusBy(n)(e)
		}
		return cmd
	}
}

// presser is the figure under a cell of the stage on which a click presses a button,
// and that button; not ok where there is none.
func (r *rightSide) presser(x, y int) (f pictures.PlacedFigure, button int, ok bool) {
	for _, f := range r.at.Figures {
		if f.Figure.Presses == "" || !f.Area.Contains(x, y) || len(r.ownOf(f)) != 2 {
			continue
		}
		button = slices.IndexFunc(r.Scene.Controls, func(c exercises.Control) bool { return c.Name == f.Figure.Presses && c.IsButton() })
		return f, button, button >= 0
	}
	return f, -1, false
}

// pressFigure moves the sliders of a figure to the place under a click, and presses its
// button. On a point, or beside it where the sliders would come to the same place, it
// only moves them to the point: the button is about it then.
func (r *rightSide) pressFigure(f pictures.PlacedFigure, button, x, y int) tea.Cmd {
	m, ok := f.Figure.Plot.(ascii.Map)
	p, on := f.MapPoint(r.Session.Terminal(), x, y)
	if !ok || !on {
		return nil
	}
	r.focus(Focus{OnControl, button})
	own := r.ownOf(f)
	if i, hit := m.Pick(f.Bounds(), r.Session.Terminal(), x-f.Area.X, y-f.Area.Y); hit {
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		return r.aim(own, exact(m.Marks[i].X), exact(m.Marks[i].Y))
	}
	moved := r.aim(own, r.Scene.Controls[own[0]].Near(p.X), r.Scene.Controls[own[1]].Near(p.Y))
	across, up := r.Scene.Controls[own[0]].Number(), r.Scene.Controls[own[1]].Number()
	if slices.ContainsFunc(m.Marks, func(k ascii.Mark) bool { return k.X == across && k.Y == up }) {
		return moved
	}
	return tea.Batch(moved, r.pressButton(button))
}

// aim moves two sliders to values as they stand.
func (r *rightSide) aim(sliders []int, across, up string) tea.Cmd {
	r.Scene.Controls = slices.Clone(r.Scene.Controls)
	for k, value := range []string{across, up} {
		c := &r.Scene.Controls[sliders[k]]
		c.Value = value
		r.put(c.Name, value)
	}
	return r.redo()
}

// slideWord is what ← → do on a control.
func (r *rightSide) slideWord() string {
	switch c, button := r.buttonAt(); {
	case len(c.Moves) == 2:
		return "across"
	case button:
		return ""
	}
	return "slide"
}

// upWord is what ↑ ↓ do on a button that moves two sliders.
func (r *rightSide) upWord() string {
	c, _ := r.buttonAt()
	return session.ReasonIf(len(c.Moves) == 2, "up, down")
}

// pressWord is what enter does on a button.
func (r *rightSide) pressWord() string {
	_, button := r.buttonAt()
	return session.ReasonIf(button, "press")
}
