package cli

import (
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernellab/lab/progress"
)

// However often a save is tried, the log has a line when it begins to fail, one
// for another cause, and one when everything is written; each has the session's
// number, and none an empty attribute.
func TestFailedSavesAreFewLines(t *testing.T) {
	var out strings.Builder
	teller := newTeller(slog.New(slog.NewJSONHandler(&out, nil)).With("session", 7), nil)
	full := &progress.FolderError{Dir: "/secret", Err: syscall.ENOSPC}
	newer := &progress.NewerError{Path: "/secret/exercise-1.2.json", Version: 9}
	for range 100 {
		teller.saved("1.2", time.Millisecond, full)
		teller.saved("profile", time.Millisecond, full)
		teller.saved("1.3", time.Millisecond, nil)
	}
	teller.saved("1.4", time.Millisecond, newer)
	for range 3 {
		teller.saved("1.2", time.Millisecond, nil)
		teller.saved("profile", time.Millisecond, nil)
		teller.saved("1.4", time.Millisecond, nil)
	}
	teller.saved("1.2", time.Millisecond, full)
	var told []string
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, `"session":7`) || strings.Contains(line, `""`) || strings.Contains(line, "secret") {
			t.Errorf("the line is %s", line)
		}
		for _, what := range []string{"the disk is full", `"file":"exercise-1.2.json"`, "work saved again"} {
			if strings.Contains(line, what) {
				told = append(told, what)
			}
		}
	}
	want := []string{"the disk is full", `"file":"exercise-1.2.json"`, "work saved again", "the disk is full"}
	if strings.Join(told, ", ") != strings.Join(want, ", ") {
		t.Errorf("told %q:\n%s", told, out.String())
	}
}
