package cli

import (
	"errors"
	"os"
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/remote"
)

func TestRollAdmitsAsManyAsItHasRoomFor(t *testing.T) {
	r := newRoll(t.TempDir(), 2)
	if err := os.MkdirAll(progress.ForStudent(r.dir, "known"), 0o700); err != nil {
		t.Fatal(err)
	}
	leave, err := r.enter("first")
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.enter("first")
	if err != nil {
		t.Errorf("a second session of a new key that is here: %v", err)
	}
	var no *remote.Refusal
	if _, err := r.enter("second"); !errors.As(err, &no) {
		t.Errorf("a key too many: %v", err)
	}
	if _, err := r.enter("known"); err != nil {
		t.Errorf("a known key: %v", err)
	}
	leave()
	again()
	if _, err := r.enter("second"); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}
