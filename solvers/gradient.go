package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// divergedAt is how many times the loss at the start a loss may be before the
// descent counts as diverged.
const divergedAt = 1e6

// descent is full-batch gradient descent, the part that least squares and
// logistic regression share: c ← c + rate·(pull(residuals) − λc), where pull is
// the identity in the dual and Φᵀ in the primal. What falls is the loss and
// ½λ‖w‖².
type descent struct {
	step, rate float64 // η or γ, and what multiplies the residuals
	lambda     float64 // the penalty; 0: none
	limit      int     // cap on steps
	tol        float64 // stop where the gradient is no longer than this; 0: never
	// residuals fills r with t − f or y − s(f); loss is what falls.
	residuals func(r, f []float64)
	loss      func(f []float64) float64
}

func (d descent) start(p *Problem) Step {
	coef := make([]float64, p.Dim())
	f := make([]float64, p.Len())
	s := Step{coef: coef, scores: f, Objective: d.loss(f)}
	s.Detail = &GradientDetail{Rate: d.rate, Step: d.step, Lambda: d.lambda, Loss: s.Objective}
	return s
}

func (d descent) next(p *Problem, s Step) Step {
	if s.Status.Done() {
		return s
	}
	r := make([]float64, p.Len())
	d.residuals(r, s.scores)
	g := d.uphill(p, r, s.coef)
	change := make([]float64, len(g))
	floats.ScaleTo(change, d.rate, g)
	coef := clone(s.coef)
	floats.Add(coef, change)
	f := p.scores(coef)
	loss := d.objective(p, coef, f)
	next := Step{
		N: s.N + 1, Updates: s.Updates + 1,
		coef: coef, scores: f,
		Objective: loss, Violation: p.norm(g),
		Detail: &GradientDetail{Rate: d.rate, Step: d.step, Lambda: d.lambda, Loss: loss, residuals: r, change: change},
	}
	d.judge(&next, d.loss(make([]float64, p.Len())))
	return next
}

// uphill is what the rate multiplies: the residuals pulled back to the
// coefficients c, less λc. In w it is the gradient, turned round.
func (d descent) uphill(p *Problem, r, c []float64) []float64 {
	g := p.pull(r)
	if d.lambda == 0 {
		return g
	}
	g = clone(g)
	floats.AddScaled(g, -d.lambda, c)
	return g
}

// objective is what falls, at coefficients c with scores f.
func (d descent) objective(p *Problem, c, f []float64) float64 {
	if d.lambda == 0 {
		return d.loss(f)
	}
	return d.loss(f) + d.lambda*p.squared(c, f)/2
}

// by is the descent with a lapse in it.
func (d descent) by(l Lapse) descent {
	if l.Rate != nil {
		d.rate = l.Rate(d.rate)
	}
	if l.Residual != nil {
		d.residuals = func(r, f []float64) {
			for i := range r {
				r[i] = l.Residual(i, f[i])
			}
		}
	}
	return d
}

// judge sets the status of a fresh step; initial is the loss at zero.
func (d descent) judge(s *Step, initial float64) {
	switch {
	case math.IsNaN(s.Objective) || s.Objective > divergedAt*initial:
		s.Status = Diverged
		s.Sentence = fmt.Sprintf("The loss is %s after %d steps, from %s at the start: a step size of %s is too large here.", say(s.Objective), s.N, say(initial), say(d.step))
	case d.tol > 0 && s.Violation <= d.tol:
		s.Status = Converged
		s.Sentence = fmt.Sprintf("The gradient is no longer than %s after %d steps.", say(d.tol), s.N)
	case d.limit > 0 && s.N >= d.limit:
		s.Status = IterationLimit
		s.Sentence = fmt.Sprintf("%d steps are done; the gradient still has length %s.", s.N, say(s.Violation))
	}
}
