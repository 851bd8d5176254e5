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

// At C = 1 all points are support vectors at both ends of σ; with C = σ² a wide
// RBF calls the points as the linear kernel with C = 1 does.
func TestEndsOfTheWidth(t *testing.T) {
	ctx := context.Background()
	for _, seed := range lessontest.Fifty() {
		set := dataset.Moons(40, 0.15, seed)
		for _, sigma := range []float64{0.01, 100} {
			if m, err := (stage.Model{Set: set, Kernel: kernels.RBF{Sigma: sigma}}).SVM(ctx, 1); err != nil ||
				m.Supports() != set.Len() {
				t.Errorf("seed %d, σ = %v: %d support vectors, %v", seed, sigma, m.Supports(), err)
			}
		}
		wide, _ := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 100}}.SVM(ctx, 1e4)
		linear, _ := stage.Model{Set: set, Kernel: kernels.Linear{}}.SVM(ctx, 1)
		for i := range set.Len() {
			x := set.Point(i)
			if a, b := wide.F.Eval(x), linear.F.Eval(x); math.Abs(a-b) > 0.02 {
				t.Errorf("seed %d, point %d: wide %v, linear %v", seed, i+1, a, b)
			}
		}
	}
}

// A very narrow RBF has b = (n₊ − n₋)/n.
func TestNarrowBiasIsTheMajority(t *testing.T) {
	set := fewOf(dataset.Moons(120, 0.15, 4), 50, 10)
	m, err := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.001}}.SVM(context.Background(), 10)
	if err != nil || math.Abs(m.Bias-40.0/60) > 2e-3 {
		t.Errorf("b = %v, %v", m.Bias, err)
	}
}

// At a narrow width more points make for clearly fewer errors on new ones, whatever the seed.
func TestNarrowIsAffordableWithManyPoints(t *testing.T) {
	if w := growthWidths()[growthAsked]; w != 0.1 {
		t.Fatalf("the width asked about is %v", w)
	}
	for _, seed := range lessontest.Fifty() {
		e, err := newGrowth(seed).at(context.Background(), growthWidths()[growthAsked])
		if err != nil || 3*e[2] > 2*e[0] {
			t.Errorf("seed %d: errors %v, %v", seed, e, err)
		}
	}
}

func TestBetween(t *testing.T) {
	v := [][]float64{{0, 1, 2}, {10, 11, 12}}
	for at, want := range map[[2]float64]float64{{0, 0}: 0, {1, 2}: 12, {0.5, 0.5}: 5.5, {-3, 9}: 2, {7, 1}: 11} {
		if got := between(v, at[0], at[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
}
