package stage_test

import (
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

func TestMarkLeavesTheOriginalAlone(t *testing.T) {
	m := stage.Model{Set: dataset.MustBuiltin("worksheet1d"), Kernel: kernels.Poly{Degree: 2, C: 1}}
	run, err := stage.Start(m, solvers.SMO{C: 1})
	if err != nil {
		t.Fatal(err)
	}
	one := run.Mark(2)
	two := one.Mark(4)
	longer, err := two.Extend(t.Context(), 6, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if run.Marked(i) || one.Marked(i) != (i == 2) || longer.(exercises.Marker).Marked(i) != (i == 2 || i == 4) {
			t.Errorf("frame %d: %v, %v, %v", i, run.Marked(i), one.Marked(i), two.Marked(i))
		}
	}
}
