package lessons

import (
	"context"
	"math"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// TestSlackEndsOnTheMargin: the line of a point's slack ends where f is its
// label, and is ξ/‖w‖ long.
func TestSlackEndsOnTheMargin(t *testing.T) {
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
		t.Fatal("no point has slack")
	}
	for _, l := range lines {
		from, to := l.Points[0], l.Points[1]
		at, end := f.Eval([]float64{from.X, from.Y}), f.Eval([]float64{to.X, to.Y})
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if math.Abs(math.Abs(end)-1) > 1e-9 || math.Abs(length-math.Abs(end-at)/math.Sqrt(solved.NormSq)) > 1e-9 {
			t.Errorf("from f = %v to %v, %v long", at, end, length)
		}
	}
}
