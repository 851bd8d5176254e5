package lab

import (
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// Another seed opens another attempt, and a notice says so. The earlier attempt can be
// resumed in the contents and from the palette.
func TestAttempts_canBeResumed(t *testing.T) {
	store := &progress.Memory{}
	with := func(seed uint64, w, h int, start string) *bench {
		t.Helper()
		s, _, err := study.Open(twoUnits{}, store, study.Options{Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		return newBench(t, w, h, session.Config{Student: s, Background: session.Dark, Start: start})
	}
	b := with(7, 120, 36, "2.1")
	b.lacks("Also begun")
	b.typed("41")
	b.keys("ctrl+c")

	b = with(4, 120, 36, "2.1")
	b.sees("This is seed 4. Also begun: seed 7, 0 of ")
	b.typed("42")
	b.keys("alt+q")
	b.sees("Also begun: seed 7", "o back to another sheet")
	b.keys("o")
	b.sees("Other sheets of 2.1", "go back to seed 7")
	b.keys("enter")
	b.sees("41", "This is seed 7. Also begun: seed 4")
	b.lacks("42")
	b.keys("ctrl+p")
	b.typed("seed 4")
	b.keys("enter")
	b.sees("42", "This is seed 4")
	b.keys("ctrl+c")

	b = with(7, 80, 24, "")
	b.sees("o other sheet", "t test out")
	b.keys("enter")
	b.sees("41")
}
