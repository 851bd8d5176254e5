//go:build e2e

package cli_test

import (
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/hosttest"
)

// opens chooses an exercise by its number and waits for it.
func opens(c *hosttest.Client, exercise string) {
	c.Shows("enter start")
	c.Type("\x10")
	c.Shows("Find")
	c.Type(exercise + "\r")
	c.Shows("1 of ")
}

// Connections that never log in keep nobody out, whether they say nothing or
// begin to talk; the log tells of them in few lines.
func TestHostSilentConnections(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{})
	for i := range 2300 {
		conn, err := net.Dial("tcp", h.Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if i%7 == 0 { // 300 and more of them are half-finished
			_, _ = conn.Write([]byte("SSH-2.0-rude\r\n\x00\x00\x01"))
		}
	}
	h.Eventually("the oldest are dropped", func() bool {
		return h.Metric(`kernellab_refused_total{reason="oldest_waiting"}`) >= 2300-1024
	})
	if n := h.Metric("kernellab_waiting_connections"); n < 500 || n > 1024 {
		t.Errorf("%v connections wait", n)
	}
	for range 10 {
		c := h.Login(hosttest.Login{})
		c.Shows("enter start")
	}
	h.Eventually("the log tells of them", func() bool { return strings.Contains(h.Log(), `"why":"oldest_waiting"`) })
	if lines := strings.Count(h.Log(), `"msg":"refused"`); lines > 60 {
		t.Errorf("%d lines tell of them", lines)
	}
}

// hasTyped is a host with a student who has typed a text in 1.2.
func hasTyped(t *testing.T, text string) (h *hosttest.Host, key gossh.Signer, c *hosttest.Client) {
	t.Helper()
	h, key = hosttest.Start(t, hosttest.Options{}), hosttest.NewKey(t)
	c = h.Login(hosttest.Login{Key: key})
	opens(c, "1.2")
	c.Type(text)
	c.Shows(text)
	return h, key, c
}

// One key has one session: the newest, which finds what the one before it had
// done.
func TestHostOneSessionAKey(t *testing.T) {
	t.Parallel()
	h, key, first := hasTyped(t, "3/7")
	second := h.Login(hosttest.Login{Key: key})
	first.Exit()
	if !strings.Contains(first.Said(), "You logged in from elsewhere; this session has ended. Your ") ||
		!strings.Contains(first.Said(), "kept") || !first.Restored() {
		t.Errorf("the first is told %q, restored %v", first.Said(), first.Restored())
	}
	second.Shows("enter ")
	second.Type("\r")
	second.Shows("3/7")
	other := h.Login(hosttest.Login{})
	other.Shows("enter start")
	h.Eventually("the end is counted", func() bool {
		return h.Metric(`kernellab_sessions_closed_total{reason="elsewhere"}`) == 1 &&
			h.Metric("kernellab_sessions") == 2
	})
}

// stick has a stalled client go where much is drawn, until the host is stuck in
// writing to it.
func stick(c *hosttest.Client) {
	_ = c.TryType("\x107.7\r")
	time.Sleep(300 * time.Millisecond)
	_ = c.TryType("\x0e\x0e\x0e\x0e\x0e")
	c.Fill()
}

// A key that logs in without end is asked to wait, and others come in.
func TestHostLoopingKey(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--max-sessions", "3"}})
	key := hosttest.NewKey(t)
	for range 40 {
		if _, err := h.TryLogin(hosttest.Login{Key: key, Blind: true}); err != nil {
			t.Fatal(err)
		}
	}
	other := h.Login(hosttest.Login{})
	other.Shows("enter start")
	if n := h.Metric(`kernellab_refused_total{reason="often"}`); n < 5 {
		t.Errorf("%v logins of the looping key were refused", n)
	}
}

// New keys come in while there is room for their work, known ones always.
func TestHostNewKeys(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--max-students", "1"}})
	known := hosttest.NewKey(t)
	c := h.Login(hosttest.Login{Key: known})
	opens(c, "1.2")
	c.Type("3")
	h.Eventually("the work has a folder", func() bool { return len(h.Students()) == 1 })
	c.Type("\x03")
	c.Exit()
	stranger := h.Login(hosttest.Login{})
	if code := stranger.Exit(); code != 1 || !strings.Contains(stranger.Said(), "your key is new here") {
		t.Errorf("a new key ends with %d and is told %q", code, stranger.Said())
	}
	c = h.Login(hosttest.Login{Key: known})
	c.Shows("enter ")
	if n := h.Metric(`kernellab_refused_total{reason="new_key"}`); n != 1 {
		t.Errorf("%v refusals are counted", n)
	}
}

// nightly skips a test that takes about ten seconds by itself, unless the run is
// that of .ci/nightly.
func nightly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it is slow, so .ci/nightly runs it")
	}
}
