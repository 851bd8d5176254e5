package session

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
)

// RoomMsg reports that something has changed in the class.
type RoomMsg struct{ Room class.Room }

// ToBoard shows the board of a teacher or, if it is on top, what is below it.
type ToBoard struct{}

// OpenClass opens what a member of a class does besides exercises.
func (s *Session) OpenClass() Intent { return ToBoard{} }

// NoClassReason returns why there is no class, or "".
func (s *Session) NoClassReason() string {
	return ReasonIf(s.Config.Class == nil || !s.Config.Class.Teacher, "this lab is not part of a class")
}

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
