package solvers

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// Perceptron visits the points in order, pass after pass. A visit checks one point and, if the
// point is on the wrong side, adds it to w (Rosenblatt 1958; kernel form Aizerman et al. 1964):
//
//	y·f ≤ 0:  primal w ← w + yφ,  dual α ← α + 1;  b ← b + y
//
// The run has converged after a pass (an epoch) without a mistake. If the points cannot be
// separated, the run never converges, and MaxEpochs ends it.
type Perceptron struct {
	MaxEpochs int  // maximum number of passes; if 0, 1000
	NoBias    bool // keep b = 0
	// EveryVisit makes each visit a step. Otherwise a step consists of the visits up to and
	// including the next mistake.
	EveryVisit bool
	// Seed, if not 0, determines a random order for each pass. If it is 0, the points are visited
	// in the order of their indices.
	Seed uint64
}

// Name returns "perceptron".
func (Perceptron) Name() string { return "perceptron" }

// Start returns the step at zero, or an error if the labels are not −1/+1 or
// there is only one class.
func (s Perceptron) Start(p *Problem) (Step, error) {
	if s.MaxEpochs < 0 {
		return Step{}, &ParamError{Name: "epochs", Value: float64(s.MaxEpochs), Want: "1 or more"}
	}
	y, err := p.signs()
	if err != nil {
		return Step{}, err
	}
	first := Step{
		coef: make([]float64, p.Dim()), scores: make([]float64, p.Len()),
		Violation: 1,
		Detail:    &PerceptronDetail{Point: -1, Epoch: 1, Errors: p.Len()},
	}
	if !p.Primal() {
		first.signs = y
	}
	return first, nil
}

// Next visits the next point or, unless EveryVisit is set, all points up to the next mistake.
func (s Perceptron) Next(p *Problem, prev Step) (Step, error) {
	return s.NextWith(p, prev, FaultHooks{})
}

// NextWith is like Next, but hooks replace parts of the algorithm, to plant mistakes in it.
func (s Perceptron) NextWith(p *Problem, prev Step, hooks FaultHooks) (Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	was, ok := prev.Detail.(*PerceptronDetail)
	if !ok {
		panic("solvers: not a step of the perceptron")
	}
	at := *was
	var turn order
	for {
		s.visit(p, prev, &turn, &at)
		if hooks.Mistake != nil {
			at.Mistake = hooks.Mistake(at.Margin)
		}
		next := prev
		next.N++
		if at.Mistake {
			next = s.learn(p, next, &at, hooks)
		}
		next.Detail = &at
		if s.finish(p, &next, &at) || at.Mistake || s.EveryVisit {
			return next, nil
		}
	}
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

// visit goes to the next point and records its margin.
func (s Perceptron) visit(p *Problem, prev Step, turn *order, at *PerceptronDetail) {
	n := p.Len()
	at.Epoch = at.Visits/n + 1
	point := turn.point(s.Seed, n, at.Epoch, at.Visits%n)
	if at.Visits%n == 0 {
		at.Mistakes = 0
	}
	at.Visits++
	at.inspect(p, prev, point)
}

// inspect records the margin of a point.
func (at *PerceptronDetail) inspect(p *Problem, prev Step, point int) {
	at.Point = point
	at.Margin = p.y[point] * prev.F(point)
	at.Mistake = at.Margin <= 0
}

// order is the random order of the points in a pass. A step caches it, because drawing it takes
// time.
type order struct {
	epoch int
	perm  []int
}

// point returns the index of the point that a pass visits at the given place. Places are counted
// from 0, epochs from 1.
func (o *order) point(seed uint64, n, epoch, place int) int {
	if seed == 0 {
		return place
	}
	if o.epoch != epoch {
		*o = order{epoch, rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(n)}
	}
	return o.perm[place]
}

// learn returns the step after adding the visited point.
func (s Perceptron) learn(p *Problem, next Step, at *PerceptronDetail, hooks FaultHooks) Step {
	y := p.y[at.Point]
	next.Updates++
	at.Mistakes++
	next.coef = clone(next.coef)
	if p.Primal() {
		floats.AddScaled(next.coef, y, p.phi[at.Point])
		next.scores = p.scores(next.coef)
	} else {
		next.coef[at.Point]++
		next.scores = clone(next.scores)
		floats.AddScaled(next.scores, y, p.gram.Row(at.Point))
	}
	switch {
	case s.NoBias:
	case hooks.Bias != nil:
		next.Bias = hooks.Bias(next.Bias, y)
	default:
		next.Bias += y
	}
	next.assessMistakes(p, at)
	return next
}

// finish sets the status if a pass has just ended and had no mistake or was the
// last one. It reports whether the run is over.
func (s Perceptron) finish(p *Problem, next *Step, at *PerceptronDetail) bool {
	if at.Visits%p.Len() != 0 {
		return false
	}
	if at.Mistakes == 0 {
		next.Status = Converged
		next.Sentence = fmt.Sprintf("Pass %d had no mistake.", at.Epoch)
		return true
	}
	if at.Epoch < s.Epochs() {
		return false
	}
	next.Status = IterationLimit
	next.Sentence = fmt.Sprintf("Pass %d, the last one allowed, still had %s.", at.Epoch,
		count(at.Mistakes, "mistake"))
	return true
}

// Epochs returns the number of passes after which the run gives up.
func (s Perceptron) Epochs() int {
	if s.MaxEpochs == 0 {
		return 1000
	}
	return s.MaxEpochs
}
