package lab

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// enterRoom stores the new state of the class.
func (m *Model) enterRoom(r class.Room) tea.Cmd {
	m.Room = r
	if m.Classroom != nil {
		m.Classroom.Update()
	}
	if m.board == nil || !slices.Contains(m.screens, session.Screen(m.board)) {
		return m.AwaitRoom()
	}
	return tea.Batch(m.board.Refresh(), m.AwaitRoom())
}

// classKey handles the keys of the class, which work on every screen and in every window. ok
// is false for other keys, and if the window on top handles the key.
func (m *Model) classKey(msg tea.Msg) (in session.Intent, ok bool) {
	k, _ := msg.(tea.KeyPressMsg)
	switch name := m.Keys.Match(session.ZoneEverywhere, k); {
	case name == "class" && !m.Classroom.Owns(m.top()):
		return m.OpenClass(m.work()), true
	case name == "read":
		m.Classroom.PutAway()
		return nil, true
	}
	return nil, false
}

// work returns the open exercise, or nil.
func (m *Model) work() *study.Work {
	for _, s := range slices.Backward(m.screens) {
		if e, ok := s.(*exercise.Screen); ok {
			return e.Task.Work
		}
	}
	return nil
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
