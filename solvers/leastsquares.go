package solvers

// LeastSquares minimises the mean squared error by gradient descent from zero,
// without intercept:
//
//	primal: w ← w + (2η/n) Σ (tᵢ − wᵀφᵢ) φᵢ
//	dual:   a ← a + (2η/n) (t − Ka)
//
// Then w = Φᵀa at every step. The descent is stable if η < n/λ_max(K), see
// [EtaMax]. The objective of a step is the mean of (t − f)² after it.
type LeastSquares struct {
	Eta      float64
	MaxSteps int     // if 0, there is no cap
	Tol      float64 // length of the gradient (2/n)Φᵀ(t − f) that counts as converged; if 0, none does
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

// NextWith is Next with parts of the algorithm replaced.
func (l LeastSquares) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	return l.descent(p).next(p, s, hooks), nil
}

func (l LeastSquares) descent(p *Problem) descent {
	return descent{
		step: l.Eta, rate: 2 * l.Eta / float64(p.Len()), slope: 2 / float64(p.Len()), limit: l.MaxSteps, tol: l.Tol,
		residuals: residualsOf(SquaredLoss(), p.y),
		loss:      func(f []float64) float64 { return meanSquare(p.y, f) },
	}
}

func meanSquare(y, f []float64) float64 { return 2 * SquaredLoss().Sum(y, f) / float64(len(y)) }
