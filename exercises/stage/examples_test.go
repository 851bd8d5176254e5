package stage

import (
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// The examples of a condition are in the run's own words: each of them is read.
func TestExamplesAreRead(t *testing.T) {
	for _, solver := range []solvers.Solver{solvers.SMO{C: 10}, solvers.Perceptron{MaxEpochs: 5}} {
		run, err := Start(Model{Set: dataset.MustBuiltin("xor4"), Kernel: kernels.Poly{Degree: 2, C: 1}}, solver)
		if err != nil {
			t.Fatal(err)
		}
		if len(run.Examples()) == 0 {
			t.Errorf("%T has no example of a condition", solver)
		}
		for _, text := range run.Examples() {
			if _, err := run.Watch(text); err != nil {
				t.Errorf("%T: %s: %v", solver, text, err)
			}
		}
	}
}
