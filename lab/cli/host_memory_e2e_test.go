//go:build e2e

package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// The resident memory of the program for each session that steps along the run of
// 7.7 stays within the aim. Memory that could be reused counts as the operating
// system counts it.
func TestHost_memoryOfSession(t *testing.T) {
	for _, c := range []struct {
		width, height, sessions int
		most                    float64 // MB
	}{
		{120, 36, 24, 2.5},
		{250, 80, 8, 9},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.width, c.height), func(t *testing.T) {
			h := hosttest.Start(t, hosttest.Options{Args: []string{"--max-sessions", "100"}})
			steps := func(n int) {
				students := atRuns(t, h, n, hosttest.Login{Width: c.width, Height: c.height})
				inParallel(n, n, func(i int) {
					for range 4 {
						if err := settled(students[i], right); err != nil {
							t.Error(err)
						}
					}
				})
			}
			steps(4) // what is made once
			before := resident(t, h.PID())
			steps(c.sessions)
			each := (resident(t, h.PID()) - before) / float64(c.sessions)
			t.Logf("%.2f MB a session", each)
			if n := h.Metric("kernellab_sessions"); n != float64(c.sessions+4) {
				t.Fatalf("got %v sessions, want %d", n, c.sessions+4)
			}
			if each > c.most {
				t.Errorf("a working session holds %.2f MB, want at most %g", each, c.most)
			}
		})
	}
}

// Clients that log in, open a run and hang up again and again cost no more memory than
// as many students: ended sessions are not held.
func TestHost_loopingClientsTakeLittleMemory(t *testing.T) {
	h := hosttest.Start(t, hosttest.Options{})
	const clients = 8
	inParallel(clients, clients, func(i int) {
		key := hosttest.NewKey(t)
		for n := range 20 {
			if n%2 == 0 && i%2 == 0 {
				key = hosttest.NewKey(t)
			}
			if c, err := h.TryLogin(hosttest.Login{Key: key, Blind: true}); err == nil {
				_ = c.TryType("\x107.7\r")
				time.Sleep(200 * time.Millisecond)
				c.Cut()
			}
		}
	})
	if got := resident(t, h.PID()); got > 150 {
		t.Errorf("after %d clients logged in 20 times each: got %.0f MB resident, want at most 150", clients, got)
	}
}

// resident returns the resident memory of a process in MB.
func resident(t *testing.T, pid int) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	var kB float64
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	must.Value(fmt.Sscan(after, &kB))
	return kB / 1e3
}

// processor returns the processor time that a process has used.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int
	must.Value(fmt.Sscan(fields[11]+" "+fields[12], &user, &system))
	return time.Duration(user+system) * 10 * time.Millisecond
}
