package bench

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/must"
)

// endlessTrace runs the perceptron for some passes.
func endlessTrace(t interface{ Fatal(...any) }, m stage.Model, s solvers.Perceptron) solvers.Trace {
	trace, err := solvers.NewTrace(s, must.Value(m.Dual()))
	if err == nil {
		trace, err = trace.Extend(context.Background(), 5000, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// firstCircle is the first step at which the run has come round.
func firstCircle(trace solvers.Trace) (at, from int, ok bool) {
	for i := range trace.Len() {
		if from, ok := findCycle(trace, i); ok {
			return i, from, true
		}
	}
	return 0, 0, false
}

func TestCircle_fourPointsRepeatWithTheLinearKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "order")
		m := stage.Model{Set: dataset.MustBuiltin("xor4").Subset(order), Kernel: kernels.Linear{}}
		trace := endlessTrace(t, m, solvers.Perceptron{EveryVisit: true, MaxEpochs: 20})
		if trace.Last().Status != solvers.IterationLimit {
			t.Errorf("order %v: got the end %v, want the limit of passes", order, trace.Last().Status)
		}
		at, from, ok := firstCircle(trace)
		if !ok {
			t.Fatalf("order %v: got no circle in 20 passes, want one", order)
		}
		// What the note says: from here everything repeats.
		period := at - stepWith(trace, from)
		for i := at; i+period < trace.Len(); i++ {
			if !sameScores(trace.At(i), trace.At(i+period), 4) {
				t.Errorf("order %v: the circle found at step %d breaks at step %d, want it to repeat", order, at, i)
				break
			}
		}
	})
}

// stepWith is the last step with so many updates made.
func stepWith(t solvers.Trace, updates int) int {
	found := 0
	for i := range t.Len() {
		if t.At(i).Updates == updates {
			found = i
		}
	}
	return found
}

// TestCircle_needsTheSamePlaceInAPass has four points at one place. After two updates f
// is 0 again, but the pass continues with other labels than at its start, so the run
// repeats only after four.
func TestCircle_needsTheSamePlaceInAPass(t *testing.T) {
	set := dataset.NewClassification("one place", [][]float64{{0}, {0}, {0}, {0}}, []float64{1, -1, -1, 1})
	trace := endlessTrace(t, stage.Model{Set: set, Kernel: kernels.Linear{}}, solvers.Perceptron{MaxEpochs: 5})
	at, from, ok := firstCircle(trace)
	if !ok || at != 4 || from != 0 {
		t.Errorf("got a circle at step %d from %d, %v, want one of 4 updates at step 4", at, from, ok)
	}
}

func TestCircle_isNotFoundWithoutOne(t *testing.T) {
	xor := stage.Model{Set: dataset.MustBuiltin("xor4"), Kernel: kernels.Poly{Degree: 2, C: 1}}
	blobs := stage.Model{Set: dataset.MustBuiltin("blobs_overlap"), Kernel: kernels.Linear{}}
	for _, trace := range []solvers.Trace{
		endlessTrace(t, xor, solvers.Perceptron{EveryVisit: true}),
		endlessTrace(t, blobs, solvers.Perceptron{MaxEpochs: 20}),
	} {
		if at, from, ok := firstCircle(trace); ok {
			t.Errorf("got a circle at step %d from %d, want none", at, from)
		}
	}
}
