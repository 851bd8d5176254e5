package exercise

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// What follows is what the actions of an exercise do, beyond one call of the part
// they are about: the windows they open, and where they lead.

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func leave(e *Screen) {
	p, check := &e.Right.Debug.Player, &e.Left.Jobs.Check
	switch {
	case e.Left.judgment.report != nil: // it is judged, and about to be shown
	case p.Moving() || check.Busy():
		p.Halt()
		check.Stop()
	case e.Right.Record.leave():
	case e.Right.Debug.Compare.Open:
		e.Right.Debug.Compare.Close()
	default:
		e.Keyboard.leave(e.Session.Narrow())
		e.Left.follow()
	}
}

// focusBy goes n stops on, under "what if" to another choice.
func focusBy(n int) func(*Screen) {
	return func(e *Screen) {
		if w := &e.Right.Debug.WhatIf; w.Open {
			w.Move(n)
			return
		}
		e.Keyboard.move(n, e.room())
		e.Left.follow()
	}
}

// writes passes the key to the form. Otherwise, outside tables, it goes n stops on.
func writes(n int) func(*Screen, tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	return func(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
		f := e.Left.Form
		event, cmd := e.write(msg)
		if event == ui.Ignored && f.text(f.At()) != nil && !f.inTable(f.At()) {
			focusBy(n)(e)
		}
		return nil, cmd
	}
}

// outsideTable is why keys for cells do nothing, and where the arrows do what is meant
// by them.
func outsideTable(e *Screen) string {
	meant := ""
	switch {
	case e.Right.Debug.Player.Run() != nil:
		meant = "; esc leads to the stage, where ← → step"
	case len(e.Right.Scene.Controls) > 0:
		meant = "; tab leads to the sliders"
	}
	return session.ReasonIf(!e.Left.Form.inTable(e.Left.Form.At()), "↑ ↓ or a number choose in a list"+meant)
}

// accept takes the correction that is offered, or goes to the next field.
func accept(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	event, cmd := e.write(msg)
	if event == ui.Ignored {
		focusBy(1)(e)
	}
	return nil, cmd
}

// fromEmptyField moves what is beside an empty field, in which ← and → have nothing to
// move: the run, if it is visible, or the first slider. A narrow screen then shows the
// slider with the keyboard on it.
func fromEmptyField(e *Screen, msg tea.KeyPressMsg) tea.Cmd {
	by, arrow := map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}[msg.String()]
	if !arrow || e.Left.Form.answer() != "" || e.Right.Debug.WhatIf.Open {
		return nil
	}
	if e.Right.Debug.Player.Run() != nil {
		if e.Session.Narrow() || by*by != 1 {
			return nil
		}
		return e.Right.Debug.StepBy(by)
	}
	i := slices.IndexFunc(e.Right.Scene.Controls, func(c exercises.Control) bool { return c.IsSlider() })
	if i < 0 {
		return nil
	}
	if e.Session.Narrow() {
		e.Keyboard.Set(Focus{OnControl, i}, true)
	}
	return e.Right.Slide(i, e.Right.Scene.Controls[i].Nudge(by))
}

// scrollText scrolls the text by a page.
func scrollText(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	e.Left.Pane.Update(msg)
	return nil, nil
}

// takeHint shows the next hint, on the pane that has it.
func takeHint(e *Screen) (session.Intent, tea.Cmd) {
	e.Keyboard.Pane = textPane
	return e.Left.hint()
}

// back leaves for the contents, or a round for what is below it.
func back(e *Screen) (session.Intent, tea.Cmd) {
	if e.Left.Work.Round() != nil {
		return session.Pop{}, e.Session.Save()
	}
	e.Close()
	e.Session.SelectNext = true
	return session.ToContents{}, e.Session.Save()
}

func goToExercise(e *Screen) session.Intent { return e.Session.ShowPalette(PaletteItems(e)) }

// help shows every key, with the reason beside one that does nothing now.
func help(e *Screen) session.Intent {
	return session.Push{Top: session.NewHelp(e.Session, e.Zone(), func(b session.KeyBinding) string { return e.Acts.Find(b.Zone, b.Name).DisabledReason(e) })}
}

// The messages that stand for several: keys of one act, and steps of the wheel at
// one place. Text for a field is pasted.
type (
	Repeated struct {
		act   *session.Action[*Screen]
		times int
	}
	Turned struct {
		By    tea.MouseWheelMsg
		Times int
	}
)

// FoldKeys folds the keys at the front that mean the same where the keyboard is.
func (e *Screen) FoldKeys(first tea.KeyPressMsg, input []tea.Msg) (tea.Msg, int) {
	z := e.Zone()
	a := e.Acts.Match(z, first)
	like := func(same func(tea.KeyPressMsg) bool) int {
		n := slices.IndexFunc(input, func(msg tea.Msg) bool {
			k, ok := msg.(tea.KeyPressMsg)
			return !ok || !same(k)
		})
		if n < 0 {
			return len(input)
		}
		return n
	}
	switch {
	case a == nil && z == session.ZoneField && first.Text != "":
		n := like(func(k tea.KeyPressMsg) bool { return k.Text != "" && e.Acts.Match(z, k) == nil })
		var text strings.Builder
		for _, k := range input[:n] {
			text.WriteString(k.(tea.KeyPressMsg).Text)
		}
		return tea.PasteMsg{Content: text.String()}, n
	case a != nil && a.Delta != 0 && a.DisabledReason(e) == "":
		n := like(func(k tea.KeyPressMsg) bool { return e.Acts.Match(z, k) == a })
		if z == session.ZoneControl || e.Right.Debug.IsOneMove(a.Delta, n) {
			return Repeated{a, n}, n
		}
	}
	return first, 1
}

// repeat does an action several times at once.
func (e *Screen) repeat(m Repeated) tea.Cmd {
	e.Left.Work.Touch(time.Now())
	e.Session.Notice = ""
	if m.act.Zone == session.ZoneControl {
		return e.Right.nudge(m.act.Delta * m.times)
	}
	e.Right.Debug.Player.Repeat(m.act.Delta, m.times)
	e.Keyboard.Pane = StagePane
	return nil
}
