package stage

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/must"
)

// afresh holds the numbers of a step as computed from its coefficients and bias.
type afresh struct {
	objective, primal, violation float64
	gap                          bool
	size                         float64 // the scale of rounding errors
}

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

// norm returns √(cᵀKc).
func norm(k kernels.Kernel[[]float64], x [][]float64, c []float64) float64 {
	var sum float64
	for i, f := range scoresOf(k, x, c) {
		sum += c[i] * f
	}
	return math.Sqrt(math.Max(0, sum))
}

// recomputed computes independently what a solver reports about its coefficients.
func recomputed(s solvers.Solver, k kernels.Kernel[[]float64], x [][]float64, y, c []float64, b float64) afresh {
	n := float64(len(y))
	signed := make([]float64, len(c))
	for i := range c {
		signed[i] = c[i] * y[i]
	}
	out := afresh{size: 1}
	switch s := s.(type) {
	case solvers.LeastSquares:
		f, r := scoresOf(k, x, c), make([]float64, len(y))
		for i := range y {
			r[i] = 2 / n * (y[i] - f[i])
			out.objective += (y[i] - f[i]) * (y[i] - f[i]) / n
		}
		out.violation = norm(k, x, r)
	case solvers.Logistic:
		f, r := scoresOf(k, x, c), make([]float64, len(y))
		for i := range y {
			t := 2*map[bool]float64{true: 1}[y[i] > 0] - 1
			out.objective += math.Log1p(math.Exp(-math.Abs(f[i]))) + math.Max(0, -t*f[i]) + s.Lambda*c[i]*f[i]/2
			r[i] = t/(1+math.Exp(t*f[i])) - s.Lambda*c[i]
		}
		out.violation = norm(k, x, r)
	case solvers.Ascent:
		for i, f := range scoresOf(k, x, signed) {
			out.objective += c[i] - c[i]*y[i]*f/2
			out.violation = math.Max(out.violation, math.Abs(1-y[i]*f))
		}
	case solvers.Perceptron:
		for i, f := range scoresOf(k, x, signed) {
			if m := y[i] * (f + b); m <= 0 {
				out.objective -= m
				out.violation += 1 / n
			}
		}
	case solvers.SMO:
		smoAfresh(&out, s.C, scoresOf(k, x, signed), y, c, b)
	case solvers.Ridge:
		f := scoresOf(k, x, c)
		for i := range y {
			out.objective += (y[i]-f[i])*(y[i]-f[i])/2 + s.Lambda*c[i]*f[i]/2
		}
	}
	for _, v := range c {
		out.size += math.Abs(v)
	}
	return out
}

func smoAfresh(out *afresh, bound float64, f, y, c []float64, b float64) {
	out.gap = true
	low, up := math.Inf(-1), math.Inf(1)
	highest, lowest := math.Inf(-1), math.Inf(1) // of the classes −1 and +1
	var sum, w2, slack float64
	for i := range y {
		sum += c[i]
		w2 += c[i] * y[i] * f[i]
		slack += math.Max(0, 1-y[i]*(f[i]+b))
		grows, shrinks := c[i] < bound, c[i] > 0
		if y[i] < 0 {
			grows, shrinks = shrinks, grows
			highest = math.Max(highest, f[i])
		} else {
			lowest = math.Min(lowest, f[i])
		}
		if grows {
			up = math.Min(up, f[i]-y[i])
		}
		if shrinks {
			low = math.Max(low, f[i]-y[i])
		}
	}
	out.objective, out.violation = sum-w2/2, low-up
	out.primal = w2/2 + bound*slack
	if math.IsInf(bound, 1) {
		half := (lowest - highest) / 2
		if out.primal = w2 / (2 * half * half); half <= 0 {
			out.primal = math.Inf(1)
		}
	}
}

func near(a, b, size float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*(size+math.Abs(a)+math.Abs(b))
}

// holdTrue compares what every step of a run reports with what its coefficients
// give: its numbers, the primal companion and the status.
func holdTrue(t interface{ Errorf(string, ...any) }, r Run) {
	for i := range r.Len() {
		seg, s := r.segmentAt(i), r.Trace().At(i)
		where, c := fmt.Sprintf("%s, step %d", seg.solver().Name(), i), s.CoefCopy()
		want := recomputed(seg.solver(), seg.model.Kernel, seg.model.Set.Points(), seg.model.Set.Labels(), c, s.Bias)
		if seg.kind.Restarts {
			if !math.IsNaN(s.Objective) && !near(s.Objective, want.objective, want.size) {
				t.Errorf("%s: the objective is %v, want %v", where, s.Objective, want.objective)
			}
			continue
		}
		if math.IsNaN(want.objective) || want.objective > 1e12 { // diverged
			continue
		}
		if seg.kind.Name != "ascent" {
			tableTrue(t, where, r, i, c, s.Bias)
		}
		if !near(s.Objective, want.objective, want.size) || !near(s.Violation, want.violation, want.size) {
			t.Errorf("%s: got objective %v and violation %v, want %v and %v", where, s.Objective, s.Violation,
				want.objective, want.violation)
		}
		if want.gap && (!near(s.PrimalObjective, want.primal, want.size) ||
			!near(s.Gap, want.primal-want.objective, want.size+math.Abs(want.primal))) {
			t.Errorf("%s: got primal %v and gap %v, want %v and %v", where, s.PrimalObjective, s.Gap, want.primal,
				want.primal-want.objective)
		}
		if traces := r.Traces(); len(traces) > 1 && i < traces[1].Len() && seg.kind.Descent != nil {
			if beside := traces[1].At(i); !near(beside.Violation, want.violation, 1e3*want.size) ||
				!near(beside.Objective, want.objective, want.size) {
				t.Errorf("%s: the primal has objective %v and gradient %v, want %v and %v", where, beside.Objective,
					beside.Violation, want.objective, want.violation)
			}
		}
		status := r.Frame(i).Status.String()
		if _, descends := s.Detail.(*solvers.GradientDetail); descends &&
			!strings.Contains(status, "gradient "+anatomy.Digits(s.Violation, 2)) {
			t.Errorf("%s: the status is %q, want the gradient %v", where, status, s.Violation)
		}
	}
}

// The numbers of every solver agree with its coefficients from step 0 on.
func TestRun_numbersBelongToStep(t *testing.T) {
	all := maps.Clone(beginnings())
	all["ascent"] = must.Value(Start(model("worksheet1d", "poly(degree=2,c=1)"), solvers.Ascent{Eta: .01}))
	for name, r := range all {
		t.Run(name, func(t *testing.T) { holdTrue(t, extended(t, r, 30)) })
	}
}

// The same holds after forks by a pair, without a clip and by every parameter.
func TestRun_numbersBelongToStepInForks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holdTrue(t, drawRun(t)) })
}
