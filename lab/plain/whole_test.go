package plain

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// Every exercise of the real library can be done from start to end, and again
// resumed as done.
func TestWholeWorksheet(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Width: 60, Profile: ascii.SevenBit}, {}} {
		store := &progress.Memory{}
		s := student(t, lib, store)
		for _, u := range lib.Units() {
			for _, e := range u.Exercises {
				o.Start = e.ID
				var lines []string
				for range e.Steps {
					lines = append(lines, ":look", ":next 3", ":why", ":inspect 2", ":hint", ":solution", ":fill", "")
				}
				said := talkTo(t, s, o, append(lines, "", "", "quit")...)
				checkText(t, said, "", o)
				if v, _ := s.View(e.ID); v.State < study.Done {
					t.Errorf("%s is %s after all steps were answered:\n%s", e.ID, v.State.Words(), said)
				}
			}
		}
		again := student(t, lib, store)
		for _, u := range again.Units() {
			if u.Done != len(u.Exercises) {
				t.Errorf("unit %s: %d of %d are done after reading the store again", u.ID, u.Done, len(u.Exercises))
			}
		}
	}
}
