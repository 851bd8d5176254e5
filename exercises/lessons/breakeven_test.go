package lessons

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/exercises"
)

// The three passes of 4.2 do the same work: features and kernel agree, and K is what
// is computed on the fly.
func TestPassesOfBreakEven(t *testing.T) {
	p := newPass(7, 30)
	if len(p.w) != 25*26/2 {
		t.Errorf("%d features in %d dimensions", len(p.w), passDim)
	}
	for i, row := range p.phi {
		if k := floats.Dot(row, p.phi[0]); math.Abs(k-p.k[i][0]) > 1e-12 {
			t.Errorf("point %d: features give %v, the kernel %v", i, k, p.k[i][0])
		}
	}
	if fly, stored := p.onTheFly(), p.stored(); math.Abs(fly-stored) > 1e-9 {
		t.Errorf("on the fly %v, stored %v", fly, stored)
	}
	for k, name := range passWays() {
		if err := p.ways()[k](); err != nil || name == "" {
			t.Errorf("way %d, %q: %v", k, name, err)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	c := passClock{seed: 7, swept: &kept[[]passTimes]{}}
	if s := c.scene(stopped, exercises.Answers{"passes": "yes"}); len(s.Figures) > 0 || c.swept.made {
		t.Error("a clock that is cancelled tells times")
	}
	if s := c.scene(t.Context(), nil); len(s.Figures) != 1 || c.swept.made {
		t.Error("the clock runs before it is asked to")
	}
	if s := c.scene(t.Context(), exercises.Answers{"passes": "yes"}); len(s.Figures) != 2 || len(c.swept.value) != len(passSizes()) {
		t.Error("the clock tells no times")
	}
}

// The shortest least squares answer gives two equal points one share each, and solves
// K⁺: KᵀK a = Kᵀy, with nothing of what K cannot see.
func TestShortestAnswer(t *testing.T) {
	for name, c := range map[string]struct{ k, y, want []float64 }{
		"regular":  {[]float64{2, 0, 0, 4}, []float64{2, 4}, []float64{1, 1}},
		"twice":    {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}},
		"disagree": {[]float64{1, 1, 1, 1}, []float64{3, 1}, []float64{1, 1}},
	} {
		got := shortest(mat.NewSymDense(2, c.k), c.y)
		if floats.Distance(got, c.want, 2) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
