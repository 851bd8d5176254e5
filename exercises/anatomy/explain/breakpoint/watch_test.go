package breakpoint

import (
	"math"
	"testing"

	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// path is the run of a solver on a built-in set, with its vocabulary.
type path struct {
	name  string
	solve solvers.Solver
	prob  *solvers.Problem
	steps []solvers.Step
	words Vocabulary
}

func walk(t testing.TB, name string, s solvers.Solver, p *solvers.Problem) path {
	t.Helper()
	trace := anatomytest.Trace(t, s, p, 120)
	out := path{name: name, solve: s, prob: p, words: For(s, p)}
	for i := range trace.Len() {
		out.steps = append(out.steps, trace.At(i))
	}
	return out
}

func dual(t testing.TB, set, kernel string) *solvers.Problem {
	return must.Value(anatomytest.NewModel(t, set, kernel).Dual())
}

func primal(t testing.TB, set string) *solvers.Problem {
	return must.Value(anatomytest.NewModel(t, set, "linear").Primal())
}

// paths returns runs of every solver.
func paths(t testing.TB) []path {
	inf := math.Inf(1)
	return []path{
		walk(t, "smo", solvers.SMO{C: 1}, dual(t, "worksheet1d", "rbf(sigma=1)")),
		walk(t, "smo moons", solvers.SMO{C: .5, Rule: solvers.MaxViolation}, dual(t, "moons", "rbf(sigma=.5)")),
		walk(t, "smo hard", solvers.SMO{C: inf}, dual(t, "blobs_sep", "linear")),
		walk(t, "smo random", solvers.SMO{C: 1, Rule: solvers.Random, Seed: 3}, dual(t, "xor4", "poly(degree=2,c=1)")),
		walk(t, "perceptron", solvers.Perceptron{EveryVisit: true}, dual(t, "xor4", "poly(degree=2,c=1)")),
		walk(t, "perceptron mistakes", solvers.Perceptron{}, dual(t, "parabola", "poly(degree=2,c=1)")),
		walk(t, "perceptron primal", solvers.Perceptron{}, primal(t, "blobs_sep")),
		walk(t, "least squares", solvers.LeastSquares{Eta: .5}, dual(t, "sine_reg", "rbf(sigma=.5)")),
		walk(t, "least squares diverging", solvers.LeastSquares{Eta: 5}, dual(t, "blobs_overlap", "linear")),
		walk(t, "logistic", solvers.Logistic{Gamma: .1}, dual(t, "circles", "rbf(sigma=1)")),
		walk(t, "logistic primal", solvers.Logistic{Gamma: .1}, primal(t, "moons")),
		walk(t, "ridge", solvers.Ridge{Lambda: .1}, dual(t, "sine_reg", "poly(degree=3,c=1)")),
		walk(t, "ridge singular", solvers.Ridge{}, dual(t, "xor4", "linear")),
	}
}

func compile(t testing.TB, text string, v Vocabulary) Condition {
	t.Helper()
	c, err := Compile(text, v)
	check.Must(t, err == nil, "Compile(%q): got error %v, want none", text, err)
	return c
}

// stops returns the steps at which a condition holds.
func (p path) stops(c Condition) []int {
	var out []int
	for i := 1; i < len(p.steps); i++ {
		if c.Holds(p.steps[i-1], p.steps[i]) {
			out = append(out, i)
		}
	}
	return out
}
