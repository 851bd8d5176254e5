package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// divergenceFactor limits the loss: a descent counts as diverged if its loss
// exceeds divergenceFactor times the initial loss.
const divergenceFactor = 1e6

// riseTol is the relative rise of the loss that is attributed to rounding.
const riseTol = 1e-9

// descent is full-batch gradient descent, which least squares and logistic
// regression share. It minimises the loss plus ½λ‖w‖². A step is c ← c +
// rate·(r − λc) with the residuals r in the dual, and c ← c + rate·(Φᵀr − λc) in the
// primal.
type descent struct {
	eta, rate      float64 // the step size η as given, and the factor of the residuals in a step
	gradientFactor float64 // the factor between direction and the negative gradient of the objective: 2/n or 1
	lambda         float64 // weight of the penalty, 0 for none
	maxSteps       int     // if 0, there is no limit
	tol            float64 // stop when the length of the gradient is at most tol; if 0, never
	// residuals fills r with −∂ℓ/∂f at each point (t − f or y − s(f)), given the scores f. loss
	// returns the loss at the scores f.
	residuals func(r, f []float64)
	loss      func(f []float64) float64
}

// start returns the step at zero.
func (d descent) start(p *Problem) Step {
	return d.completeStep(p, Step{coef: make([]float64, p.Dim())}, d.newDetail(0))
}

// next executes a step, in which hooks may replace parts of the algorithm. The objective and the
// gradient after the step are computed without hooks.
func (d descent) next(p *Problem, s Step, hooks FaultHooks) Step {
	if s.Status.Done() {
		return s
	}
	faultyDescent, rises := d.withHooks(hooks), 0
	if previous, ok := s.Detail.(*GradientDetail); ok {
		rises = previous.Rises
	}
	detail := faultyDescent.newDetail(rises)
	detail.residuals = make([]float64, p.Len())
	faultyDescent.residuals(detail.residuals, s.scores)
	detail.change = make([]float64, p.Dim())
	floats.ScaleTo(detail.change, faultyDescent.rate, faultyDescent.direction(p, detail.residuals, s.coef))
	coef := clone(s.coef)
	floats.Add(coef, detail.change)
	next := d.completeStep(p, Step{N: s.N + 1, Updates: s.Updates + 1, coef: coef}, detail)
	if hasRisen(s.Objective, next.Objective) {
		detail.Rises++
	}
	d.setStatus(p, &next)
	return next
}

// newDetail returns a detail with the settings of the descent.
func (d descent) newDetail(rises int) *GradientDetail {
	return &GradientDetail{Lambda: d.lambda, Rises: rises}
}

// completeStep fills in the scores, the objective and the length of the gradient at
// the step's coefficients.
func (d descent) completeStep(p *Problem, s Step, detail *GradientDetail) Step {
	s.scores = p.scores(s.coef)
	r := make([]float64, p.Len())
	d.residuals(r, s.scores)
	s.Violation = d.gradientFactor * p.norm(d.direction(p, r, s.coef))
	s.Objective = d.objective(p, s.coef, s.scores)
	s.Detail, detail.Loss = detail, s.Objective
	return s
}

// direction returns the vector that the rate multiplies, r − λc in the dual or Φᵀr − λc in the
// primal, for the residuals r and the coefficients c. In terms of w, gradientFactor times this
// vector is the negative gradient.
func (d descent) direction(p *Problem, r, c []float64) []float64 {
	g := p.toCoefficients(r)
	if d.lambda != 0 {
		g = clone(g)
		floats.AddScaled(g, -d.lambda, c)
	}
	return g
}

// hasRisen reports whether an objective rose by more than rounding.
func hasRisen(before, after float64) bool {
	if before < 0 {
		return after > before*(1-riseTol)
	}
	return after > before*(1+riseTol)
}

// objective returns the loss plus penalty at coefficients c with scores f.
func (d descent) objective(p *Problem, c, f []float64) float64 {
	if d.lambda == 0 {
		return d.loss(f)
	}
	return d.loss(f) + d.lambda*p.normSquared(c, f)/2
}

