package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// host is the running server of the program.
type host struct {
	addr    string
	dir     string
	teacher gossh.Signer
	cmd     *exec.Cmd
	exited  chan struct{}
}

// startHost starts a server for the given number of sessions on a free port.
func startHost(program string, sessions int) (*host, error) {
	dir, err := os.MkdirTemp("", "host")
	if err != nil {
		return nil, err
	}
	h := &host{dir: dir, exited: make(chan struct{})}
	teachers := filepath.Join(dir, "teachers")
	if h.teacher, err = newKey(); err == nil {
		err = os.WriteFile(teachers, gossh.MarshalAuthorizedKey(h.teacher.PublicKey()), 0o600)
	}
	h.cmd = exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--data-dir", dir, "--teachers", teachers,
		"--max-sessions", strconv.Itoa(sessions))
	out, err2 := h.cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = h.cmd.Start()
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for h.addr == "" && lines.Scan() {
		if addr, ok := strings.CutPrefix(lines.Text(), "kernellab listens on "); ok {
			h.addr = addr
		}
	}
	go func() {
		for lines.Scan() { // the host would block if nobody read its output
		}
		_ = h.cmd.Wait()
		close(h.exited)
	}()
	if h.addr == "" {
		h.stop()
		return nil, errors.New("the server did not print the address on which it listens")
	}
	return h, nil
}

// stop asks the server to end, and kills it if it does not.
func (h *host) stop() {
	_ = h.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-h.exited:
	case <-time.After(15 * time.Second):
		_ = h.cmd.Process.Kill()
		<-h.exited
	}
	_ = os.RemoveAll(h.dir)
}

// resident returns the resident memory of the host's process in MB, or 0 if it has
// ended.
func (h *host) resident() float64 {
	fields := strings.Fields(h.proc("statm"))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return float64(pages*os.Getpagesize()) / 1e6
}

// ticks is the unit of processor time in /proc on Linux.
const ticks = 10 * time.Millisecond

// spent returns the processor time that the host has used.
func (h *host) spent() time.Duration {
	_, after, _ := strings.Cut(h.proc("stat"), ") ") // skip the program's name, which is in parentheses
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * ticks
}

func (h *host) proc(name string) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", h.cmd.Process.Pid, name))
	if err != nil {
		return ""
	}
	return string(b)
}

// ownTime returns the processor time that this process has used.
func ownTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
