package stage

import (
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// What a slice leaves out is said in the words of the data's own columns.
func TestSliceNote(t *testing.T) {
	wide := dataset.NewClassification("wide", [][]float64{{1, 2, 3, 4}, {4, 3, 2, 1}}, []float64{1, -1})
	note, ok := Model{Set: wide, Kernel: kernels.Linear{}, Pair: [2]int{0, 3}}.SliceNote()
	names := wide.Columns()
	if want := names[0] + " and " + names[3] + ", the other 2 at their mean"; !ok || !strings.Contains(note.String(), want) {
		t.Errorf("%q, %v, want %q in it", note, ok, want)
	}
	flat := dataset.NewClassification("flat", [][]float64{{1, 2}, {4, 3}}, []float64{1, -1})
	if note, ok := (Model{Set: flat, Kernel: kernels.Linear{}}).SliceNote(); ok {
		t.Errorf("two columns leave nothing out, and it says %q", note)
	}
}
