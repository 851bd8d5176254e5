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
	s.ShowNotice(NoticeMsg{Text: "soon over"})
	s.ExpireNotice(tea.MouseMotionMsg{})
	if s.Notice != "soon over" {
		t.Errorf("the mouse took it away: %q", s.Notice)
	}
	s.ExpireNotice(tea.KeyPressMsg{Code: 'x'})
	if s.Notice != "" {
		t.Errorf("a key left %q", s.Notice)
	}
	s.ShowNotice(NoticeMsg{Text: "soon over"})
	s.Notice = "its own"
	s.ExpireNotice(tea.KeyPressMsg{Code: 'x'})
	if !strings.Contains(s.Notice, "its own") {
		t.Error("a notice of the lab's own was taken away")
	}
}
