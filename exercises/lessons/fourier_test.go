package lessons

import (
	"math"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// RMS error·√m is 0.88 on all of the moons (testdata/oracle/rff.json: 0.88022),
// about 0.9 on those of the stage, for every m and seed but for chance.
func TestFourierError(t *testing.T) {
	whole := &fourierError{points: dataset.MustBuiltin("moons").Points(), kernel: kernels.RBF{Sigma: 1}}
	whole.gram = kernels.Gram[[]float64](whole.kernel, whole.points)
	if c := whole.constant(); math.Abs(c-0.8802197747797642) > 1e-9 {
		t.Errorf("error·√m = %v on all moons", c)
	}
	for seed := range uint64(6) {
		g := newFourierError(seed)
		if c := g.constant(); c < 0.84 || c > 0.93 || len(g.points) != 30 {
			t.Errorf("%d points, error·√m = %v", len(g.points), c)
		}
		var mean float64
		all := g.all(t.Context(), false)
		for _, a := range all {
			c := a.error * math.Sqrt(float64(a.m))
			mean += c / float64(len(all))
			if c < 0.5 || c > 1.4 {
				t.Errorf("seed %d, m = %d: error·√m = %v", seed, a.m, c)
			}
		}
		if mean < 0.75 || mean > 1.05 {
			t.Errorf("seed %d: %v on average", seed, mean)
		}
		for _, a := range g.all(t.Context(), true) {
			if d := g.offOnDiagonal(a.gram); d > 1e-12 {
				t.Errorf("seed %d, m = %d: pairs are off by %v on the diagonal", seed, a.m, d)
			}
		}
	}
}

// With many features the two machines of 9.6 draw one picture; with few they do not.
func TestFourierTwins(t *testing.T) {
	for seed := range uint64(3) {
		s := newTwins(seed)
		few, many := s.scene(t.Context(), nil), s.scene(t.Context(), exercises.Answers{"features": "1024"})
		if len(few.Notes) != 1 || len(many.Notes) != 1 {
			t.Fatal("no picture")
		}
		t.Log(few.Notes[0].String(), many.Notes[0].String())
	}
}

// The stopwatch measures every n for both, and once.
func TestStopwatch(t *testing.T) {
	s := &stopwatch{seed: 1}
	all := s.once(t.Context())
	if len(all) != 5 || len(all[4].kernel) != stopRuns || middle(all[4].kernel) <= 0 || middle(all[4].linear) <= 0 {
		t.Fatalf("%v", all)
	}
	t.Log(middle(all[4].kernel), middle(all[4].linear))
	if again := s.once(t.Context()); &again[0] != &all[0] {
		t.Error("measured twice")
	}
}
