package transcript

import (
	"slices"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
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
				for _, info := range steps(t, lib, e.ID) {
					lines = append(lines, ":look", ":next 3", ":why", ":inspect 2", ":predict", ":by-hand", ":line",
						":back", ":watch n > 1", ":until", ":branches", ":record", ":hint", ":solution", ":fill")
					if info.Prediction {
						lines = append(lines, predicted(info)...)
					}
					lines = append(lines, "")
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

// steps are those of an exercise, with the numbers that student draws.
func steps(t *testing.T, lib *catalogue.Catalogue, id string) []exercises.Info {
	t.Helper()
	e, err := lib.Open(id, exercises.Options{Seed: 41})
	if err != nil {
		t.Fatal(err)
	}
	var out []exercises.Info
	for _, s := range e.Tasks {
		out = append(out, s.Info())
	}
	return out
}

// predicted are the lines that answer a prediction, the letter of a choice each.
func predicted(i exercises.Info) []string {
	var out []string
	for _, f := range i.Fields {
		n := slices.IndexFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == i.Reference[f.Name] })
		out = append(out, string(rune('a'+n)))
	}
	return out
}
