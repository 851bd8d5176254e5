package unit9

import (
	"context"
	"math"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"

	"kernellab/testdata/support/lessontest"
)

// TestWidthMap_endsAreAsTheTextSays checks that at C = 1 all points are support vectors
// at both ends of σ, and that a wide RBF with C = σ² has the f of the linear kernel.
func TestWidthMap_endsAreAsTheTextSays(t *testing.T) {
	ctx := context.Background()
	for _, seed := range lessontest.Fifty() {
		set := dataset.Moons(40, 0.15, seed)
		for _, sigma := range []float64{0.01, 100} {
			if m, err := (stage.Model{Set: set, Kernel: kernels.RBF{Sigma: sigma}}).SVM(ctx, 1); err != nil ||
				m.Supports() != set.Len() {
				t.Errorf("seed %d, σ = %v: got %d support vectors, error %v, want all %d", seed, sigma, m.Supports(),
					err, set.Len())
			}
		}
		wide, _ := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 100}}.SVM(ctx, 1e4)
		linear, _ := stage.Model{Set: set, Kernel: kernels.Linear{}}.SVM(ctx, 1)
		for i := range set.Len() {
			x := set.Point(i)
			if a, b := wide.F.Eval(x), linear.F.Eval(x); math.Abs(a-b) > 0.02 {
				t.Errorf("seed %d, point %d: f = %v with a wide RBF, want %v as with the linear kernel", seed, i+1, a,
					b)
			}
		}
	}
}

// TestWidthMap_narrowBiasIsTheMajority checks that a very narrow RBF has b = (n₊ − n₋)/n.
func TestWidthMap_narrowBiasIsTheMajority(t *testing.T) {
	set := fewOf(dataset.Moons(120, 0.15, 4), 50, 10)
	m, err := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.001}}.SVM(context.Background(), 10)
	if err != nil || math.Abs(m.Bias-40.0/60) > 2e-3 {
		t.Errorf("b = %v, error %v, want %v", m.Bias, err, 40.0/60)
	}
}

// TestGrowth_morePointsAllowNarrowWidths checks that at a narrow width more points give
// clearly fewer errors on new ones, for every seed.
func TestGrowth_morePointsAllowNarrowWidths(t *testing.T) {
	if w := growthWidths()[growthAsked]; w != 0.1 {
		t.Fatalf("got %v as the width asked about, want 0.1", w)
	}
	for _, seed := range lessontest.Fifty() {
		e, err := newGrowth(seed).errorsAt(context.Background(), growthWidths()[growthAsked])
		if err != nil || 3*e[2] > 2*e[0] {
			t.Errorf("seed %d: got the errors %v, error %v, want the third to be at most two thirds of the first",
				seed, e, err)
		}
	}
}
