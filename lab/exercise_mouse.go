package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// drag is what the mouse holds: nothing, the timeline, a slider or a value on the
// line of a figure.
type drag struct {
	kind    dragKind
	control int
	track   ascii.Rect
	line    shown
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
	dragLine
)

// mouse handles a click, a drag or the wheel.
func (e *exercise) mouse(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return e.press(msg.X, msg.Y)
		}
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft {
			return e.pull(msg.X)
		}
	case tea.MouseReleaseMsg:
		e.drag = drag{}
	case tea.MouseWheelMsg:
		e.turn(turned{msg, 1})
	}
	return nil
}

// press finds what is under the mouse.
func (e *exercise) press(x, y int) tea.Cmd {
	l := e.layout()
	switch {
	case l.text.Contains(x, y):
		return e.pressText(l.text, x, y)
	case l.question.Contains(x, y):
		e.keyboard.pane = textPane
	case l.stage.Contains(x, y):
		return e.pressStage(l.stage, x, y)
	}
	return nil
}

// pressText puts the keyboard into a field or takes a choice.
func (e *exercise) pressText(r ascii.Rect, x, y int) tea.Cmd {
	d := e.document(r.W - 1)
	hit, changed := e.sheet.form.press(d, x-r.X, y-r.Y+e.sheet.first(d, r.H))
	if hit {
		e.setFocus(focus{onField, e.sheet.form.at})
	}
	if !changed {
		return nil
	}
	return e.written()
}

// pressStage takes hold of the timeline or a slider, or inspects a point.
func (e *exercise) pressStage(r ascii.Rect, x, y int) tea.Cmd {
	v, view := e.sight(), e.session.view()
	at := e.stage.arrange(pen{view: view}, r, v)
	switch {
	case at.timeline.Contains(x, y) && !e.debug.whatIf.open:
		e.drag = drag{kind: dragTimeline, track: timelineTrack(at.timeline)}
		e.setFocus(focus{})
		return e.pull(x)
	case at.controls.Contains(x, y):
		return e.pressControl(at.controls, v.controls, x, y)
	case at.lineAt(view, x, y) != nil && !e.debug.whatIf.open:
		return e.pressLine(*at.lineAt(view, x, y), x, y)
	case e.stage.press(at, v, view, x, y) && e.debug.whatIf.open:
		return e.debug.whatIf.point(e.Asker, e.stage.point)
	}
	return nil
}

// pressControl goes to the next option, or to the value under the mouse and takes
// hold of the slider; under "what if" of the choice.
func (e *exercise) pressControl(r ascii.Rect, controls []exercises.Control, x, y int) tea.Cmd {
	for i, at := range controlPlaces(r, len(controls)) {
		if !at.Contains(x, y) {
			continue
		}
		c := controls[i]
		value := c.AtFraction(fractionAt(sliderTrack(at), x))
		if c.IsChoice() {
			value = c.Nudge(1)
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

// pull moves what the mouse holds to column x.
func (e *exercise) pull(x int) tea.Cmd {
	t := fractionAt(e.drag.track, x)
	switch e.drag.kind {
	case dragLine:
		if i := e.drag.control; i < len(e.scene.Controls) {
			value, _, _ := e.drag.line.value(e.session.view(), x, e.drag.track.Y)
			return e.slide(i, e.scene.Controls[i].Near(value))
		}
	case dragTimeline:
		e.debug.player.SeekFraction(t)
	case dragSlider:
		if i := e.drag.control; i < len(e.scene.Controls) {
			return e.slide(i, e.scene.Controls[i].AtFraction(t))
		}
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

// turn scrolls the text, or zooms the enlarged chart, under the wheel.
func (e *exercise) turn(msg turned) {
	n, zoom := 3*msg.times, (*lens).out
	if msg.by.Button == tea.MouseWheelUp {
		n, zoom = -n, (*lens).in
	}
	x, y := msg.by.X, msg.by.Y
	l := e.layout()
	switch {
	case l.text.Contains(x, y):
		e.scrollBy(n)
	case l.why.Contains(x, y), l.ledger.Contains(x, y):
		e.scrollPanels(n)
	case l.stage.Contains(x, y):
		for range msg.times {
			e.stage.look(e.sight(), zoom)
		}
	}
}
