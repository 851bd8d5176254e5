package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// gradient is the length of the gradient in w at dual coefficients, entry by
// entry.
func gradient(k kernels.Kernel[[]float64], set *dataset.Set, model string, a []float64) float64 {
	residual := make([]float64, set.Len())
	var length float64
	for i := range residual {
		var f float64
		for j, v := range a {
			f += v * k.Eval(set.Point(j), set.Point(i))
		}
		if t := set.Label(i); model == modelLogistic {
			residual[i] = t / (1 + math.Exp(t*f))
		} else {
			residual[i] = 2 / float64(set.Len()) * (t - f)
		}
	}
	for i, u := range residual {
		for j, v := range residual {
			length += u * v * k.Eval(set.Point(i), set.Point(j))
		}
	}
	return math.Sqrt(length)
}

// TestTheGradientIsThatOfTheCoefficientsTold: in every line of the trace, in
// what is said at the end, and in what --tol is held to.
func TestTheGradientIsThatOfTheCoefficientsTold(t *testing.T) {
	for _, c := range []struct{ model, data, kernel, step string }{
		{modelLogistic, "moons", "rbf(sigma=0.5)", "0.1"},
		{modelLeastSquares, "sine_reg", "rbf(sigma=0.5)", "1"},
	} {
		k, err := kernels.Parse(c.kernel)
		if err != nil {
			t.Fatal(err)
		}
		set := dataset.MustBuiltin(c.data)
		file := filepath.Join(t.TempDir(), "steps.jsonl")
		solved := func(tol string) (code int, said string) {
			var out, errs bytes.Buffer
			code = Run(t.Context(), []string{"solve", "--data", c.data, "--model", c.model, "--kernel", c.kernel, "--step", c.step, "--iterations", "7", "--tol", tol, "--trace", file},
				strings.NewReader(""), &out, &errs, func(string) string { return "" })
			return code, errs.String()
		}
		_, said := solved("1e-9")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		var last float64
		for i, l := range lines {
			var s struct {
				Violation float64
				Dual      []float64
			}
			if err := json.Unmarshal([]byte(l), &s); err != nil {
				t.Fatal(err)
			}
			if last = gradient(k, set, c.model, s.Dual); math.Abs(s.Violation-last) > 1e-9*last {
				t.Errorf("%s, step %d: the gradient is %v, said is %v", c.model, i, last, s.Violation)
			}
		}
		if want := fmt.Sprintf("still has length %.3g after 7 steps", last); len(lines) != 8 || !strings.Contains(said, want) {
			t.Errorf("%s: %d lines, and not %q but %q", c.model, len(lines), want, said)
		}
		for factor, want := range map[float64]int{.99: exitFailed, 1.01: exitDone} {
			if code, said := solved(fmt.Sprint(factor * last)); code != want {
				t.Errorf("%s with a tolerance of %g gradients exits %d: %s", c.model, factor, code, said)
			}
		}
	}
}

// TestAStepThatIsTooLargeIsSaidFirst: more steps of it do not help.
func TestAStepThatIsTooLargeIsSaidFirst(t *testing.T) {
	for step, want := range map[string]string{
		"3":    "iteration-limit: A step size of 3 is too large here: the loss rose in ",
		"0.01": "iteration-limit: The gradient still has length ",
	} {
		var out, errs bytes.Buffer
		Run(t.Context(), []string{"solve", "--data", "blobs_overlap", "--model", "logistic", "--kernel", "linear", "--step", step, "--iterations", "9"},
			strings.NewReader(""), &out, &errs, func(string) string { return "" })
		if said := strings.TrimPrefix(errs.String(), "kernellab: "); !strings.HasPrefix(said, want) {
			t.Errorf("with step %s: %s", step, said)
		}
		if first := strings.Contains(errs.String(), "\n  --step below 0.03"); first != (step == "3") {
			t.Errorf("with step %s the advice is %s", step, errs.String())
		}
	}
}
