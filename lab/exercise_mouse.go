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
		e.drag = drag{}
		return wonder(e, msg), nil
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && e.drag.kind != dragNothing {
			return nil, e.pull(msg.X-e.drag.left, msg.Y-e.drag.top)
		}
	case tea.MouseReleaseMsg:
		e.drag = drag{}
	case tea.MouseWheelMsg:
		e.turn(turned{msg, 1})
	}
	return nil, nil
}

// press finds what is under the mouse.
func (e *exercise) press(msg tea.MouseClickMsg) tea.Cmd {
	click := e.session.hit(msg)
	e.drag = drag{left: msg.X - click.X, top: msg.Y - click.Y}
	if in, ok := click.In("sheet"); ok {
		return pressText(e, in)
	}
	if i, ok := click.Index("control"); ok {
		return pressControl(e, i, click.X)
	}
	switch {
	case click.ID == "steps":
		return e.goTo(click.X)
	case click.ID == "question":
		e.keyboard.pane = textPane
	case click.ID == whyPanel.String():
		e.setFocus(focus{onPanel, int(whyPanel)})
	case click.ID == ledgerPanel.String():
		e.setFocus(focus{onPanel, int(ledgerPanel)})
	case click.ID == "timeline" && !e.debug.whatIf.open:
		return pressTimeline(e, click.X)
	case click.ID == "stage":
		return e.pressStage(click.X, click.Y)
	}
	return nil
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

// pressStage takes hold of what is at a cell of the stage, or selects it.
func (e *exercise) pressStage(x, y int) tea.Cmd {
	at, view := e.at, e.session.view()
	free := !e.debug.whatIf.open
	if s := at.lineAt(view, x, y); s != nil && free {
		return pressLine(e, *s, x, y)
	}
	if f, button, ok := presser(e, at, x, y); ok && free {
		return pressFigure(e, f, button, x, y)
	}
	if i, on := e.stage.pointAt(at, e.sight(), view, x, y); on {
		e.stage.point = i
		if i >= 0 && !free {
			return e.debug.whatIf.point(e.Asker, i)
		}
	}
	if e.stage.point < 0 && free {
		return takeOwn(e, at, x, y)
	}
	return nil
}

// pressTimeline goes to the event in a column, or to the step there, and takes hold of
// the timeline.
func pressTimeline(e *exercise, x int) tea.Cmd {
	e.drag.kind, e.drag.width = dragTimeline, e.at.timeline.W
	e.setFocus(focus{})
	if i, ok := e.debug.timeline(e.session.theme, false).EventAt(e.drag.width, x); ok {
		e.debug.player.Halt()
		e.debug.player.Seek(i)
		return nil
	}
	return e.pull(x, 0)
}

// pressControl takes the option in a column of control i, or the next one where one
// alone is shown, or goes to the value there and takes hold of the slider; under "what
// if" of the choice. A button it presses.
func pressControl(e *exercise, i, x int) tea.Cmd {
	v := e.sight()
	at := controlPlaces(e.at.controls, len(v.controls), v.control)
	if i >= len(at) {
		return nil
	}
	c, drawn := v.controls[i], controlView(v.controls[i], false)
	value := c.AtFraction(drawn.PositionAt(at[i].W, x))
	if c.IsChoice() {
		value = c.Choices[drawn.OptionAt(e.session.theme, at[i].W, x)].Value
	}
	if e.debug.whatIf.open && !c.IsButton() {
		return e.debug.whatIf.set(e.Asker, i, value)
	}
	e.setFocus(focus{onControl, i})
	if c.IsButton() {
		return pressButton(e, i)
	}
	if !c.IsChoice() {
		e.drag.kind, e.drag.control, e.drag.width = dragSlider, i, at[i].W
	}
	return e.slide(i, value)
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
		e.scrollPanel(whyPanel, n)
	case click.ID == ledgerPanel.String():
		e.scrollPanel(ledgerPanel, n)
	case click.ID == "stage":
		for range msg.times {
			e.stage.zoomAt(e.at, e.session.view(), click.X, click.Y, levels)
			e.lay()
		}
	}
}
