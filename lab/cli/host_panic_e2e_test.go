//go:build e2e

package cli_test

import (
	"strings"
	"testing"

	"kernellab/testdata/support/hosttest"
)

// A panic in a session ends that session and no other. What was typed is saved, the
// student reads one sentence and has the terminal back, and the panic is counted and
// logged once. No input of a client makes the program panic, so this build of it
// has a place that does.
func TestHost_panicEndsOneSession(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"update", "gather", "view", "command", "batch", "sequence", "timer", "close"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			h := hosttest.Start(t, hosttest.Options{Program: hosttest.Breakable(t)})
			other := h.Login(hosttest.Login{})
			opens(other, "1.2")
			c := h.Login(hosttest.Login{})
			opens(c, "1.2")
			c.Type("4/9")
			c.Shows("4/9")
			c.Type("\x1b[200~break " + place + "\x1b[201~")
			switch place {
			case "close":
				c.Type("\x03")
			case "gather":
				c.Type("12")
			}
			code := c.Exit()
			if place == "close" { // the student has left already
				h.Eventually("the panic is logged", func() bool { return strings.Contains(h.Log(), "panic") })
			} else if code != 70 || strings.Count(c.Said(), "Something in the lab broke") != 1 {
				t.Errorf("%s: got exit code %d, %q, want 70 and one sentence", place, code, c.Said())
			}
			if strings.Contains(c.Said()+h.Log(), "broken in") {
				t.Errorf("%s: got %q and log %s, want neither to quote the panic", place, c.Said(), h.Log())
			}
			if !c.Restored() {
				t.Errorf("%s: the terminal is not restored, want it restored", place)
			}
			if !keeps(t, h, "4/9") {
				t.Errorf("%s: what was typed is not saved, want it saved", place)
			}
			if n, lines := h.Metric("kernellab_panics_total"),
				strings.Count(h.Log(), `"panic":`); n != 1 || lines != 1 {
				t.Errorf("%s: got %v counted panics, %d lines, want one each: %s", place, n, lines, h.Log())
			}
			other.Type("17/23")
			other.Shows("17/23")
		})
	}
}
