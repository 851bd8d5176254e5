package solvers

import "math"

// smallGain is the share of W that FaultEarly takes for nothing.
const smallGain = 0.05

// nextSMO is a pair's update with the fault in it.
func (f Faulty) nextSMO(s SMO, p *Problem, prev Step) Step {
	st := s.stateOf(p, prev)
	c, ok := s.choose(st, prev)
	if !ok {
		// What the fault has left behind may violate more than pairs can mend.
		prev.N++
		prev.Status, prev.Sentence = Stuck, Stuck.Sentence()
		return prev
	}
	d := st.pair(c.k, c.l, prev.Bias)
	d.Why = c.why
	f.spoil(st, d)
	next := s.take(st, prev, d)
	d.DW = next.Objective - prev.Objective
	switch f.Fault {
	case FaultBias:
		st.misplace(s, &next, d)
	case FaultEarly:
		f.stopEarly(s, &next, d)
	}
	if d.Null && !next.Status.Done() {
		next.Status, next.Sentence = Stuck, Stuck.Sentence()
	}
	return next
}

// spoil does the arithmetic of a pair again, with the mistake. An update that
// the mistake does not touch stays as it is.
func (f Faulty) spoil(st *smoState, d *SMODetail) {
	switch f.Fault {
	case FaultNoClip:
		if d.Clipped {
			d.NewAl = d.Unclipped
			st.finish(d, d.S)
		}
	case FaultNoLabel:
		d.Ek, d.El = st.unlabelled(d.K, d.Ek), st.unlabelled(d.L, d.El)
		st.redo(d, d.Tl*(d.Ek-d.El))
	case FaultBounds:
		d.Lo, d.Hi = Bounds(-d.S, d.OldAk, d.OldAl, st.c)
		st.redo(d, d.Tl*(d.Ek-d.El))
	case FaultKappa:
		d.Kappa = d.Kkk + d.Kll
		d.KappaUsed = math.Max(d.Kappa, tinyKappa)
		st.redo(d, d.Tl*(d.Ek-d.El))
	case FaultDownhill:
		st.redo(d, -d.Tl*(d.Ek-d.El))
	case FaultPartner:
		if d.S < 0 {
			st.finish(d, 1)
		}
	}
}

// unlabelled is E at point i with the labels left out of the sum; e is what it
// is with them.
func (st *smoState) unlabelled(i int, e float64) float64 {
	for j, a := range st.alpha {
		e += a * (1 - st.t[j]) * st.p.gram.At(i, j)
	}
	return e
}

// redo takes the step from the slope on: αℓ*, the clip, αk.
func (st *smoState) redo(d *SMODetail, slope float64) {
	d.Unclipped = d.OldAl + slope/d.KappaUsed
	d.NewAl = math.Max(d.Lo, math.Min(d.Unclipped, d.Hi))
	d.Clipped = d.NewAl != d.Unclipped
	st.finish(d, d.S)
}

// finish finds αk for an αℓ; s is what the change is carried over with.
func (st *smoState) finish(d *SMODetail, s float64) {
	size := math.Max(math.Abs(d.OldAk), math.Abs(d.OldAl))
	d.NewAl = st.snapInside(d.NewAl, size)
	d.NewAk = st.snapInside(d.OldAk+s*(d.OldAl-d.NewAl), size)
	d.Null = d.NewAl == d.OldAl && d.NewAk == d.OldAk
}

// snapInside is snap for an α that may lie outside [0, C] and then stays there.
func (st *smoState) snapInside(a, size float64) float64 {
	if a < -4*epsilon*size || a > st.c*(1+4*epsilon) {
		return a
	}
	return st.snap(a, size)
}

// misplace takes b from point k where its α is at a bound.
func (st *smoState) misplace(s SMO, next *Step, d *SMODetail) {
	if d.NewAk != 0 && d.NewAk != st.c {
		return
	}
	after := s.stateOf(st.p, *next)
	next.Bias = -after.F(d.K)
	next.PrimalObjective = after.primal(after.normSquared(), next.Bias)
	next.Gap = next.PrimalObjective - next.Objective
}

// stopEarly calls a run converged whose W has hardly risen.
func (f Faulty) stopEarly(s SMO, next *Step, d *SMODetail) {
	if next.Status == Running && d.DW < smallGain*next.Objective {
		next.Status, next.Sentence = Converged, "No pair violates the KKT conditions by "+say(s.tol())+" or more."
	}
}
