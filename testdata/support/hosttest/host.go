package hosttest

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Patience is the timeout of every wait. Tests do not measure with it.
const Patience = time.Minute

// Options configures a host. The zero value is a host on free ports of this machine
// with a new data folder.
type Options struct {
	Dir  string   // data folder; empty means a new one
	Addr string   // address to listen on; empty means a free port of this machine
	Args []string // further flags of serve
	Env  []string // NAME=value, in addition to the environment of the test
}

// Host is a running "kernellab serve".
type Host struct {
	t       testing.TB
	Addr    string // address on which it listens
	Metrics string // address of its metrics
	Dir     string // its data folder
	command *exec.Cmd
	out     *Buffer
	log     *Buffer
	done    chan struct{} // closed when the process has ended
	keys    sync.Map      // public keys that have logged in
}

// Binary returns the path of the program under test.
func Binary(t testing.TB) string {
	t.Helper()
	path := os.Getenv("KERNELLAB_BINARY")
	if !filepath.IsAbs(path) {
		t.Fatal("KERNELLAB_BINARY is not the full path of a program; bash .ci/end-to-end builds it and runs these tests")
	}
	return path
}

var (
	listensOn = regexp.MustCompile(`listens on (\S+)`)
	metricsAt = regexp.MustCompile(`metrics at http://(\S+)/metrics`)
)

// Start starts a host and waits until it listens. The host is killed when the
// test ends.
func Start(t testing.TB, o Options) *Host {
	t.Helper()
	h := Launch(t, o)
	h.Eventually("the host listens", func() bool {
		select {
		case <-h.done:
			t.Fatalf("the host ended: %s%s", h.Output(), h.Log())
		default:
		}
		return metricsAt.MatchString(h.Output())
	})
	h.Addr = listensOn.FindStringSubmatch(h.Output())[1]
	h.Metrics = metricsAt.FindStringSubmatch(h.Output())[1]
	return h
}

// Launch starts a host without waiting for it, for tests in which it must refuse to
// start.
func Launch(t testing.TB, o Options) *Host {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	h := &Host{t: t, Dir: o.Dir, out: &Buffer{}, log: &Buffer{}, done: make(chan struct{})}
	args := append([]string{"serve", "--data-dir", o.Dir, "--addr", o.Addr, "--metrics", "127.0.0.1:0"}, o.Args...)
	h.command = exec.Command(Binary(t), args...)
	h.command.Env = append(os.Environ(), o.Env...)
	h.command.Stdout, h.command.Stderr = h.out, h.log
	enableHangup()
	if err := h.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = h.command.Wait()
		close(h.done)
	}()
	t.Cleanup(h.Kill)
	return h
}

// enableHangup makes sure that a host receives SIGHUP even if the tests run under
// nohup. A process inherits ignored signals, but not handled ones.
func enableHangup() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
}

// PID returns the ID of the host's process.
func (h *Host) PID() int { return h.command.Process.Pid }

// Output returns what the host has written to standard output.
func (h *Host) Output() string { return h.out.String() }

// Log returns what the host has written to standard error.
func (h *Host) Log() string { return h.log.String() }

// Signal sends the host a signal.
func (h *Host) Signal(s os.Signal) {
	h.t.Helper()
	if err := h.command.Process.Signal(s); err != nil {
		h.t.Fatal(err)
	}
}

// Kill kills the host and waits until it has ended.
func (h *Host) Kill() {
	_ = h.command.Process.Kill()
	<-h.done
}

// Wait waits until the host has ended and returns its exit code.
func (h *Host) Wait() int {
	h.t.Helper()
	select {
	case <-h.done:
	case <-time.After(Patience):
		h.t.Fatalf("the host did not end: %s", h.Log())
	}
	return h.command.ProcessState.ExitCode()
}

// Get returns the status and the body of the page /metrics, /livez or /readyz.
func (h *Host) Get(path string) (int, string) {
	h.t.Helper()
	client := http.Client{Timeout: Patience}
	answer, err := client.Get("http://" + h.Metrics + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// Metric returns the value of a metric in /metrics. The name includes its labels, as in
// the page.
func (h *Host) Metric(name string) float64 {
	h.t.Helper()
	_, text := h.Get("/metrics")
	for line := range strings.Lines(text) {
		value, ok := strings.CutPrefix(line, name+" ")
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			h.t.Fatal(err)
		}
		return n
	}
	h.t.Fatalf("there is no metric %s", name)
	return 0
}

// Eventually waits until holds returns true. If that takes longer than Patience, it fails the test
// with what in the message.
func (h *Host) Eventually(what string, holds func() bool) {
	h.t.Helper()
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	h.t.Fatalf("timeout: %s\nthe host's log:\n%s", what, h.Log())
}

// Buffer is a buffer that is safe for concurrent use.
type Buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write adds bytes.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// String returns what has been written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
