package remote

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"kernellab/testdata/support/check"
)

// A session is announced before its lab is opened. If that fails, the session begins all the
// same. If the student logs in on another host, the old session saves, reports its end and
// shows the reason. The tests of store cover hosts that share a database, and
// TestPostgres_killedHost covers hosts with clients.
func TestServer_announcesSessions(t *testing.T) {
	var replace atomic.Pointer[func()]
	var saves atomic.Int64
	saved := make(chan int64, 1)
	h := start(t, func(c *Config) {
		c.New = func(context.Context, Client) (Lab, error) {
			if replace.Load() == nil {
				t.Error("the lab is opened before the session is announced, want it after")
			}
			return Lab{Model: mirror{}, Leave: func() error { saves.Add(1); return nil }}, nil
		}
		c.BeginSession = func(_ context.Context, _ Client, replaced func()) (func(), error) {
			if replace.Swap(&replaced) == nil {
				return nil, errors.New("/secret/path")
			}
			return func() { saved <- saves.Load() }, nil
		}
	})
	first := enter(t, h, "ada")
	first.typed("q")
	first.exits()
	eventually(t, "the fault is in the log", func() bool { return strings.Contains(h.log.String(), "may not have ended") })
	check.That(t, !strings.Contains(h.log.String(), "secret"),
		"got log %s, want it without the text of the error", h.log.String())
	second := enter(t, h, "bob")
	(*replace.Load())()
	if second.exits(); !strings.Contains(second.err.String(), "You logged in from elsewhere") {
		t.Errorf("got %q, want the reason", second.err.String())
	}
	if n := <-saved; n != 2 {
		t.Errorf("saved %d times when the end was reported, want twice", n)
	}
}
