//go:build e2e

package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
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
			p.leaves = func(string) bool { return true }
			p.kills = p.oncePerUnit()
			p.start()
			allDone(t, filepath.Join(data, "kernellab"), p, p.walk(6))
		})
	}
}

// oncePerUnit holds for every exercise until it was asked of a unit before.
func (p *pupil) oncePerUnit() func(id string) bool {
	asked := map[string]bool{}
	return func(id string) bool {
		unit, _, _ := strings.Cut(id, ".")
		first := !asked[unit]
		asked[unit] = true
		return first
	}
}

// allDone demands that what is kept says so too: every step of every
// exercise, with an attempt wherever something was judged.
func allDone(t testing.TB, dir string, p *pupil, ids []string) {
	t.Helper()
	for _, id := range ids {
		eventually(t, id+" done on disk", func() error { return doneOnDisk(dir, id, p) })
	}
}

func doneOnDisk(dir, id string, p *pupil) error {
	kept, err := keptOnDisk(dir, id)
	if err != nil {
		return err
	}
	if !kept.Done || kept.Helped {
		return fmt.Errorf("done: %v, helped: %v", kept.Done, kept.Helped)
	}
	if kept.Seed != p.seed {
		return fmt.Errorf("seed %d, not %d", kept.Seed, p.seed)
	}
	for name, s := range kept.Tasks {
		if !s.Done {
			return errors.New("step " + name + " is not done")
		}
	}
	return nil
}

// keptOnDisk is the document of an exercise in a record of one student.
func keptOnDisk(dir, id string) (progress.Exercise, error) {
	for _, s := range recorded(dir) {
		if e, ok := s.Exercises[id]; ok {
			return e, nil
		}
	}
	return progress.Exercise{}, fmt.Errorf("%s is not in the record", id)
}
