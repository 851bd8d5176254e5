package lab

import tea "charm.land/bubbletea/v2"

// mostAhead is how many keys and pastes wait for an answer.
const mostAhead = 4096

// ahead is what was typed while the screen on top waited for an answer of its
// own: a verdict, the questions on a step. It goes where it would have gone had
// the student waited to see the answer, on a slow line the usual case. Holding it
// back costs nobody anything: such an answer is a moment away.
type ahead []tea.Msg

// takes keeps a message back, if it has to wait. Esc asks for what is under way
// to end, and goes through where nothing was typed before it, or at its second
// press.
func (a *ahead) takes(msg tea.Msg) bool {
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

func (a *ahead) mayEscape() bool {
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
	for len(m.ahead) > 0 && !m.top().waits() {
		msg, n := m.fold(m.ahead)
		m.ahead = m.ahead[n:]
		m.lay()
		cmds = append(cmds, m.input(msg))
	}
	return tea.Batch(cmds...)
}
