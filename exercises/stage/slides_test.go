package stage

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Slides are all there from the start: nothing is added, and nothing happens where
// no names are given.
func TestSlides(t *testing.T) {
	s := Slides{Frames: 3, Of: func(i int) exercises.Frame { return exercises.Frame{Status: ascii.Plain("abc"[i : i+1])} }, End: "That is all."}
	longer, err := s.Extend(t.Context(), 5, exercises.Break{})
	if err != nil || longer.Len() != 3 || longer.Frame(2).Status.String() != "c" || longer.Event(1) != "" || len(longer.Breaks()) != 0 {
		t.Errorf("%v, %d frames", err, longer.Len())
	}
	if why, done := s.Done(); !done || why != s.End {
		t.Errorf("%v %q", done, why)
	}
	s.Name = func(i int) string { return "abc"[i : i+1] }
	if s.Event(1) != "b" {
		t.Error(s.Event(1))
	}
}
