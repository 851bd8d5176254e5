//go:build e2e

package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"kernellab/lab/progress"
	"kernellab/testdata/support/hosttest"
)

// A student works through all exercises on a terminal, quits and comes back
// in the middle of each, and is killed while typing once in every unit.
func TestEndToEnd_terminal(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, size[0], size[1])
			data := t.TempDir()
			p := newPupil(t, x, "env XDG_DATA_HOME="+data+" "+hosttest.Binary(t)+" --seed 7")
			p.start()
			allDone(t, filepath.Join(data, "kernellab"), p, p.walk(6))
		})
	}
}

// allDone checks that the record says so too: every step of every exercise is done.
func allDone(t testing.TB, dir string, p *pupil, ids []string) {
	t.Helper()
	for _, id := range ids {
		eventually(t, id+" done on disk", func() error {
			for _, s := range recorded(dir) {
				kept := s.Exercises[id]
				open := slices.ContainsFunc(slices.Collect(maps.Values(kept.Tasks)), func(s progress.Task) bool { return !s.Done })
				if !kept.Done || kept.Helped || kept.Seed != p.seed || open {
					return fmt.Errorf("got %+v, want it done without help, with seed %d", kept, p.seed)
				}
			}
			return nil
		})
	}
}
