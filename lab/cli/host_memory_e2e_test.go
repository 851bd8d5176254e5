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
	nightly(t)
	const sessions, first, most = 24, 4, 2.5 // MB
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--max-sessions", "100"}})
	steps := func(n int) {
		students := atRuns(t, h, n, hosttest.Login{})
		inParallel(n, n, func(i int) {
			for range 4 {
				if err := settled(students[i], right); err != nil {
					t.Error(err)
				}
			}
		})
	}
	steps(first) // what is made once
	before := resident(t, h.PID())
	steps(sessions)
	each := (resident(t, h.PID()) - before) / sessions
	if n := h.Metric("kernellab_sessions"); n != sessions+first || each > most {
		t.Errorf("got %v sessions of %.2f MB, want %d of at most %g", n, each, sessions+first, most)
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
