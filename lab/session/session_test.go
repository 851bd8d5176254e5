package session

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A notice from outside stands on the screen until a key comes; what the lab
// itself has said in the meantime stays.
func TestNoticeFromOutsideGoesWithAKey(t *testing.T) {
	s := &Session{}
	s.Told(NoticeMsg{Text: "soon over"})
	s.Heard(tea.MouseMotionMsg{})
	if s.Notice != "soon over" {
		t.Errorf("the mouse took it away: %q", s.Notice)
	}
	s.Heard(tea.KeyPressMsg{Code: 'x'})
	if s.Notice != "" {
		t.Errorf("a key left %q", s.Notice)
	}
	s.Told(NoticeMsg{Text: "soon over"})
	s.Notice = "its own"
	s.Heard(tea.KeyPressMsg{Code: 'x'})
	if !strings.Contains(s.Notice, "its own") {
		t.Error("a notice of the lab's own was taken away")
	}
}
