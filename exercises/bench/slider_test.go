package bench

import (
	"errors"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/testdata/support/must"
)

// TestScene_refusesWhereNoStepIsSafe checks that there is no run without a safe step.
func TestScene_refusesWhereNoStepIsSafe(t *testing.T) {
	logistic, _ := anatomy.KindNamed("logistic")
	set := dataset.NewClassification("two", [][]float64{{1, 1}, {-1, -1}}, []float64{1, -1})
	for _, c := range []struct {
		kernel string
		want   error
	}{{"dot", nil}, {"1e-100*dot", nil}, {"0", errNoStep}, {"-dot", errNoStep}, {"-exp(-dist)", errNoStep},
		{"1e-320*dot", errNoStep}} {
		problem := must.Value(stage.TrainingData{Set: set, Kernel: must.Value(ReadKernel(c.kernel))}.Dual())
		if safe, err := safeStep(logistic, problem); !errors.Is(err, c.want) || (err == nil) != (safe > 0) {
			t.Errorf("%s: %g, %v, want %v", c.kernel, safe, err, c.want)
		}
	}
}
