package lab

import (
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
