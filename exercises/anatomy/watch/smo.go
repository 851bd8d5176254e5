package watch

import (
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// smoWords are the quantities of SMO, in the letters of the worksheet.
func smoWords(s solvers.SMO, p *solvers.Problem) []*quantity {
	out := []*quantity{
		coefficients(p, "alpha", "α", "a"),
		{name: "clip", sign: "clip", help: "which bound cut the step: L, H or none", kind: word, nature: deed,
			words: []string{"none", "L", "H"}, idle: true, of: told(func(d *solvers.SMODetail) float64 { return float64(clip(d)) })},
		{name: "gap", sign: "gap", help: "the duality gap", nature: state, typical: "1e-3",
			of: always(func(s solvers.Step) float64 { return s.Gap })},
		{name: "violation", sign: "violation", help: "the largest violation of the KKT conditions by a pair", nature: state, typical: "1e-3",
			of: always(func(s solvers.Step) float64 { return s.Violation })},
		dualObjective(),
		support(),
	}
	out = append(out, classWords(p)...)
	out = append(out, smoDeeds(p)...)
	return append(out,
		&quantity{name: "C", sign: "C", help: "the bound of every α", of: given(s.C)},
		&quantity{name: "nBound", sign: "nBound", help: "how many α are at C", nature: state,
			of: always(func(at solvers.Step) float64 { return atBound(at, s.C) })},
		&quantity{name: "E", sign: "E", help: "f − t at a point", nature: state, size: p.Len(),
			of: func(s solvers.Step, i int) (float64, bool) { return s.F(i) - p.Y(i), true }},
		bias(),
		&quantity{name: "primal", sign: "primal", aliases: []string{"P"}, help: "the primal objective", nature: state,
			of: always(func(s solvers.Step) float64 { return s.PrimalObjective })},
	)
}

// smoDeeds are what a pair update did.
func smoDeeds(p *solvers.Problem) []*quantity {
	n := p.Len()
	out := []*quantity{
		{name: "k", sign: "k", help: "the first point of the pair", nature: deed, index: true,
			of: told(func(d *solvers.SMODetail) float64 { return float64(d.K + 1) })},
		{name: "l", sign: "ℓ", help: "the second point of the pair", nature: deed, index: true,
			of: told(func(d *solvers.SMODetail) float64 { return float64(d.L + 1) })},
		{name: "pair", sign: "pair", help: "the two points, in any order", kind: twosome, nature: deed,
			of: told(func(d *solvers.SMODetail) float64 { return pairCode(d.K+1, d.L+1) })},
		{name: "dalpha", sign: "Δα", aliases: []string{"dα", "da", "Δa", "Δalpha", "delta_alpha"}, help: "by how much the step changed an α",
			nature: deed, size: n, of: smoChange},
	}
	out = append(out, deeds(anatomy.Pair{}.Derivation())...)
	return append(out, &quantity{name: "null", sign: "null", help: "the update moved nothing", kind: flag, nature: deed,
		of: told(func(d *solvers.SMODetail) float64 { return truth(d.Null) })})
}

// clip is the place of what cut a step among none, L, H.
func clip(d *solvers.SMODetail) int {
	switch {
	case !d.Clipped:
		return 0
	case d.Unclipped < d.Lo:
		return 1
	}
	return 2
}

// smoChange is by how much an update changed α of point i.
func smoChange(s solvers.Step, i int) (float64, bool) {
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

func atBound(s solvers.Step, c float64) float64 {
	n := 0.0
	for _, a := range s.Coef().All() {
		if a == c {
			n++
		}
	}
	return n
}

// maxPoints bounds the numbers in a pair, so that its code is a whole number.
const maxPoints = 1 << 20

// pairCode is a pair of points as one number, whichever comes first.
func pairCode(a, b int) float64 { return float64(min(a, b)*maxPoints + max(a, b)) }

// pairOf undoes pairCode.
func pairOf(code float64) (a, b int) { return int(code) / maxPoints, int(code) % maxPoints }
