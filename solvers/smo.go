package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/kernels/vec"
)

// SMO is sequential minimal optimisation (Platt 1998) for the dual of the
// support vector machine,
//
//	max W = Σα − ½ ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ,  0 ≤ α ≤ C,  Σαt = 0.
//
// It changes two α at a time and updates the scores ΣαⱼtⱼKᵢⱼ, in float64. F is score − t. The bias is
// the middle of Keerthi's thresholds, b = −(b_up + b_low)/2 with b_up = min F over the points whose
// tα can grow, and b_low = max F over those whose tα can shrink. It stops when b_low − b_up < Tol
// (Keerthi et al. 2001). C = +Inf is the hard margin.
type SMO struct {
	C          float64
	Tol        float64 // if 0, 1e-3
	Rule       PairRule
	Seed       uint64 // seed of the random rule
	MaxUpdates int    // if 0, 100 000
}

// tinyKappa replaces κ = ‖φₖ − φₗ‖² if κ is not positive, so that the step goes to the bound
// (LIBSVM's TAU).
const tinyKappa = vec.TinyKappa

// minMarginRatio is the smallest margin that counts as a hard margin, divided by the spread of the
// points in feature space. If the margin is smaller, the dual counts as unbounded.
const minMarginRatio = 1e-6

// refreshEvery is the number of updates after which the scores are recomputed.
const refreshEvery = 500

// Name returns "smo".
func (SMO) Name() string { return "smo" }

// Start returns the step at α = 0. It returns an error if C ≤ 0, Tol < 0, the problem has no Gram
// matrix, the labels are not −1/+1 or there is only one class.
func (s SMO) Start(p *Problem) (Step, error) {
	return s.StartAt(p, make([]float64, p.Len()))
}

// StartAt returns a first step at the given α. It returns an error in the same cases as Start, and if
// the number of α is wrong, an α is outside [0, C] or Σαt ≠ 0.
func (s SMO) StartAt(p *Problem, alpha []float64) (Step, error) {
	if err := s.checkProblem(p); err != nil {
		return Step{}, err
	}
	if err := s.checkAlpha(p, alpha); err != nil {
		return Step{}, err
	}
	st := s.newState(p, clone(alpha), nil)
	return s.assess(st, Step{}), nil
}

func (s SMO) checkProblem(p *Problem) error {
	if !(s.C > 0) {
		return &ParamError{Name: "C", Value: s.C, Want: "a number above 0, or inf for the hard margin"}
	}
	if !(s.Tol >= 0) {
		return &ParamError{Name: "tolerance", Value: s.Tol, Want: "a number above 0"}
	}
	if p.IsPrimal() {
		return &NoGramError{"SMO"}
	}
	_, err := p.signLabels()
	return err
}

// checkAlpha returns an error if the solver cannot start from alpha.
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
	k, l, ok := s.choose(st, prev)
	if !ok {
		return prev, fmt.Errorf("no pair violates the conditions")
	}
	next := s.applyUpdate(st, prev, st.pairUpdate(k, l, prev.Bias))
	s.explainStall(&next, st.violation(k, l))
	return next, nil
}

// Restate returns a step of this solver at the α of another step, see [Restater]. It returns an error
// if an α is outside [0, C] or Σαt ≠ 0. The step has no detail that says which pair moved last, so a
// rule that takes the points in order begins with the first point.
func (s SMO) Restate(p *Problem, from Step) (Step, error) {
	if err := s.checkProblem(p); err != nil {
		return Step{}, err
	}
	if err := s.checkAlpha(p, from.coef); err != nil {
		return Step{}, err
	}
	return s.assess(s.newState(p, from.coef, nil), Step{N: from.N, Updates: from.Updates}), nil
}

// Update returns the step that updates the pair (k, l), which a student chose instead of the rule. It
// panics if k = l or if k or l is out of range.
func (s SMO) Update(p *Problem, prev Step, k, l int) Step { return s.update(p, prev, k, l, false) }

// UpdateUnclipped is Update without the clip: αₗ becomes αₗ* even if αₗ* is outside [L, H]. Then an
// α of the pair may be outside [0, C], which shows why the clip is needed. Next can continue from
// such a step.
func (s SMO) UpdateUnclipped(p *Problem, prev Step, k, l int) Step {
	return s.update(p, prev, k, l, true)
}

func (s SMO) update(p *Problem, prev Step, k, l int, omitClip bool) Step {
	if k == l || min(k, l) < 0 || max(k, l) >= p.Len() {
		panic("solvers: a pair needs two different points")
	}
	st := s.stateOf(p, prev)
	d := st.pairUpdate(k, l, prev.Bias)
	if omitClip && d.Clipped {
		d.Clipped, d.ClipOmitted = false, true
		st.moveUnclipped(d)
	}
	next := s.applyUpdate(st, prev, d)
	if d.ClipOmitted { // pairUpdate computed the gain of the clipped update
		d.Gain = next.Objective - prev.Objective
	}
	if d.Unchanged { // α has not changed
		next.Status, next.Sentence = prev.Status, prev.Sentence
	}
	return next
}

// applyUpdate returns the step after an update that is already computed.
func (s SMO) applyUpdate(st *smoState, prev Step, d *SMODetail) Step {
	next := Step{N: prev.N + 1, Updates: prev.Updates, Detail: d}
	if d.Unchanged {
		unchangedStep := s.assess(st, next)
		unchangedStep.Status = Running
		return unchangedStep
	}
	next.Updates++
	alpha := clone(st.alpha)
	alpha[d.K], alpha[d.L] = d.NewAk, d.NewAl
	var scores []float64
	if next.Updates%refreshEvery != 0 {
		scores = clone(st.score)
		st.updateScores(scores, d)
	}
	return s.assess(s.newState(st.p, alpha, scores), next)
}

