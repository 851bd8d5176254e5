package lab

import (
	"strings"
	"syscall"
	"testing"
)

// While saving fails, the lab asks once before it quits, at every size and for both
// keys. It says what would be lost and how to leave nevertheless. Any other key stays.
func TestLeaving_asksIfUnsaved(t *testing.T) {
	const question = "If you leave now, it is lost. The same key again leaves all the same; any other stays."
	for _, size := range [][2]int{{60, 18}, {120, 36}} {
		for _, key := range []string{"ctrl+c", "q"} {
			b, store := failingLab(t, size[0], size[1], syscall.ENOSPC)
			b.keys("alt+q")
			before := store.saves
			b.keys(key)
			if got := b.runningText(); !strings.Contains(got, question) || !strings.Contains(got, "the disk is full") ||
				b.quit {
				t.Fatalf("%v after %s, quit %v, want the question:\n%s", size, key, b.quit, b.screen())
			}
			if store.saves == before {
				t.Error("the save was not tried again, want one more")
			}
			b.keys("down")
			if got := b.runningText(); strings.Contains(got, "If you leave now") ||
				!strings.Contains(got, "It is kept in this window") {
				t.Fatalf("after another key: want no question, got\n%s", b.screen())
			}
			b.keys(key, key)
			if !b.quit {
				t.Errorf("%v: %s twice: want to quit", size, key)
			}
		}
	}
}

// The lab does not ask again if the save has succeeded meanwhile, and never asks if
// everything is saved.
func TestLeaving_doesNotAskIfSaved(t *testing.T) {
	b, store := failingLab(t, 80, 24, syscall.ENOSPC)
	store.err = nil
	b.keys("ctrl+c")
	b.sees("Saved again.")
	b.lacks("If you leave now")
	if b.quit {
		t.Fatal("it quits without asking, want the question")
	}
	b.keys("ctrl+c")
	if !b.quit {
		t.Error("want to quit, got no")
	}
}

// A host keeps unsaved work in memory, and the question says so.
func TestLeaving_aHost(t *testing.T) {
	b, _ := failingLab(t, 80, 24, syscall.ENOSPC)
	b.m.Config.HostRetries = true
	b.keys("ctrl+c")
	if got := b.runningText(); !strings.Contains(got, "the host holds it in its memory and tries again; should the "+
		"host end before that works, it is lost.") {
		t.Errorf("want the host in the question, got\n%s", b.screen())
	}
}
