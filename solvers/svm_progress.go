package solvers

import "math"

// Progress is how far a solve has come.
type Progress struct {
	Iterations int
	Violation  float64 // among the active points
	Objective  float64
	// Gap is the duality gap if the points that are not active stay as they
	// are: they add nothing to it then. +Inf for a hard margin that is not kept
	// yet.
	Gap    float64
	Active int // points not shrunk away
}

// progress is how far this solve has come.
func (w *fastSMO[T]) progress() Progress {
	return Progress{Iterations: w.updates, Violation: w.bLow - w.bUp, Objective: w.objective, Gap: w.activeGap(), Active: w.active}
}

// activeGap is Σ C·ξ − α(1 − t·f) over the active points, no term of which is
// below 0: with Σαt = 0 and all points active it is the primal objective with
// the slacks ξ = max(0, 1 − t·f) less the dual one.
func (w *fastSMO[T]) activeGap() float64 {
	b, gap := -(w.bUp+w.bLow)/2, 0.0
	for i := range w.active {
		m := 1 - w.t[i]*(w.score[i]+b)
		gap -= w.alpha[i] * m
		if m > 0 {
			gap += w.solver.C * m
		}
	}
	return math.Max(0, gap)
}
