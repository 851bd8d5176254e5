package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/exercise"
	"kernellab/lab/ui"
)

// maxTypeAhead is the maximum number of keys and pastes that can wait.
const maxTypeAhead = 4096

// typeAhead holds what was typed while the top screen waited for a result, such as the verdict on
// an answer. When the result is there, the messages are handled in order, as if the student had
// waited. This matters on slow connections.
type typeAhead []tea.Msg

// holdBack stores a key or paste for later and reports whether it has been stored. Esc cancels the
// work for which the screen waits, so it is not held back if nothing was typed before it, or if it
// is pressed twice. In the second case everything held back is dropped. If maxTypeAhead messages
// wait already, nothing more is held back.
func (a *typeAhead) holdBack(msg tea.Msg) bool {
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
	if len(*a) >= maxTypeAhead {
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

// releaseTyped passes what was typed ahead to the top screen, until a screen waits again.
func (m *Model) releaseTyped() tea.Cmd {
	var cmds []tea.Cmd
	for len(m.typedAhead) > 0 && !m.top().KeysMustWait() {
		msg, n := m.merge(m.typedAhead)
		m.typedAhead = m.typedAhead[n:]
		m.Layout()
		cmds = append(cmds, m.input(msg))
	}
	return tea.Batch(cmds...)
}

// Gather handles one or more messages of the pending input, as calls of Update would, and returns
// how many (n). If messages repeat each other, it handles all of them at once: a key held down
// becomes one move of many steps, and text typed ahead becomes one change of its field.
func (m *Model) Gather(input []tea.Msg) (next tea.Model, cmd tea.Cmd, n int) {
	msg, n := m.merge(input)
	if n == 1 {
		next, cmd = m.Update(input[0])
		return next, cmd, 1
	}
	cmd = tea.Batch(m.input(msg), m.releaseTyped(), m.postExercise())
	m.Layout()
	return m, cmd, n
}

// merge returns a message that replaces the first n messages of the input.
func (m *Model) merge(input []tea.Msg) (msg tea.Msg, n int) {
	e, ok := m.top().(*exercise.Screen)
	if !ok || e.KeysMustWait() || ui.TooSmall(m.Width, m.Height) {
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
		return exercise.WheelTurns{Msg: first, Times: n}, n
	case tea.MouseMotionMsg:
		n = 1
		for n < len(input) && sameDrag(first, input[n]) {
			n++
		}
		return input[n-1], n
	}
	return input[0], 1
}

// sameDrag reports whether msg continues the drag of the previous event.
func sameDrag(previous tea.MouseMotionMsg, msg tea.Msg) bool {
	m, ok := msg.(tea.MouseMotionMsg)
	return ok && m.Button == previous.Button && m.Mod == previous.Mod
}
