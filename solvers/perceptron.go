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
// The run has converged after a pass (often called an epoch) without a mistake. If the points cannot be
// separated, the run never converges, and MaxPasses ends it.
type Perceptron struct {
	MaxPasses int  // maximum number of passes; if 0, 1000
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

// Start returns the step at zero, or an error if MaxPasses is negative, the labels are not −1/+1 or
// there is only one class.
func (s Perceptron) Start(p *Problem) (Step, error) {
	if s.MaxPasses < 0 {
		return Step{}, &ParamError{Name: "epochs", Value: float64(s.MaxPasses), Want: "1 or more"}
	}
	y, err := p.signLabels()
	if err != nil {
		return Step{}, err
	}
	first := Step{
		coef: make([]float64, p.Dim()), scores: make([]float64, p.Len()),
		Violation: 1,
		Detail:    &PerceptronDetail{Point: -1, Pass: 1, Errors: p.Len()},
	}
	if !p.IsPrimal() {
		first.signs = y
	}
	return first, nil
}

// Next visits the next point or, unless EveryVisit is set, all points up to the next mistake.
func (s Perceptron) Next(p *Problem, prev Step) (Step, error) {
	return s.NextWith(p, prev, FaultHooks{})
}

// NextWith is like Next, but hooks replace parts of the algorithm, to plant faults in it.
func (s Perceptron) NextWith(p *Problem, prev Step, hooks FaultHooks) (Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	previous, ok := prev.Detail.(*PerceptronDetail)
	if !ok {
		panic("solvers: not a step of the perceptron")
	}
	detail := *previous
	var order passOrder
	for {
		s.visit(p, prev, &order, &detail)
		if hooks.Mistake != nil {
			detail.Mistake = hooks.Mistake(detail.Margin)
		}
		next := prev
		next.N++
		if detail.Mistake {
			next = s.addPoint(p, next, &detail, hooks)
		}
		next.Detail = &detail
		if s.endPass(p, &next, &detail) || detail.Mistake || s.EveryVisit {
			return next, nil
		}
	}
}

// Restate returns a step of this solver with the α (or w), b and position in the pass of another
// step, see [Restater]. It visits no point. If the pass is unfinished, it counts as having a mistake,
// because the solver of the other step visited some of its points.
func (s Perceptron) Restate(p *Problem, from Step) (Step, error) {
	first, err := s.Start(p)
	if err != nil {
		return Step{}, err
	}
	if err := checkLength(p, from); err != nil {
		return Step{}, err
	}
	previous, ok := from.Detail.(*PerceptronDetail)
	if !ok {
		panic("solvers: not a step of the perceptron")
	}
	d := *previous
	d.Mistake = false
	if d.Visits%p.Len() != 0 {
		d.Mistakes = max(1, d.Mistakes)
	}
	next := first
	next.N, next.Updates, next.Bias, next.coef = from.N, from.Updates, from.Bias, from.coef
	next.scores = p.scores(next.Weights())
	next.assessMistakes(p, &d)
	next.Detail = &d
	if from.Status == IterationLimit && d.Visits >= s.PassLimit()*p.Len() {
		next.Status, next.Sentence = from.Status, from.Sentence
	}
	return next, nil
}

// Visit visits a point that a student chose, out of order, and adds it if it is on the wrong side.
// The visit does not count in Pass or Visits, so it does not change which point the next step visits.
// Visit panics if the point does not exist.
func (s Perceptron) Visit(p *Problem, prev Step, point int) Step {
	previous, ok := prev.Detail.(*PerceptronDetail)
	if !ok || point < 0 || point >= p.Len() {
		panic("solvers: the perceptron cannot visit that")
	}
	detail := *previous
	detail.inspect(p, prev, point)
	next := prev
	next.N++
	next.Status, next.Sentence = Running, ""
	if detail.Mistake {
		next = s.addPoint(p, next, &detail, FaultHooks{})
	}
	next.Detail = &detail
	return next
}

// assessMistakes sets Errors, Objective and Violation: the number of points on the wrong side, the
// sum of −y·f over these points, and their share of all points.
func (s *Step) assessMistakes(p *Problem, detail *PerceptronDetail) {
	s.Objective, detail.Errors = 0, 0
	for i := range s.scores {
		if m := p.y[i] * s.F(i); m <= 0 {
			detail.Errors++
			s.Objective -= m
		}
	}
	s.Violation = float64(detail.Errors) / float64(p.Len())
}

// visit goes to the next point and records its margin.
func (s Perceptron) visit(p *Problem, prev Step, order *passOrder, detail *PerceptronDetail) {
	n := p.Len()
	detail.Pass = detail.Visits/n + 1
	point := order.point(s.Seed, n, detail.Pass, detail.Visits%n)
	if detail.Visits%n == 0 {
		detail.Mistakes = 0
	}
	detail.Visits++
	detail.inspect(p, prev, point)
}

// inspect records the margin of a point.
func (detail *PerceptronDetail) inspect(p *Problem, prev Step, point int) {
	detail.Point = point
	detail.Margin = p.y[point] * prev.F(point)
	detail.Mistake = detail.Margin <= 0
}

// passOrder is the random order of the points in a pass. NextWith keeps it during a step, because
// drawing it takes time.
type passOrder struct {
	pass int
	perm []int
}

// point returns the index of the point that a pass visits at the given place. Places are counted
// from 0, passes from 1.
func (o *passOrder) point(seed uint64, n, pass, place int) int {
	if seed == 0 {
		return place
	}
	if o.pass != pass {
		*o = passOrder{pass, rand.New(rand.NewPCG(seed, uint64(pass))).Perm(n)}
	}
	return o.perm[place]
}

// addPoint returns the step after the visited point has been added to w.
func (s Perceptron) addPoint(p *Problem, next Step, detail *PerceptronDetail, hooks FaultHooks) Step {
	y := p.y[detail.Point]
	next.Updates++
	detail.Mistakes++
	next.coef = clone(next.coef)
	if p.IsPrimal() {
		floats.AddScaled(next.coef, y, p.phi[detail.Point])
		next.scores = p.scores(next.coef)
	} else {
		next.coef[detail.Point]++
		next.scores = clone(next.scores)
		floats.AddScaled(next.scores, y, p.gram.Row(detail.Point))
	}
	switch {
	case s.NoBias:
	case hooks.Bias != nil:
		next.Bias = hooks.Bias(next.Bias, y)
	default:
		next.Bias += y
	}
	next.assessMistakes(p, detail)
	return next
}

// endPass sets the status if a pass has just ended and had no mistake or was the
// last one. It reports whether the run is over.
func (s Perceptron) endPass(p *Problem, next *Step, detail *PerceptronDetail) bool {
	if detail.Visits%p.Len() != 0 {
		return false
	}
	if detail.Mistakes == 0 {
		next.Status = Converged
		next.Sentence = fmt.Sprintf("Pass %d had no mistake.", detail.Pass)
		return true
	}
	if detail.Pass < s.PassLimit() {
		return false
	}
	next.Status = IterationLimit
	next.Sentence = fmt.Sprintf("Pass %d, the last one allowed, still had %s.", detail.Pass,
		countText(detail.Mistakes, "mistake"))
	return true
}

// PassLimit returns the number of passes after which the run gives up.
func (s Perceptron) PassLimit() int {
	if s.MaxPasses == 0 {
		return 1000
	}
	return s.MaxPasses
}
