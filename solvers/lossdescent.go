package solvers

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

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
