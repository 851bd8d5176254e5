package unit8

import (
	"context"
	"math"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

// TestVersus_weightsAreSlopes checks that every weight is C times the slope of its loss
// for both machines, and that only the SVM has weights of 0.
func TestVersus_weightsAreSlopes(t *testing.T) {
	for _, seed := range lessontest.Fifty()[:20] {
		for _, c := range []float64{0.1, 1, 10} {
			d := matchup{sigma: 0.5, set: dataset.Moons(60, 0.2, seed), fresh: dataset.Moons(60, 0.2, seed+1)}
			f := must.Value(d.fitted(context.Background(), c))
			if f.nonzero() != 60 || c >= 1 && f.svm.Supports() == 60 {
				t.Errorf("seed %d, C = %v: got %d and %d weights that are not 0, want fewer than 60 for the SVM and 60 for the other",
					seed, c, f.svm.Supports(), f.nonzero())
			}
			for i := range d.set.Len() {
				x, y := d.set.Point(i), d.set.Label(i)
				if a, want := y*f.logistic.Coef[i], c*solvers.Sigmoid(-y*f.f.Eval(x)); math.Abs(a-want) > 1e-6*c {
					t.Errorf("seed %d, C = %v, point %d: got logistic a = %v, want C·slope = %v", seed, c, i+1, a,
						want)
				}
				m, a := y*f.svm.F.Eval(x), f.svm.Alpha[i]
				if m > 1.01 && a != 0 || m < 0.99 && a != c {
					t.Errorf("seed %d, C = %v, point %d: m = %v has α = %v, want 0 beyond the margin and C within",
						seed, c, i+1, m, a)
				}
			}
		}
	}
}
