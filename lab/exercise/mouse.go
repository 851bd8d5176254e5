package exercise

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// drag records what the mouse drags: the timeline, a slider, or the point that the student places
// on a figure.
type drag struct {
	kind      dragKind
	left, top int // position of the clicked layer
	width     int // width of the timeline or the slider
	control   int // index of the dragged slider
	figure    pictures.PlacedFigure
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
	dragPoint
)

// grabPoint moves the student's point on a figure to a cell, and starts dragging it.
func (r *stageView) grabPoint(x, y int) tea.Cmd {
	for _, f := range r.places.Figures {
		if _, ok := f.MapPoint(r.Session.Terminal(), x, y); ok && len(r.pointSliders(f)) == 2 {
			r.drag.kind, r.drag.figure = dragPoint, f
			return r.dragTo(x, y)
		}
	}
	return nil
}

// dragTo moves the dragged object to a cell of its layer.
func (r *stageView) dragTo(x, y int) tea.Cmd {
	d, view := &r.drag, r.Session.Terminal()
	switch d.kind {
	case dragTimeline:
		r.Debug.Player.Jump(r.Debug.Timeline(r.Session.Theme, false).StepAt(d.width, x))
	case dragSlider:
		if i := d.control; i < len(r.Scene.Controls) {
			c := r.Scene.Controls[i]
			return r.SetControlIfChanged(i, c.ValueAtFraction(pictures.ControlView(c, false).PositionAt(d.width, x)))
		}
	case dragPoint:
		if p, ok := d.figure.MapPoint(view, x, y); ok {
			return r.movePoint(d.figure, p)
		}
	}
	return nil
}

