package solvers

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Ascent is plain gradient ascent on the dual of the support vector machine,
// from α = 0. It ignores both constraints:
//
//	αᵢ ← αᵢ + η(1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ)
//
// The dual objective W rises at every step if η < 2/λ_max(K). But the steps violate Σαt = 0 and α ≥
// 0, and that motivates SMO. There is no bias.
type Ascent struct {
	Eta      float64
	MaxSteps int // if 0, there is no limit
}

// maxAlpha limits the smallest α: if its absolute value is larger, the ascent counts as diverged.
const maxAlpha = 1e9

// Name returns "ascent".
func (Ascent) Name() string { return "ascent" }

// Start returns the step at α = 0. It returns an error if η is not above 0, the problem has no Gram
// matrix, the labels are not −1/+1 or there is only one class.
func (a Ascent) Start(p *Problem) (Step, error) {
	if err := checkEta(a.Eta); err != nil {
		return Step{}, err
	}
	if p.IsPrimal() {
		return Step{}, &NoGramError{"gradient ascent on the dual"}
	}
	if _, err := p.signLabels(); err != nil {
		return Step{}, err
	}
	return a.stepAt(p, Step{}, make([]float64, p.Len()), &AscentDetail{}), nil
}

// Next executes a step along the gradient.
func (a Ascent) Next(p *Problem, s Step) (Step, error) { return a.NextWith(p, s, FaultHooks{}) }

// NextWith is Next with parts of the algorithm replaced. The hook Residual replaces an entry of the
// gradient, and the hook Rate replaces the step size.
func (a Ascent) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	if s.Status.Done() {
		return s, nil
	}
	d := &AscentDetail{gradient: DualGradient(p.gram, p.y, s.coef)}
	for i := range d.gradient {
		if hooks.Residual != nil {
			d.gradient[i] = hooks.Residual(i, s.scores[i])
		}
	}
	rate := a.Eta
	if hooks.Rate != nil {
		rate = hooks.Rate(rate)
	}
	alpha := clone(s.coef)
	floats.AddScaled(alpha, rate, d.gradient)
	return a.stepAt(p, Step{N: s.N + 1, Updates: s.Updates + 1}, alpha, d), nil
}

// Restate returns a step of this solver at the α of another step, see [Restater].
func (a Ascent) Restate(p *Problem, from Step) (Step, error) {
	if _, err := a.Start(p); err != nil {
		return Step{}, err
	}
	if err := checkLength(p, from); err != nil {
		return Step{}, err
	}
	return a.stepAt(p, Step{N: from.N, Updates: from.Updates}, from.coef, &AscentDetail{}), nil
}

// stepAt returns s with the coefficients alpha, and with everything that follows from alpha.
func (a Ascent) stepAt(p *Problem, s Step, alpha []float64, d *AscentDetail) Step {
	s.coef, s.signs = alpha, p.y
	s.scores = p.scores(s.Weights())
	s.Objective = DualObjective(p.gram, p.y, alpha)
	s.Violation = floats.Norm(DualGradient(p.gram, p.y, alpha), math.Inf(1))
	d.Sum, d.Least = floats.Dot(alpha, p.y), slices.Min(alpha)
	s.Detail = d
	switch {
	case math.Abs(d.Least) > maxAlpha &&
		s.Objective > 0: // W is 0 at the start; if it fell, the rate is too large
		s.Status, s.Sentence = Diverged, "The numbers run away, and W has risen with them: its top is far out, or "+
			"there is none."
	case !(math.Abs(d.Least) <= maxAlpha):
		s.Status, s.Sentence = Diverged, "The rate is too large: the numbers run away."
	case a.MaxSteps > 0 && s.N >= a.MaxSteps:
		s.Status = IterationLimit
		s.Sentence = fmt.Sprintf("After %s Σαt is %s, and the smallest α is %s.", stepsText(s.N), formatNumber(d.Sum),
			formatNumber(d.Least))
	}
	return s
}

// CoordinateAscent maximises the dual of the support vector machine without a bias,
//
//	W(α) = Σᵢ αᵢ − ½ ΣᵢΣⱼ αᵢαⱼtᵢtⱼKᵢⱼ,   0 ≤ αᵢ ≤ C.
//
// It changes one α at a time (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, algorithm 1). Along
// αᵢ, W is a parabola with its maximum at αᵢ + (1 − tᵢfᵢ)/Kᵢᵢ, which is clipped to the box. Without
// a bias there is no constraint Σαt = 0, so a single α can move. With the kernel k + 1, the bias is
// Σαt and is penalised with w.
//
// It stops after a sweep over all points in which no αᵢ changed f(xᵢ) by more than tol. If that does
// not happen in the given number of sweeps, the result ok is false. C may be +Inf, and labels are −1
// and +1. If Kᵢᵢ is not positive, αᵢ remains 0. CoordinateAscent panics if the number of labels is
// not the size of the Gram matrix.
func CoordinateAscent(g Gram, t []float64, c, tol float64, sweeps int) (alpha []float64, ok bool) {
	if g.Len() != len(t) {
		panic("solvers: labels and Gram matrix differ in length")
	}
	alpha, f := make([]float64, len(t)), make([]float64, len(t))
	for range sweeps {
		var maxChange float64
		for i := range t {
			kii := g.At(i, i)
			if !(kii > 0) {
				continue
			}
			newAlpha := min(max(alpha[i]+(1-t[i]*f[i])/kii, 0), c)
			change := newAlpha - alpha[i]
			alpha[i] = newAlpha
			for j := range f {
				f[j] += change * t[i] * g.At(i, j)
			}
			maxChange = max(maxChange, math.Abs(change)*kii)
		}
		if maxChange <= tol {
			return alpha, true
		}
	}
	return alpha, false
}
