package lab

import (
	"strings"
	"testing"
)

// The line under the timeline explains the signs that are visible, and no others.
func TestSigns_areExplained(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.lacks("▼ condition", "a branch parts")
	b.keys("L", "i", "enter")
	b.sees("┬ a branch parts")
	b.keys("b")
	b.typed("alpha == 0.5")
	b.keys("enter")
	b.keys("$")
	if has := strings.Contains(b.timelineOf(), "▼"); has != strings.Contains(b.screen(), "▼ condition") {
		t.Errorf("mark on the timeline: %v, want it to be explained exactly then:\n%s", has, b.screen())
	}
}
