package lessons

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
)

// What 9.5 says of the moons: one kernel alone does not reach the goal, a fifth and
// four fifths of two do, and the path ends with two of four at the weights of the
// reference.
func TestFourKernels(t *testing.T) {
	l := newFourKernels()
	for m := range l.names {
		alone := make([]float64, len(l.names))
		alone[m] = 1
		if s, err := l.at(t.Context(), alone); err != nil || s.Objective <= mixGoal+1 {
			t.Errorf("%s alone: J = %v (%v)", l.names[m], s.Objective, err)
		}
	}
	path := l.path(t.Context())
	end := path[len(path)-1]
	if math.Abs(end.Objective-mixLeast) > 1e-3 || math.Abs(end.Beta[0]-mixLinear) > 1e-3 || end.Beta[1] != 0 || end.Beta[2] != 0 {
		t.Errorf("after %d steps β = %v, J = %v", len(path)-1, end.Beta, end.Objective)
	}
	if p := projected(end.Beta); p.X > 1e-12+end.Beta[3] || floats.Sum(end.Beta) < 1-1e-12 {
		t.Errorf("it ends at %v", p)
	}
	r := l.handCheck(t.Context(), exercises.Answers{"share1": "4", "share2": "0", "share3": "0", "share4": "16"})
	if !r.Accepted {
		t.Errorf("%v", r.Fact)
	}
	if l.handCheck(t.Context(), nil).Accepted {
		t.Error("accepted untouched")
	}
}
