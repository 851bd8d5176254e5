package ledger

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descent enters the laws of gradient descent, or ascent.
func (b *Books) descent(p *page, d anatomy.Descent, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	v := d.Fit(now, b.size)
	if updated(t, i) && !opening {
		before := d.Fit(t.At(i-1), b.size)
		if finite(v.A) && finite(before.F) {
			b.recurrence(p, d, before, v, anatomy.Residuals(now))
		}
		b.monotone(p, d, before, v)
	}
	if !finite(v.A) || !finite(v.F) {
		p.law("finite", d.Letter+" is finite", "–", now.Status == solvers.Diverged, "%s has grown beyond all numbers, and the run does not say so.", d.Letter)
		return
	}
	p.same("f", d.Score, v.F, now.F, v.Off, "f(x%s) is %s from "+d.Letter+", and the step has %s.")
	p.law(d.Name, d.Follows, zero(now.Objective, v.OffValue), within(now.Objective, v.Value, v.OffValue) || math.IsNaN(v.Value),
		"From f, %s is %s, and the step has %s.", d.The(), anatomy.Num(v.Value), anatomy.Num(now.Objective))
	if s := d.Aside; s != nil {
		said, ok := s.Said(now)
		if !ok {
			said = math.NaN()
		}
		p.law(s.Name, s.Law, zero(s.Of(v.A), dust*floats.Norm(v.A, 1)), within(said, s.Of(v.A), 1e-12*(1+floats.Norm(v.A, 1))),
			"From %s it is %s, and the step has %s.", d.Letter, anatomy.Num(s.Of(v.A)), anatomy.Num(said))
	}
	if now.Status == solvers.Converged {
		b.flat(p, d, v)
		b.rest(p, d, v)
	}
}

// updated reports that step i moved the coefficients; it did not at the start,
// and where the step was restated, for another step size or another kernel.
func updated(t solvers.Trace, i int) bool { return i > 0 && anatomy.Residuals(t.At(i)).Len() > 0 }

// recurrence enters the update with its residuals done again.
func (b *Books) recurrence(p *page, d anatomy.Descent, before, v anatomy.Fit, said solvers.Vector) {
	n := len(v.A)
	tol := d.Slope*before.Off + 1e-15
	off, at := worst(n, func(i int) float64 { return said.At(i) - before.R[i] })
	p.small("residual", d.Residual, off, tol*(1+math.Abs(before.R[at])),
		"At point %d it is %s, and the step has %s.", at+1, anatomy.Num(before.R[at]), anatomy.Num(said.At(at)))
	due := func(i int) float64 { return before.A[i] + d.Move(before.A[i], before.R[i]) }
	off, at = worst(n, func(i int) float64 { return v.A[i] - due(i) })
	size := math.Abs(before.A[at]) + math.Abs(v.A[at]) + math.Abs(d.Rate*before.R[at])
	p.small("update", d.Recurrence, off, d.Rate*tol*(1+math.Abs(before.R[at]))+1e-15*size,
		"%s%s went from %s to %s; the recurrence gives %s.", d.Letter, anatomy.Sub(at+1), anatomy.Num(before.A[at]), anatomy.Num(v.A[at]), anatomy.Num(due(at)))
}

// monotone enters that the objective goes its way, for steps short enough.
func (b *Books) monotone(p *page, d anatomy.Descent, before, v anatomy.Fit) {
	value := fmt.Sprintf("%s → %s", anatomy.Num(settled(before.Value, before.OffValue)), anatomy.Num(settled(v.Value, v.OffValue)))
	limit := anatomy.Num(d.Limit(b.highest))
	name, wrong, up, the := "fall", "rise", 1.0, d.The()
	if d.Climbs {
		name, wrong, up = "rise", "fall", -1
	}
	switch {
	case !b.psd():
		p.law(name, the+" does not "+wrong+" (K has an eigenvalue below 0: not promised)", value, true, "")
	case !(d.Step < d.Limit(b.highest)*(1-1e-9)):
		p.law(name, fmt.Sprintf("%s may %s: not %s = %s", the, wrong, d.LimitSign, limit), value, true, "")
	default:
		p.law(name, fmt.Sprintf("%s does not %s, %s = %s", the, wrong, d.LimitSign, limit), value, up*(v.Value-before.Value) <= v.OffValue+before.OffValue,
			"%s %ss from %s to %s, with a step of %s.", strings.Replace(the, "the ", "The ", 1), wrong, anatomy.Num(before.Value), anatomy.Num(v.Value), anatomy.Num(d.Step))
	}
}

// flat enters that a run which says it has converged has: the gradient there is
// short.
func (b *Books) flat(p *page, d anatomy.Descent, v anatomy.Fit) {
	left := v.Left(d.Lambda)
	slope := d.Rate / d.Step
	length := slope * math.Sqrt(math.Max(0, floats.Dot(left, b.Scores(left, nil))))
	slack := slope * math.Sqrt(b.size) * (float64(len(left))*v.Off + 1e-7*floats.Norm(v.R, 2))
	p.law("claim", "converged ⇒ "+d.Length+" ≤ "+anatomy.Num(d.Tol), zero(length, dust*floats.Norm(v.R, 2)), length <= d.Tol*(1+1e-6)+slack,
		"The run says it has converged, and the gradient still has length %s.", anatomy.Num(length))
}

// rest enters that where a penalised descent has come to rest λ times each
// coefficient is its residual. What K takes to 0 moves no f and may be left
// over, so that it is promised only as far as K is definite.
func (b *Books) rest(p *page, d anatomy.Descent, v anatomy.Fit) {
	if d.Lambda == 0 {
		return
	}
	left := v.Left(d.Lambda)
	off, at := worst(len(left), func(i int) float64 { return left[i] })
	law := d.Rest
	if !b.eigen || !(b.lowest > 1e-12*b.highest) {
		p.law("rest", law+" (K is singular: not promised)", zero(off, v.Off), true, "")
		return
	}
	p.near("rest", law, off, 2*d.Tol/math.Sqrt(b.lowest)+v.Off, v.Off,
		"At point %d λa is %s and the residual %s.", at+1, anatomy.Num(d.Lambda*v.A[at]), anatomy.Num(v.R[at]))
}
