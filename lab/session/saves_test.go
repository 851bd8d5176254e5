package session

import (
	"testing"
)

// A panic in the store fails the save and does not end the program.
func TestRunSave_returnsPanicAsError(t *testing.T) {
	if err := runSave(func() error { panic("no") }); err == nil {
		t.Errorf("runSave = %v, want an error", err)
	}
}
