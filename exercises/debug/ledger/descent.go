package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descentLaw is what least squares and logistic regression differ in.
type descentLaw struct {
	recurrence, residual string  // in symbols
	rate                 float64 // what multiplies the residuals
	tol                  float64 // of the gradient at convergence; 0: never
	step, limit          float64 // the loss falls while step < limit
	limitWords           string
	of                   func(i int, f float64) float64 // residual at point i
	loss                 func(f []float64) float64
	slope                float64 // |∂residual/∂f| is no more
}

func leastSquaresLaw(b *Books, s solvers.LeastSquares) descentLaw {
	n := float64(len(b.Y))
	return descentLaw{
		recurrence: "a ← a + (2η/n)(t − Ka)", residual: "r = t − Ka",
		rate: 2 * s.Eta / n, tol: s.Tol,
		step: s.Eta, limit: n / b.highest, limitWords: "η < n/λmax",
		of: func(i int, f float64) float64 { return b.Y[i] - f },
		loss: func(f []float64) float64 {
			var sum float64
			for i, v := range f {
				sum += (b.Y[i] - v) * (b.Y[i] - v)
			}
			return sum / n
		},
		slope: 1,
	}
}

func logisticLaw(b *Books, s solvers.Logistic) descentLaw {
	sign := func(i int) float64 {
		if b.Y[i] > 0 {
			return 1
		}
		return -1
	}
	l := descentLaw{
		recurrence: "a ← a + γ(y − s(Ka))", residual: "r = y − s(Ka)",
		rate: s.Gamma, tol: s.Tol,
		step: s.Gamma, limit: 8 / b.highest, limitWords: "γ < 8/λmax",
		of: func(i int, f float64) float64 { return sign(i) * solvers.Sigmoid(-sign(i)*f) },
		loss: func(f []float64) float64 {
			y := make([]float64, len(f))
			for i := range y {
				y[i] = sign(i)
			}
			return solvers.LogisticLoss(y, f)
		},
		slope: .25,
	}
	if s.Form == solvers.PlusMinus {
		l.recurrence, l.residual = "aᵢ ← aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ", "rᵢ = s(−yᵢ(Ka)ᵢ)·yᵢ"
	}
	return l
}

// fit is what follows from the a of a step.
type fit struct {
	a, f, r []float64
	loss    float64
	// tol and tolLoss bound what rounding can put f and the loss off.
	tol, tolLoss float64
}

func (b *Books) fit(l descentLaw, s solvers.Step) fit {
	v := fit{a: s.CoefCopy()}
	v.f = b.Scores(v.a, nil)
	v.r = make([]float64, len(v.f))
	var size float64
	for i, f := range v.f {
		v.r[i] = l.of(i, f)
		size = math.Max(size, math.Abs(v.r[i]))
	}
	v.loss = l.loss(v.f)
	n := float64(len(v.f))
	v.tol = 1e-15 * (n + 10) * (1 + floats.Norm(v.a, 1)*b.size)
	v.tolLoss = 1e-15*(n+10)*v.loss + 2*n*v.tol*(size+v.tol)
	return v
}

// descent enters the laws of gradient descent.
func (b *Books) descent(p *page, l descentLaw, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	v := b.fit(l, now)
	if d, ok := updated(t, i); ok && !opening {
		before := b.fit(l, t.At(i-1))
		if finite(v.a) && finite(before.f) {
			b.recurrence(p, l, before, v, d)
		}
		b.falls(p, l, before, v)
	}
	if !finite(v.a) || !finite(v.f) {
		p.law("finite", "a is finite", "–", now.Status == solvers.Diverged, "a has grown beyond all numbers, and the run does not say so.")
		return
	}
	off, at := worst(len(v.f), func(i int) float64 { return now.F(i) - v.f[i] })
	p.small("f", "f = Ka", off, v.tol,
		"f(x%s) is %s from a, and the step has %s.", anatomy.Sub(at+1), anatomy.Num(v.f[at]), anatomy.Num(now.F(at)))
	p.law("loss", "the loss follows from f", anatomy.Num(now.Objective), within(now.Objective, v.loss, v.tolLoss) || math.IsNaN(v.loss),
		"From f, the loss is %s, and the step has %s.", anatomy.Num(v.loss), anatomy.Num(now.Objective))
	b.flat(p, l, t, i)
}

