package stage

import (
	"context"

	"kernellab/exercises"
)

// Slides is a run whose frames are all known before it begins: a table that fills
// cell by cell, a path that was computed. It can be walked, and not forked. Of
// must be pure; it is called for 0 ≤ i < Frames.
type Slides struct {
	Frames int                         // at least 1
	Of     func(i int) exercises.Frame // frame i
	Name   func(i int) string          // what happened there, "" for nothing; nil: nothing ever does
	End    string                      // why there are no more, a sentence
}

var _ exercises.Run = Slides{}

// Len is the number of frames.
func (s Slides) Len() int { return s.Frames }

// Frame returns frame i.
func (s Slides) Frame(i int) exercises.Frame { return s.Of(i) }

// Event names what happened at frame i.
func (s Slides) Event(i int) string {
	if s.Name == nil {
		return ""
	}
	return s.Name(i)
}

// Done is always so: no frame can come.
func (s Slides) Done() (string, bool) { return s.End, true }

// Breaks is empty.
func (s Slides) Breaks() []exercises.Break { return nil }

// Extend returns the run as it is.
func (s Slides) Extend(context.Context, int, exercises.Break) (exercises.Run, error) { return s, nil }
