package lab

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// Gather does what Update does for each message in order, for input that was
// waiting at one time. What repeats is done once: a key held down is one move of
// many steps, text typed ahead one change of its field.
func (m *Model) Gather(input []tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	for len(input) > 0 {
		msg, n := m.fold(input)
		if n > 1 {
			m.fresh = false
			cmds = append(cmds, m.input(msg), m.release())
		} else {
			_, cmd := m.Update(input[0])
			cmds = append(cmds, cmd)
		}
		input = input[n:]
	}
	return m, tea.Batch(cmds...)
}

// fold returns a message that stands for the first n; where n is 1, the first
// stands for itself.
func (m *Model) fold(input []tea.Msg) (msg tea.Msg, n int) {
	e, ok := m.top().(*exercise)
	if !ok || e.waits() || m.width < minWidth || m.height < minHeight {
		return input[0], 1
	}
	switch first := input[0].(type) {
	case tea.KeyPressMsg:
		return e.foldKeys(first, input)
	case tea.MouseWheelMsg:
		n = 1
		for n < len(input) && input[n] == input[0] {
			n++
		}
		return turned{first, n}, n
	}
	return input[0], 1
}

// The messages that stand for several: keys of one act, text for a field, and
// steps of the wheel at one place.
type (
	repeated struct {
		act   *act[*exercise]
		times int
	}
	typed  struct{ text string }
	turned struct {
		by    tea.MouseWheelMsg
		times int
	}
)

// foldKeys folds the keys at the front that mean the same where the keyboard is.
func (e *exercise) foldKeys(first tea.KeyPressMsg, input []tea.Msg) (tea.Msg, int) {
	z := e.zone()
	a := e.session.acts.match(z, first)
	switch {
	case z == zoneField && e.types(z, first):
		var text strings.Builder
		n := 0
		for ; n < len(input); n++ {
			k, ok := input[n].(tea.KeyPressMsg)
			if !ok || !e.types(z, k) {
				break
			}
			text.WriteString(k.Text)
		}
		return typed{text.String()}, n
	case a != nil && a.by != 0 && (z == zoneStage || z == zoneControl):
		n := 1
		for n < len(input) {
			k, ok := input[n].(tea.KeyPressMsg)
			if !ok || e.session.acts.match(z, k) != a {
				break
			}
			n++
		}
		if a.whyNot(e) == "" && (z == zoneControl || e.steady(a.by, n)) {
			return repeated{a, n}, n
		}
	}
	return first, 1
}

// types reports whether a key is a letter for the field with the keyboard.
func (e *exercise) types(z zone, k tea.KeyPressMsg) bool {
	return k.Text != "" && e.session.acts.match(z, k) == nil
}

// steady reports whether n times a number of steps is one move: the run goes
// update by update, and no step on the way is one to be asked about.
func (e *exercise) steady(by, n int) bool {
	p := &e.player
	if p.grain != byUpdate || p.line > 0 {
		return false
	}
	m, marks := p.run.(exercises.Marker)
	if !marks || by != 1 {
		return true
	}
	for i := p.at; i <= min(p.at+n, p.run.Len()-1); i++ {
		if m.Marked(i) && !e.marked[i] {
			return false
		}
	}
	return true
}

// repeat does an act several times at once.
func (e *exercise) repeat(m repeated) tea.Cmd {
	e.sheet.work.Touch(time.Now())
	e.session.notice = ""
	by := m.times * m.act.by
	if m.act.zone == zoneControl {
		return e.nudge(by)
	}
	p := &e.player
	if m.act.by == 1 || m.act.by == -1 {
		p.playing = false
	}
	if by > 0 {
		p.forward(by)
	} else {
		p.seek(max(0, p.at+by))
	}
	e.pane = stagePane
	return nil
}

// nudge moves the control with the keyboard. A choice that has gone all the way
// round has changed, and changed back.
func (e *exercise) nudge(by int) tea.Cmd {
	c := e.scene.Controls[e.control]
	if len(c.Choices) > 1 {
		return e.set(e.control, c.Nudge(by))
	}
	return e.slide(e.control, c.Nudge(by))
}

// typeIn puts text that was typed ahead into the field with the keyboard.
func (e *exercise) typeIn(m typed) tea.Cmd {
	e.sheet.work.Touch(time.Now())
	return e.write("", tea.PasteMsg{Content: m.text})
}
