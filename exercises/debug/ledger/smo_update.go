package ledger

import (
	"math"

	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// tinyKappa stands in for a κ that is not positive.
const tinyKappa = 1e-12

// pair is the arithmetic of one update, done again from the step before.
type pair struct {
	k, l         int
	s            float64
	kappa, used  float64
	ek, el       float64
	lo, hi       float64
	star         float64
	tolE, tolK   float64
	tolStar      float64
	oldAk, oldAl float64
	newAk, newAl float64
	size         float64 // of the two α, for rounding
}

func (b *Books) pair(was, m machine, d *solvers.SMODetail) pair {
	k, l := d.K, d.L
	g := b.gram
	q := pair{
		k: k, l: l, s: b.y[k] * b.y[l],
		kappa: g.At(k, k) + g.At(l, l) - 2*g.At(k, l),
		ek:    was.F(k) + was.bias, el: was.F(l) + was.bias,
		oldAk: was.alpha[k], oldAl: was.alpha[l], newAk: m.alpha[k], newAl: m.alpha[l],
		tolE: was.tol + 1e-13*math.Abs(was.bias),
		tolK: 1e-13 * (math.Abs(g.At(k, k)) + math.Abs(g.At(l, l)) + 2*math.Abs(g.At(k, l))),
	}
	q.used = q.kappa
	if q.kappa <= 0 {
		q.used = tinyKappa
	}
	q.lo, q.hi = solvers.Bounds(q.s, q.oldAk, q.oldAl, m.c)
	slope := b.y[l] * (was.F(k) - was.F(l))
	q.star = q.oldAl + slope/q.used
	q.size = math.Max(math.Abs(q.oldAk), math.Abs(q.oldAl))
	q.tolStar = (2*q.tolE+math.Abs(slope)*q.tolK/q.used)/q.used + 1e-12*(q.size+math.Abs(q.star))
	return q
}

// update enters the arithmetic of the pair's step. A step that was restated, for
// another C or another kernel, is no update.
func (b *Books) update(p *page, now solvers.Step, was, m machine) {
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok || d.K == d.L || min(d.K, d.L) < 0 || max(d.K, d.L) >= len(m.alpha) {
		return
	}
	rises(p, was, m)
	q := b.pair(was, m, d)
	q.others(p, was, m)
	q.gamma(p)
	q.errors(p, d)
	q.curvature(p, d)
	q.bounds(p, d)
	q.unclipped(p, d)
	q.clip(p, m)
	gain := m.W() - was.W()
	p.law("dW", "ΔW as the step says", stage.Num(d.DW), within(gain, d.DW, 100*math.Max(m.tolW, was.tolW)),
		"From α, W gained %s, and the step has %s.", stage.Num(gain), stage.Num(d.DW))
}

// others: a pair's update leaves every other α alone.
func (q pair) others(p *page, was, m machine) {
	off, at := worst(len(m.alpha), func(i int) float64 {
		if i == q.k || i == q.l {
			return 0
		}
		return m.alpha[i] - was.alpha[i]
	})
	p.law("others", "αⱼ stays, j ≠ k, ℓ", stage.Num(off), off == 0,
		"%s changed from %s to %s, and is not of the pair.", alpha(at), stage.Num(was.alpha[at]), stage.Num(m.alpha[at]))
}

// gamma: αk + s·αℓ is kept, which is Σαt = 0 for the pair.
func (q pair) gamma(p *page) {
	old, now := q.oldAk+q.s*q.oldAl, q.newAk+q.s*q.newAl
	p.law("gamma", "γ = αk + sαℓ is kept", stage.Num(now), within(old, now, 1e-12*(q.size+math.Abs(q.newAk)+math.Abs(q.newAl))),
		"γ was %s before the update and is %s after it.", stage.Num(old), stage.Num(now))
}

// errors: E is f − t at the α before.
func (q pair) errors(p *page, d *solvers.SMODetail) {
	value := "Ek = " + stage.Num(d.Ek) + ", Eℓ = " + stage.Num(d.El)
	switch {
	case !within(d.Ek, q.ek, q.tolE):
		p.law("E", "E = Σαtk + b − t", value, false, "From α, Ek is %s for k = %d, and the step has %s.", stage.Num(q.ek), q.k+1, stage.Num(d.Ek))
	default:
		p.law("E", "E = Σαtk + b − t", value, within(d.El, q.el, q.tolE), "From α, Eℓ is %s for ℓ = %d, and the step has %s.", stage.Num(q.el), q.l+1, stage.Num(d.El))
	}
}

// curvature: κ is the squared distance in feature space.
func (q pair) curvature(p *page, d *solvers.SMODetail) {
	holds := within(d.Kappa, q.kappa, q.tolK) && (within(d.KappaUsed, q.used, q.tolK) || math.Abs(q.kappa) <= q.tolK)
	p.law("kappa", "κ = Kkk + Kℓℓ − 2Kkℓ", stage.Num(d.Kappa), holds,
		"From K, κ is %s, and the step divided by %s.", stage.Num(q.kappa), stage.Num(d.KappaUsed))
}

// bounds: L and H are those of the pair's own case.
func (q pair) bounds(p *page, d *solvers.SMODetail) {
	tol := 1e-12 * (q.size + math.Abs(q.lo))
	law := "L, H for s = +1"
	if q.s < 0 {
		law = "L, H for s = −1"
	}
	p.law("bounds", law, interval(d.Lo, d.Hi), within(d.Lo, q.lo, tol) && within(d.Hi, q.hi, tol),
		"From the α before, [L, H] is %s, and the step has %s.", interval(q.lo, q.hi), interval(d.Lo, d.Hi))
}

func interval(lo, hi float64) string { return "[" + stage.Num(lo) + ", " + stage.Num(hi) + "]" }

// unclipped: the top of the parabola. Where κ is within rounding of 0 the top
// is anywhere, and nothing is held against the step.
func (q pair) unclipped(p *page, d *solvers.SMODetail) {
	holds := within(d.Unclipped, q.star, q.tolStar) || math.Abs(q.kappa) <= q.tolK
	p.law("star", "αℓ* = αℓ + tℓ(Ek − Eℓ)/κ", stage.Num(d.Unclipped), holds,
		"From the α before, αℓ* is %s, and the step has %s.", stage.Num(q.star), stage.Num(d.Unclipped))
}

// clip: αℓ is the point of [L, H] nearest to αℓ*.
func (q pair) clip(p *page, m machine) {
	want := math.Max(q.lo, math.Min(q.star, q.hi))
	// A new α within rounding of a bound is set to it.
	snap := 1e-14 * (q.size + math.Abs(q.newAl))
	if !math.IsInf(m.c, 1) {
		snap += 1e-14 * m.c
	}
	tol := q.tolStar + snap
	inside := q.newAl >= q.lo-snap && q.newAl <= q.hi+snap
	holds := inside && (within(q.newAl, want, tol) || math.Abs(q.kappa) <= q.tolK)
	p.law("clip", "αℓ = αℓ* clipped to [L, H]", stage.Num(q.newAl), holds,
		"αℓ* = %s clipped to %s is %s, and the step has %s.", stage.Num(q.star), interval(q.lo, q.hi), stage.Num(want), stage.Num(q.newAl))
}
