package stage

import (
	"kernellab/ascii"
	"kernellab/exercises/dataset"
)

// OnLine is the points of a set with one column, and the part of the line that
// shows them with some room on either side.
func OnLine(set *dataset.Set) ([]ascii.Mark, ascii.Range) {
	marks := make([]ascii.Mark, set.Len())
	for i := range marks {
		marks[i] = ascii.Mark{X: set.Point(i)[0], Class: int(set.Label(i))}
	}
	return marks, ascii.RangeOf(set.Column(0)...).Pad(0.08)
}
