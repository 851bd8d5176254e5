package lab

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
)

// After enter the verdict is visible, even if the first of many fields has the keyboard
// and both do not fit. The next key that moves the keyboard scrolls back to the field.
func TestVerdict_isVisibleBelowALongForm(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "9.2", [2]int{80, 24}, ascii.TrueColor)
	for range 8 {
		b.keys("ctrl+n")
	}
	b.keys("1", "tab", "2", "tab", "3", "tab", "1", "tab", "tab", "tab")
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.OnField, I: 0})
	b.keys("enter")
	b.sees("✓ Right.")
	b.keys("tab")
	if !b.fieldVisible() {
		t.Errorf("want the field on the screen, got\n%s", b.screen())
	}
}
