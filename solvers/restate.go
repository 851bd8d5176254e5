package solvers

import "fmt"

// Restater is a solver that can continue from the coefficients of another solver, or of the
// same solver with other parameters. For example, a fork with another C needs a Restater.
type Restater interface {
	Solver
	// Restate returns a step with the coefficients, N and Updates of the given step. It computes
	// everything else from the coefficients for this solver and problem p. The detail of this step
	// does not record how the coefficients were computed. Restate returns an error if this solver
	// cannot start from these coefficients.
	Restate(p *Problem, at Step) (Step, error)
}

var (
	_ Restater = SMO{}
	_ Restater = Perceptron{}
	_ Restater = LeastSquares{}
	_ Restater = Logistic{}
	_ Restater = Ascent{}
	_ Restater = Ridge{}
)

func checkLength(p *Problem, at Step) error {
	if len(at.coef) != p.Dim() {
		return fmt.Errorf("solvers: %d coefficients, want %d", len(at.coef), p.Dim())
	}
	return nil
}

// Restate returns a step with the same α. It returns an error if an α is outside [0, C] or Σαt ≠ 0.
// The detail is nil, so a rule that chooses the points in order begins with the first point.
func (s SMO) Restate(p *Problem, at Step) (Step, error) {
	if err := s.check(p); err != nil {
		return Step{}, err
	}
	if err := s.checkAlpha(p, at.coef); err != nil {
		return Step{}, err
	}
	return s.assess(s.newState(p, at.coef, nil), Step{N: at.N, Updates: at.Updates}), nil
}

// Restate returns a step with the same α (or w), b and position in the epoch. It visits no point.
// If the epoch is unfinished, it counts as having a mistake, because some of its points were
// visited with the old settings.
func (s Perceptron) Restate(p *Problem, at Step) (Step, error) {
	first, err := s.Start(p)
	if err != nil {
		return Step{}, err
	}
	if err := checkLength(p, at); err != nil {
		return Step{}, err
	}
	was, ok := at.Detail.(*PerceptronDetail)
	if !ok {
		panic("solvers: not a step of the perceptron")
	}
	d := *was
	d.Mistake = false
	if d.Visits%p.Len() != 0 {
		d.Mistakes = max(1, d.Mistakes)
	}
	next := first
	next.N, next.Updates, next.Bias, next.coef = at.N, at.Updates, at.Bias, at.coef
	next.scores = p.scores(next.Weights())
	next.assessMistakes(p, &d)
	next.Detail = &d
	if at.Status == IterationLimit && d.Visits >= s.Epochs()*p.Len() {
		next.Status, next.Sentence = at.Status, at.Sentence
	}
	return next, nil
}

// Restate returns a step with the same coefficients, a or w.
func (l LeastSquares) Restate(p *Problem, at Step) (Step, error) {
	if _, err := l.Start(p); err != nil {
		return Step{}, err
	}
	return l.descent(p).restate(p, at)
}

// Restate returns a step with the same coefficients, a or w.
func (l Logistic) Restate(p *Problem, at Step) (Step, error) {
	if _, err := l.Start(p); err != nil {
		return Step{}, err
	}
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.restate(p, at)
}

func (d descent) restate(p *Problem, at Step) (Step, error) {
	if err := checkLength(p, at); err != nil {
		return Step{}, err
	}
	s := d.complete(p, Step{N: at.N, Updates: at.Updates, coef: at.coef}, d.newDetail(0))
	d.judge(p, &s)
	return s, nil
}

// Restate returns the first stage, because the later stages depend on λ. It does not use the
// coefficients of the given step.
func (r Ridge) Restate(p *Problem, at Step) (Step, error) {
	s, err := r.Start(p)
	s.N, s.Updates = at.N, at.Updates
	return s, err
}

// Visit visits the given point out of order, for what-if questions, and adds it if it is on the
// wrong side. The visit does not count in Epoch or Visits, so the next step visits the same point
// as it would have without it. Visit panics if the point does not exist.
func (s Perceptron) Visit(p *Problem, prev Step, point int) Step {
	was, ok := prev.Detail.(*PerceptronDetail)
	if !ok || point < 0 || point >= p.Len() {
		panic("solvers: the perceptron cannot visit that")
	}
	at := *was
	at.inspect(p, prev, point)
	next := prev
	next.N++
	next.Status, next.Sentence = Running, ""
	if at.Mistake {
		next = s.learn(p, next, &at, FaultHooks{})
	}
	next.Detail = &at
	return next
}

// assessMistakes sets Errors, Objective and Violation: the number of points on the wrong side, the
// sum of −y·f over these points, and their share of all points.
func (s *Step) assessMistakes(p *Problem, at *PerceptronDetail) {
	s.Objective, at.Errors = 0, 0
	for i := range s.scores {
		if m := p.y[i] * s.F(i); m <= 0 {
			at.Errors++
			s.Objective -= m
		}
	}
	s.Violation = float64(at.Errors) / float64(p.Len())
}
