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
	i := slices.IndexFunc(f.info.Fields, func(field exercises.Field) bool { return field.Name == name })
	if i < 0 {
		return
	}
	f.inputs[i].set(f.answers[name])
	f.echo(i, f.answers[name])
}

// buttonAt is the control with the keyboard, where it is a button.
func buttonAt(e *exercise) (c exercises.Control, ok bool) {
	if i := e.keyboard.control; i >= 0 && i < len(e.scene.Controls) {
		c = e.scene.Controls[i]
	}
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

// presser is the button that a click on a figure presses; −1 where there is none.
func presser(e *exercise, f shown) int {
	if f.figure.Presses == "" || len(ownOf(e, f)) != 2 {
		return -1
	}
	return slices.IndexFunc(e.scene.Controls, func(c exercises.Control) bool { return c.Name == f.figure.Presses && c.IsButton() })
}

// aim moves the two sliders of a figure to two values as they stand.
func aim(e *exercise, f shown, across, up string) {
	own := ownOf(e, f)
	e.scene.Controls = slices.Clone(e.scene.Controls)
	for k, value := range []string{across, up} {
		c := &e.scene.Controls[own[k]]
		c.Value = value
		e.sheet.put(c.Name, value)
	}
}

// pressGround presses the button of a figure at a place on it. Where a point lies
// there already, it is aimed at, and stays.
func pressGround(e *exercise, f shown, button int, p ascii.Point) tea.Cmd {
	own := ownOf(e, f)
	aim(e, f, e.scene.Controls[own[0]].Near(p.X), e.scene.Controls[own[1]].Near(p.Y))
	e.setFocus(focus{onControl, button})
	x, y := e.scene.Controls[own[0]].Number(), e.scene.Controls[own[1]].Number()
	if m, ok := f.figure.Plot.(ascii.Map); ok && slices.ContainsFunc(m.Marks, func(k ascii.Mark) bool { return k.X == x && k.Y == y }) {
		return e.redo()
	}
	return tea.Batch(e.redo(), pressButton(e, button))
}

// pressPoint moves the sliders of the figure under a click to point i on it, so that
// its button is about that point.
func pressPoint(e *exercise, at place, x, y, i int) tea.Cmd {
	for _, f := range at.figures {
		m, ok := f.figure.Plot.(ascii.Map)
		button := presser(e, f)
		if !ok || button < 0 || i >= len(m.Marks) || !f.area.Contains(x, y) {
			continue
		}
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		aim(e, f, exact(m.Marks[i].X), exact(m.Marks[i].Y))
		e.setFocus(focus{onControl, button})
		return e.redo()
	}
	return nil
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
