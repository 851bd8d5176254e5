package unit8

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"

	"kernellab/testdata/support/lessontest"
)

// TestFan_everyOrderKeepsTheBound checks that the perceptron separates in every order,
// with at most the margin of the SVM and at most as many updates as Novikoff's bound.
func TestFan_everyOrderKeepsTheBound(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		f := drawNarrow(rand.New(rand.NewPCG(seed, 82)))
		w := linearWeights(f.svm.F)
		bound := f.farthest() * floats.Dot(w, w)
		for i, l := range f.lines {
			if l.margin <= 0 || l.margin > 1.001*f.svm.Margin() || float64(l.updates) > 1.002*bound {
				t.Errorf("seed %d, order %d: got margin %v, want at most %v; %d updates, want at most %v", seed, i+1,
					l.margin, f.svm.Margin(), l.updates, bound)
			}
		}
		if d := f.distance(w); math.Abs(d-f.svm.Margin()) > 2e-3*d {
			t.Errorf("seed %d: got the SVM's closest point at %v, want its margin %v", seed, d, f.svm.Margin())
		}
	}
}

// TestFan_onePointDecides checks that the first point of the easy set causes the only
// update.
func TestFan_onePointDecides(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		f := newFan(drawEasy(rand.New(rand.NewPCG(seed, 82))))
		if f.lines[0].updates != 1 {
			t.Errorf("seed %d: got %d updates, want 1", seed, f.lines[0].updates)
		}
	}
}

// TestFan_chartReachesTheBound checks for 8.2 that the chart shows the bound on the
// updates once it is found, because it would show the answer.
func TestFan_chartReachesTheBound(t *testing.T) {
	s := openTask(t, "8.2", "bound", 1)
	found := s.Info().Reference
	for _, c := range []struct {
		answers exercises.Answers
		bound   bool
	}{{nil, false}, {found.Awaiting("bound"), false}, {found, true}} {
		chart := s.Scene(context.Background(), c.answers).Figures[1].Plot.(ascii.Chart)
		if chart.HasCursor != c.bound {
			t.Errorf("%v: bound in the chart: got %v, want %v", c.answers, chart.HasCursor, c.bound)
		}
	}
}
