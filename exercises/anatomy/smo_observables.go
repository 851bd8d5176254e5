package anatomy

import "kernellab/solvers"

// observeSMO returns what conditions can ask of SMO, in the letters of the
// worksheets.
func observeSMO(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.SMO)
	gap := position("gap", "the duality gap", func(s solvers.Step) float64 { return s.Gap })
	violation := position("violation", "the largest violation of the KKT conditions by a pair", func(s solvers.Step) float64 { return s.Violation })
	gap.Typical, violation.Typical = "1e-3", "1e-3"
	out := []Observable{
		coefficients(p, "alpha", "α", "a"),
		{Name: "clip", Symbol: "clip", Help: "which bound cut the step: L, H or none", Kind: OneOfWords, About: AboutStep,
			Words: []string{"none", "L", "H"}, Idle: true, Value: detail(clippedAt)},
		gap, violation, dualObjective(), support(),
	}
	out = append(out, classObservables(p)...)
	out = append(out, pairObservables(p)...)
	return append(out,
		constant("C", "C", "the bound of every α", s.C),
		position("nBound", "how many α are at C", countCoefficients(func(a float64) bool { return a == s.C })),
		Observable{Name: "E", Symbol: "E", Help: "f − t at a point", About: AboutPosition, Size: p.Len(),
			Value: func(s solvers.Step, i int) (float64, bool) { return s.F(i) - p.Y(i), true }},
		bias(),
		position("primal", "the primal objective", func(s solvers.Step) float64 { return s.PrimalObjective }, "P"),
	)
}

// pairObservables are what the update of a pair did.
func pairObservables(p *solvers.Problem) []Observable {
	out := []Observable{
		{Name: "k", Symbol: "k", Help: "the first point of the pair", About: AboutStep, Index: true,
			Value: detail(func(d *solvers.SMODetail) float64 { return float64(d.K + 1) })},
		{Name: "l", Symbol: "ℓ", Help: "the second point of the pair", About: AboutStep, Index: true,
			Value: detail(func(d *solvers.SMODetail) float64 { return float64(d.L + 1) })},
		{Name: "pair", Symbol: "pair", Help: "the two points, in any order", Kind: PointPair, About: AboutStep,
			Value: detail(func(d *solvers.SMODetail) float64 { return PairCode(d.K+1, d.L+1) })},
		{Name: "dalpha", Symbol: "Δα", Aliases: []string{"dα", "da", "Δa", "Δalpha", "delta_alpha"}, Help: "by how much the step changed an α",
			About: AboutStep, Size: p.Len(), Value: pairChange},
	}
	out = append(out, Pair{}.Derivation().Observables()...)
	return append(out, Observable{Name: "null", Symbol: "null", Help: "the update moved nothing", Kind: Flag, About: AboutStep,
		Value: detail(func(d *solvers.SMODetail) float64 { return flagged(d.Null) })})
}

// clippedAt returns the place of what cut a step among none, L, H.
func clippedAt(d *solvers.SMODetail) float64 {
	switch {
	case !d.Clipped:
		return 0
	case d.Unclipped < d.Lo:
		return 1
	}
	return 2
}

// pairChange returns by how much an update changed α of point i.
func pairChange(s solvers.Step, i int) (float64, bool) {
	d, ok := s.Detail.(*solvers.SMODetail)
	switch {
	case !ok:
		return 0, false
	case i == d.K:
		return d.NewAk - d.OldAk, true
	case i == d.L:
		return d.NewAl - d.OldAl, true
	}
	return 0, true
}
