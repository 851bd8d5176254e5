//go:build e2e

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kernellab/testdata/support/check"
)

// patience is how long a test waits for the screen to show something. It is far longer than any
// screen needs, so that a slow machine does not fail the test.
const patience = 30 * time.Second

// terminals counts the tmux servers of this process, to name them apart.
var terminals atomic.Int64

// tmuxTerminal is a shell in a tmux server of its own. A test types into it and reads its screen.
type tmuxTerminal struct {
	t      testing.TB
	socket string
	w, h   int
	asked  int    // number of commands sent to check that the shell answers
	window string // id of the window; "" for the only one
}

// openTerminal starts a shell of w columns and h rows, with the given variables added
// to a minimal environment. It ends with the test.
func openTerminal(t testing.TB, w, h int, env ...string) *tmuxTerminal {
	t.Helper()
	x := &tmuxTerminal{t: t, w: w, h: h, socket: fmt.Sprintf("kernellab-e2e-%d-%d", os.Getpid(), terminals.Add(1))}
	t.Cleanup(func() { _ = exec.Command("tmux", "-L", x.socket, "kill-server").Run() })
	start := exec.Command("tmux", "-u", "-L", x.socket, "-f", "/dev/null",
		"set-option", "-g", "status", "off", ";",
		"new-session", "-d", "-x", fmt.Sprint(w), "-y", fmt.Sprint(h), "sh")
	home := t.TempDir()
	rc := filepath.Join(home, "shellrc")
	check.OK(t, os.WriteFile(rc, []byte("PS1='$ '\n"), 0o600))
	start.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C.UTF-8", "ENV=" + rc}, env...)
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("tmux: got error %v, want none:\n%s", err, out)
	}
	x.waitPrompt()
	return x
}

// tmux runs a command of tmux on the terminal's server.
func (x *tmuxTerminal) tmux(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-u", "-L", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %q: got error %v, want none:\n%s", args, err, out)
	}
	return string(out)
}

// press types keys by tmux's names for them: Enter, Tab, C-n.
func (x *tmuxTerminal) press(keys ...string) {
	x.t.Helper()
	if len(keys) > 0 {
		x.tmux(append([]string{"send-keys", "-t", x.window, "--"}, keys...)...)
	}
}

// text types a text unchanged.
func (x *tmuxTerminal) text(s string) {
	x.t.Helper()
	x.tmux("send-keys", "-t", x.window, "-l", "--", s)
}

// line types a command line.
func (x *tmuxTerminal) line(s string) {
	x.t.Helper()
	x.text(s)
	x.press("Enter")
}

// screen returns what the terminal shows now.
func (x *tmuxTerminal) screen() string {
	x.t.Helper()
	return x.tmux("capture-pane", "-t", x.window, "-p")
}

// wait waits until a condition holds on the screen, and returns the screen. It fails after
// patience, and its message names the event.
func (x *tmuxTerminal) wait(event string, holds func(screen string) bool) string {
	x.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		s := x.screen()
		if holds(s) {
			return s
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("want %s, got the screen:\n%s", event, s)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// settle waits until the screen has come to rest.
func (x *tmuxTerminal) settle() string {
	x.t.Helper()
	const looks = 20
	last, same := "", 0
	return x.wait("the screen to come to rest", func(s string) bool {
		if s == last {
			same++
		} else {
			last, same = s, 0
		}
		return same >= looks
	})
}

// waitFor waits until all of these texts are on the screen.
func (x *tmuxTerminal) waitFor(texts ...string) string {
	x.t.Helper()
	return x.wait(fmt.Sprintf("%q", texts), func(s string) bool {
		for _, text := range texts {
			if !strings.Contains(s, text) {
				return false
			}
		}
		return true
	})
}

// renew kills what runs in the terminal and puts a fresh shell there.
func (x *tmuxTerminal) renew() {
	x.t.Helper()
	x.tmux("respawn-pane", "-k")
	x.waitPrompt()
}

// isShell fails unless the program has left the terminal as it was: with the screen of the shell,
// and a shell that shows what is typed.
func (x *tmuxTerminal) isShell() {
	x.t.Helper()
	x.wait("the shell's own screen", func(string) bool {
		return strings.TrimSpace(x.tmux("display-message", "-p", "#{alternate_on}")) == "0"
	})
	x.waitPrompt()
	x.asked++
	x.line(fmt.Sprintf("clear; echo shell $((%d-1)); stty -a | tr ' ;' '\\n\\n' | grep -x -- -*echo", x.asked+1))
	x.waitFor(fmt.Sprintf("shell %d\necho\n$", x.asked))
	x.waitPrompt()
}

// waitPrompt waits until the shell asks for the next line.
func (x *tmuxTerminal) waitPrompt() {
	x.t.Helper()
	x.wait("the shell's prompt", func(s string) bool {
		return strings.HasSuffix("\n"+strings.TrimRight(s, " \n"), "\n$")
	})
}

// eventually waits until holds returns nil, and fails after patience.
func eventually(t testing.TB, what string, holds func() error) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := holds()
		if err == nil {
			return
		}
		check.Must(t, !time.Now().After(deadline), "want %s, got %v", what, err)
		time.Sleep(10 * time.Millisecond)
	}
}
