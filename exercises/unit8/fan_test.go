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

// In every order the perceptron separates, with no wider a margin than the SVM,
// and after no more updates than Novikoff's bound.
func TestEveryOrderKeepsTheBound(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		f := drawNarrow(rand.New(rand.NewPCG(seed, 82)))
		w := linearWeights(f.svm.F)
		bound := f.farthest() * floats.Dot(w, w)
		for i, l := range f.lines {
			if l.margin <= 0 || l.margin > 1.001*f.svm.Margin() || float64(l.updates) > 1.002*bound {
				t.Errorf("seed %d, order %d: margin %v of %v, %d updates of %v", seed, i+1, l.margin, f.svm.Margin(),
					l.updates, bound)
			}
		}
		if d := f.distance(w); math.Abs(d-f.svm.Margin()) > 2e-3*d {
			t.Errorf("seed %d: the SVM's closest point is %v away, its margin is %v", seed, d, f.svm.Margin())
		}
	}
}

// On the easy set the first point is the only update.
func TestOnePointDecides(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		f := newFan(drawEasy(rand.New(rand.NewPCG(seed, 82))))
		if f.lines[0].updates != 1 {
			t.Errorf("seed %d: %d updates", seed, f.lines[0].updates)
		}
	}
}

// 8.2: the bars of the updates would tell the fewest and the most of them: they wait
// until both are counted.
func TestFanBarsWait(t *testing.T) {
	for seed := range uint64(3) {
		s := step(t, "8.2", "bound", seed)
		counted := step(t, "8.2", "fan", seed).Info().Reference
		for _, c := range []struct {
			answers exercises.Answers
			bars    bool
		}{{nil, false}, {counted.With("most", ""), false}, {counted, true}} {
			if _, bars := s.Scene(context.Background(), c.answers).Figures[0].Plot.(ascii.Bars); bars != c.bars {
				t.Errorf("seed %d, %v: bars %v", seed, c.answers, bars)
			}
		}
	}
}
