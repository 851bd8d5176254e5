package svm

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/solvers"
)

// maxAscent is how far gradient ascent is followed: enough to see both
// constraints broken at every rate of the slider.
const maxAscent = 60

// ascentRun is gradient ascent on the dual with both constraints left out of
// account. It is immutable.
type ascentRun struct {
	s     slope
	trace solvers.Trace
}

func newAscentRun(s slope, eta float64) ascentRun {
	p, err := solvers.NewDual(s.gram, s.t)
	if err != nil {
		panic(err)
	}
	t, err := solvers.NewTrace(solvers.Ascent{Eta: eta, MaxSteps: maxAscent}, p)
	if err != nil {
		panic(err)
	}
	return ascentRun{s, t}
}

// Len returns the number of steps taken so far, and the start.
func (r ascentRun) Len() int { return r.trace.Len() }

// detail is what step i says of the constraints.
func (r ascentRun) detail(i int) *solvers.AscentDetail {
	return r.trace.At(i).Detail.(*solvers.AscentDetail)
}

// Frame shows step i.
func (r ascentRun) Frame(i int) exercises.Frame {
	path := &record{}
	for j := range i + 1 {
		path.objective = append(path.objective, r.trace.At(j).Objective)
		path.sum = append(path.sum, r.detail(j).Sum)
	}
	return r.s.frame(r.trace.At(i).CoefCopy(), path)
}

func (s slope) constraint(alpha []float64) float64 { return floats.Dot(alpha, s.t) }

// Event names the frame at which a constraint is first broken.
func (r ascentRun) Event(i int) string {
	switch {
	case i == 0:
		return ""
	case i == 1 && math.Abs(r.detail(1).Sum) > 1e-9:
		return "Σ αᵢtᵢ leaves 0"
	case r.detail(i).Least < 0 && r.detail(i-1).Least >= 0:
		return "an αᵢ falls below 0"
	}
	return ""
}

// Done reports the cap, or that the numbers have run away.
func (r ascentRun) Done() (string, bool) {
	last := r.trace.Last()
	if last.Status == solvers.IterationLimit {
		return fmt.Sprintf("After %d steps it is still outside the constraints.", maxAscent), true
	}
	return last.Sentence, last.Status.Done()
}

// Breaks lists what the run can be asked to stop at.
func (r ascentRun) Breaks() []exercises.Break {
	return []exercises.Break{{Name: "negative", Label: "an αᵢ falls below 0"}}
}

// Extend takes up to n more steps α ← α + η∇g.
func (r ascentRun) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	longer, err := r.trace.Extend(ctx, n, func(s solvers.Step) bool {
		return until.Name == "negative" && s.Detail.(*solvers.AscentDetail).Least < 0
	})
	return ascentRun{r.s, longer}, err
}

// Holds reports whether a break holds at frame i.
func (r ascentRun) Holds(i int, b exercises.Break) bool {
	return b.Name == "negative" && r.detail(i).Least < 0
}

var _ exercises.Holder = ascentRun{}
