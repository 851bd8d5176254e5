//go:build e2e

package cli

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
)

// The log contains no names, codes or texts of students, and addresses only with --log-addresses.
// A student joins with the code of the class and a name, and comes back without either.
func TestHost_quietLog(t *testing.T) {
	t.Parallel()
	for _, addresses := range []bool{false, true} {
		h := hosttest.Start(t, hosttest.Options{Args: []string{"--code", "MARKERCODE", fmt.Sprint("--log-addresses=", addresses)}})
		key := hosttest.NewKey(t)
		for i, l := range []hosttest.Login{
			{Key: key, User: "MARKERNAME", Known: true}, {Anonymous: true, User: "MARKERNAME"}, {Term: "dumb", User: "MARKERNAME"},
			{Key: key, Term: "xterm-MARKERTERM", Known: true, Env: map[string]string{"LANG": "MARKERLANG", "LC_ALL": "MARKERLC"}},
		} {
			c := h.Login(l)
			if l.Key == nil {
				c.Exit()
				continue
			}
			if i == 0 {
				c.Shows("This lab belongs to a class.")
				c.Type("\x1b[200~MARKERCODE\x1b[201~\r")
				c.Shows("What should the class call you?")
				c.Type("MARKERNAME\r")
			}
			c.Shows("seed ")
			c.Type("\r")
			c.Shows("1 of ")
			c.Type("MARKERTEXT")
			c.Type("\x03")
			c.Exit()
		}
		cut := h.Login(hosttest.Login{User: "MARKERNAME"})
		cut.Cut()
		h.Eventually("the refusals are logged", func() bool { return strings.Contains(h.Log(), `"why":"no_terminal"`) })
		h.Signal(syscall.SIGTERM)
		h.Wait()
		log := h.Log()
		mustNot := []string{"MARKER", "dumb"}
		fingerprint := gossh.FingerprintSHA256(key.PublicKey())
		if !addresses {
			mustNot = append(mustNot, "127.0.0.1", fingerprint[8:20], h.Dir)
		} else if !strings.Contains(log, fingerprint) || !strings.Contains(log, `"remote":"127.0.0.1:`) {
			t.Errorf("with --log-addresses: got log %s, want the address and the key", log)
		}
		for _, word := range mustNot {
			check.That(t, !strings.Contains(log, word), "the log has %q, want it without: %s", word, log)
		}
		check.That(t, strings.Contains(log, `"session":1`) && strings.Contains(log, `"why":"no_key"`),
			"got log %s, want sessions and refusals", log)
	}
}
