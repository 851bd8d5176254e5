package transcript

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// tomorrow is the library in which 1.2 is meant for a day after 1.1.
type tomorrow struct{ fake }

func (l tomorrow) Units() []exercises.Unit {
	units := l.fake.Units()
	units[0].Exercises[1].After = exercises.After{Exercise: "1.1", Hours: 24}
	return units
}

// An exercise that is meant for later says so, and opens for who insists.
func TestMeantForLater(t *testing.T) {
	begun := "Exercise 1.2, What moves?"
	s := student(t, tomorrow{}, progress.NewFiles(t.TempDir()))
	out := talkTo(t, s, Options{}, "1.2")
	if !strings.Contains(out, "meant for a day after 1.1") || !strings.Contains(out, "Open it once more") ||
		strings.Contains(out, begun) {
		t.Errorf("it opens at once:\n%s", out)
	}
	if out = talkTo(t, s, Options{}, "1.2", "2"); !strings.Contains(out, begun) {
		t.Errorf("who insists does not get it:\n%s", out)
	}
	s = student(t, tomorrow{}, progress.NewFiles(t.TempDir()))
	if out = talkTo(t, s, Options{Start: "1.2"}, ""); !strings.Contains(out, begun) {
		t.Errorf("asked for by name it does not open:\n%s", out)
	}
}
