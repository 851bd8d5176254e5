package lab

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// What follows is about the buttons on a stage: what pressing one makes of the
// answers, the two sliders that arrows move under one, and a figure on which a click
// presses one.

// pressButton takes what button i makes of the answers into fields and controls.
func pressButton(e *exercise, i int) tea.Cmd {
	changed, after := e.scene.Controls[i].Pressed(e.sheet.work.Answers())
	if len(changed) == 0 {
		return nil
	}
	beginsAnew(e)
	for _, name := range changed {
		e.sheet.put(name, after[name])
		refill(e.sheet.form, name)
	}
	return e.redo()
}

// refill shows the answer of a field that was not typed there.
func refill(f *form, name string) {
	if i := f.named(name); i >= 0 {
		f.fields.Entries[i].Input.SetValue(f.answers[name])
		f.echo(i, f.answers[name])
	}
}

// keepKeyboard leaves the keyboard on the control that has it, wherever that is in the
// scene that comes. Where it is gone there, and where a button brings up a run, the
// stage has it.
func keepKeyboard(e *exercise, next exercises.Scene) {
	c, ok := focused(e)
	if !ok {
		return
	}
	at := slices.IndexFunc(next.Controls, func(o exercises.Control) bool { return o.Name == c.Name })
	if at < 0 || c.IsButton() && e.scene.Run == nil && next.Run != nil {
		e.setFocus(focus{})
		return
	}
	e.keyboard.control = at
}

// focused is the control with the keyboard; not ok where none has it.
func focused(e *exercise) (c exercises.Control, ok bool) {
	i := e.keyboard.control
	if i < 0 || i >= len(e.scene.Controls) {
		return c, false
	}
	return e.scene.Controls[i], true
}

// buttonAt is the control with the keyboard, where it is a button.
func buttonAt(e *exercise) (c exercises.Control, ok bool) {
	c, _ = focused(e)
	return c, c.IsButton()
}

// pressed is what enter and space do on a control: they press a button. Space takes
// the next option of a choice, and enter answers, as everywhere.
func pressed(e *exercise, msg tea.KeyPressMsg) (intent, tea.Cmd) {
	c, button := buttonAt(e)
	switch {
	case button:
		return nil, pressButton(e, e.keyboard.control)
	case msg.Code == tea.KeyEnter:
		return e.submit()
	case c.IsChoice():
		return nil, e.nudge(1)
	}
	return nil, nil
}

// along moves the slider that arrows move under a button: axis 0 across, 1 up; not
// ok where there is none.
func along(e *exercise, c exercises.Control, axis, by int) (cmd tea.Cmd, ok bool) {
	if len(c.Moves) != 2 {
		return nil, false
	}
	i := slices.IndexFunc(e.scene.Controls, func(o exercises.Control) bool { return o.Name == c.Moves[axis] })
	if i < 0 {
		return nil, false
	}
	return e.slide(i, e.scene.Controls[i].Nudge(by)), true
}

// upBy goes n controls down, or under a button that moves two sliders n steps down.
func upBy(n int) func(*exercise) tea.Cmd {
	return func(e *exercise) tea.Cmd {
		c, _ := buttonAt(e)
		cmd, ok := along(e, c, 1, -n)
		if !ok {
			focusBy(n)(e)
		}
		return cmd
	}
}

// presser is the figure under a cell of the stage on which a click presses a button,
// and that button; not ok where there is none.
func presser(e *exercise, at place, x, y int) (f shown, button int, ok bool) {
	for _, f := range at.figures {
		if f.figure.Presses == "" || !f.area.Contains(x, y) || len(ownOf(e, f)) != 2 {
			continue
		}
		button = slices.IndexFunc(e.scene.Controls, func(c exercises.Control) bool { return c.Name == f.figure.Presses && c.IsButton() })
		return f, button, button >= 0
	}
	return f, -1, false
}

// pressFigure moves the sliders of a figure to the place under a click, and presses its
// button. On a point, or beside it where the sliders would come to the same place, it
// only moves them to the point: the button is about it then.
func pressFigure(e *exercise, f shown, button, x, y int) tea.Cmd {
	m, ok := f.figure.Plot.(ascii.Map)
	p, on := f.under(e.session.view(), x, y)
	if !ok || !on {
		return nil
	}
	e.setFocus(focus{onControl, button})
	own := ownOf(e, f)
	if i, hit := m.Pick(f.room(), e.session.view(), x-f.area.X, y-f.area.Y); hit {
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		return aim(e, own, exact(m.Marks[i].X), exact(m.Marks[i].Y))
	}
	moved := aim(e, own, e.scene.Controls[own[0]].Near(p.X), e.scene.Controls[own[1]].Near(p.Y))
	across, up := e.scene.Controls[own[0]].Number(), e.scene.Controls[own[1]].Number()
	if slices.ContainsFunc(m.Marks, func(k ascii.Mark) bool { return k.X == across && k.Y == up }) {
		return moved
	}
	return tea.Batch(moved, pressButton(e, button))
}

// aim moves two sliders to values as they stand.
func aim(e *exercise, sliders []int, across, up string) tea.Cmd {
	e.scene.Controls = slices.Clone(e.scene.Controls)
	for k, value := range []string{across, up} {
		c := &e.scene.Controls[sliders[k]]
		c.Value = value
		e.sheet.put(c.Name, value)
	}
	return e.redo()
}

// slideWord is what ← → do on a control.
func slideWord(e *exercise) string {
	switch c, button := buttonAt(e); {
	case len(c.Moves) == 2:
		return "across"
	case button:
		return ""
	}
	return "slide"
}

// upWord is what ↑ ↓ do on a button that moves two sliders.
func upWord(e *exercise) string {
	c, _ := buttonAt(e)
	return reason(len(c.Moves) == 2, "up, down")
}

// pressWord is what enter does on a button.
func pressWord(e *exercise) string {
	_, button := buttonAt(e)
	return reason(button, "press")
}
