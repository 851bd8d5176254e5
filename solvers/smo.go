package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/kernels/vec"
)

// SMO is sequential minimal optimisation (Platt 1998) for the dual of the
// support vector machine:
//
//	max W = Σα − ½ ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ,  0 ≤ α ≤ C,  Σαt = 0
//
// two α at a time. It keeps the scores Σαⱼtⱼκᵢⱼ in float64, F = score − t,
// takes b as the middle of Keerthi's thresholds, b = −(b_up + b_low)/2 with
// b_up = min F over I_up and b_low = max F over I_low, and stops where
// b_low − b_up < Tol (Keerthi et al. 2001). C = +Inf is the hard margin.
type SMO struct {
	C          float64
	Tol        float64 // 0: 1e-3
	Rule       PairRule
	Seed       uint64 // of the random rule
	MaxUpdates int    // 0: 100000
}

var _ Solver = SMO{}

// tinyKappa stands in for a κ that is not positive, so that the step goes to
// the bound (LIBSVM's TAU).
const tinyKappa = vec.TinyKappa

// hopelessMargin is the margin, as a share of the spread of the points in
// feature space, under which a hard margin counts as unbounded.
const hopelessMargin = 1e-6

// refreshEvery is after how many updates the scores are computed afresh.
const refreshEvery = 500

// Name returns "smo".
func (SMO) Name() string { return "smo" }

// Start returns the step at α = 0. It reports C ≤ 0, a design matrix in place
// of a Gram matrix, labels other than −1/+1 and one class only.
func (s SMO) Start(p *Problem) (Step, error) {
	return s.StartAt(p, make([]float64, p.Len()))
}

// StartAt returns a first step at a given α. It reports an α outside [0, C] or
// with Σαt ≠ 0.
func (s SMO) StartAt(p *Problem, alpha []float64) (Step, error) {
	if err := s.check(p); err != nil {
		return Step{}, err
	}
	if err := s.checkAlpha(p, alpha); err != nil {
		return Step{}, err
	}
	st := s.newState(p, clone(alpha), nil)
	return s.assess(st, Step{}), nil
}

func (s SMO) check(p *Problem) error {
	if !(s.C > 0) {
		return &ParamError{Name: "C", Value: s.C, Want: "a number above 0, or inf for the hard margin"}
	}
	if !(s.Tol >= 0) {
		return &ParamError{Name: "tolerance", Value: s.Tol, Want: "a number above 0"}
	}
	if p.Primal() {
		return &FormError{Solver: "SMO", Need: "a Gram matrix"}
	}
	_, err := p.signs()
	return err
}

// checkAlpha reports an α that is no place to start from.
func (s SMO) checkAlpha(p *Problem, alpha []float64) error {
	if len(alpha) != p.Len() {
		return fmt.Errorf("solvers: %d coefficients for %d points", len(alpha), p.Len())
	}
	var sum, size float64
	for i, a := range alpha {
		if !(a >= 0 && a <= s.C) || math.IsInf(a, 0) {
			return &ParamError{Name: fmt.Sprintf("α%d", i+1), Value: a, Want: fmt.Sprintf("0 to C = %g", s.C)}
		}
		sum += a * p.y[i]
		size += a
	}
	if math.Abs(sum) > 1e-9*size {
		return fmt.Errorf("solvers: Σαt = %g, want 0", sum)
	}
	return nil
}

// Next chooses a pair by the rule and updates it.
func (s SMO) Next(p *Problem, prev Step) (Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	st := s.stateOf(p, prev)
	choice, ok := s.choose(st, prev)
	if !ok {
		return prev, fmt.Errorf("no pair violates the conditions")
	}
	next := s.apply(st, prev, choice.k, choice.l)
	next.Detail.(*SMODetail).Why = choice.why
	s.explainStall(&next)
	return next, nil
}

// Update takes the step of the pair (k, l), whatever the rule would choose:
// "what if". It panics where k = l or either is out of range.
func (s SMO) Update(p *Problem, prev Step, k, l int) Step { return s.update(p, prev, k, l, false) }

// UpdateUnclipped is Update with the clip left out: αℓ lands on αℓ*, also where
// that lies outside [L, H]. Then one of the pair leaves [0, C], which is what
// the clip is there to prevent; Next goes on from there as well as it can.
func (s SMO) UpdateUnclipped(p *Problem, prev Step, k, l int) Step {
	return s.update(p, prev, k, l, true)
}

func (s SMO) update(p *Problem, prev Step, k, l int, free bool) Step {
	if k == l || min(k, l) < 0 || max(k, l) >= p.Len() {
		panic("solvers: a pair needs two different points")
	}
	st := s.stateOf(p, prev)
	d := st.pair(k, l, prev.Bias)
	d.Why = Why{Rule: s.Rule, Violation: st.violation(k, l), RunnerUp: -1}
	if free && d.Clipped {
		d.Clipped, d.Free = false, true
		st.leave(d)
	}
	next := s.take(st, prev, d)
	if d.Free { // pair has the gain of the clipped step
		d.DW = next.Objective - prev.Objective
	}
	if d.Null { // the run stands where it stood
		next.Status, next.Sentence = prev.Status, prev.Sentence
	}
	return next
}

// apply updates one pair and assesses what comes out.
func (s SMO) apply(st *smoState, prev Step, k, l int) Step {
	return s.take(st, prev, st.pair(k, l, prev.Bias))
}

