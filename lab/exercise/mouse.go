package exercise

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/ui"
)

// drag records what the mouse drags: the timeline, a slider, or a point of the student's
// own.
type drag struct {
	kind      dragKind
	left, top int // of the clicked layer
	width     int // of the timeline or the slider
	control   int
	figure    pictures.PlacedFigure
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
	dragPoint
)

// grabPoint starts dragging the student's own point on the figure under a cell.
func (r *stageView) grabPoint(x, y int) tea.Cmd {
	for _, f := range r.places.Figures {
		if _, ok := f.MapPoint(r.Session.Terminal(), x, y); ok && len(r.pointSliders(f)) == 2 {
			r.drag.kind, r.drag.figure = dragPoint, f
			return r.dragTo(x, y)
		}
	}
	return nil
}

// dragTo moves the dragged thing to a cell of its layer.
func (r *stageView) dragTo(x, y int) tea.Cmd {
	d, view := &r.drag, r.Session.Terminal()
	switch d.kind {
	case dragTimeline:
		r.Debug.Player.Jump(r.Debug.Timeline(r.Session.Theme, false).StepAt(d.width, x))
	case dragSlider:
		if i := d.control; i < len(r.Scene.Controls) {
			c := r.Scene.Controls[i]
			return r.Slide(i, c.AtFraction(pictures.ControlView(c, false).PositionAt(d.width, x)))
		}
	case dragPoint:
		if p, ok := d.figure.MapPoint(view, x, y); ok {
			return r.movePoint(d.figure, p)
		}
	}
	return nil
}

// pointSliders returns the indices of the two controls that the student's own point on
// a figure sets: across and up.
func (r *stageView) pointSliders(f pictures.PlacedFigure) (out []int) {
	if len(f.Figure.Sets) != 2 {
		return nil
	}
	for _, name := range f.Figure.Sets {
		for i, c := range r.Scene.Controls {
			if c.Name == name {
				out = append(out, i)
			}
		}
	}
	return out
}

// movePoint moves the student's own point.
func (r *stageView) movePoint(f pictures.PlacedFigure, p ascii.Point) tea.Cmd {
	own := r.pointSliders(f)
	if len(own) != 2 {
		return nil
	}
	r.focus(Focus{OnControl, own[0]})
	return tea.Batch(r.Slide(own[0], r.Scene.Controls[own[0]].Near(p.X)),
		r.Slide(own[1], r.Scene.Controls[own[1]].Near(p.Y)))
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
		e.turn(WheelTurns{msg, 1})
	}
	return nil
}

// press handles a left click.
func (e *Screen) press(msg tea.MouseClickMsg) tea.Cmd {
	click := e.Session.Hit(msg)
	e.Task.hinted = false
	e.Stage.drag = drag{left: msg.X - click.X, top: msg.Y - click.Y}
	if in, ok := click.In("text"); ok {
		return pressText(e, in)
	}
	switch click.ID {
	case "steps":
		return e.goTo(click.X)
	case "question":
		e.Keyboard.Pane = textPane
	case debug.WhyPanel.String():
		e.SetFocus(Focus{onPanel, int(debug.WhyPanel)})
	case debug.LedgerPanel.String():
		e.SetFocus(Focus{onPanel, int(debug.LedgerPanel)})
	}
	return e.Stage.press(click)
}

// pressText focuses the field under a click and selects the option there.
func pressText(e *Screen, c ui.Click) tea.Cmd {
	event := e.Task.Form.click(c)
	if event == ui.Ignored {
		return nil
	}
	e.SetFocus(Focus{OnField, e.Task.Form.At()})
	if event != ui.Changed {
		return nil
	}
	return e.FieldsChanged()
}

// focus moves the keyboard on the stage side.
func (r *stageView) focus(f Focus) { r.keyboard.Set(f, r.Session.Narrow()) }

// press handles a left click on the stage side.
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
	view, free := r.Session.Terminal(), !r.Debug.WhatIf.Open
	if f, button, ok := r.buttonUnder(x, y); ok && free {
		return r.pressFigure(f, button, x, y)
	}
	if i, on := r.Pictures.PointAt(r.places, r.View(), view, x, y); on {
		r.Pictures.Point = i
		if i >= 0 && !free {
			r.Debug.WhatIf.SetPoint(i)
			return nil
		}
	}
	if r.Pictures.Point < 0 && free {
		return r.grabPoint(x, y)
	}
	return nil
}

// pressTimeline goes to the event or the step in a column, and starts dragging the
// timeline if there is no event.
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

// pressControl handles a click in a column of control i. It presses a button, selects
// the option of a choice, or moves a slider and starts dragging it. Under "what if" it
// changes a choice of the alternative.
func (r *stageView) pressControl(i, x int) tea.Cmd {
	v := r.View()
	at := pictures.ControlRects(r.places.Controls, len(v.Controls), v.FocusedControl)
	if i >= len(at) {
		return nil
	}
	c, drawn := v.Controls[i], pictures.ControlView(v.Controls[i], false)
	value := c.AtFraction(drawn.PositionAt(at[i].W, x))
	if c.IsChoice() {
		value = c.Choices[drawn.OptionAt(r.Session.Theme, at[i].W, x)].Value
	}
	if r.Debug.WhatIf.Open && !c.IsButton() {
		r.Debug.WhatIf.Set(i, value)
		return nil
	}
	r.focus(Focus{OnControl, i})
	if c.IsButton() {
		return r.pressButton(i)
	}
	if !c.IsChoice() {
		r.drag.kind, r.drag.control, r.drag.width = dragSlider, i, at[i].W
	}
	return r.Slide(i, value)
}

// turn scrolls the text or a panel, or zooms the map under the wheel.
func (e *Screen) turn(msg WheelTurns) {
	n, levels := 3*msg.Times, -1
	if msg.By.Button == tea.MouseWheelUp {
		n, levels = -n, 1
	}
	click := e.Session.Hit(msg.By)
	_, inText := click.In("text")
	switch {
	case inText:
		for range msg.Times {
			e.Task.Pane.Update(msg.By)
		}
	case click.ID == debug.WhyPanel.String():
		e.Stage.Debug.ScrollPanel(debug.WhyPanel, n)
	case click.ID == debug.LedgerPanel.String():
		e.Stage.Debug.ScrollPanel(debug.LedgerPanel, n)
	case click.ID == "stage":
		for range msg.Times {
			e.Stage.Pictures.ZoomAt(e.Stage.places, e.Session.Terminal(), click.X, click.Y, levels)
			e.Layout()
		}
	}
}
