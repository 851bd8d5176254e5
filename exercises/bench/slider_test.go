package bench

import (
	"errors"
	"math"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// TestOneDigit_roundsDown checks that a step size begins at one digit, rounded down but
// never to 0.
func TestOneDigit_roundsDown(t *testing.T) {
	for _, c := range []struct{ v, want float64 }{{0.0273, 0.02}, {9.99, 9}, {1, 1}, {1e100, 1e100}, {1e-100, 1e-100},
		{3.7e-300, 3e-300}} {
		if got := oneDigit(c.v); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("oneDigit(%g) = %g, want %g", c.v, got, c.want)
		}
	}
}

// TestScene_refusesWhereNoStepIsSafe checks that there is no run without a safe step.
func TestScene_refusesWhereNoStepIsSafe(t *testing.T) {
	logistic, _ := anatomy.KindNamed("logistic")
	set := dataset.NewClassification("two", [][]float64{{1, 1}, {-1, -1}}, []float64{1, -1})
	for _, c := range []struct {
		kernel string
		want   error
	}{{"dot", nil}, {"1e-100*dot", nil}, {"0", errNoStep}, {"-dot", errNoStep}, {"-exp(-dist)", errNoStep},
		{"1e-320*dot", errNoStep}} {
		k, err := ReadKernel(c.kernel)
		if err != nil {
			t.Fatal(err)
		}
		problem, err := stage.Model{Set: set, Kernel: k}.Dual()
		if err != nil {
			t.Fatal(err)
		}
		if safe, err := safeStep(logistic, problem); !errors.Is(err, c.want) || (err == nil) != (safe > 0) {
			t.Errorf("%s: %g, %v, want %v", c.kernel, safe, err, c.want)
		}
	}
}
