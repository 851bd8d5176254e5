package lab

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A notice from outside stands on the screen until a key comes; what the lab
// itself has said in the meantime stays.
func TestNoticeFromOutsideGoesWithAKey(t *testing.T) {
	s := &session{}
	s.told(NoticeMsg{Text: "soon over"})
	s.heard(tea.MouseMotionMsg{})
	if s.notice != "soon over" {
		t.Errorf("the mouse took it away: %q", s.notice)
	}
	s.heard(tea.KeyPressMsg{Code: 'x'})
	if s.notice != "" {
		t.Errorf("a key left %q", s.notice)
	}
	s.told(NoticeMsg{Text: "soon over"})
	s.notice = "its own"
	s.heard(tea.KeyPressMsg{Code: 'x'})
	if !strings.Contains(s.notice, "its own") {
		t.Error("a notice of the lab's own was taken away")
	}
}
