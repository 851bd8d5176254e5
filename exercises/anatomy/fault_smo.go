package anatomy

import "kernellab/solvers"

// smallGain is the share of W that FaultEarly takes for nothing.
const smallGain = 0.05

// pair is a pair's update with the fault in it.
func (f Faulty) pair(s solvers.SMO, p *solvers.Problem, prev solvers.Step) solvers.Step {
	right, err := s.Next(p, prev)
	if err != nil {
		// What the fault has left behind may violate more than pairs can mend.
		prev.N++
		prev.Status, prev.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
		return prev
	}
	d := *right.Detail.(*solvers.SMODetail)
	points := Points{Gram: p.Gram(), Y: p.Labels()}
	of, _ := PairOf(points.Machine(s.C, prev), right)
	bad := spoil(&d, of.Derivation(), f.Fault)
	next := s.Take(p, prev, d)
	switch {
	case f.Fault == FaultBias && (d.NewAk == 0 || d.NewAk == s.C):
		next.Bias = bad["b"]
		next.PrimalObjective = points.Machine(s.C, next).Primal()
		next.Gap = next.PrimalObjective - next.Objective
	case f.Fault == FaultEarly && next.Status == solvers.Running && next.Objective-prev.Objective < smallGain*next.Objective:
		tol := s.Tol
		if tol == 0 {
			tol = Tol
		}
		next.Status, next.Sentence = solvers.Converged, "No pair violates the KKT conditions by "+Digits(tol, 3)+" or more."
	}
	if next.Updates == prev.Updates && !next.Status.Done() {
		next.Status, next.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
	}
	return next
}

// spoil puts a fault into an update, and returns its numbers.
func spoil(d *solvers.SMODetail, of Derivation, f Fault) Numbers {
	bad := of.WithSlipFrom(of.Recorded(solvers.Step{Detail: d}), faults[f].slip, faults[f].in...)
	Describe(d, bad)
	return bad
}

// Describe makes an update of a pair say these numbers.
func Describe(d *solvers.SMODetail, n Numbers) {
	for name, field := range map[string]*float64{
		"s": &d.S, "gamma": &d.Gamma, "kappa": &d.Kappa, "used": &d.KappaUsed, "ek": &d.Ek, "el": &d.El, "lo": &d.Lo, "hi": &d.Hi,
		"star": &d.Unclipped, "alnew": &d.NewAl, "aknew": &d.NewAk,
	} {
		*field = n[name]
	}
	d.Clipped = n["star"] < n["lo"] || n["star"] > n["hi"]
}
