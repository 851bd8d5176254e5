package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// A file that is no database is reported as damaged and not changed.
func TestDB_damagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "class.db")
	const text = "this is no database, but it may be somebody's work"
	check.OK(t, os.WriteFile(path, []byte(text), 0o600))
	s := Open(path, NoQuota).Student("ada")
	if _, warnings, err := s.Load(); err != nil || len(warnings) != 1 || !errors.Is(warnings[0], progress.ErrDamaged) {
		t.Errorf("Load: got warnings %v, error %v, want that the record is damaged", warnings, err)
	}
	if err := s.SaveExercise(sample("1.1", 1)); !errors.Is(err, progress.ErrDamaged) {
		t.Errorf("SaveExercise: got error %v, want that the record is damaged", err)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != text {
		t.Errorf("got file %q, error %v, want it unchanged", left, err)
	}
}
