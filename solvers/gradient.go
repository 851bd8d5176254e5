package solvers

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// divergedAt is how many times the loss at the start a loss may be before the
// descent counts as diverged.
const divergedAt = 1e6

// flat is the share of the loss below which a rise is rounding.
const flat = 1e-9

// descent is full-batch gradient descent, the part that least squares and
// logistic regression share: c ← c + rate·(pull(residuals) − λc), where pull is
// the identity in the dual and Φᵀ in the primal. What falls is the loss and
// ½λ‖w‖².
type descent struct {
	step, rate float64 // η or γ, and what multiplies the residuals
	slope      float64 // what makes the residuals the gradient of the loss: 2/n or 1
	lambda     float64 // the penalty; 0: none
	onA        bool    // the step is taken on a itself, where everything is multiplied by K
	limit      int     // cap on steps
	tol        float64 // stop where the gradient is no longer than this; 0: never
	// residuals fills r with t − f or y − s(f); loss is what falls.
	residuals func(r, f []float64)
	loss      func(f []float64) float64
}

// start is the step at zero.
func (d descent) start(p *Problem) Step {
	return d.at(p, Step{coef: make([]float64, p.Dim())}, d.said(0))
}

// next takes a step with the parts that hooks replaces. What came of it is
// told without.
func (d descent) next(p *Problem, s Step, hooks FaultHooks) Step {
	if s.Status.Done() {
		return s
	}
	by, rises := d.by(hooks), 0
	if was, ok := s.Detail.(*GradientDetail); ok {
		rises = was.Rises
	}
	did := by.said(rises)
	did.residuals = make([]float64, p.Len())
	by.residuals(did.residuals, s.scores)
	did.change = make([]float64, p.Dim())
	floats.ScaleTo(did.change, by.rate, by.uphill(p, did.residuals, s.coef))
	coef := clone(s.coef)
	floats.Add(coef, did.change)
	next := d.at(p, Step{N: s.N + 1, Updates: s.Updates + 1, coef: coef}, did)
	if rose(s.Objective, next.Objective) {
		did.Rises++
	}
	d.judge(p, &next)
	return next
}

// said is what a step says of its setting.
func (d descent) said(rises int) *GradientDetail {
	return &GradientDetail{Rate: d.rate, Step: d.step, Lambda: d.lambda, Rises: rises}
}

// at completes a step that has come to its coefficients: what it says of f, of
// the loss and of the gradient is so there, not where it came from.
func (d descent) at(p *Problem, s Step, did *GradientDetail) Step {
	s.scores = p.scores(s.coef)
	r := make([]float64, p.Len())
	d.residuals(r, s.scores)
	s.Violation = d.slope * d.length(p, d.uphill(p, r, s.coef))
	s.Objective = d.objective(p, s.coef, s.scores)
	s.Detail, did.Loss = did, s.Objective
	return s
}

// uphill is what the rate multiplies: the residuals pulled back to the
// coefficients c, less λc. In w it is the gradient, turned round.
func (d descent) uphill(p *Problem, r, c []float64) []float64 {
	g := p.pull(r)
	if d.lambda != 0 {
		g = clone(g)
		floats.AddScaled(g, -d.lambda, c)
	}
	if d.onA {
		return p.scores(g)
	}
	return g
}

// length is that of the gradient: ‖w‖ of what is pulled back, but on a itself
// the length of a.
func (d descent) length(p *Problem, g []float64) float64 {
	if d.onA {
		return floats.Norm(g, 2)
	}
	return p.norm(g)
}

// rose reports whether an objective went up by more than rounding.
func rose(before, after float64) bool {
	if before < 0 {
		return after > before*(1-flat)
	}
	return after > before*(1+flat)
}

// objective is what falls, at coefficients c with scores f.
func (d descent) objective(p *Problem, c, f []float64) float64 {
	if d.lambda == 0 {
		return d.loss(f)
	}
	return d.loss(f) + d.lambda*p.squared(c, f)/2
}

// by returns the descent with the parts that hooks replaces.
func (d descent) by(hooks FaultHooks) descent {
	if hooks.Rate != nil {
		d.rate = hooks.Rate(d.rate)
	}
	if hooks.Residual != nil {
		d.residuals = func(r, f []float64) {
			for i := range r {
				r[i] = hooks.Residual(i, f[i])
			}
		}
	}
	return d
}

