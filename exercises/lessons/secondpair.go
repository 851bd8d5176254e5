package lessons

import (
	"math"
	"math/rand/v2"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// secondPair is the update after the one by hand: of another pair, from the new
// α, and with its top inside [L, H].
type secondPair struct {
	handTask              // the state after the first update, and the pair
	before   anatomy.Pair // the pair as it was before the first update
	first    handTask
}

// next draws a second update that is as short as the first and not clipped; not
// ok where no pair has one.
func (h handTask) next(r *rand.Rand) (secondPair, bool) {
	after := h
	after.alpha = h.pair().After(h.d.NewAk, h.d.NewAl).Alpha
	for _, at := range r.Perm(16) {
		k, l := at/4, at%4
		if k == l || k == h.d.K && l == h.d.L || k == h.d.L && l == h.d.K {
			continue
		}
		after.d = solvers.PairUpdate(h.gram, h.t, after.alpha, h.b, h.c, k, l)
		s := secondPair{handTask: after, first: h, before: anatomy.Pair{Machine: h.pair().Machine, K: k, L: l}}
		if s.teaches() {
			return s, true
		}
	}
	return secondPair{}, false
}

// teaches reports whether the top lies well inside [L, H], and every slip gives
// another number.
func (s secondPair) teaches() bool {
	d := s.d
	const room = 0.04
	inside := d.Unclipped > d.Lo+room && d.Unclipped < d.Hi-room && math.Abs(d.NewAl-d.OldAl) > room
	return inside && isShort(d.Kappa) && d.Kkl != 0 && tellsApart(s.update(), 1e-9)
}

// update is its blanks. Of the errors only the difference is asked for, which
// needs no b.
func (s secondPair) update() answer.Working {
	p, d := s.pair(), s.d
	errors := func(of anatomy.Pair) float64 { return of.F(of.K) - of.F(of.L) }
	climb := func(n answer.Numbers) float64 { return d.Tl * n["apart"] / n["kappa2"] }
	clip := func(v float64) float64 { return math.Max(d.Lo, math.Min(v, d.Hi)) }
	across := func(n answer.Numbers) float64 { return d.S * (d.OldAl - n["al2"]) }
	return answer.Working{
		{Name: "apart", Value: func(answer.Numbers) float64 { return errors(p) }, Slips: []answer.Slip{
			{ID: "old-alpha", Value: func(answer.Numbers) float64 { return errors(s.before) }},
		}},
		{Name: "kappa2", Value: func(answer.Numbers) float64 { return p.Curvature() }, Slips: []answer.Slip{
			{ID: "kappa-two", Value: func(answer.Numbers) float64 { return p.Curvature() + d.Kkl }},
		}},
		{Name: "al2", From: []string{"apart", "kappa2"}, Value: func(n answer.Numbers) float64 { return clip(d.OldAl + climb(n)) }, Slips: []answer.Slip{
			{ID: "to-the-end", Value: func(n answer.Numbers) float64 {
				if climb(n) > 0 {
					return d.Hi
				}
				return d.Lo
			}},
			{ID: "errors-swapped", Value: func(n answer.Numbers) float64 { return clip(d.OldAl - climb(n)) }},
		}},
		{Name: "ak2", From: []string{"al2"}, Value: func(n answer.Numbers) float64 { return d.OldAk + across(n) }, Slips: []answer.Slip{
			{ID: "partner-sign", Value: func(n answer.Numbers) float64 { return d.OldAk - across(n) }},
		}},
	}
}

// vars are the numbers of the second update that its text and solution name.
func (s secondPair) vars() worksheets.Vars {
	d, n := s.d, s.update().Truth()
	return worksheets.Vars{
		"k2": number(d.K), "l2": number(d.L), "tk2": answer.Signed(d.Tk), "tl2": answer.Signed(d.Tl), "s2": answer.Signed(d.S), "ak2old": d.OldAk, "al2old": d.OldAl,
		"apart": n["apart"], "kappa2": d.Kappa, "lo2": d.Lo, "hi2": d.Hi, "al2": d.NewAl, "ak2": d.NewAk,
		"gk2": s.F(d.K) + d.Tk, "gl2": s.F(d.L) + d.Tl,
	}
}

// F is f − b − t at a point, with the new α.
func (s secondPair) F(i int) float64 { return s.pair().F(i) }

// table is that of the points with the new α.
func (s secondPair) table() map[string]exercises.FieldTable {
	return fieldTable(s.points("").Figures[0])
}
