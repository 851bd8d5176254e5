//go:build e2e

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/lab/store"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// Closing the terminal ends the lab and keeps what was typed.
func TestEndToEnd_closedTerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := newPupil(t, openTerminal(t, 80, 24, "XDG_DATA_HOME="+data), hosttest.Binary(t))
	p.start()
	p.find("1.2")
	p.text("3/7")
	p.waitFor("3/7")
	if out, err := exec.Command("tmux", "-L", p.socket, "kill-server").CombinedOutput(); err != nil {
		t.Fatalf("tmux kill-server: got error %v, want none:\n%s", err, out)
	}
	pid := must.Value(os.ReadFile(p.pidFile))
	eventually(t, "the lab has ended", func() error {
		if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
			return fmt.Errorf("process %s lives", pid)
		}
		return nil
	})
	db := store.Open(filepath.Join(data, "kernellab", recordName), store.NoQuota)
	defer db.Close()
	state, _, _ := db.Student("home").Load()
	for _, text := range state.Exercises["1.2"].Answers {
		if text == "3/7" {
			return
		}
	}
	t.Errorf("got %+v, want what was typed", state.Exercises["1.2"])
}
