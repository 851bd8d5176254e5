package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
)

// wonderMsg asks about what is under the mouse: the right button was pressed there, or
// the left one held still.
type wonderMsg struct{ x, y int }

// longPress is the press of the left button that may become a long one: where, and on
// which screen.
type longPress struct {
	at     wonderMsg
	down   bool
	owner  int
	serial int // tells one press from the next
}

// heldMsg comes when a press has lasted longPressTime.
type heldMsg struct{ serial int }

// A press is long from longPressTime on; what is dragged is drawn once in frameTime.
const (
	longPressTime = 500 * time.Millisecond
	frameTime     = time.Second / 60
)

// hold notes a press, and returns the command that waits until it is long.
func (m *Model) hold(click tea.MouseClickMsg) tea.Cmd {
	if click.Button != tea.MouseLeft {
		return nil
	}
	l := &m.long
	*l = longPress{wonderMsg{click.X, click.Y}, true, m.top().id(), l.serial + 1}
	serial := l.serial
	return m.pause(longPressTime, func(time.Time) tea.Msg { return heldMsg{serial} })
}

// moved ends a press that was to be held still, where a message is a movement away.
func (l *longPress) moved(msg tea.Msg) {
	if m, ok := msg.(tea.MouseMotionMsg); ok && l.at != (wonderMsg{m.X, m.Y}) {
		l.down = false
	}
}

// held asks about what is under a press that was held still on the screen that is
// still there.
func (m *Model) held(msg heldMsg) tea.Cmd {
	l := &m.long
	if !l.down || msg.serial != l.serial || m.top().id() != l.owner {
		return nil
	}
	l.down = false
	return m.input(l.at)
}

// strokes are the movements of something that is dragged: one a frame, the last of
// those that there were.
type strokes struct {
	resting bool // a frame is shown
	serial  int
	moves   bool // the mouse has moved since
	x, y    int  // to here
}

// restedMsg comes when a frame of something dragged has been shown.
type restedMsg struct{ job.Address }

// rest returns the command that waits while a frame is shown.
func (s *strokes) rest(a asker) tea.Cmd {
	s.serial++
	to := job.Address{Owner: a.Owner, Gen: s.serial}
	cmd := a.session.pause(frameTime, func(time.Time) tea.Msg { return restedMsg{to} })
	s.resting = cmd != nil
	return cmd
}

// keep notes a movement while a frame is shown; not ok where none is.
func (s *strokes) keep(x, y int) bool {
	if s.resting {
		s.x, s.y, s.moves = x, y, true
	}
	return s.resting
}

// rested reports whether there is a movement to catch up with after the frame that a
// message speaks of.
func (s *strokes) rested(m restedMsg) bool {
	if m.Gen != s.serial {
		return false
	}
	s.resting = false
	return s.moves
}

// kept is the movement that was kept, once.
func (s *strokes) kept() (x, y int, ok bool) {
	ok, s.moves = s.moves, false
	return s.x, s.y, ok
}