// explainStall sets the status Stuck if the chosen pair, with the given violation,
// could not move.
func (s SMO) explainStall(next *Step, violation float64) {
	d := next.Detail.(*SMODetail)
	if !d.Unchanged || next.Status.Done() {
		return
	}
	next.Status = Stuck
	if s.Rule == MaxErrorLiteral {
		next.Sentence = fmt.Sprintf("The clip undoes the step of the pair (%d, %d), which comes again for ever.",
			d.K+1, d.L+1)
		return
	}
	next.Sentence = fmt.Sprintf("The pair (%d, %d) still violates the conditions by %s, but its step is below the "+
		"rounding of its α. Scale the features, or ask for a looser "+
		"tolerance.", d.K+1, d.L+1, formatNumber(violation))
}

// assess sets everything in a step that follows from α: thresholds, bias, objectives and
// status.
func (s SMO) assess(st *smoState, next Step) Step {
	bUp, bLow := st.thresholds()

	next.coef, next.scores, next.signs = st.alpha, st.score, st.t
	next.Bias = -(bUp + bLow) / 2
	next.Violation = bLow - bUp
	alphaSum, normSq := floats.Sum(st.alpha), st.normSquared()
	next.Objective = alphaSum - normSq/2
	next.PrimalObjective = PrimalObjective(st.c, normSq, next.Bias, st.score, st.t)
	next.Gap = next.PrimalObjective - next.Objective
	next.Status, next.Sentence = s.statusOf(st, next, alphaSum, normSq)
	return next
}

// statusOf returns the status of a step, and the sentence that explains it. normSq is ‖w‖².
func (s SMO) statusOf(st *smoState, next Step, alphaSum, normSq float64) (Status, string) {
	if next.Violation < s.tol() {
		return Converged, fmt.Sprintf("No pair violates the KKT conditions by %s or more, after %s.",
			formatNumber(s.tol()), updatesText(next.Updates))
	}
	isHardMargin := math.IsInf(s.C, 1)
	marginBound := math.Sqrt(max(normSq, 0)) / alphaSum
	if isHardMargin && alphaSum > 0 && marginBound < minMarginRatio*st.rmsNorm() &&
		marginBound < minMarginRatio*Spread(st.p.gram) {
		return Unbounded, fmt.Sprintf("W is %s and grows for ever: a weighted mean of one class lies %s from one "+
			"of the other, so no hyperplane separates them. A finite C gives an "+
			"answer.", formatNumber(next.Objective), formatNumber(2*marginBound))
	}
	if next.Updates < s.maxUpdates() {
		return Running, ""
	}
	if isHardMargin {
		return IterationLimit, fmt.Sprintf("%s, and the violation is still %s. If any hyperplane separates the "+
			"classes, its margin is at most %s; if none does, W (now %s) grows for ever. Try a finite C, another "+
			"kernel, or scaled features.", updatesText(next.Updates), formatNumber(next.Violation),
			formatNumber(marginBound), formatNumber(next.Objective))
	}
	return IterationLimit, fmt.Sprintf("%s, and the violation is still %s, not below %s: not converged. Scaled "+
		"features or a smaller C help.", updatesText(next.Updates), formatNumber(next.Violation), formatNumber(s.tol()))
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

// PairUpdate returns the update of the pair (k, l) at the given α and bias, so that a student can
// compare it with a computation by hand. It panics if k = l, if k or l is out of range, or if the
// lengths of α, labels and Gram matrix differ.
func PairUpdate(g Gram, t, alpha []float64, bias, c float64, k, l int) SMODetail {
	if k == l || len(alpha) != g.Len() || len(t) != g.Len() {
		panic("solvers: PairUpdate needs two different points and one α a point")
	}
	p := &Problem{gram: g, y: t, dim: len(t)}
	return *SMO{C: c}.newState(p, alpha, nil).pairUpdate(k, l, bias)
}

// FaultHooks replaces parts of an algorithm to plant faults in it, such as a wrong sign. If a hook
// is nil, its part is unchanged. A solver calls only the hooks of the parts
// that it has.
type FaultHooks struct {
	// Mistake reports whether the perceptron treats a point with this y·f as wrong. Bias
	// returns the new b after a mistake at a point with label y.
	Mistake func(margin float64) bool
	Bias    func(b, y float64) float64
	// Residual returns the residual of point i with score f in gradient descent. In dual ascent, where
	// the gradient takes the place of the residuals, it returns entry i of the gradient. Rate returns
	// the number by which the residuals are multiplied. It is given the number that would be correct.
	Residual func(i int, f float64) float64
	Rate     func(correct float64) float64
	// Entry returns entry (i, j) of K + λI in ridge regression, given entry k of K. Pivot returns
	// the divisor of a row of Lz = y, given the diagonal entry of L.
	Entry func(i, j int, k float64) float64
	Pivot func(pivot float64) float64
}

// Apply returns the step after the update d of a pair, whether d is correct or
// not. It recomputes everything that follows from the new α, including Gain and
// Unchanged.
func (s SMO) Apply(p *Problem, prev Step, d SMODetail) Step {
	d.Unchanged = d.NewAl == d.OldAl && d.NewAk == d.OldAk
	next := s.applyUpdate(s.stateOf(p, prev), prev, &d)
	d.Gain = next.Objective - prev.Objective
	return next
}
