package lessons

import (
	"context"

	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// quadratic is (xᵀz + 1)².
func quadratic() kernels.Kernel[[]float64] { return kernels.Poly{Degree: 2, C: 1} }

// walked is the run of a solver on the dual of a model, some steps on or to its
// end.
func walked(ctx context.Context, m stage.Model, s solvers.Solver, steps int) (solvers.Trace, error) {
	problem, err := m.Dual()
	if err != nil {
		return solvers.Trace{}, err
	}
	trace, err := solvers.NewTrace(s, problem)
	if err != nil {
		return trace, err
	}
	return trace.Extend(ctx, steps, nil)
}
