package lab

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Gather does what Update does for each message in order, for input that was
// waiting at one time. What repeats is done once: a key held down is one move of
// many steps, text typed ahead one change of its field.
func (m *Model) Gather(input []tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	for len(input) > 0 {
		msg, n := m.fold(input)
		if n > 1 {
			cmds = append(cmds, m.input(msg), m.release())
			m.lay()
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
	case tea.MouseMotionMsg:
		n = 1
		for n < len(input) && goesOn(first, input[n]) {
			n++
		}
		return input[n-1], n
	}
	return input[0], 1
}

// goesOn reports whether a message is a movement of the same drag.
func goesOn(first tea.MouseMotionMsg, next tea.Msg) bool {
	m, ok := next.(tea.MouseMotionMsg)
	return ok && m.Button == first.Button && m.Mod == first.Mod
}

// The messages that stand for several: keys of one act, and steps of the wheel at
// one place. Text for a field is pasted.
type (
	repeated struct {
		act   *act[*exercise]
		times int
	}
	turned struct {
		by    tea.MouseWheelMsg
		times int
	}
)

// foldKeys folds the keys at the front that mean the same where the keyboard is.
func (e *exercise) foldKeys(first tea.KeyPressMsg, input []tea.Msg) (tea.Msg, int) {
	z := e.zone()
	a := e.acts.match(z, first)
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
	case a == nil && z == zoneField && first.Text != "":
		n := like(func(k tea.KeyPressMsg) bool { return k.Text != "" && e.acts.match(z, k) == nil })
		var text strings.Builder
		for _, k := range input[:n] {
			text.WriteString(k.(tea.KeyPressMsg).Text)
		}
		return tea.PasteMsg{Content: text.String()}, n
	case a != nil && a.by != 0 && a.whyNot(e) == "":
		n := like(func(k tea.KeyPressMsg) bool { return e.acts.match(z, k) == a })
		if z == zoneControl || e.right.debug.steady(a.by, n) {
			return repeated{a, n}, n
		}
	}
	return first, 1
}

// repeat does an act several times at once.
func (e *exercise) repeat(m repeated) tea.Cmd {
	e.sheet.work.Touch(time.Now())
	e.session.notice = ""
	if m.act.zone == zoneControl {
		return e.right.nudge(m.act.by * m.times)
	}
	e.right.debug.player.Repeat(m.act.by, m.times)
	e.keyboard.pane = stagePane
	return nil
}
