package session

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
)

// RoomMsg reports that something has changed in the class.
type RoomMsg struct{ Room class.Room }

// AwaitRoom returns the command that waits until something changes in the class. It
// returns nil at home.
func (s *Session) AwaitRoom() tea.Cmd {
	if s.Config.Class == nil {
		return nil
	}
	return func() tea.Msg {
		room, ok := s.Config.Class.Next(s.Ctx)
		if !ok {
			return nil
		}
		return RoomMsg{room}
	}
}
