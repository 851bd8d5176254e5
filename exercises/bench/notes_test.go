package bench

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// endlessTrace runs the perceptron for some passes.
func endlessTrace(t check.T, data stage.TrainingData, s solvers.Perceptron) solvers.Trace {
	trace, err := solvers.NewTrace(s, must.Value(data.Dual()))
	if err == nil {
		trace, err = trace.Extend(context.Background(), 5000, nil)
	}
	check.OK(t, err)
	return trace
}

// firstCircle returns the first step at which the run repeats an earlier state, and the number of
// updates up to that state.
func firstCircle(trace solvers.Trace) (step, updates int, ok bool) {
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
		m := stage.TrainingData{Set: dataset.MustBuiltin("xor4").Subset(order), Kernel: kernels.Linear{}}
		trace := endlessTrace(t, m, solvers.Perceptron{EveryVisit: true, MaxPasses: 20})
		check.That(t, trace.Last().Status == solvers.IterationLimit,
			"order %v: got the end %v, want the limit of passes", order, trace.Last().Status)
		at, from, ok := firstCircle(trace)
		check.Must(t, ok, "order %v: got no circle in 20 passes, want one", order)
		// The note says that everything repeats from here on.
		period := at - stepWith(trace, from)
		for i := at; i+period < trace.Len(); i++ {
			if !sameScores(trace.At(i), trace.At(i+period), 4) {
				t.Errorf("order %v: the circle found at step %d breaks at step %d, want it to repeat", order, at, i)
				break
			}
		}
	})
}

// stepWith returns the last step with the given number of updates.
func stepWith(t solvers.Trace, updates int) int {
	found := 0
	for i := range t.Len() {
		if t.At(i).Updates == updates {
			found = i
		}
	}
	return found
}

// TestCircle_needsTheSamePlaceInAPass uses four points at the same position. After two updates f is
// 0 again, but the rest of the pass has other labels than its beginning, so the run repeats only
// after four updates.
func TestCircle_needsTheSamePlaceInAPass(t *testing.T) {
	set := dataset.NewClassification("one place", [][]float64{{0}, {0}, {0}, {0}}, []float64{1, -1, -1, 1})
	trace := endlessTrace(t, stage.TrainingData{Set: set, Kernel: kernels.Linear{}}, solvers.Perceptron{MaxPasses: 5})
	at, from, ok := firstCircle(trace)
	check.That(t, ok && at == 4 && from == 0,
		"got a circle at step %d from %d, %v, want one of 4 updates at step 4", at, from, ok)
}

func TestCircle_isNotFoundWithoutOne(t *testing.T) {
	xor := stage.TrainingData{Set: dataset.MustBuiltin("xor4"), Kernel: kernels.Poly{Degree: 2, C: 1}}
	blobs := stage.TrainingData{Set: dataset.MustBuiltin("blobs_overlap"), Kernel: kernels.Linear{}}
	for _, trace := range []solvers.Trace{
		endlessTrace(t, xor, solvers.Perceptron{EveryVisit: true}),
		endlessTrace(t, blobs, solvers.Perceptron{MaxPasses: 20}),
	} {
		if at, from, ok := firstCircle(trace); ok {
			t.Errorf("got a circle at step %d from %d, want none", at, from)
		}
	}
}
