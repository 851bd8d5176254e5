package unit7

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// TestWithFeet_isPerpendicular checks that the foot lies on the line, in the direction
// of w, at the distance |y|/‖w‖.
func TestWithFeet_isPerpendicular(t *testing.T) {
	for _, c := range [][5]float64{{3, 4, -5, 2, 1}, {-1, 0, 2, 7, 7}, {0, 2, 0, 1, 0}, {0.1, -0.3, 4, -2, 5}} {
		q := ascii.Mark{X: c[3], Y: c[4]}
		f := withFeet(c[0], c[1], c[2], []ascii.Mark{q}).Curves[0].Points[1]
		on, y := c[0]*f.X+c[1]*f.Y+c[2], c[0]*q.X+c[1]*q.Y+c[2]
		cross := (q.X-f.X)*c[1] - (q.Y-f.Y)*c[0]
		length := floats.Norm([]float64{q.X - f.X, q.Y - f.Y}, 2)
		if math.Abs(on) > 1e-12 || math.Abs(cross) > 1e-12 ||
			math.Abs(length-math.Abs(y)/math.Hypot(c[0], c[1])) > 1e-12 {
			t.Errorf("withFeet(%v): foot %v with y = %v at distance %v, want y = 0 and the distance |y|/‖w‖ along w",
				c, f, on, length)
		}
	}
}

// TestSVMFigure_slackEndsOnTheMargin checks that the line of a point's slack ends where
// f equals its label, and has length ξ/‖w‖.
func TestSVMFigure_slackEndsOnTheMargin(t *testing.T) {
	s := newSVMFigure(dataset.MustBuiltin("blobs_overlap"))
	gram, err := s.model.Gram()
	if err != nil {
		t.Fatal(err)
	}
	solved, err := solvers.SolveSVM(context.Background(), gram, s.model.Labels(), solvers.Options{C: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	f := s.expansion(solved)
	lines := s.slacks(solved, f)
	if len(lines) == 0 {
		t.Fatal("got no lines of slack, want some")
	}
	for _, l := range lines {
		from, to := l.Points[0], l.Points[1]
		at, end := f.Eval([]float64{from.X, from.Y}), f.Eval([]float64{to.X, to.Y})
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if math.Abs(math.Abs(end)-1) > 1e-9 || math.Abs(length-math.Abs(end-at)/math.Sqrt(solved.NormSq)) > 1e-9 {
			t.Errorf("slack from f = %v to %v has length %v, want it to end at |f| = 1 and to be ξ/‖w‖ long", at, end,
				length)
		}
	}
}
