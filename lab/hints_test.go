package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/study"
)

// Each hint and the first line of the worked solution are visible after f1, on every
// task and at every size.
func TestHints_areVisible(t *testing.T) {
	t.Parallel()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			for _, size := range screens() {
				b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
				for i := range e.Tasks {
					b.toTaskAt(i)
					info := b.exercise().Task.Info()
					if study.Foretelling(b.exercise().Task.Work) {
						continue // hints come after a prediction
					}
					for n := range info.Hints {
						b.keys("f1")
						b.sees(fmt.Sprintf("Hint %d", n+1))
					}
					if len(info.Solution) > 0 && len(info.Hints) > 0 {
						b.keys("f1", "enter")
						b.sees("Solution")
					}
				}
			}
		}
	}
}

// A verdict stays while the student looks at the stage or moves a slider that it does
// not depend on. It goes if it depends on the slider.
func TestVerdict_survivesALookAtTheStage(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := newLessonBench(t, library, "1.2", size, ascii.TrueColor)
		b.keys("9", "enter")
		b.sees("✗ Not equal.")
		b.keys("tab", "l", "l", "L")
		b.sees("✗ Not equal.")
		b.keys("tab", "tab", "tab") // around to the field
		b.sees("✗ Not equal.", "fewest errors")
		b.keys("backspace", "8")
		b.lacks("✗ Not equal.")
	}
}
