package stage

import (
	"context"
	"errors"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
)

// Model.SVM separates the moons, and stops when its context ends.
func TestTrainingData_TrainSVM(t *testing.T) {
	m := trainingData("moons", "rbf(sigma=0.5)")
	got, err := m.TrainSVM(t.Context(), 10)
	check.That(t, err == nil && got.Status == solvers.Converged && CountErrors(got.F, m.Set) == 0,
		"SVM: got %v with %d of the moons on the wrong side, error %v, want %v with 0", got.Status,
		CountErrors(got.F, m.Set), err, solvers.Converged)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.TrainSVM(gone, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("SVM with a context that has ended: got error %v, want %v", err, context.Canceled)
	}
}

// A model with too many features to store has no primal companion.
func TestTrainingData_tooManyFeatures(t *testing.T) {
	wide := TrainingData{Set: dataset.MustBuiltin("digits"), Kernel: kernels.Poly{Degree: 3, C: 1}}
	if _, ok := wide.Features(); ok {
		t.Error("Features of 80 million per point: got them, want none")
	}
	if _, err := wide.Primal(); err == nil {
		t.Error("Primal with 80 million features: got no error, want one")
	}
	run, err := Start(wide, solvers.Perceptron{MaxPasses: 3})
	check.That(t, err == nil && len(run.Traces()) == 1,
		"Start: got %d traces, error %v, want 1", len(run.Traces()), err)
}

// Get starts a cancelled computation again, but does not repeat a finished one.
func TestCached_Get(t *testing.T) {
	calls := 0
	var k Cached[int]
	of := func(ctx context.Context) (int, error) { calls++; return 7, ctx.Err() }
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := k.Get(ended, of); err == nil {
		t.Error("Get when cancelled: got no error, want one")
	}
	for range 3 {
		if v, err := k.Get(context.Background(), of); v != 7 || err != nil {
			t.Errorf("Get = %v, error %v, want 7", v, err)
		}
	}
	check.That(t, calls == 2, "computed %d times, want 2", calls)
}