// judge sets the status of a fresh step. A step size that is too large is said
// first: more steps of it do not help.
func (d descent) judge(p *Problem, s *Step) {
	initial := d.loss(make([]float64, p.Len()))
	switch {
	case math.IsNaN(s.Objective) || math.IsInf(s.Objective, 1) || initial > 0 && s.Objective > divergedAt*initial:
		s.Status = Diverged
		s.Sentence = fmt.Sprintf("The loss is %s after %s, from %s at the start: a step size of %s is too large here.", say(s.Objective), steps(s.N), say(initial), say(d.step))
	case d.tol > 0 && s.Violation <= d.tol:
		s.Status = Converged
		s.Sentence = fmt.Sprintf("The gradient has length %s after %s, no more than %s.", say(s.Violation), steps(s.N), say(d.tol))
	case d.limit > 0 && s.N >= d.limit:
		s.Status = IterationLimit
		s.Sentence = d.rising(s) + fmt.Sprintf("The gradient still has length %s after %s.", say(s.Violation), steps(s.N))
	}
}

// rising says that the loss rose on the way, which a step short enough never
// lets it do.
func (d descent) rising(s *Step) string {
	if n := s.Detail.(*GradientDetail).Rises; n > 0 {
		return fmt.Sprintf("A step size of %s is too large here: the loss rose in %d of %s. ", say(d.step), n, steps(s.N))
	}
	return ""
}

// LossDescent is full-batch descent from zero on Σ ℓ(yᵢ, fᵢ) + ½λ‖w‖², for any
// loss, without intercept. Carried in a, with w = Σ aᵢφᵢ, its step is
//
//	aᵢ ← (1 − ηλ) aᵢ − η ∂ℓ/∂fᵢ,   f = Ka
//
// and at rest λaᵢ = −∂ℓ/∂fᵢ; in the primal it is w ← (1 − ηλ)w − η Σ φᵢ ∂ℓ/∂fᵢ.
// With OnA it descends on a itself, another walk: there ∂L/∂a = K ∂L/∂f, so
//
//	a ← a − η K (∂ℓ/∂f + λa)
//
// It has a name for nobody: it is walked by lessons, and is no [Solver].
type LossDescent struct {
	Loss     Loss
	Eta      float64 // η, above 0; for a mean over n points give η/n, and 2η/n for the mean of (t − f)²
	Lambda   float64 // the penalty λ; 0: none
	OnA      bool
	MaxSteps int     // 0: no cap
	Tol      float64 // length of the gradient to call it converged; 0: never
}

// Start returns the step at zero. It reports labels that the loss does not take.
func (d LossDescent) Start(p *Problem) (Step, error) {
	if !(d.Eta > 0) || math.IsInf(d.Eta, 0) {
		return Step{}, &ParamError{Name: "η", Value: d.Eta, Want: "a number above 0"}
	}
	if err := checkLambda(d.Lambda); err != nil {
		return Step{}, err
	}
	if d.OnA && p.Primal() {
		return Step{}, errors.New("solvers: a descent on a needs a Gram matrix")
	}
	if err := d.Loss.check(p.y); err != nil {
		return Step{}, err
	}
	return d.descent(p).start(p), nil
}

// Next takes one step.
func (d LossDescent) Next(p *Problem, s Step) Step { return d.descent(p).next(p, s, FaultHooks{}) }

// Walk is the step at zero and so many after it, from a Gram matrix and labels.
func (d LossDescent) Walk(k *mat.SymDense, y []float64, steps int) ([]Step, error) {
	p, err := NewDual(NewDense(k), y)
	if err != nil {
		return nil, err
	}
	s, err := d.Start(p)
	out := []Step{s}
	for ; err == nil && len(out) <= steps; out = append(out, s) {
		s = d.Next(p, s)
	}
	return out, err
}

func (d LossDescent) descent(p *Problem) descent {
	return descent{
		step: d.Eta, rate: d.Eta, slope: 1, lambda: d.Lambda, limit: d.MaxSteps, tol: d.Tol, onA: d.OnA,
		residuals: residualsOf(d.Loss, p.y),
		loss:      func(f []float64) float64 { return d.Loss.Sum(p.y, f) },
	}
}

// residualsOf fills r with −∂ℓ/∂f at every point.
func residualsOf(l Loss, y []float64) func(r, f []float64) {
	return func(r, f []float64) {
		for i := range r {
			r[i] = l.residual(y[i], f[i])
		}
	}
}
