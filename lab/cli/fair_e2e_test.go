//go:build e2e

package cli_test

import (
	"strings"
	"testing"
	"time"

	"kernellab/lab/remote/hosttest"
)

// Beside students whose scripts press → without end, another's key is answered
// within ten times what is aimed at.
func TestHostIsFair(t *testing.T) {
	h := hosttest.Start(t, hosttest.Options{})
	over := make(chan struct{})
	defer close(over)
	for range 8 {
		holder := h.Login(hosttest.Login{})
		holder.Shows("kernellab")
		go func() {
			for {
				select {
				case <-over:
					return
				case <-time.After(time.Millisecond):
				}
				if holder.TryType(strings.Repeat("\x1b[B\x1b[A", 5)) != nil {
					return
				}
			}
		}()
	}
	c := h.Login(hosttest.Login{})
	c.Shows("kernellab")
	for range 10 {
		before, pressed := c.Received(), time.Now()
		c.Type("\x1b[B")
		h.Eventually("a key is answered", func() bool { return c.Received() > before })
		if took := time.Since(pressed); took > 10*60*time.Millisecond {
			t.Errorf("a key was answered after %v", took)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
