//go:build e2e && linux

package cli

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// wayOut is a way in which a session can end without the student quitting.
type wayOut struct {
	args []string // flags of the host
	slow bool     // whether only .ci/nightly tests this way, because it takes long
	take func(h *hosttest.Host, c *hosttest.Client, key gossh.Signer)
}

func waysOut() map[string]wayOut {
	return map[string]wayOut{
		"cut": {take: func(_ *hosttest.Host, c *hosttest.Client, _ gossh.Signer) { c.Cut() }},
		"idle": {args: []string{"--idle", "2s"},
			take: func(_ *hosttest.Host, c *hosttest.Client, _ gossh.Signer) { c.Exit() }},
		"drain": {take: func(h *hosttest.Host, c *hosttest.Client, _ gossh.Signer) {
			h.Signal(syscall.SIGTERM)
			c.Exit()
		}},
		"takeover": {take: func(h *hosttest.Host, c *hosttest.Client, key gossh.Signer) {
			h.Login(hosttest.Login{Key: key}).Shows("enter resume")
			h.Eventually("the first session says why it ends", func() bool {
				return strings.Contains(c.Stderr(), "You logged in from elsewhere; this session has ended.") && c.Restored()
			})
		}},
		"takeover from a stalled one": {take: func(h *hosttest.Host, c *hosttest.Client, key gossh.Signer) {
			c.Stall()
			c.Fill()
			h.Login(hosttest.Login{Key: key}).Shows("enter resume")
		}},
		"stall": {slow: true, take: func(h *hosttest.Host, c *hosttest.Client, _ gossh.Signer) {
			c.Stall()
			c.Fill()
			h.Eventually("the stalled session is ended", func() bool {
				return h.Metric(`kernellab_sessions_closed_total{reason="stalled"}`) == 1
			})
		}},
	}
}

// However a session ends, the last character typed and the position in the run are on the disk.
func TestHost_everyWayOutKeepsWork(t *testing.T) {
	t.Parallel()
	for name, way := range waysOut() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if way.slow {
				nightly(t)
			}
			h := hosttest.Start(t, hosttest.Options{Args: way.args})
			key := hosttest.NewKey(t)
			c := must.Value(atRun(h, hosttest.Login{Key: key, Width: 250, Height: 80, Narrow: true}))
			check.OK(t, waitForQuiet(c, right+right+right))
			check.OK(t, waitForQuiet(c, "\t4/91"))
			way.take(h, c, key)
			db := store.Open(filepath.Join(h.Dir, recordName), store.NoQuota)
			defer db.Close()
			student := must.Value(db.StudentWithKey(t.Context(), gossh.FingerprintSHA256(key.PublicKey())))
			h.Eventually("the text and the place are on the disk", func() bool {
				state, _, err := student.Load()
				doc := state.Exercises["7.7"]
				return err == nil && doc.Answers["spare"] == "4/91" && doc.Tasks[doc.Task].Frame == 3
			})
		})
	}
}
