package bench

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// fullCircle says where the perceptron has come round. In a drawn order no pass
// is like another, so there is no circle to be told of.
func fullCircle(s setting) teller {
	if p, ok := s.solver.(solvers.Perceptron); !ok || p.Seed != 0 {
		return silent
	}
	return func(traces []solvers.Trace, i int) []ascii.Line {
		c, ok := circle(traces[0], i)
		if !ok {
			return nil
		}
		return []ascii.Line{
			stage.Warning(fmt.Sprintf("Full circle: f is what it was after update %d, at the same place of an epoch. From here everything repeats, %d updates a round.", c.from, c.updates)),
			ascii.Plainf("Only α grows: Σα = %s. What one round adds to w and b cancels out.", anatomy.Num(floats.Sum(traces[0].At(i).CoefCopy()))),
		}
	}
}

// round is a way back to an earlier f.
type round struct {
	from    int // updates made when f was the same before
	updates int // made since
}

// lookBack is how many steps a circle may have to be noticed.
const lookBack = 600

// circle looks for the last earlier step from which the perceptron went on
// exactly as it will from step i: the same f at every point, the same place in
// a pass, and mistakes in between. The coefficients need not be the same.
func circle(t solvers.Trace, i int) (round, bool) {
	now := t.At(i)
	place := t.Problem().Len()
	at := func(s solvers.Step) int { return s.Detail.(*solvers.PerceptronDetail).Visits % place }
	if i == 0 || now.Status == solvers.Converged {
		return round{}, false
	}
	for j := i - 1; j >= max(0, i-lookBack); j-- {
		before := t.At(j)
		if before.Updates < now.Updates && at(before) == at(now) && sameScores(before, now, place) {
			return round{from: before.Updates, updates: now.Updates - before.Updates}, true
		}
	}
	return round{}, false
}

func sameScores(s, t solvers.Step, n int) bool {
	for i := range n {
		a, b := s.F(i), t.F(i)
		if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			return false
		}
	}
	return true
}
