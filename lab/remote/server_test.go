package remote

import (
	"strings"
	"testing"
)

func TestOneSession(t *testing.T) {
	h := start(t, nil)
	key := newKey(t)
	s := dial(t, h, "ada", key)
	s.pty("xterm-256color", 100, 30)
	s.shell()
	s.sees("size=100x30")
	s.typed("x")
	s.sees("x")
	s.typed("q")
	if code := s.exits(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
	s.mustBeRestored()
	eventually(t, "one save", func() bool { return h.savesOf("ada") == 1 })
	c := h.client(0)
	if c.ID != identity(key.PublicKey()) || !strings.HasPrefix(c.ID, "SHA256:") || c.Anonymous() {
		t.Errorf("ID is %q", c.ID)
	}
	if c.Width != 100 || c.Height != 30 || c.Getenv("TERM") != "xterm-256color" {
		t.Errorf("client is %+v", c)
	}
}
