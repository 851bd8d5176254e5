package solvers

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Toy is the solver of the page "How to add a solver", as its own file would
// have it: ridge regression in the dual, one coefficient a step, in order
// (Gauss and Seidel's way to solve (K + λI)a = y).
type Toy struct{ Lambda float64 }

var _ Solver = Toy{}

// ToyDetail is what a step of Toy did.
type ToyDetail struct {
	Point    int
	Residual float64 // y − f − λa of the point before the step
	Pivot    float64 // K + λ of the point
	New      float64
}

func (*ToyDetail) detail() {}

// Name returns "toy".
func (Toy) Name() string { return "toy" }

// Start returns the step at zero.
func (s Toy) Start(p *Problem) (Step, error) {
	if p.Primal() {
		return Step{}, &FormError{Solver: "the toy", Need: "a Gram matrix"}
	}
	if err := checkLambda(s.Lambda); err != nil {
		return Step{}, err
	}
	return s.assess(p, Step{}, make([]float64, p.Len())), nil
}

// Next updates the coefficient whose turn it is.
func (s Toy) Next(p *Problem, prev Step) (Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	d := ToyDetail{Point: prev.N % p.Len()}
	d.Residual = p.y[d.Point] - prev.scores[d.Point] - s.Lambda*prev.coef[d.Point]
	d.Pivot = p.gram.At(d.Point, d.Point) + s.Lambda
	d.New = prev.coef[d.Point] + d.Residual/d.Pivot
	a := clone(prev.coef)
	a[d.Point] = d.New
	return s.assess(p, Step{N: prev.N + 1, Updates: prev.Updates + 1, Detail: &d}, a), nil
}

// assess fills in what follows from a.
func (s Toy) assess(p *Problem, at Step, a []float64) Step {
	at.coef, at.scores = a, p.scores(a)
	at.Objective = ridgeObjective(p.y, at.scores, p.squared(a, at.scores), s.Lambda)
	left := make([]float64, p.Len())
	floats.SubTo(left, p.y, at.scores)
	floats.AddScaled(left, -s.Lambda, a)
	if at.Violation = floats.Norm(left, math.Inf(1)); at.Violation < 1e-9 {
		at.Status, at.Sentence = Converged, Converged.Sentence()
	}
	return at
}
