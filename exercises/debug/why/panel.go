// Package why explains a step of a run: the rule in force, the candidates with
// what the rule looks at, the arithmetic with its numbers in place, and the
// cause in one sentence.
//
// Every number is computed from the points, the kernel and the coefficients of
// the step before, not read from the step. Where a step says something else,
// what it says stands beside it as "the step has …".
package why

import (
	"kernellab/ascii"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// The inks of letters, the same as on the stage.
const (
	inkK     = ascii.Symbol1
	inkL     = ascii.Symbol2
	inkKappa = ascii.Symbol3
	inkBound = ascii.Symbol4
	inkA     = ascii.Symbol1
	inkW     = ascii.Symbol2
	inkRate  = ascii.Symbol3
)

// Width is what the lines are made for; a few sentences are longer and may be
// wrapped.
const Width = 84

// Panel explains how frame i of the traces came about; the first trace is the
// main one, the second, where there is one, its primal companion. At frame 0 it
// says where the run starts. It is empty for a frame that does not exist and
// for a kernel that cannot take the points. It costs O(n²), O(n³) for the
// stages of ridge regression.
func Panel(m stage.Model, traces []solvers.Trace, i int) []ascii.Line {
	if len(traces) == 0 || i < 0 || i >= traces[0].Len() || traces[0].Problem().Primal() {
		return nil
	}
	g, err := m.Gram()
	if err != nil || traces[0].At(i).Coef().Len() != g.Len() {
		return nil
	}
	v := view{model: m, gram: g, y: m.Set.Labels(), trace: traces[0], i: i}
	var out []ascii.Line
	switch s := claimed(traces[0].Solver()).(type) {
	case solvers.SMO:
		out = v.smo(s)
	case solvers.Perceptron:
		out = v.perceptron(s)
	case solvers.Logistic:
		out = v.descent(logisticWords(s))
	case solvers.LeastSquares:
		out = v.descent(squaresWords(s, g.Len()))
	case solvers.Ridge:
		out = v.ridge(s)
	default:
		return nil
	}
	return append(out, lockstep(m, traces, i)...)
}

// view is what a panel is made of.
type view struct {
	model stage.Model
	gram  *solvers.Dense
	y     []float64
	trace solvers.Trace
	i     int
}

func (v view) now() solvers.Step    { return v.trace.At(v.i) }
func (v view) before() solvers.Step { return v.trace.At(v.i - 1) }

// scores is Σⱼ cⱼKᵢⱼ at every point; c is Step.Weights, labels included.
func (v view) scores(c []float64) []float64 {
	out := make([]float64, len(c))
	for i := range out {
		for j, k := range v.gram.Row(i) {
			out[i] += c[j] * k
		}
	}
	return out
}

// claimed is the solver that is explained: the one a wrapper says it is.
func claimed(s solvers.Solver) solvers.Solver {
	if c, ok := s.(interface{ Claims() solvers.Solver }); ok {
		return c.Claims()
	}
	return s
}
