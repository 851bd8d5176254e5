package ascii

import (
	"slices"
	"strings"
	"testing"
)

// A function that is 0 everywhere, as before the first step, gives neither class
// the map.
func TestNoClassHasAMapOfZeros(t *testing.T) {
	m := Map{X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, Field: FieldFunc(func(float64, float64) float64 { return 0 })}
	if said := strings.Join(m.Words(), " "); strings.Contains(said, "100 %") || !strings.Contains(said, "0 everywhere") {
		t.Error(said)
	}
}

// A few points in focus are told one by one, many are counted; the one that is
// selected is told among them.
func TestFocusWords(t *testing.T) {
	few := Map{Marks: []Mark{{X: 1, Class: 1, Focus: true}, {X: 2, Class: -1}, {X: 3, Class: 1, Focus: true}}}
	if got := few.focusWords(); len(got) != 2 || !strings.HasPrefix(got[1], "Point 3 at (3, 0), class +1, is in focus") {
		t.Errorf("two points: %q", got)
	}
	many := Map{Marks: []Mark{{Selected: true}}}
	for range 5 {
		many.Marks = append(many.Marks, Mark{Class: 1, Focus: true})
	}
	got := many.focusWords()
	if len(got) != 2 || !strings.Contains(got[0], "selected") || !slices.Contains(got, "5 points are in focus.") {
		t.Errorf("five points and one selected: %q", got)
	}
}
