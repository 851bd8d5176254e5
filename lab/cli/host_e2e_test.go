//go:build e2e

package cli_test

import (
	"syscall"
	"testing"

	"kernellab/lab/remote/hosttest"
)

// A host tells what it counts, and that it is ready.
func TestHostMetrics(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{})
	if code, body := h.Get("/readyz"); code != 200 {
		t.Errorf("readyz: %d %s", code, body)
	}
	c := h.Login(hosttest.Login{})
	c.Shows("kernellab")
	if n := h.Metric("kernellab_sessions"); n != 1 {
		t.Errorf("%v sessions are counted, not one", n)
	}
	c.Type("q")
	if code := c.Exit(); code != 0 || !c.Restored() {
		t.Errorf("exit status %d, restored %v", code, c.Restored())
	}
	h.Eventually("the session's end is counted", func() bool {
		return h.Metric(`kernellab_sessions_closed_total{reason="quit"}`) == 1
	})
	h.Signal(syscall.SIGTERM)
	if code := h.Wait(); code != 0 {
		t.Errorf("the host's exit code is %d", code)
	}
}
