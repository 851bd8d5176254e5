//go:build e2e

package cli_test

import (
	"strings"
	"testing"

	"kernellab/testdata/support/hosttest"
)

// A panic anywhere in a session is that session's end and nobody else's: what
// was typed is on the disk, the student hears one sentence and has the terminal
// back, it is counted and logged once. Nothing that a client can send makes the
// program panic, so this one is built with a weak spot.
func TestHostPanicIsOneSessionsEnd(t *testing.T) {
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
				t.Errorf("exit status %d, and the student is told %q", code, c.Said())
			}
			if strings.Contains(c.Said()+h.Log(), "broken in") {
				t.Errorf("what the panic says is quoted: %q, %s", c.Said(), h.Log())
			}
			if !c.Restored() {
				t.Error("the terminal is not as it was")
			}
			if !keeps(t, h, "4/9") {
				t.Error("what was typed is not on the disk")
			}
			if n, lines := h.Metric("kernellab_panics_total"),
				strings.Count(h.Log(), `"panic":`); n != 1 || lines != 1 {
				t.Errorf("%v panics are counted, %d lines tell of one: %s", n, lines, h.Log())
			}
			other.Type("17/23")
			other.Shows("17/23")
		})
	}
}
