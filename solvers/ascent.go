package solvers

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Ascent is plain gradient ascent on the dual of the support vector machine
// from α = 0, with both of its constraints left out of account:
//
//	αᵢ ← αᵢ + η(1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ)
//
// W rises at every step while η < 2/λ_max(K). It is what SMO mends: the steps
// leave Σαt = 0 and α ≥ 0. There is no bias.
type Ascent struct {
	Eta      float64
	MaxSteps int // 0: no cap
}

var _ Solver = Ascent{}

// runaway is the |α| from which on the numbers count as run away.
const runaway = 1e9

// Name returns "ascent".
func (Ascent) Name() string { return "ascent" }

// Start returns the step at zero. It reports a design matrix in place of a Gram
// matrix, and labels other than −1/+1.
func (a Ascent) Start(p *Problem) (Step, error) {
	if !(a.Eta > 0) || math.IsInf(a.Eta, 0) {
		return Step{}, &ParamError{Name: "η", Value: a.Eta, Want: "a number above 0"}
	}
	if p.Primal() {
		return Step{}, &FormError{Solver: "gradient ascent on the dual", Need: "a Gram matrix"}
	}
	if _, err := p.signs(); err != nil {
		return Step{}, err
	}
	return a.step(p, Step{}, make([]float64, p.Len()), &AscentDetail{Rate: a.Eta}), nil
}

// Next takes one step along the gradient.
func (a Ascent) Next(p *Problem, s Step) (Step, error) { return a.NextWith(p, s, FaultHooks{}) }

// NextWith is Next with parts of the algorithm replaced: Residual replaces an
// entry of the gradient, Rate the step size.
func (a Ascent) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	if s.Status.Done() {
		return s, nil
	}
	d := &AscentDetail{Rate: a.Eta, gradient: DualGradient(p.gram, p.y, s.coef)}
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
	return a.step(p, Step{N: s.N + 1, Updates: s.Updates + 1}, alpha, d), nil
}

// Restate keeps α.
func (a Ascent) Restate(p *Problem, at Step) (Step, error) {
	if _, err := a.Start(p); err != nil {
		return Step{}, err
	}
	if err := checkLength(p, at); err != nil {
		return Step{}, err
	}
	return a.step(p, Step{N: at.N, Updates: at.Updates}, at.coef, &AscentDetail{Rate: a.Eta}), nil
}

// step fills in what follows from α.
func (a Ascent) step(p *Problem, s Step, alpha []float64, d *AscentDetail) Step {
	s.coef, s.signs = alpha, p.y
	s.scores = p.scores(s.Weights())
	s.Objective = DualObjective(p.gram, p.y, alpha)
	s.Violation = floats.Norm(DualGradient(p.gram, p.y, alpha), math.Inf(1))
	d.Sum, d.Least = floats.Dot(alpha, p.y), slices.Min(alpha)
	s.Detail = d
	switch {
	case math.Abs(d.Least) > runaway && s.Objective > 0: // W is 0 at the start, and falls where the rate is to blame
		s.Status, s.Sentence = Diverged, "The numbers run away, and W has risen with them: its top is far out, or there is none."
	case !(math.Abs(d.Least) <= runaway):
		s.Status, s.Sentence = Diverged, "The rate is too large: the numbers run away."
	case a.MaxSteps > 0 && s.N >= a.MaxSteps && (d.Least < 0 || math.Abs(d.Sum) > 1e-9):
		s.Status, s.Sentence = IterationLimit, fmt.Sprintf("After %s it is still outside the constraints.", steps(s.N))
	case a.MaxSteps > 0 && s.N >= a.MaxSteps:
		s.Status = IterationLimit
		s.Sentence = fmt.Sprintf("Done: %s. Σαt is %s and the smallest α %s.", steps(s.N), say(d.Sum), say(d.Least))
	}
	return s
}

// CoordinateAscent maximises the dual of the support vector machine *without an
// offset*,
//
//	W(α) = Σᵢ αᵢ − ½ ΣᵢΣⱼ αᵢαⱼtᵢtⱼKᵢⱼ,   0 ≤ αᵢ ≤ C,
//
// one α at a time (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, algorithm
// 1): along αᵢ alone W is a parabola with its top at αᵢ + (1 − tᵢfᵢ)/Kᵢᵢ, which
// is clipped to the box. Without an offset there is no Σαt = 0, so one α can move
// alone; with k + 1 for k the offset is Σαt, and is penalised with w.
//
// It stops where no α would move f at its own point by more than tol, and is not
// ok where it has not after so many sweeps. C may be +Inf. Labels are −1 and +1;
// a Kᵢᵢ that is not positive leaves αᵢ at 0. It panics where there is not one
// label a point.
func CoordinateAscent(g Gram, t []float64, c, tol float64, sweeps int) (alpha []float64, ok bool) {
	if g.Len() != len(t) {
		panic("solvers: labels and Gram matrix differ in length")
	}
	alpha, f := make([]float64, len(t)), make([]float64, len(t))
	for range sweeps {
		var moved float64
		for i := range t {
			kii := g.At(i, i)
			if !(kii > 0) {
				continue
			}
			to := math.Min(math.Max(alpha[i]+(1-t[i]*f[i])/kii, 0), c)
			by := to - alpha[i]
			alpha[i] = to
			for j := range f {
				f[j] += by * t[i] * g.At(i, j)
			}
			moved = math.Max(moved, math.Abs(by)*kii)
		}
		if moved <= tol {
			return alpha, true
		}
	}
	return alpha, false
}
