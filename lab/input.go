package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// mostAhead is how many keys and pastes wait for an answer.
const mostAhead = 4096

// typeAhead is what was typed while the screen on top waited for an answer of its
// own: a verdict, the questions on a step. It goes where it would have gone had
// the student waited to see the answer, on a slow line the usual case. Holding it
// back costs nobody anything: such an answer is a moment away.
type typeAhead []tea.Msg

// takes keeps a message back, if it has to wait. Esc asks for what is under way
// to end, and goes through where nothing was typed before it, or at its second
// press.
func (a *typeAhead) takes(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if msg.Code == tea.KeyEscape && a.mayEscape() {
			*a = nil
			return false
		}
	case tea.PasteMsg:
	default:
		return false
	}
	if len(*a) >= mostAhead {
		return false
	}
	*a = append(*a, msg)
	return true
}

func (a *typeAhead) mayEscape() bool {
	last := len(*a) - 1
	if last < 0 {
		return true
	}
	k, ok := (*a)[last].(tea.KeyPressMsg)
	return ok && k.Code == tea.KeyEscape
}

// release gives the screen on top what was typed ahead, as far as it goes before
// there is something to wait for again.
func (m *Model) release() tea.Cmd {
	var cmds []tea.Cmd
	for len(m.ahead) > 0 && !m.top().HoldsKeys() {
		msg, n := m.fold(m.ahead)
		m.ahead = m.ahead[n:]
		m.Layout()
		cmds = append(cmds, m.input(msg))
	}
	return tea.Batch(cmds...)
}

// Gather does what Update does for each message in order, for input that was
// waiting at one time. What repeats is done once: a key held down is one move of
// many steps, text typed ahead one change of its field.
func (m *Model) Gather(input []tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	for len(input) > 0 {
		msg, n := m.fold(input)
		if n > 1 {
			cmds = append(cmds, m.input(msg), m.release())
			m.Layout()
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
	e, ok := m.top().(*exercise.Screen)
	if !ok || e.HoldsKeys() || m.Width < session.MinWidth || m.Height < session.MinHeight {
		return input[0], 1
	}
	switch first := input[0].(type) {
	case tea.KeyPressMsg:
		return e.MergeKeys(first, input)
	case tea.MouseWheelMsg:
		n = 1
		for n < len(input) && input[n] == input[0] {
			n++
		}
		return exercise.WheelTurns{By: first, Times: n}, n
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
