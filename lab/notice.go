package lab

import tea "charm.land/bubbletea/v2"

// NoticeMsg shows a line to the student until the next key. It is for what
// happens around the lab, such as a session that is about to end.
type NoticeMsg struct{ Text string }

// told shows a notice from outside.
func (s *session) told(msg NoticeMsg) { s.notice, s.outside = msg.Text, msg.Text }

// heard takes a notice from outside away once a key shows that somebody is
// there. What took its place in the meantime stays.
func (s *session) heard(msg tea.Msg) {
	if _, ok := msg.(tea.KeyPressMsg); !ok || s.outside == "" {
		return
	}
	if s.notice == s.outside {
		s.notice = ""
	}
	s.outside = ""
}
