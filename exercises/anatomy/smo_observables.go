package anatomy

import "kernellab/solvers"

// observeSMO returns what conditions can ask of SMO, in the letters of the
// worksheets.
func observeSMO(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.SMO)
	clip := observe("clip clip", "which bound cut the step: L, H or none", AboutStep, detail(clippedAt)).words("none", "L", "H")
	clip.Idle = true
	out := []Observable{
		coefficients(p, "alpha α a"), clip,
		position("gap gap", "the duality gap", func(s solvers.Step) float64 { return s.Gap }).often("1e-3"),
		position("violation violation", "the largest violation of the KKT conditions by a pair", func(s solvers.Step) float64 { return s.Violation }).often("1e-3"),
		dualObjective(), support(),
	}
	out = append(append(out, classObservables(p)...), pairObservables(p)...)
	return append(out,
		constant("C C", "the bound of every α", s.C),
		position("nBound nBound", "how many α are at C", countCoefficients(func(a float64) bool { return a == s.C })),
		observe("E E", "f − t at a point", AboutPosition, func(s solvers.Step, i int) (float64, bool) { return s.F(i) - p.Y(i), true }).each(p.Len()),
		bias(),
		position("primal primal P", "the primal objective", func(s solvers.Step) float64 { return s.PrimalObjective }),
	)
}

// pairObservables are what the update of a pair did.
func pairObservables(p *solvers.Problem) []Observable {
	did := func(names, help string, of func(d *solvers.SMODetail) float64) Observable {
		return observe(names, help, AboutStep, detail(of))
	}
	pair := did("pair pair", "the two points, in any order", func(d *solvers.SMODetail) float64 { return PairCode(d.K+1, d.L+1) })
	pair.Kind = PointPair
	out := []Observable{
		did("k k", "the first point of the pair", func(d *solvers.SMODetail) float64 { return float64(d.K + 1) }).index(),
		did("l ℓ", "the second point of the pair", func(d *solvers.SMODetail) float64 { return float64(d.L + 1) }).index(),
		pair,
		observe("dalpha Δα dα da Δa Δalpha delta_alpha", "by how much the step changed an α", AboutStep, pairChange).each(p.Len()),
	}
	out = append(out, PairFormulas().Observables()...)
	return append(out, did("null null", "the update moved nothing", func(d *solvers.SMODetail) float64 { return flagged(d.Null) }).flag())
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