// updated is what step i did; not ok at the start, and where the step was
// restated, for another step size or another kernel.
func updated(t solvers.Trace, i int) (*solvers.GradientDetail, bool) {
	d, ok := t.At(i).Detail.(*solvers.GradientDetail)
	return d, ok && i > 0 && d.Residuals().Len() > 0
}

// recurrence enters the update with its residuals done again.
func (b *Books) recurrence(p *page, l descentLaw, before, v fit, d *solvers.GradientDetail) {
	n := len(v.a)
	tol := l.slope*before.tol + 1e-15
	off, at := worst(n, func(i int) float64 { return d.Residuals().At(i) - before.r[i] })
	p.small("residual", l.residual, off, tol*(1+math.Abs(before.r[at])),
		"At point %d the residual is %s, and the step has %s.", at+1, anatomy.Num(before.r[at]), anatomy.Num(d.Residuals().At(at)))
	off, at = worst(n, func(i int) float64 { return v.a[i] - before.a[i] - l.rate*before.r[i] })
	size := math.Abs(before.a[at]) + math.Abs(v.a[at]) + math.Abs(l.rate*before.r[at])
	p.small("update", l.recurrence, off, l.rate*tol*(1+math.Abs(before.r[at]))+1e-15*size,
		"a%s went from %s to %s; the recurrence gives %s.", anatomy.Sub(at+1), anatomy.Num(before.a[at]), anatomy.Num(v.a[at]), anatomy.Num(before.a[at]+l.rate*before.r[at]))
}

// falls enters that the loss does not rise, for steps short enough.
func (b *Books) falls(p *page, l descentLaw, before, v fit) {
	value := fmt.Sprintf("%s → %s", anatomy.Num(before.loss), anatomy.Num(v.loss))
	limit := anatomy.Num(l.limit)
	switch {
	case !b.psd():
		p.law("fall", "the loss does not rise (K is not ⪰ 0: not promised)", value, true, "")
	case !(l.step < l.limit*(1-1e-9)):
		p.law("fall", fmt.Sprintf("the loss may rise: not %s = %s", l.limitWords, limit), value, true, "")
	default:
		p.law("fall", fmt.Sprintf("the loss does not rise, %s = %s", l.limitWords, limit), value, v.loss <= before.loss+v.tolLoss+before.tolLoss,
			"The loss rises from %s to %s, with a step of %s.", anatomy.Num(before.loss), anatomy.Num(v.loss), anatomy.Num(l.step))
	}
}

// flat enters that a run which says it has converged has: its last gradient,
// taken before the last step, is short.
func (b *Books) flat(p *page, l descentLaw, t solvers.Trace, i int) {
	if t.At(i).Status != solvers.Converged {
		return
	}
	before := b.fit(l, t.At(i))
	if _, ok := updated(t, i); ok {
		before = b.fit(l, t.At(i-1))
	}
	length := math.Sqrt(math.Max(0, floats.Dot(before.r, b.Scores(before.r, nil))))
	slack := math.Sqrt(b.size) * float64(len(before.r)) * before.tol
	p.law("claim", "converged ⇒ ‖Φᵀr‖ ≤ "+anatomy.Num(l.tol), anatomy.Num(length), length <= l.tol*(1+1e-6)+slack+1e-7*math.Sqrt(b.size)*floats.Norm(before.r, 2),
		"The run says it has converged, and the gradient still has length %s.", anatomy.Num(length))
}
