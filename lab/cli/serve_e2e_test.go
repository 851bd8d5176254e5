//go:build e2e

package cli

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// host is "kernellab serve" on a terminal of its own.
type host struct {
	*tmuxTerminal
	dir  string // of its data
	port string
}

var listens = regexp.MustCompile(`listens on 127\.0\.0\.1:(\d+)`)

// serveOn starts a host on a free port of this machine.
func serveOn(t testing.TB) *host {
	t.Helper()
	h := &host{tmuxTerminal: openTerminal(t, 120, 36), dir: t.TempDir()}
	h.line(hosttest.Binary(t) + " serve --addr 127.0.0.1:0 --data-dir " + h.dir + " 2>" + filepath.Join(t.TempDir(), "log") +
		"; echo status $?")
	s := h.wait("the host's address", listens.MatchString)
	h.port = listens.FindStringSubmatch(s)[1]
	return h
}

// newKey writes a new key and returns the path of its file.
func newKey(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "id")
	public, private, err := ed25519.GenerateKey(rand.Reader)
	check.OK(t, err)
	block := must.Value(gossh.MarshalPrivateKey(private, ""))
	check.OK(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	check.OK(t, os.WriteFile(path+".pub", gossh.MarshalAuthorizedKey(must.Value(gossh.NewPublicKey(public))), 0o600))
	return path
}

// ssh returns the arguments of a client that has only this key.
func (h *host) ssh(key string, more ...string) []string {
	args := []string{"-F", "none", "-i", key, "-p", h.port}
	for _, o := range []string{
		"IdentitiesOnly=yes", "IdentityAgent=none", "StrictHostKeyChecking=no", "BatchMode=yes",
		"UserKnownHostsFile=" + key + ".known", "LogLevel=ERROR",
	} {
		args = append(args, "-o", o)
	}
	return append(append(args, more...), "127.0.0.1")
}

// client returns a pupil in a terminal that runs the command ssh.
func (h *host) client(t testing.TB, key string) *pupil {
	t.Helper()
	return newPupil(t, openTerminal(t, 80, 24), "ssh "+strings.Join(h.ssh(key, "-tt"), " "))
}

// A student fetches her own work with ssh while she is in the lab.
func TestEndToEnd_sshExport(t *testing.T) {
	t.Parallel()
	h, key := serveOn(t), newKey(t)
	run := func(key, command string) (out, errs string, code int) {
		var o, e strings.Builder
		c := exec.Command("ssh", append(h.ssh(key), command)...)
		c.Stdout, c.Stderr = &o, &e
		_ = c.Run() // the exit code tells whether it failed
		return o.String(), e.String(), c.ProcessState.ExitCode()
	}
	if out, errs, code := run(key, "export"); code != 1 || out != "" || errs != sentenceNotJoined+"\n" {
		t.Errorf("before joining: got exit code %d, %q, %q, want 1 and the sentence", code, out, errs)
	}
	p := h.client(t, key)
	p.start()
	p.find("1.2")
	p.text("50")
	p.press("Enter")
	var out string
	eventually(t, "the answer is in the export", func() error {
		var errs string
		var code int
		if out, errs, code = run(key, "export"); code != 0 || !strings.Contains(out, `"fewest":"50"`) {
			return fmt.Errorf("got exit code %d, %q, %q", code, out, errs)
		}
		return nil
	})
	record := filepath.Join(h.dir, recordName)
	want := must.Value(exec.Command(hosttest.Binary(t), "store", "export", "--store", record).Output())
	check.That(t, out == string(want), "got the export %s, want %s", out, want)
	other := newKey(t)
	h.client(t, other).start()
	if out, errs, code := run(other, "export"); code != 0 || out != "" {
		t.Errorf("another student: got exit code %d, %q, %q, want 0 and none of this work", code, out, errs)
	}
	p.text("9876") // replaces the wrong answer
	p.waitFor("9876")
}
