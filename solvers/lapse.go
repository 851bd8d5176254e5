package solvers

// Lapse is a part of an algorithm done otherwise than it should be, for those
// who plant mistakes. What is nil is done right; a solver asks for what it has.
type Lapse struct {
	// Mistake says which y·f the perceptron takes for a mistake, Bias where a
	// mistake of label y takes b.
	Mistake func(margin float64) bool
	Bias    func(b, y float64) float64
	// Residual is that of point i at f in gradient descent, Rate what multiplies
	// it in place of the rate that is due.
	Residual func(i int, f float64) float64
	Rate     func(due float64) float64
	// Entry is the entry (i, j) of K + λI in ridge regression, from that of K;
	// Pivot is what a row of Lz = y is divided by in place of its pivot.
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
