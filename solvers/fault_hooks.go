package solvers

// FaultHooks replaces parts of an algorithm, so that a mistake can be planted
// in it. A nil hook leaves its part as it is. A solver calls the hooks of the
// parts that it has.
type FaultHooks struct {
	// Mistake reports whether the perceptron adds a point with this y·f. Bias
	// returns b after a mistake at a point with label y.
	Mistake func(margin float64) bool
	Bias    func(b, y float64) float64
	// Residual returns the residual of point i at score f in gradient descent.
	// Rate returns what multiplies the residuals, given the right rate.
	Residual func(i int, f float64) float64
	Rate     func(right float64) float64
	// Entry returns entry (i, j) of K + λI in ridge regression, given entry k of
	// K. Pivot returns what a row of Lz = y is divided by, given L's diagonal
	// entry.
	Entry func(i, j int, k float64) float64
	Pivot func(pivot float64) float64
}

// Take takes the update d of a pair as it stands, right or wrong, and finds what
// follows from its α. That d raised W by so much, and whether anything moved, is
// found anew.
func (s SMO) Take(p *Problem, prev Step, d SMODetail) Step {
	d.Null = d.NewAl == d.OldAl && d.NewAk == d.OldAk
	next := s.take(s.stateOf(p, prev), prev, &d)
	d.DW = next.Objective - prev.Objective
	return next
}
