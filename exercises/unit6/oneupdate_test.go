package unit6

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/solvers"
)

// 6.6: the steps of the race are those of the factors, and the drawn one is
// clear.
func TestRaceContractsByItsFactors(t *testing.T) {
	for seed := range uint64(50) {
		near, eta, steps := newDescents(rand.New(rand.NewPCG(seed, 660)))
		mu := 1 - near
		for i, factor := range []float64{1 - eta*mu, 1 - eta*mu*mu} {
			if want := int(math.Ceil(math.Log(0.1) / math.Log(factor))); steps[i] != want {
				t.Errorf("seed %d: %d steps, the factor %v needs %d", seed, steps[i], factor, want)
			}
			for k, left := range pairErrors(near, eta, -1)[i] {
				if math.Abs(left-math.Pow(factor, float64(k))) > 1e-12 {
					t.Errorf("seed %d: %v is left after step %d", seed, left, k)
				}
			}
		}
	}
}

// 6.6: with the hinge a is 0 exactly where yf > 1, none is beyond 1/λ, and the
// logistic loss and the squared one have no 0.
func TestRestIsReadOffTheSlope(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 660))
		newDescents(r)
		p := newAtRest(r)
		s, zeros, clear := p.settled(solvers.HingeLoss(), 1)
		if !clear || zeros < 2 || 2*zeros >= restPoints {
			t.Fatalf("seed %d: %d zeros, clear %v", seed, zeros, clear)
		}
		for i, y := range p.y {
			a := y * s.Coef().At(i)
			if atZero(a) != (y*s.F(i) > 1.02) || a > 1+1e-9 || a < -1e-9 {
				t.Errorf("seed %d: yf = %v and ya = %v", seed, y*s.F(i), a)
			}
		}
		for _, l := range []solvers.Loss{solvers.PlusMinus.Loss(), solvers.SquaredLoss()} {
			for _, lambda := range []float64{0.25, 1, 4} {
				s, _, _ := p.settled(l, lambda)
				for i, a := range s.Coef().All() {
					if off := lambda*a + l.Slope(p.y[i], s.F(i)); math.Abs(off) > 1e-4 {
						t.Errorf("seed %d, %s, λ = %v: λa is %v off minus the slope", seed, l.Name, lambda, off)
					}
				}
			}
		}
	}
}
