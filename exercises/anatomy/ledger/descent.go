package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descent enters the laws of gradient descent.
func (b *Books) descent(p *page, l anatomy.Descent, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	v := l.Fit(now, b.size)
	if d, ok := updated(t, i); ok && !opening {
		before := l.Fit(t.At(i-1), b.size)
		if finite(v.A) && finite(before.F) {
			b.recurrence(p, l, before, v, d)
		}
		b.falls(p, l, before, v)
	}
	if !finite(v.A) || !finite(v.F) {
		p.law("finite", "a is finite", "–", now.Status == solvers.Diverged, "a has grown beyond all numbers, and the run does not say so.")
		return
	}
	off, at := worst(len(v.F), func(i int) float64 { return now.F(i) - v.F[i] })
	p.small("f", "f = Ka", off, v.Off,
		"f(x%s) is %s from a, and the step has %s.", anatomy.Sub(at+1), anatomy.Num(v.F[at]), anatomy.Num(now.F(at)))
	p.law("loss", "the loss follows from f", anatomy.Num(now.Objective), within(now.Objective, v.Loss, v.OffLoss) || math.IsNaN(v.Loss),
		"From f, the loss is %s, and the step has %s.", anatomy.Num(v.Loss), anatomy.Num(now.Objective))
	b.flat(p, l, t, i)
}

// updated is what step i did; not ok at the start, and where the step was
// restated, for another step size or another kernel.
func updated(t solvers.Trace, i int) (*solvers.GradientDetail, bool) {
	d, ok := t.At(i).Detail.(*solvers.GradientDetail)
	return d, ok && i > 0 && d.Residuals().Len() > 0
}

// recurrence enters the update with its residuals done again.
func (b *Books) recurrence(p *page, l anatomy.Descent, before, v anatomy.Fit, d *solvers.GradientDetail) {
	n := len(v.A)
	tol := l.Slope*before.Off + 1e-15
	off, at := worst(n, func(i int) float64 { return d.Residuals().At(i) - before.R[i] })
	p.small("residual", l.Residual, off, tol*(1+math.Abs(before.R[at])),
		"At point %d the residual is %s, and the step has %s.", at+1, anatomy.Num(before.R[at]), anatomy.Num(d.Residuals().At(at)))
	off, at = worst(n, func(i int) float64 { return v.A[i] - before.A[i] - l.Rate*before.R[i] })
	size := math.Abs(before.A[at]) + math.Abs(v.A[at]) + math.Abs(l.Rate*before.R[at])
	p.small("update", l.Recurrence, off, l.Rate*tol*(1+math.Abs(before.R[at]))+1e-15*size,
		"a%s went from %s to %s; the recurrence gives %s.", anatomy.Sub(at+1), anatomy.Num(before.A[at]), anatomy.Num(v.A[at]), anatomy.Num(before.A[at]+l.Rate*before.R[at]))
}

// falls enters that the loss does not rise, for steps short enough.
func (b *Books) falls(p *page, l anatomy.Descent, before, v anatomy.Fit) {
	value := fmt.Sprintf("%s → %s", anatomy.Num(before.Loss), anatomy.Num(v.Loss))
	limit := anatomy.Num(l.Limit(b.highest))
	switch {
	case !b.psd():
		p.law("fall", "the loss does not rise (K is not ⪰ 0: not promised)", value, true, "")
	case !(l.Step < l.Limit(b.highest)*(1-1e-9)):
		p.law("fall", fmt.Sprintf("the loss may rise: not %s = %s", l.LimitSign, limit), value, true, "")
	default:
		p.law("fall", fmt.Sprintf("the loss does not rise, %s = %s", l.LimitSign, limit), value, v.Loss <= before.Loss+v.OffLoss+before.OffLoss,
			"The loss rises from %s to %s, with a step of %s.", anatomy.Num(before.Loss), anatomy.Num(v.Loss), anatomy.Num(l.Step))
	}
}

// flat enters that a run which says it has converged has: its last gradient,
// taken before the last step, is short.
func (b *Books) flat(p *page, l anatomy.Descent, t solvers.Trace, i int) {
	if t.At(i).Status != solvers.Converged {
		return
	}
	before := l.Fit(t.At(i), b.size)
	if _, ok := updated(t, i); ok {
		before = l.Fit(t.At(i-1), b.size)
	}
	length := math.Sqrt(math.Max(0, floats.Dot(before.R, b.Scores(before.R, nil))))
	slack := math.Sqrt(b.size) * float64(len(before.R)) * before.Off
	p.law("claim", "converged ⇒ ‖Φᵀr‖ ≤ "+anatomy.Num(l.Tol), anatomy.Num(length), length <= l.Tol*(1+1e-6)+slack+1e-7*math.Sqrt(b.size)*floats.Norm(before.R, 2),
		"The run says it has converged, and the gradient still has length %s.", anatomy.Num(length))
}
