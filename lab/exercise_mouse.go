package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/ui"
)

// mouse handles a click, a drag or the wheel, and what is asked about a place.
func (e *exercise) mouse(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return nil, e.press(msg)
		}
	case wonderMsg:
		e.right.drag = drag{}
		return e.wonder(msg), nil
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && e.right.drag.kind != dragNothing {
			return nil, e.right.pull(msg.X-e.right.drag.left, msg.Y-e.right.drag.top)
		}
	case tea.MouseReleaseMsg:
		e.right.drag = drag{}
	case tea.MouseWheelMsg:
		e.turn(turned{msg, 1})
	}
	return nil, nil
}

// press finds what is under the mouse.
func (e *exercise) press(msg tea.MouseClickMsg) tea.Cmd {
	click := e.session.hit(msg)
	e.sheet.hinted = false
	e.right.drag = drag{left: msg.X - click.X, top: msg.Y - click.Y}
	if in, ok := click.In("sheet"); ok {
		return pressText(e, in)
	}
	switch click.ID {
	case "steps":
		return e.goTo(click.X)
	case "question":
		e.keyboard.pane = textPane
	case whyPanel.String():
		e.setFocus(focus{onPanel, int(whyPanel)})
	case ledgerPanel.String():
		e.setFocus(focus{onPanel, int(ledgerPanel)})
	case "stage":
		if cmd, ok := fillFrom(e, click.X, click.Y); ok {
			return cmd
		}
	}
	return e.right.press(click)
}

// pressText focuses the field under a click and selects the option there.
func pressText(e *exercise, c ui.Click) tea.Cmd {
	event := e.sheet.form.click(c)
	if event == ui.Ignored {
		return nil
	}
	e.setFocus(focus{onField, e.sheet.form.at()})
	if event != ui.Changed {
		return nil
	}
	return e.written()
}

// focus puts the keyboard somewhere on the right side.
func (r *rightSide) focus(f focus) { r.keyboard.set(f, r.session.narrow()) }

// press presses what is under the mouse.
func (r *rightSide) press(click ui.Click) tea.Cmd {
	if i, ok := click.Index("control"); ok {
		return r.pressControl(i, click.X)
	}
	switch {
	case click.ID == "timeline" && !r.debug.whatIf.open:
		return r.pressTimeline(click.X)
	case click.ID == "stage":
		return r.pressStage(click.X, click.Y)
	}
	return nil
}

// pressStage takes hold of what is at a cell of the stage, or selects it.
func (r *rightSide) pressStage(x, y int) tea.Cmd {
	view, free := r.session.view(), !r.debug.whatIf.open
	if s, i := r.line(x, y); i >= 0 {
		value, _, _ := s.value(view, x, y)
		r.focus(focus{onControl, i})
		r.drag.kind, r.drag.control, r.drag.figure, r.drag.row = dragLine, i, *s, y
		return r.slide(i, r.scene.Controls[i].Near(value))
	}
	if f, button, ok := r.presser(x, y); ok && free {
		return r.pressFigure(f, button, x, y)
	}
	if i, on := r.stage.pointAt(r.at, r.sight(), view, x, y); on {
		r.stage.point = i
		if i >= 0 && !free {
			return r.debug.whatIf.point(r.Asker, i)
		}
	}
	if r.stage.point < 0 && free {
		return r.takeOwn(x, y)
	}
	return nil
}

// pressTimeline goes to the event in a column, or to the step there, and takes hold of
// the timeline.
func (r *rightSide) pressTimeline(x int) tea.Cmd {
	r.drag.kind, r.drag.width = dragTimeline, r.at.timeline.W
	r.focus(focus{})
	if i, ok := r.debug.timeline(r.session.theme, false).EventAt(r.drag.width, x); ok {
		r.debug.player.Halt()
		r.debug.player.Seek(i)
		return nil
	}
	return r.pull(x, 0)
}

// pressControl takes the option in a column of control i, or the next one where one
// alone is shown, or goes to the value there and takes hold of the slider; under "what
// if" of the choice. A button it presses.
func (r *rightSide) pressControl(i, x int) tea.Cmd {
	v := r.sight()
	at := controlPlaces(r.at.controls, len(v.controls), v.control)
	if i >= len(at) {
		return nil
	}
	c, drawn := v.controls[i], controlView(v.controls[i], false)
	value := c.AtFraction(drawn.PositionAt(at[i].W, x))
	if c.IsChoice() {
		value = c.Choices[drawn.OptionAt(r.session.theme, at[i].W, x)].Value
	}
	if r.debug.whatIf.open && !c.IsButton() {
		return r.debug.whatIf.set(r.Asker, i, value)
	}
	r.focus(focus{onControl, i})
	if c.IsButton() {
		return r.pressButton(i)
	}
	if !c.IsChoice() {
		r.drag.kind, r.drag.control, r.drag.width = dragSlider, i, at[i].W
	}
	return r.slide(i, value)
}

// turn scrolls the text or a panel, or zooms the map under the wheel.
func (e *exercise) turn(msg turned) {
	n, levels := 3*msg.times, -1
	if msg.by.Button == tea.MouseWheelUp {
		n, levels = -n, 1
	}
	click := e.session.hit(msg.by)
	_, inSheet := click.In("sheet")
	switch {
	case inSheet:
		for range msg.times {
			e.sheet.pane.Update(msg.by)
		}
	case click.ID == whyPanel.String():
		e.right.debug.scrollPanel(whyPanel, n)
	case click.ID == ledgerPanel.String():
		e.right.debug.scrollPanel(ledgerPanel, n)
	case click.ID == "stage":
		for range msg.times {
			e.right.stage.zoomAt(e.right.at, e.session.view(), click.X, click.Y, levels)
			e.lay()
		}
	}
}
