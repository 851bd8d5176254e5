package lab

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/ui"
)

// mouse handles a click, a drag or the wheel, and what is asked about a place.
func (e *exercise) mouse(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			e.drag = drag{}
			return nil, e.press(msg.X, msg.Y)
		}
	case wonderMsg:
		e.drag = drag{}
		return wonder(e, msg), nil
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && e.drag.kind != dragNothing {
			return nil, e.pull(msg.X, msg.Y)
		}
	case tea.MouseReleaseMsg:
		e.drag = drag{}
	case tea.MouseWheelMsg:
		e.turn(turned{msg, 1})
	}
	return nil, nil
}

// press finds what is under the mouse.
func (e *exercise) press(x, y int) tea.Cmd {
	l, click := e.layout(), e.session.hit(tea.MouseClickMsg{X: x, Y: y})
	if in, ok := click.In("sheet"); ok {
		return pressText(e, in)
	}
	switch {
	case click.ID == "steps":
		return e.goTo(click.X)
	case click.ID == "question":
		e.keyboard.pane = textPane
	case l.why.Contains(x, y):
		e.setFocus(focus{onPanel, int(whyPanel)})
	case l.ledger.Contains(x, y):
		e.setFocus(focus{onPanel, int(ledgerPanel)})
	case l.stage.Contains(x, y):
		return e.pressStage(l.stage, x, y)
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

// pressStage takes hold of what is under the mouse, or selects it.
func (e *exercise) pressStage(r ascii.Rect, x, y int) tea.Cmd {
	v, view := e.sight(), e.session.view()
	at := e.stage.arrange(pen{view: view}, r, v)
	free := !e.debug.whatIf.open
	switch {
	case at.timeline.Contains(x, y) && free:
		return pressTimeline(e, at.timeline, x)
	case at.controls.Contains(x, y):
		return pressControl(e, at.controls, v, x, y)
	case at.lineAt(view, x, y) != nil && free:
		return pressLine(e, *at.lineAt(view, x, y), x, y)
	}
	if f, button, ok := presser(e, at, x, y); ok && free {
		return pressFigure(e, f, button, x, y)
	}
	if i, on := e.stage.pointAt(at, v, view, x, y); on {
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

// pressTimeline goes to the event under the mouse, or to the step there, and takes
// hold of the timeline.
func pressTimeline(e *exercise, r ascii.Rect, x int) tea.Cmd {
	track := timelineTrack(r)
	e.drag = drag{kind: dragTimeline, track: track}
	e.setFocus(focus{})
	if i := eventAt(e.debug.player.Run(), track, x); i >= 0 {
		e.debug.player.Halt()
		e.debug.player.Seek(i)
		return nil
	}
	return e.pull(x, r.Y)
}

// pressControl takes the option under the mouse, or the next one where one alone is
// shown, or goes to the value under it and takes hold of the slider; under "what if"
// of the choice. A button it presses.
func pressControl(e *exercise, r ascii.Rect, v sight, x, y int) tea.Cmd {
	for i, at := range controlPlaces(r, len(v.controls), v.control) {
		if !at.Contains(x, y) {
			continue
		}
		c := v.controls[i]
		value := c.AtFraction(fractionAt(sliderTrack(at), x))
		if c.IsChoice() {
			value = optionAt(pen{view: e.session.view()}, at, c, x)
		}
		if c.IsButton() {
			e.setFocus(focus{onControl, i})
			return pressButton(e, i)
		}
		if e.debug.whatIf.open {
			return e.debug.whatIf.set(e.Asker, i, value)
		}
		e.setFocus(focus{onControl, i})
		if !c.IsChoice() {
			e.drag = drag{kind: dragSlider, control: i, track: sliderTrack(at)}
		}
		return e.slide(i, value)
	}
	return nil
}

// fractionAt is where column x lies on a track, 0 … 1.
func fractionAt(track ascii.Rect, x int) float64 {
	if track.W <= 1 {
		return 0
	}
	return max(0, min(float64(x-track.X)/float64(track.W-1), 1))
}

// turn scrolls the text or zooms the map under the wheel.
func (e *exercise) turn(msg turned) {
	n, levels := 3*msg.times, -1
	if msg.by.Button == tea.MouseWheelUp {
		n, levels = -n, 1
	}
	x, y := msg.by.X, msg.by.Y
	l := e.layout()
	switch {
	case l.text.Contains(x, y):
		for range msg.times {
			e.sheet.pane.Update(msg.by)
		}
	case l.why.Contains(x, y):
		e.scrollPanel(whyPanel, n)
	case l.ledger.Contains(x, y):
		e.scrollPanel(ledgerPanel, n)
	case l.stage.Contains(x, y):
		for range msg.times {
			e.stage.zoomAt(e.arranged(), e.session.view(), x, y, levels)
		}
	}
}

// eventAt is the first step with an event whose mark on the timeline is in column x,
// −1 where there is none.
func eventAt(run exercises.Run, track ascii.Rect, x int) int {
	last := max(1, run.Len()-1)
	from := int(math.Ceil(float64((x-track.X)*last) / float64(max(1, track.W-1))))
	for i := max(0, from); i < run.Len() && track.X+i*(track.W-1)/last == x; i++ {
		if run.Event(i) != "" {
			return i
		}
	}
	return -1
}
