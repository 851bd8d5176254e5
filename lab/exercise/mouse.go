package exercise

import (
	"math"
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

// drag is what the mouse holds: nothing, the timeline, a slider, a value on the line
// of a figure, or a point of the student's own.
type drag struct {
	kind      dragKind
	left, top int // of the layer that was clicked
	width     int // of the timeline or the slider
	control   int
	figure    pictures.PlacedFigure
	row       int // of the figure's line
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
	dragLine
	dragOwn
)

// takeOwn takes hold of the student's own point on the figure under a cell.
func (r *rightSide) takeOwn(x, y int) tea.Cmd {
	for _, f := range r.at.Figures {
		if _, ok := f.MapPoint(r.Session.Terminal(), x, y); ok && len(r.ownOf(f)) == 2 {
			r.drag.kind, r.drag.figure = dragOwn, f
			return r.pull(x, y)
		}
	}
	return nil
}

// pull moves what the mouse holds to a cell of its layer.
func (r *rightSide) pull(x, y int) tea.Cmd {
	d, view := &r.drag, r.Session.Terminal()
	switch d.kind {
	case dragTimeline:
		r.Debug.Player.Jump(r.Debug.Timeline(r.Session.Theme, false).StepAt(d.width, x))
	case dragSlider:
		if i := d.control; i < len(r.Scene.Controls) {
			c := r.Scene.Controls[i]
			return r.Slide(i, c.AtFraction(pictures.ControlView(c, false).PositionAt(d.width, x)))
		}
	case dragLine:
		return r.pullLine(x)
	case dragOwn:
		if p, ok := d.figure.MapPoint(view, x, y); ok {
			return r.moveOwn(d.figure, p)
		}
	}
	return nil
}

// pullLine moves the slider of a figure to the value in column x.
func (r *rightSide) pullLine(x int) tea.Cmd {
	i := r.drag.control
	value, _, ok := r.drag.figure.ValueAt(r.Session.Terminal(), x, r.drag.row)
	if i >= len(r.Scene.Controls) || !ok {
		return nil
	}
	return r.Slide(i, r.Scene.Controls[i].Near(value))
}

// ownOf are the controls that a point of the student's own on a figure sets: its
// place across, and up.
func (r *rightSide) ownOf(f pictures.PlacedFigure) (out []int) {
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

// moveOwn moves the student's own point.
func (r *rightSide) moveOwn(f pictures.PlacedFigure, p ascii.Point) tea.Cmd {
	own := r.ownOf(f)
	if len(own) != 2 {
		return nil
	}
	r.focus(Focus{OnControl, own[0]})
	return tea.Batch(r.Slide(own[0], r.Scene.Controls[own[0]].Near(p.X)), r.Slide(own[1], r.Scene.Controls[own[1]].Near(p.Y)))
}

// line returns the figure whose line is at a cell of the stage, and the slider that it
// sets or, if it sets a field, −1.
func (r *rightSide) line(x, y int) (s *pictures.PlacedFigure, slider int) {
	if s = r.at.SetterAt(r.Session.Terminal(), x, y); s == nil || r.Debug.WhatIf.Open {
		return nil, -1
	}
	return s, slices.IndexFunc(r.Scene.Controls, func(c exercises.Control) bool { return slices.Contains(s.Figure.Sets, c.Name) })
}

// fillFrom fills the field that the line at a cell of the stage sets. It is not ok if
// there is none.
func fillFrom(e *Screen, x, y int) (cmd tea.Cmd, ok bool) {
	s, slider := e.Right.line(x, y)
	if s == nil || slider >= 0 {
		return nil, false
	}
	f := e.Left.Form
	i := f.toFill(s.Figure.Sets)
	if i < 0 {
		return nil, true
	}
	value, per, _ := s.ValueAt(e.Session.Terminal(), x, y)
	e.Keyboard.Control = -1 // the stage stays in sight
	f.focus(i)
	digit := math.Pow(10, math.Ceil(math.Log10(per)))
	f.Fill(i, strconv.FormatFloat(math.Round(value/digit)*digit, 'g', 6, 64))
	return e.Written(), true
}

// toFill is the first empty one of some fields, else the one with the keyboard; −1
// where there is none.
func (f *Form) toFill(names []string) int {
	for i, field := range f.Info.Fields {
		if slices.Contains(names, field.Name) && f.Answers[field.Name] == "" {
			return i
		}
	}
	if slices.Contains(names, f.NameOf(f.At())) {
		return f.At()
	}
	return slices.IndexFunc(f.Info.Fields, func(field exercises.Field) bool { return slices.Contains(names, field.Name) })
}

// mouse handles a click, a drag or the wheel, and what is asked about a place.
func (e *Screen) mouse(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return nil, e.press(msg)
		}
	case session.RightClick:
		e.Right.drag = drag{}
		return e.contextHelp(msg), nil
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && e.Right.drag.kind != dragNothing {
			return nil, e.Right.pull(msg.X-e.Right.drag.left, msg.Y-e.Right.drag.top)
		}
	case tea.MouseReleaseMsg:
		e.Right.drag = drag{}
	case tea.MouseWheelMsg:
		e.turn(Turned{msg, 1})
	}
	return nil, nil
}

