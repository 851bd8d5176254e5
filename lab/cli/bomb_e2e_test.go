//go:build e2e && linux

package cli_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kernellab/lab/remote/hosttest"
)

// Texts that would take all memory or all time if they were worked out as they
// stand, pasted by one student: the host stays as large as it is, another
// student's keys are answered, and the one who comes back finds the text again.
func TestHostBombs(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{})
	other := h.Login(hosttest.Login{})
	other.Shows("enter start")
	for name, bomb := range map[string]string{
		"product of sums": strings.TrimSuffix(strings.Repeat("(a+1)*", 40), "*"),
		"product":         strings.TrimSuffix(strings.Repeat("a*", 40), "*"),
		"powers":          "((((((a+1)^9)^9)^9)^9)^9)^9",
		"digits":          strings.Repeat("9", 3000),
	} {
		key := hosttest.NewKey(t)
		c := h.Login(hosttest.Login{Key: key})
		opens(c, "6.4")
		c.Type("\x1b[200~" + bomb + "\x1b[201~")
		for i := range 10 {
			before, pressed := other.Received(), time.Now()
			other.Type([]string{"\x1b[B", "\x1b[A"}[i%2])
			h.Eventually("another's key is answered", func() bool { return other.Received() > before })
			if took := time.Since(pressed); took > 10*60*time.Millisecond {
				t.Errorf("%s: another's key was answered after %v", name, took)
			}
		}
		if n := resident(t, h.PID()); n > 200 {
			t.Fatalf("%s: the host has %d MB", name, n)
		}
		c.Cut()
		again := h.Login(hosttest.Login{Key: key})
		again.Shows("enter resume")
		again.Type("\r")
		again.Shows(bomb[len(bomb)-9:])
		again.Cut()
	}
	if n := h.Metric("kernellab_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
}

// resident is the memory of a process, in megabytes.
func resident(t *testing.T, pid int) (megabytes int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	if _, err := fmt.Sscan(rest, &megabytes); err != nil {
		t.Fatal(err)
	}
	return megabytes >> 10
}
