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

// pressButton presses button i and stores the answers that it changes.
func (r *stageView) pressButton(i int) tea.Cmd {
	changed, after := r.Scene.Controls[i].Pressed(r.work.Answers())
	if len(changed) == 0 {
		return nil
	}
	r.Debug.CloseOverrides()
	for _, name := range changed {
		r.setAnswer(name, after[name])
	}
	return r.refresh()
}

// followControl keeps the keyboard on its control when a new scene arrives, even if the
// control's index changes. If the control is gone, or a button has started a run, the
// stage gets the keyboard.
func (r *stageView) followControl(next exercises.Scene) {
	c, ok := r.FocusedControl()
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

// FocusedControl returns the control with the keyboard. ok is false if no control has
// it.
func (r *stageView) FocusedControl() (c exercises.Control, ok bool) {
	i := r.keyboard.Control
	if i < 0 || i >= len(r.Scene.Controls) {
		return c, false
	}
	return r.Scene.Controls[i], true
}

// focusedButton returns the control with the keyboard. ok is false if it is not a
// button.
func (r *stageView) focusedButton() (c exercises.Control, ok bool) {
	c, _ = r.FocusedControl()
	return c, c.IsButton()
}

// pressKey handles enter and space on a control. Both press a button. On other controls
// space takes the next option of a choice, and enter checks the answer, as everywhere.
func pressKey(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	c, button := e.Stage.focusedButton()
	switch {
	case button:
		return nil, e.Stage.pressButton(e.Keyboard.Control)
	case msg.Code == tea.KeyEnter:
		return e.submit()
	case c.IsChoice():
		return nil, e.Stage.nudge(1)
	}
	return nil, nil
}

// moveSlider moves the slider that arrows move while a button has the keyboard: axis 0
// across, 1 up. ok is false if the button has none.
func (r *stageView) moveSlider(c exercises.Control, axis, by int) (cmd tea.Cmd, ok bool) {
	if len(c.Moves) != 2 {
		return nil, false
	}
	i := slices.IndexFunc(r.Scene.Controls, func(o exercises.Control) bool { return o.Name == c.Moves[axis] })
	if i < 0 {
		return nil, false
	}
	return r.Slide(i, r.Scene.Controls[i].Nudge(by)), true
}

// upBy returns a handler that moves the keyboard by n controls, or on a button with two
// sliders, moves the vertical one down by n.
func upBy(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd {
		c, _ := e.Stage.focusedButton()
		cmd, ok := e.Stage.moveSlider(c, 1, -n)
		if !ok {
			in := e.screenInfo()
			in.asks = false // not tab
			e.Keyboard.move(n, in)
			e.Task.showField()
		}
		return cmd
	}
}

// buttonUnder returns the figure at a cell of the stage on which a click presses a
// button, and that button. ok is false if there is none.
func (r *stageView) buttonUnder(x, y int) (f pictures.PlacedFigure, button int, ok bool) {
	for _, f := range r.places.Figures {
		if f.Figure.Presses == "" || !f.Area.Contains(x, y) || len(r.pointSliders(f)) != 2 {
			continue
		}
		button = slices.IndexFunc(r.Scene.Controls, func(c exercises.Control) bool {
			return c.Name == f.Figure.Presses &&
				c.IsButton()
		})
		return f, button, button >= 0
	}
	return f, -1, false
}

// pressFigure moves the sliders of a figure to the place of a click, and presses its
// button. If the click is on a point or rounds to the place of one, it only moves the
// sliders to the point, because the button then refers to it.
func (r *stageView) pressFigure(f pictures.PlacedFigure, button, x, y int) tea.Cmd {
	m, ok := f.Figure.Plot.(ascii.Map)
	p, on := f.MapPoint(r.Session.Terminal(), x, y)
	if !ok || !on {
		return nil
	}
	r.focus(Focus{OnControl, button})
	own := r.pointSliders(f)
	if i, hit := m.Pick(f.Bounds(), r.Session.Terminal(), x-f.Area.X, y-f.Area.Y); hit {
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		return r.setSliders(own, exact(m.Marks[i].X), exact(m.Marks[i].Y))
	}
	moved := r.setSliders(own, r.Scene.Controls[own[0]].Near(p.X), r.Scene.Controls[own[1]].Near(p.Y))
	across, up := r.Scene.Controls[own[0]].Number(), r.Scene.Controls[own[1]].Number()
	if slices.ContainsFunc(m.Marks, func(k ascii.Mark) bool { return k.X == across && k.Y == up }) {
		return moved
	}
	return tea.Batch(moved, r.pressButton(button))
}

// setSliders moves two sliders to the given values.
func (r *stageView) setSliders(sliders []int, across, up string) tea.Cmd {
	r.Scene.Controls = slices.Clone(r.Scene.Controls)
	for k, value := range []string{across, up} {
		c := &r.Scene.Controls[sliders[k]]
		c.Value = value
		r.setAnswer(c.Name, value)
	}
	return r.refresh()
}

// slideWord returns what ← → do on a control.
func (r *stageView) slideWord() string {
	switch c, button := r.focusedButton(); {
	case len(c.Moves) == 2:
		return "across"
	case button:
		return ""
	}
	return "slide"
}

// upWord returns what ↑ ↓ do on a button that moves two sliders.
func (r *stageView) upWord() string {
	c, _ := r.focusedButton()
	return session.ReasonIf(len(c.Moves) == 2, "up, down")
}

// pressWord returns what enter does on a button.
func (r *stageView) pressWord() string {
	_, button := r.focusedButton()
	return session.ReasonIf(button, "press")
}
