package session

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/testdata/support/check"
)

// A key removes a notice from outside, but not a newer one of the lab itself.
func TestSession_keyExpiresOutsideNotice(t *testing.T) {
	s := &Session{}
	s.ShowNotice(NoticeMsg{Text: "soon over"})
	s.ExpireNotice(tea.MouseMotionMsg{})
	check.That(t, s.Notice == "soon over", "notice after the mouse = %q, want it unchanged", s.Notice)
	s.ExpireNotice(tea.KeyPressMsg{Code: 'x'})
	check.Equal(t, s.Notice, "", "notice after a key")
	s.ShowNotice(NoticeMsg{Text: "soon over"})
	s.Notice = "its own"
	s.ExpireNotice(tea.KeyPressMsg{Code: 'x'})
	check.That(t, strings.Contains(s.Notice, "its own"),
		"notice after a key = %q, want the lab's own", s.Notice)
}

// A panic in the store fails the save and does not end the program.
func TestRunSave_returnsPanicAsError(t *testing.T) {
	if err := runSave(func() error { panic("no") }); err == nil {
		t.Errorf("runSave = %v, want an error", err)
	}
}