// take takes the step of an update that is computed already.
func (s SMO) take(st *smoState, prev Step, d *SMODetail) Step {
	next := Step{N: prev.N + 1, Updates: prev.Updates, Detail: d}
	if d.Null {
		after := s.assess(st, next)
		after.Status = Running
		return after
	}
	next.Updates++
	alpha := clone(st.alpha)
	alpha[d.K], alpha[d.L] = d.NewAk, d.NewAl
	var scores []float64
	if next.Updates%refreshEvery != 0 {
		scores = clone(st.score)
		st.move(scores, d)
	}
	return s.assess(s.newState(st.p, alpha, scores), next)
}

// explainStall ends a run whose pair could not move.
func (s SMO) explainStall(next *Step) {
	d := next.Detail.(*SMODetail)
	if !d.Null || next.Status.Done() {
		return
	}
	next.Status = Stuck
	if s.Rule == MaxErrorLiteral {
		next.Sentence = fmt.Sprintf("Point %d violates its condition and point %d has the farthest error, but the latter's α would have to go from %s to %s, outside [%s, %s]: the clip moves nothing, and the same pair comes again for ever.", d.K+1, d.L+1, say(d.OldAl), say(d.Unclipped), say(d.Lo), say(d.Hi))
		return
	}
	next.Sentence = fmt.Sprintf("The pair (%d, %d) still violates the conditions by %s, but its step is below the rounding of its α. Scale the features, or ask for a looser tolerance.", d.K+1, d.L+1, say(d.Why.Violation))
}

// assess fills in everything that follows from α: thresholds, bias,
// objectives, status.
func (s SMO) assess(st *smoState, next Step) Step {
	bUp, bLow := st.thresholds()
	if d, ok := next.Detail.(*SMODetail); ok {
		d.BUp, d.BLow = bUp, bLow
	}
	next.coef, next.scores, next.signs = st.alpha, st.score, st.t
	next.Bias = -(bUp + bLow) / 2
	next.Violation = bLow - bUp
	sum, w2 := floats.Sum(st.alpha), st.normSquared()
	next.Objective = sum - w2/2
	next.PrimalObjective = st.primal(w2, next.Bias)
	next.Gap = next.PrimalObjective - next.Objective
	next.Status, next.Sentence = s.judge(st, next, sum, w2)
	return next
}

// judge decides whether the run goes on.
func (s SMO) judge(st *smoState, next Step, sum, w2 float64) (Status, string) {
	if next.Violation < s.tol() {
		return Converged, fmt.Sprintf("No pair violates the KKT conditions by %s or more, after %s.", say(s.tol()), updates(next.Updates))
	}
	hard := math.IsInf(s.C, 1)
	bound := math.Sqrt(math.Max(w2, 0)) / sum
	if hard && sum > 0 && bound < hopelessMargin*st.size() && bound < hopelessMargin*Spread(st.p.gram) {
		return Unbounded, fmt.Sprintf("W is %s and grows for ever: a weighted mean of one class lies %s from one of the other, so no hyperplane separates them. A finite C gives an answer.", say(next.Objective), say(2*bound))
	}
	if next.Updates < s.maxUpdates() {
		return Running, ""
	}
	if hard {
		return IterationLimit, fmt.Sprintf("%s, and the violation is still %s. If any hyperplane separates the classes, its margin is at most %s; if none does, W (now %s) grows for ever. Try a finite C, another kernel, or scaled features.", updates(next.Updates), say(next.Violation), say(bound), say(next.Objective))
	}
	return IterationLimit, fmt.Sprintf("%s, and the violation is still %s, not below %s: not converged. Scaled features or a smaller C help.", updates(next.Updates), say(next.Violation), say(s.tol()))
}

func (s SMO) tol() float64 {
	if s.Tol == 0 {
		return 1e-3
	}
	return s.Tol
}

func (s SMO) maxUpdates() int {
	if s.MaxUpdates == 0 {
		return 100_000
	}
	return s.MaxUpdates
}

// PairUpdate computes the update of the pair (k, l) at a given α and bias,
// without a solver: the step by hand. It panics where k = l or either is out
// of range, or where α and the Gram matrix differ in length.
func PairUpdate(g Gram, t, alpha []float64, bias, c float64, k, l int) SMODetail {
	if k == l || len(alpha) != g.Len() || len(t) != g.Len() {
		panic("solvers: PairUpdate needs two different points and one α a point")
	}
	p := &Problem{gram: g, y: t, dim: len(t)}
	d := SMO{C: c}.newState(p, alpha, nil).pair(k, l, bias)
	d.Why.RunnerUp = -1
	return *d
}

// FaultHooks replaces parts of an algorithm, so that a mistake can be planted
// in it. A nil hook leaves its part as it is. A solver calls the hooks of the
// parts that it has.
type FaultHooks struct {
	// Mistake reports whether the perceptron adds a point with this y·f. Bias
	// returns b after a mistake at a point with label y.
	Mistake func(margin float64) bool
	Bias    func(b, y float64) float64
	// Residual returns the residual of point i at score f in gradient descent.
	// Rate returns what multiplies the residuals, given the right rate.
	Residual func(i int, f float64) float64
	Rate     func(right float64) float64
	// Entry returns entry (i, j) of K + λI in ridge regression, given entry k of
	// K. Pivot returns what a row of Lz = y is divided by, given L's diagonal
	// entry.
	Entry func(i, j int, k float64) float64
	Pivot func(pivot float64) float64
}

// Take takes the update d of a pair as it stands, right or wrong, and finds what
// follows from its α. That d raised W by so much, and whether anything moved, is
// found anew.
func (s SMO) Take(p *Problem, prev Step, d SMODetail) Step {
	d.Null = d.NewAl == d.OldAl && d.NewAk == d.OldAk
	next := s.take(s.stateOf(p, prev), prev, &d)
	d.DW = next.Objective - prev.Objective
	return next
}
