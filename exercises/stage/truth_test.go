package stage

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// scoresOf returns Σ cⱼ k(xⱼ, xᵢ) for every i.
func scoresOf(k kernels.Kernel[[]float64], x [][]float64, c []float64) []float64 {
	f := make([]float64, len(x))
	for i := range x {
		for j, v := range c {
			if v != 0 {
				f[i] += v * k.Eval(x[j], x[i])
			}
		}
	}
	return f
}

func almostEqual(a, b, size float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*(size+math.Abs(a)+math.Abs(b))
}

// checkNumbers checks what the ledger does not: the numbers in the table of every step, the objective
// and gradient of the primal companion, and the gradient in the status.
func checkNumbers(t check.T, r Run) {
	for i := range r.Len() {
		seg, s := r.segmentAt(i), r.Trace().At(i)
		where := fmt.Sprintf("%s, step %d", seg.solver().Name(), i)
		if seg.kind.Restarts || math.IsNaN(s.Objective) || s.Objective > 1e12 { // diverged
			continue
		}
		if seg.kind.Name != "ascent" {
			checkTable(t, where, r, i, s.CoefCopy(), s.Bias)
		}
		size := 1 + floats.Norm(s.CoefCopy(), 1)
		if traces := r.Traces(); len(traces) > 1 && i < traces[1].Len() && seg.kind.Descent != nil {
			if beside := traces[1].At(i); !almostEqual(beside.Violation, s.Violation, 1e3*size) ||
				!almostEqual(beside.Objective, s.Objective, size) {
				t.Errorf("%s: the primal has objective %v and gradient %v, want %v and %v", where, beside.Objective,
					beside.Violation, s.Objective, s.Violation)
			}
		}
		status := r.Frame(i).Status.String()
		if _, descends := s.Detail.(*solvers.GradientDetail); descends &&
			!strings.Contains(status, "gradient "+anatomy.Digits(s.Violation, 2)) {
			t.Errorf("%s: the status is %q, want the gradient %v", where, status, s.Violation)
		}
	}
}

// The numbers shown for every solver agree with its coefficients from step 0 on.
func TestRun_numbersBelongToStep(t *testing.T) {
	all := maps.Clone(beginnings())
	all["ascent"] = must.Value(Start(trainingData("worksheet1d", "poly(degree=2,c=1)"), solvers.Ascent{Eta: .01}))
	for name, r := range all {
		t.Run(name, func(t *testing.T) { checkNumbers(t, extendRun(t, r, 30)) })
	}
}

// The numbers also agree after forks that choose a pair, leave out the clip or change a parameter.
func TestRun_numbersBelongToStepInForks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkNumbers(t, drawRun(t)) })
}
