//go:build e2e

package cli

import (
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
)

// Every signal that ends the host saves the work, restores the terminals and gives
// exit code 0.
func TestHost_drainsAtEverySignal(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			h := hosttest.Start(t, hosttest.Options{})
			c := h.Login(hosttest.Login{})
			chooseExercise(c, "1.2")
			c.Type("3/7")
			c.Shows("3/7")
			h.Signal(signal)
			check.Equal(t, h.Wait(), 0, "%v: exit code", signal)
			c.Exit()
			if !c.Restored() || !strings.Contains(c.Stderr(), "The lab is closing now. Your progress is kept") {
				t.Errorf("%v: got restored %v, %q, want the terminal restored and a farewell", signal, c.Restored(),
					c.Stderr())
			}
			document(h, "3/7")
		})
	}
}

// A second ctrl-C or SIGTERM ends the host at once. A second SIGHUP does not, as a
// closed terminal sends two.
func TestHost_secondSignal(t *testing.T) {
	nightly(t)
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		h := hosttest.Start(t, hosttest.Options{})
		stalled := h.Login(hosttest.Login{Stalled: true, Width: 250, Height: 80})
		stick(stalled)
		h.Signal(syscall.SIGHUP)
		h.Signal(syscall.SIGHUP)
		time.Sleep(200 * time.Millisecond) // both arrive
		begun := time.Now()
		h.Signal(signal)
		check.Equal(t, h.Wait(), 128+int(signal), "after a second %v: exit code", signal)
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("after a second %v: the end took %s, want at most 10s", signal, took)
		}
	}
}

// inParallel calls do for 0…n-1 with at most atOnce calls at a time.
func inParallel(n, atOnce int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range atOnce {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// An idle student is warned. A key removes the warning and keeps the session. ways_e2e_test.go
// tests what is saved when the session ends.
func TestHost_idleWarning(t *testing.T) {
	nightly(t)
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--idle", "6s"}})
	c := h.Login(hosttest.Login{})
	chooseExercise(c, "1.2")
	c.Shows("No key for 3s: this session ends in 3s. Press any key to keep it.")
	c.Type("3")
	h.Eventually("the warning goes", func() bool { return !strings.Contains(c.Screen(), "No key for") })
	c.Shows("No key for 3s")
	if code := c.Exit(); code != 0 || !strings.Contains(c.Stderr(), "No key was pressed for 6s") || !c.Restored() {
		t.Errorf("got exit code %d, %q, restored %v, want 0, the reason, true", code, c.Stderr(), c.Restored())
	}
}
