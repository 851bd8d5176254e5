package solvers

import "math"

// Candidate is a point as SMO sees it when it looks for a partner of k.
type Candidate struct {
	I        int
	T, Alpha float64
	F, E     float64 // error without and with bias
	Up, Low  bool    // in I_up, in I_low: tα can grow, can shrink
	// KKT is by how much the point violates its own KKT condition, 0 or more.
	KKT float64
	// CanMove: the pair (k, this) can move the right way; false for k itself.
	CanMove bool
	// Diff is |Ek − E|; Gain is the increase of W that the unclipped step
	// promises, (Fk − F)²/(2κ), 0 where the pair cannot move.
	Diff, Gain float64
}

// Candidates tells for every point how it stands at a step when k has been
// chosen. It panics where k is out of range.
func (s SMO) Candidates(p *Problem, at Step, k int) []Candidate {
	st := s.stateOf(p, at)
	out := make([]Candidate, p.Len())
	for i := range out {
		c := Candidate{
			I: i, T: st.t[i], Alpha: st.alpha[i],
			F: st.F(i), E: st.F(i) + at.Bias,
			Up: st.up(i), Low: st.low(i),
			Diff: math.Abs(st.F(k) - st.F(i)),
		}
		if c.Up {
			c.KKT = math.Max(c.KKT, -c.E)
		}
		if c.Low {
			c.KKT = math.Max(c.KKT, c.E)
		}
		c.CanMove = i != k && st.violation(k, i) > 0
		if c.CanMove {
			c.Gain = c.Diff * c.Diff / (2 * math.Max(st.kappa(k, i), tinyKappa))
		}
		out[i] = c
	}
	return out
}

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