// withHooks returns the descent with the rate and the residuals of hooks, if hooks has them.
func (d descent) withHooks(hooks FaultHooks) descent {
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

// setStatus sets the status of a new step. It reports divergence before the limit on steps,
// because more steps would not help.
func (d descent) setStatus(p *Problem, s *Step) {
	initialLoss := d.loss(make([]float64, p.Len()))
	switch {
	case math.IsNaN(s.Objective) || math.IsInf(s.Objective, 1) ||
		initialLoss > 0 && s.Objective > divergenceFactor*initialLoss:
		s.Status = Diverged
		s.Sentence = fmt.Sprintf("The loss is %s after %s, from %s at the start: a step size of %s is too large "+
			"here.", formatNumber(s.Objective), stepsText(s.N), formatNumber(initialLoss), formatNumber(d.eta))
	case d.tol > 0 && s.Violation <= d.tol:
		s.Status = Converged
		s.Sentence = fmt.Sprintf("The gradient has length %s after %s, no more than %s.", formatNumber(s.Violation),
			stepsText(s.N), formatNumber(d.tol))
	case d.maxSteps > 0 && s.N >= d.maxSteps:
		s.Status = IterationLimit
		s.Sentence = d.rateWarning(s) + fmt.Sprintf("The gradient still has length %s after %s.",
			formatNumber(s.Violation), stepsText(s.N))
	}
}

func (d descent) restate(p *Problem, from Step) (Step, error) {
	if err := checkLength(p, from); err != nil {
		return Step{}, err
	}
	s := d.completeStep(p, Step{N: from.N, Updates: from.Updates, coef: from.coef}, d.newDetail(0))
	d.setStatus(p, &s)
	return s, nil
}

// rateWarning returns a sentence if the loss rose in some step, which never
// happens with a small enough step size.
func (d descent) rateWarning(s *Step) string {
	if n := s.Detail.(*GradientDetail).Rises; n > 0 {
		return fmt.Sprintf("The loss rose in %d of %s: a smaller step size than %s avoids that. ", n, stepsText(s.N),
			formatNumber(d.eta))
	}
	return ""
}

// LossDescent is full-batch descent from zero on Σ ℓ(yᵢ, fᵢ) + ½λ‖w‖² for any
// loss, without intercept. With w = Σ aᵢφᵢ, a step in the coefficients a is
//
//	aᵢ ← (1 − ηλ) aᵢ − η ∂ℓ/∂fᵢ,   f = Ka
//
// and at the optimum λaᵢ = −∂ℓ/∂fᵢ. In the primal, a step is w ← (1 − ηλ)w − η Σ φᵢ ∂ℓ/∂fᵢ. The
// descent ends only if it diverges.
//
// Exercises use LossDescent directly, so it has no name and is not a [Solver].
type LossDescent struct {
	Loss Loss
	// Eta is the step size η > 0 for the sum of the losses. To take steps of size η on their mean over
	// n points, set it to η/n, or to 2η/n for the mean of (t − f)².
	Eta    float64
	Lambda float64 // the penalty λ, 0 for none
}

// Start returns the step at zero. It returns an error if the loss does not accept the labels, η is
// not above 0 or λ is negative.
func (d LossDescent) Start(p *Problem) (Step, error) {
	if err := checkEta(d.Eta); err != nil {
		return Step{}, err
	}
	if err := checkLambda(d.Lambda); err != nil {
		return Step{}, err
	}
	if err := d.Loss.checkLabels(p.y); err != nil {
		return Step{}, err
	}
	return d.descent(p).start(p), nil
}

// Next executes a step.
func (d LossDescent) Next(p *Problem, s Step) Step { return d.descent(p).next(p, s, FaultHooks{}) }

// FirstSteps returns the step at zero and the given number of steps after it, for the Gram matrix k
// and the labels y.
func (d LossDescent) FirstSteps(k *mat.SymDense, y []float64, steps int) ([]Step, error) {
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
		eta: d.Eta, rate: d.Eta, gradientFactor: 1, lambda: d.Lambda,
		residuals: residualsOf(d.Loss, p.y),
		loss:      func(f []float64) float64 { return d.Loss.Sum(p.y, f) },
	}
}

// residualsOf returns a function that fills r with −∂ℓ/∂f at every point.
func residualsOf(l Loss, y []float64) func(r, f []float64) {
	return func(r, f []float64) {
		for i := range r {
			r[i] = l.residual(y[i], f[i])
		}
	}
}

// LeastSquares minimises the mean squared error by gradient descent from zero,
// without intercept:
//
//	primal: w ← w + (2η/n) Σ (tᵢ − wᵀφᵢ) φᵢ
//	dual:   a ← a + (2η/n) (t − Ka)
//
// Then w = Φᵀa at every step. The descent is stable if η < n/λ_max(K), see [MaxEta]. The objective
// of a step is the mean of (t − f)² after the step.
type LeastSquares struct {
	Eta      float64
	MaxSteps int     // if 0, there is no cap
	Tol      float64 // stop when the length of the gradient (2/n)Φᵀ(t − f) is at most Tol; if 0, never
}

// Name returns "least-squares".
func (LeastSquares) Name() string { return "least-squares" }

// Start returns the step at zero.
func (l LeastSquares) Start(p *Problem) (Step, error) {
	if err := checkEta(l.Eta); err != nil {
		return Step{}, err
	}
	return l.descent(p).start(p), nil
}

// Next executes a full-batch step.
func (l LeastSquares) Next(p *Problem, s Step) (Step, error) {
	return l.NextWith(p, s, FaultHooks{})
}

// NextWith is like Next, but hooks replace parts of the algorithm, to plant faults in it.
func (l LeastSquares) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	return l.descent(p).next(p, s, hooks), nil
}

// Restate returns a step of this solver at the coefficients, a or w, of another step. See [Restater].
func (l LeastSquares) Restate(p *Problem, from Step) (Step, error) {
	if _, err := l.Start(p); err != nil {
		return Step{}, err
	}
	return l.descent(p).restate(p, from)
}

func (l LeastSquares) descent(p *Problem) descent {
	return descent{
		eta: l.Eta, rate: 2 * l.Eta / float64(p.Len()), gradientFactor: 2 / float64(p.Len()),
		maxSteps: l.MaxSteps, tol: l.Tol,
		residuals: residualsOf(SquaredLoss(), p.y),
		loss:      func(f []float64) float64 { return meanSquare(p.y, f) },
	}
}

func meanSquare(y, f []float64) float64 { return 2 * SquaredLoss().Sum(y, f) / float64(len(y)) }
