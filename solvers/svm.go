package solvers

import (
	"context"
)

// Options steer [SolveSVM].
type Options struct {
	C       float64 // +Inf: hard margin
	Tol     float64 // 0: 1e-3; stop where b_low − b_up < Tol
	MaxIter int     // cap on updates; 0: 1000000
	// Progress is called about ten times a second; nil: never.
	Progress func(Progress)
}

// Progress is how far a solve has come.
type Progress struct {
	Iterations int
	Violation  float64
	Objective  float64
}

// Solution is what [SolveSVM] found: f = Σ αᵢtᵢk(xᵢ, ·) + Bias.
type Solution struct {
	Alpha      []float64
	Bias       float64
	Objective  float64 // W, the dual
	Primal     float64 // ½‖w‖² + CΣξ, see [Step.PrimalObjective]
	Gap        float64 // Primal − Objective
	Violation  float64 // b_low − b_up
	NormSq     float64 // ‖w‖²
	Iterations int
	Status     Status
	Sentence   string
}

// SupportVectors counts the points with α > 0, and of these those at C.
func (s Solution) SupportVectors(c float64) (all, bound int) {
	for _, a := range s.Alpha {
		if a > 0 {
			all++
		}
		if a > 0 && a == c {
			bound++
		}
	}
	return all, bound
}

// SolveSVM solves the dual of the support vector machine by the same SMO as
// [SMO] with the second-order rule, without keeping the steps. Labels are −1
// and +1. A cancelled ctx gives the best so far with status Interrupted and no
// error; errors are for problems that cannot be posed.
func SolveSVM(ctx context.Context, g Gram, y []float64, o Options) (Solution, error) {
	s := SMO{C: o.C, Tol: o.Tol, MaxUpdates: o.MaxIter}
	if o.MaxIter == 0 {
		s.MaxUpdates = 1_000_000
	}
	p, err := NewDual(g, y)
	if err != nil {
		return Solution{}, err
	}
	if err := s.check(p); err != nil {
		return Solution{}, err
	}
	w := newFastSMO(s, p)
	status := w.run(ctx, o.Progress)
	return w.solution(status), nil
}