// press finds what is under the mouse.
func (e *Screen) press(msg tea.MouseClickMsg) tea.Cmd {
	click := e.Session.Hit(msg)
	e.Left.hinted = false
	e.Right.drag = drag{left: msg.X - click.X, top: msg.Y - click.Y}
	if in, ok := click.In("sheet"); ok {
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
	case "stage":
		if cmd, ok := fillFrom(e, click.X, click.Y); ok {
			return cmd
		}
	}
	return e.Right.press(click)
}

// pressText focuses the field under a click and selects the option there.
func pressText(e *Screen, c ui.Click) tea.Cmd {
	event := e.Left.Form.click(c)
	if event == ui.Ignored {
		return nil
	}
	e.SetFocus(Focus{OnField, e.Left.Form.At()})
	if event != ui.Changed {
		return nil
	}
	return e.Written()
}

// focus puts the keyboard somewhere on the right side.
func (r *rightSide) focus(f Focus) { r.keyboard.Set(f, r.Session.Narrow()) }

// press presses what is under the mouse.
func (r *rightSide) press(click ui.Click) tea.Cmd {
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

// pressStage takes hold of what is at a cell of the stage, or selects it.
func (r *rightSide) pressStage(x, y int) tea.Cmd {
	view, free := r.Session.Terminal(), !r.Debug.WhatIf.Open
	if s, i := r.line(x, y); i >= 0 {
		value, _, _ := s.ValueAt(view, x, y)
		r.focus(Focus{OnControl, i})
		r.drag.kind, r.drag.control, r.drag.figure, r.drag.row = dragLine, i, *s, y
		return r.Slide(i, r.Scene.Controls[i].Near(value))
	}
	if f, button, ok := r.presser(x, y); ok && free {
		return r.pressFigure(f, button, x, y)
	}
	if i, on := r.Stage.PointAt(r.at, r.Sight(), view, x, y); on {
		r.Stage.Point = i
		if i >= 0 && !free {
			return r.Debug.WhatIf.SetPoint(r.Asker, i)
		}
	}
	if r.Stage.Point < 0 && free {
		return r.takeOwn(x, y)
	}
	return nil
}

// pressTimeline goes to the event in a column, or to the step there, and takes hold of
// the timeline.
func (r *rightSide) pressTimeline(x int) tea.Cmd {
	r.drag.kind, r.drag.width = dragTimeline, r.at.Timeline.W
	r.focus(Focus{})
	if i, ok := r.Debug.Timeline(r.Session.Theme, false).EventAt(r.drag.width, x); ok {
		r.Debug.Player.Halt()
		r.Debug.Player.Seek(i)
		return nil
	}
	return r.pull(x, 0)
}

// pressControl takes the option in a column of control i, or the next one where one
// alone is shown, or goes to the value there and takes hold of the slider; under "what
// if" of the choice. A button it presses.
func (r *rightSide) pressControl(i, x int) tea.Cmd {
	v := r.Sight()
	at := pictures.ControlRects(r.at.Controls, len(v.Controls), v.FocusedControl)
	if i >= len(at) {
		return nil
	}
	c, drawn := v.Controls[i], pictures.ControlView(v.Controls[i], false)
	value := c.AtFraction(drawn.PositionAt(at[i].W, x))
	if c.IsChoice() {
		value = c.Choices[drawn.OptionAt(r.Session.Theme, at[i].W, x)].Value
	}
	if r.Debug.WhatIf.Open && !c.IsButton() {
		return r.Debug.WhatIf.Set(r.Asker, i, value)
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
func (e *Screen) turn(msg Turned) {
	n, levels := 3*msg.Times, -1
	if msg.By.Button == tea.MouseWheelUp {
		n, levels = -n, 1
	}
	click := e.Session.Hit(msg.By)
	_, inSheet := click.In("sheet")
	switch {
	case inSheet:
		for range msg.Times {
			e.Left.Pane.Update(msg.By)
		}
	case click.ID == debug.WhyPanel.String():
		e.Right.Debug.ScrollPanel(debug.WhyPanel, n)
	case click.ID == debug.LedgerPanel.String():
		e.Right.Debug.ScrollPanel(debug.LedgerPanel, n)
	case click.ID == "stage":
		for range msg.Times {
			e.Right.Stage.ZoomAt(e.Right.at, e.Session.Terminal(), click.X, click.Y, levels)
			e.Layout()
		}
	}
}
