package lab

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
	"kernellab/lab/session"
)

// enterRoom stores the new state of the class.
func (m *Model) enterRoom(r class.Room) tea.Cmd {
	if m.Room = r; m.board != nil {
		m.board.Refresh()
	}
	return m.AwaitRoom()
}

// toggleBoard shows the board, without the windows in front of it. If it is on top already,
// toggleBoard closes it.
func (m *Model) toggleBoard() tea.Cmd {
	at := slices.Index(m.screens, session.Screen(m.board))
	switch {
	case at < 0:
		return m.push(m.board)
	case at == len(m.screens)-1:
		return m.pop()
	}
	var cmd tea.Cmd
	for len(m.screens)-1 > at {
		cmd = m.pop()
	}
	return cmd
}