// pointSliders returns the indices of the two controls with the coordinates of the
// student's point on a figure: across and up.
func (r *stageView) pointSliders(f pictures.PlacedFigure) (out []int) {
	if len(f.Figure.PointSliders) != 2 {
		return nil
	}
	for _, name := range f.Figure.PointSliders {
		if i := exercises.ControlIndex(r.Scene.Controls, name); i >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// movePoint moves the student's point.
func (r *stageView) movePoint(f pictures.PlacedFigure, p ascii.Point) tea.Cmd {
	sliders := r.pointSliders(f)
	if len(sliders) != 2 {
		return nil
	}
	r.focus(Focus{ControlFocus, sliders[0]})
	return tea.Batch(r.SetControlIfChanged(sliders[0], r.Scene.Controls[sliders[0]].NearestValue(p.X)),
		r.SetControlIfChanged(sliders[1], r.Scene.Controls[sliders[1]].NearestValue(p.Y)))
}

// mouse handles clicks, drags and the wheel.
func (e *Screen) mouse(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return e.press(msg)
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && e.Stage.drag.kind != dragNothing {
			return e.Stage.dragTo(msg.X-e.Stage.drag.left, msg.Y-e.Stage.drag.top)
		}
	case tea.MouseReleaseMsg:
		e.Stage.drag = drag{}
	case tea.MouseWheelMsg:
		e.turnWheel(WheelTurns{msg, 1})
	}
	return nil
}

// press handles a left click.
func (e *Screen) press(msg tea.MouseClickMsg) tea.Cmd {
	click := e.Session.Hit(msg)
	e.Task.hintRequested = false
	e.Stage.drag = drag{left: msg.X - click.X, top: msg.Y - click.Y}
	if inText, ok := click.In("text"); ok {
		return pressText(e, inText)
	}
	switch click.ID {
	case "tasks":
		return e.goToTask(click.X)
	case "question":
		e.Keyboard.Pane = textPane
	}
	if p, ok := debug.PanelNamed(click.ID); ok {
		e.SetFocus(Focus{panelFocus, int(p)})
	}
	return e.Stage.press(click)
}

// pressText focuses the field under a click and selects the option there.
func pressText(e *Screen, c ui.Click) tea.Cmd {
	event := e.Task.Form.click(c)
	if event == ui.Ignored {
		return nil
	}
	e.SetFocus(Focus{FieldFocus, e.Task.Form.FocusIndex()})
	if event != ui.Changed {
		return nil
	}
	return e.FieldsChanged()
}

// focus moves the focus to a part of the stage view.
func (r *stageView) focus(f Focus) { r.keyboard.SetFocus(f, r.Session.Narrow()) }

// press handles a left click on the stage view.
func (r *stageView) press(click ui.Click) tea.Cmd {
	if i, ok := click.Index("control"); ok {
		return r.pressControl(i, click.X)
	}
	switch {
	case click.ID == "timeline" && !r.Debug.WhatIf.Open:
		return r.pressTimeline(click.X)
	case click.ID == "stage":
		return r.pressStage(click.X, click.Y)
	}
	return nil
}

// pressStage starts dragging what is at a cell of the stage, or selects it.
func (r *stageView) pressStage(x, y int) tea.Cmd {
	view, noWhatIf := r.Session.Terminal(), !r.Debug.WhatIf.Open
	if f, button, ok := r.buttonUnder(x, y); ok && noWhatIf {
		return r.pressFigure(f, button, x, y)
	}
	if i, onFigure := r.Pictures.PointAt(r.places, r.View(), view, x, y); onFigure {
		r.Pictures.Point = i
		if i >= 0 && !noWhatIf {
			r.Debug.WhatIf.SetPoint(i)
			return nil
		}
	}
	if r.Pictures.Point < 0 && noWhatIf {
		return r.grabPoint(x, y)
	}
	return nil
}

// pressTimeline goes to the event in a column of the timeline or, if there is none, to
// the step there, and starts dragging.
func (r *stageView) pressTimeline(x int) tea.Cmd {
	r.drag.kind, r.drag.width = dragTimeline, r.places.Timeline.W
	r.focus(Focus{})
	if i, ok := r.Debug.Timeline(r.Session.Theme, false).EventAt(r.drag.width, x); ok {
		r.Debug.Player.Halt()
		r.Debug.Player.Seek(i)
		return nil
	}
	return r.dragTo(x, 0)
}

// pressControl handles a click in a column of control i. It presses a button, selects the option of
// a choice, or moves a slider and starts dragging it. While what-if shows an alternative to the
// next step, the controls are the choices that lead to it.
func (r *stageView) pressControl(i, x int) tea.Cmd {
	v := r.View()
	rects := pictures.ControlRects(r.places.Controls, len(v.Controls), v.FocusedControl)
	if i >= len(rects) {
		return nil
	}
	c, view := v.Controls[i], pictures.ControlView(v.Controls[i], false)
	value := c.ValueAtFraction(view.PositionAt(rects[i].W, x))
	if c.IsChoice() {
		value = c.Choices[view.OptionAt(r.Session.Theme, rects[i].W, x)].Value
	}
	if r.Debug.WhatIf.Open && !c.IsButton() {
		r.Debug.WhatIf.SetChoice(i, value)
		return nil
	}
	r.focus(Focus{ControlFocus, i})
	if c.IsButton() {
		return r.pressButton(i)
	}
	if !c.IsChoice() {
		r.drag.kind, r.drag.control, r.drag.width = dragSlider, i, rects[i].W
	}
	return r.SetControlIfChanged(i, value)
}

// turnWheel scrolls the text or a panel, or zooms the map at which the wheel is turned.
func (e *Screen) turnWheel(msg WheelTurns) {
	n, levels := 3*msg.Times, -1
	if msg.Msg.Button == tea.MouseWheelUp {
		n, levels = -n, 1
	}
	click := e.Session.Hit(msg.Msg)
	_, inText := click.In("text")
	panel, isPanel := debug.PanelNamed(click.ID)
	switch {
	case inText:
		for range msg.Times {
			e.Task.Pane.Update(msg.Msg)
		}
	case isPanel:
		e.Stage.Debug.ScrollPanel(panel, n)
	case click.ID == "stage":
		for range msg.Times {
			e.Stage.Pictures.ZoomAt(e.Stage.places, e.Session.Terminal(), click.X, click.Y, levels)
			e.Layout()
		}
	}
}

// pressButton presses button i and stores the answers that it changes.
func (r *stageView) pressButton(i int) tea.Cmd {
	changedNames, newAnswers := r.Scene.Controls[i].AfterPress(r.work.Answers())
	if len(changedNames) == 0 {
		return nil
	}
	r.Debug.CloseOverrides()
	for _, name := range changedNames {
		r.setAnswer(name, newAnswers[name])
	}
	return r.refresh()
}

// followControl keeps the focus on its control when a new scene, the content of the stage, arrives,
// even if the control's index changes. If the control is gone, or a button has started a run, the
// stage gets the focus.
func (r *stageView) followControl(nextScene exercises.Scene) {
	c, ok := r.FocusedControl()
	if !ok {
		return
	}
	at := exercises.ControlIndex(nextScene.Controls, c.Name)
	if at < 0 || c.IsButton() && r.Scene.Run == nil && nextScene.Run != nil {
		r.focus(Focus{})
		return
	}
	r.keyboard.Control = at
}

// FocusedControl returns the control with the focus. ok is false if no control has
// it.
func (r *stageView) FocusedControl() (c exercises.Control, ok bool) {
	i := r.keyboard.Control
	if i < 0 || i >= len(r.Scene.Controls) {
		return c, false
	}
	return r.Scene.Controls[i], true
}

// focusedButton returns the control with the focus. ok is false if it is not a
// button.
func (r *stageView) focusedButton() (c exercises.Control, ok bool) {
	c, _ = r.FocusedControl()
	return c, c.IsButton()
}

// pressFocusedControl handles enter and space on a control. Both press a button. On other controls
// space takes the next option of a choice, and enter checks the answer, as everywhere.
func pressFocusedControl(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	c, isButton := e.Stage.focusedButton()
	switch {
	case isButton:
		return nil, e.Stage.pressButton(e.Keyboard.Control)
	case msg.Code == tea.KeyEnter:
		return e.submit()
	case c.IsChoice():
		return nil, e.Stage.nudgeControl(1)
	}
	return nil, nil
}

// moveSlider moves by n one of the two sliders that the arrow keys move while a button has the focus:
// for axis 0 the slider for across, for axis 1 the one for up. ok is false if the button has no
// sliders.
func (r *stageView) moveSlider(c exercises.Control, axis, n int) (cmd tea.Cmd, ok bool) {
	if len(c.ArrowSliders) != 2 {
		return nil, false
	}
	i := exercises.ControlIndex(r.Scene.Controls, c.ArrowSliders[axis])
	if i < 0 {
		return nil, false
	}
	return r.SetControlIfChanged(i, r.Scene.Controls[i].Nudge(n)), true
}

// moveVertically returns a handler that moves the focus by n controls. On a button with two
// sliders, it moves the vertical one down by n.
func moveVertically(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd {
		c, _ := e.Stage.focusedButton()
		cmd, ok := e.Stage.moveSlider(c, 1, -n)
		if !ok {
			info := e.screenInfo()
			info.needsAnswer = false // unlike tab, this does not go to the answer first
			e.Keyboard.moveByTab(n, info)
			e.Task.showField()
		}
		return cmd
	}
}

// buttonUnder returns the figure at a cell of the stage, and the index of the button
// that a click on the figure presses. ok is false if there is none.
func (r *stageView) buttonUnder(x, y int) (f pictures.PlacedFigure, button int, ok bool) {
	for _, f := range r.places.Figures {
		if f.Figure.ClickButton == "" || !f.Area.Contains(x, y) || len(r.pointSliders(f)) != 2 {
			continue
		}
		button = exercises.ControlIndex(r.Scene.Controls, f.Figure.ClickButton)
		return f, button, button >= 0 && r.Scene.Controls[button].IsButton()
	}
	return f, -1, false
}

// pressFigure moves the sliders of a figure to the position of a click, and presses the figure's
// button. If the click is on a point, or the sliders would stop at one, it only moves the sliders
// there, because the button would remove that point or refer to it.
func (r *stageView) pressFigure(f pictures.PlacedFigure, button, x, y int) tea.Cmd {
	m, ok := f.Figure.Plot.(ascii.Map)
	p, onMap := f.MapPoint(r.Session.Terminal(), x, y)
	if !ok || !onMap {
		return nil
	}
	r.focus(Focus{ControlFocus, button})
	sliders := r.pointSliders(f)
	if i, hit := m.Pick(f.Bounds(), r.Session.Terminal(), x-f.Area.X, y-f.Area.Y); hit {
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		return r.setSliders(sliders, exact(m.Marks[i].X), exact(m.Marks[i].Y))
	}
	moveCmd := r.setSliders(sliders, r.Scene.Controls[sliders[0]].NearestValue(p.X),
		r.Scene.Controls[sliders[1]].NearestValue(p.Y))
	across, up := r.Scene.Controls[sliders[0]].Number(), r.Scene.Controls[sliders[1]].Number()
	if slices.ContainsFunc(m.Marks, func(k ascii.Mark) bool { return k.X == across && k.Y == up }) {
		return moveCmd
	}
	return tea.Batch(moveCmd, r.pressButton(button))
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

// slideWord returns the footer's label for ← → on a control.
func (r *stageView) slideWord() string {
	switch c, isButton := r.focusedButton(); {
	case len(c.ArrowSliders) == 2:
		return "across"
	case isButton:
		return ""
	}
	return "slide"
}

// upWord returns the footer's label for ↑ ↓ on a control, or "" if tab does the same.
func upWord(e *Screen) string {
	if c, _ := e.Stage.focusedButton(); len(c.ArrowSliders) == 2 {
		return "up, down"
	}
	return session.TextIf(len(e.Stage.Scene.Controls) > 1 && tabWord(e) == "answer", "next slider")
}

// pressWord returns the footer's label for enter on a button.
func (r *stageView) pressWord() string {
	_, isButton := r.focusedButton()
	return session.TextIf(isButton, "press")
}
