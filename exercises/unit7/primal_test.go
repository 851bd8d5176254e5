package unit7

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/testdata/support/lessontest"
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

// TestSlacks_slackEndsOnTheMargin checks that the line of a point's slack ends where
// f equals its label, and has length ξ/‖w‖.
func TestSlacks_slackEndsOnTheMargin(t *testing.T) {
	m := lesson.SVM(dataset.MustBuiltin("blobs_overlap"), kernels.Linear{}, 0.1)
	lines, _ := slacks(m)
	if len(lines) == 0 {
		t.Fatal("got no lines of slack, want some")
	}
	for _, l := range lines {
		from, to := l.Points[0], l.Points[1]
		at, end := m.F.Eval([]float64{from.X, from.Y}), m.F.Eval([]float64{to.X, to.Y})
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if math.Abs(math.Abs(end)-1) > 1e-9 || math.Abs(length-math.Abs(end-at)/math.Sqrt(m.NormSq)) > 1e-9 {
			t.Errorf("slack from f = %v to %v has length %v, want it to end at |f| = 1 and to be ξ/‖w‖ long", at, end,
				length)
		}
	}
}

// A price that follows from a wrong slack is not reported.
func TestPricedSlack_followsAWrongSlack(t *testing.T) {
	for seed := range uint64(5) {
		s := step(t, "7.2", "slack", seed)
		truth := s.Info().Reference
		a := truth.With("xi3", "2 + "+truth["xi3"]).With("cost", truth["cost"]+" + 2*("+truth["cost"]+")/("+
			truth["xi2"]+" + "+truth["xi3"]+")")
		r := lessontest.Report(s, a)
		if r.Accepted || !r.Fields["cost"].Follows || r.Fields["xi3"].Follows {
			t.Errorf("seed %d, %v: got %+v, want ξ₃ wrong and a price that follows", seed, a, r)
		}
		if r := lessontest.Report(s, truth); !r.Accepted {
			t.Errorf("seed %d: got %+v, want the reference accepted", seed, r)
		}
	}
}
