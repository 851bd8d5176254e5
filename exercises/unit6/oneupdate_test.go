package unit6

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/solvers"
)

// TestDescents_contractByTheirFactors computes the steps of the race in 6.6 from the
// factors of contraction.
func TestDescents_contractByTheirFactors(t *testing.T) {
	for seed := range uint64(50) {
		near, eta, steps := newDescents(rand.New(rand.NewPCG(seed, 660)))
		mu := 1 - near
		for i, factor := range []float64{1 - eta*mu, 1 - eta*mu*mu} {
			if want := int(math.Ceil(math.Log(0.1) / math.Log(factor))); steps[i] != want {
				t.Errorf("seed %d: got %d steps, want those that the factor %v needs, %d", seed, steps[i], factor,
					want)
			}
			for k, left := range pairErrors(near, eta, -1)[i] {
				if math.Abs(left-math.Pow(factor, float64(k))) > 1e-12 {
					t.Errorf("seed %d: %v is left after step %d, want %v", seed, left, k,
						math.Pow(factor, float64(k)))
				}
			}
		}
	}
}

// TestAtRest_isMinusTheSlope checks for 6.6 that λa is minus the slope of the loss.
// With the hinge a is 0 exactly where yf > 1.
func TestAtRest_isMinusTheSlope(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 660))
		newDescents(r)
		p := newAtRest(r)
		s, zeros, clear := p.settled(solvers.HingeLoss(), 1)
		if !clear || zeros < 2 || 2*zeros >= restPoints {
			t.Fatalf("seed %d: got %d zeros, clear %v, want at least 2, fewer than half of %d, and clear", seed,
				zeros, clear, restPoints)
		}
		for i, y := range p.y {
			a := y * s.Coef().At(i)
			if atZero(a) != (y*s.F(i) > 1.02) || a > 1+1e-9 || a < -1e-9 {
				t.Errorf("seed %d: got ya = %v at yf = %v, want it in [0, 1] and 0 exactly where yf > 1", seed, a,
					y*s.F(i))
			}
		}
		for _, l := range []solvers.Loss{solvers.PlusMinus.Loss(), solvers.SquaredLoss()} {
			for _, lambda := range []float64{0.25, 1, 4} {
				s, _, _ := p.settled(l, lambda)
				for i, a := range s.Coef().All() {
					if off := lambda*a + l.Slope(p.y[i], s.F(i)); math.Abs(off) > 1e-4 {
						t.Errorf("seed %d, %s, λ = %v: λa plus the slope is %v, want 0", seed, l.Name, lambda, off)
					}
				}
			}
		}
	}
}
