package lab

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// The stage shows at once what is typed, but whether it is right only after it is
// checked. The mark stays while other fields are filled.
func TestScene_waitsForTheVerdict(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "3.1", [2]int{120, 36}, ascii.TrueColor)
	b.keys("ctrl+n", "1", "down", "2")
	if text := b.screen(); !strings.Contains(text, "0 of 6 terms stand") || strings.Contains(text, "= 1 ") {
		t.Fatalf("before the check: want no marks, got\n%s", text)
	}
	b.keys("enter")
	b.sees("2 of 6 terms stand")
	b.sees("+ 2·x₂z₂")
	b.keys("down", "1")
	b.sees("2 of 6 terms stand")
	b.keys("shift+tab", "backspace", "7")
	b.sees("1 of 6 terms stand")
	b.keys("backspace", "2")
	b.sees("1 of 6 terms stand")
	b.keys("enter")
	b.sees("3 of 6 terms stand")
}
