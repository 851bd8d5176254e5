package solvers

// PairUpdate computes the update of the pair (k, l) at a given α and bias,
// without a solver: the step by hand. It panics where k = l or either is out
// of range, or where α and the Gram matrix differ in length.
func PairUpdate(g Gram, t, alpha []float64, bias, c float64, k, l int) SMODetail {
	if k == l || len(alpha) != g.Len() || len(t) != g.Len() {
		panic("solvers: PairUpdate needs two different points and one α a point")
	}
	p := &Problem{gram: g, y: t, dim: len(t)}
	d := SMO{C: c}.newState(p, alpha, nil).pair(k, l, bias)
	d.Why.RunnerUp = -1
	return *d
}
