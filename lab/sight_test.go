package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/study"
)

// Whatever f1 asks for is in sight after it, at every step and size: each hint, then
// the worked solution, from its first line.
func TestWhatIsAskedForIsInSight(t *testing.T) {
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
					b.toStep(i)
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

// A verdict stays while a slider is moved that it does not hang on, and with the
// stage looked at; one on what the slider says goes.
func TestAVerdictOutlivesALook(t *testing.T) {
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
