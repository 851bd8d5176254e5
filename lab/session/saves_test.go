package session

import (
	"testing"
)

// A store that panics is a save that failed, and no end of the program.
func TestPanicOfASaveIsItsFailure(t *testing.T) {
	if err := runSave(func() error { panic("no") }); err == nil {
		t.Error("a panic is no error")
	}
}
