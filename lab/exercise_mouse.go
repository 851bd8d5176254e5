package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// drag is what the mouse holds: nothing, the timeline or a slider.
type drag struct {
	kind    dragKind
	control int
	track   ascii.Rect
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
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
	s := e.session
	l := e.layout(s.width, s.height)
	switch {
	case l.text.Contains(x, y):
		return e.pressText(l.text, x, y)
	case l.question.Contains(x, y):
		e.pane = textPane
	case l.stage.Contains(x, y):
		return e.pressStage(l.stage, x, y)
	}
	return nil
}

// pressText puts the keyboard into a field or takes a choice.
func (e *exercise) pressText(r ascii.Rect, x, y int) tea.Cmd {
	d := e.document(pen{view: e.session.view()}, r.W-1)
	hit, changed := e.sheet.form.press(d, x-r.X, y-r.Y+e.sheet.first(d, r.H))
	if hit {
		e.control = -1
		e.setFocus(e.focus())
	}
	if !changed {
		return nil
	}
	return e.written()
}

// pressStage takes hold of the timeline or a slider, or inspects a point.
func (e *exercise) pressStage(r ascii.Rect, x, y int) tea.Cmd {
	at := e.arrange(pen{view: e.session.view()}, r)
	switch {
	case at.timeline.Contains(x, y) && e.debug.whatIf == nil:
		e.drag = drag{kind: dragTimeline, track: timelineTrack(at.timeline)}
		e.setFocus(focus{})
		return e.pull(x)
	case at.controls.Contains(x, y):
		return e.pressControl(at.controls, x, y)
	}
	picker, area := pickerOf(at)
	if picker == nil || !area.Contains(x, y) {
		return nil
	}
	e.point = -1
	if i, ok := picker.Pick(ascii.Rect{W: area.W, H: area.H}, e.session.view(), x-area.X, y-area.Y); ok && e.inspect() != nil {
		e.point = i
		if e.debug.whatIf != nil {
			return e.choosePoint(i)
		}
	}
	return nil
}

func (e *exercise) pressControl(r ascii.Rect, x, y int) tea.Cmd {
	for i, at := range controlPlaces(r, len(e.controls())) {
		if !at.Contains(x, y) {
			continue
		}
		if w := e.debug.whatIf; w != nil {
			return e.pressChoice(i, at, x)
		}
		e.setFocus(focus{onControl, i})
		if c := e.scene.Controls[i]; c.IsChoice() {
			return e.slide(i, c.Nudge(1))
		}
		e.drag = drag{kind: dragSlider, control: i, track: sliderTrack(at)}
		return e.pull(x)
	}
	return nil
}

// pressChoice sets a choice of “what if” by the mouse.
func (e *exercise) pressChoice(i int, at ascii.Rect, x int) tea.Cmd {
	c := e.debug.whatIf.controls[i]
	if c.IsChoice() {
		return e.choiceTo(i, c.Nudge(1))
	}
	return e.choiceTo(i, c.AtFraction(fractionAt(sliderTrack(at), x)))
}

// pull moves what the mouse holds to column x.
func (e *exercise) pull(x int) tea.Cmd {
	t := fractionAt(e.drag.track, x)
	switch e.drag.kind {
	case dragTimeline:
		if e.player.run == nil {
			return nil
		}
		e.player.playing = false
		e.player.seek(int(t*float64(e.player.run.Len()-1) + 0.5))
	case dragSlider:
		if e.drag.control < len(e.scene.Controls) {
			return e.slide(e.drag.control, e.scene.Controls[e.drag.control].AtFraction(t))
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
	l := e.layout(e.session.width, e.session.height)
	switch {
	case l.text.Contains(x, y):
		e.scrollBy(n)
	case l.why.Contains(x, y), l.ledger.Contains(x, y):
		e.scrollPanels(n)
	case l.stage.Contains(x, y):
		for range msg.times {
			e.look(zoom)
		}
	}
}
