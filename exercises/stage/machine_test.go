package stage

import (
	"context"
	"errors"
	"math"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// The machine is the one that the stepper ends at, and ends with its context.
func TestSVMIsTheStepper(t *testing.T) {
	m := Model{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 0.5}}
	fast, err := m.SVM(context.Background(), 10)
	if err != nil || fast.Status != solvers.Converged {
		t.Fatal(fast.Status, err)
	}
	problem, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	trace, err := solvers.NewTrace(solvers.SMO{C: 10}, problem)
	if err != nil {
		t.Fatal(err)
	}
	if trace, err = trace.Extend(context.Background(), 10_000, nil); err != nil {
		t.Fatal(err)
	}
	slow := m.Expansion(trace.Last())
	for i := range m.Set.Len() {
		x := m.Set.Point(i)
		if a, b := fast.F.Eval(x), slow.Eval(x); math.Abs(a-b) > 0.01*(1+math.Abs(b)) {
			t.Errorf("f at point %d: %v, by the stepper %v", i+1, a, b)
		}
	}
	if n := Wrong(fast.F, m.Set); n != 0 {
		t.Errorf("%d of the moons on the wrong side", n)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.SVM(gone, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
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
