package stage

import (
	"context"
	"errors"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Model.SVM puts none of the moons on the wrong side, and ends with its context.
func TestModel_SVM(t *testing.T) {
	m := model("moons", "rbf(sigma=0.5)")
	got, err := m.SVM(t.Context(), 10)
	if err != nil || got.Status != solvers.Converged || Wrong(got.F, m.Set) != 0 {
		t.Errorf("%v with %d of the moons on the wrong side, %v", got.Status, Wrong(got.F, m.Set), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.SVM(gone, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v, want %v", err, context.Canceled)
	}
}

// A wide set has no primal companion where its features would not fit anywhere.
func TestTooManyFeatures(t *testing.T) {
	wide := Model{Set: dataset.MustBuiltin("digits"), Kernel: kernels.Poly{Degree: 3, C: 1}}
	if _, ok := wide.Features(); ok {
		t.Error("80 million features a point are written out")
	}
	if _, err := wide.Primal(); err == nil {
		t.Error("a primal of 80 million features")
	}
	run, err := Start(wide, solvers.Perceptron{MaxEpochs: 3})
	if err != nil || len(run.Traces()) != 1 {
		t.Errorf("%d traces, %v", len(run.Traces()), err)
	}
}

// What was cancelled is computed again, what was computed is not.
func TestKept(t *testing.T) {
	calls := 0
	var k Kept[int]
	of := func(ctx context.Context) (int, error) { calls++; return 7, ctx.Err() }
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := k.Get(ended, of); err == nil {
		t.Error("a cancelled attempt succeeds")
	}
	for range 3 {
		if v, err := k.Get(context.Background(), of); v != 7 || err != nil {
			t.Error(v, err)
		}
	}
	if calls != 2 {
		t.Errorf("computed %d times", calls)
	}
}
