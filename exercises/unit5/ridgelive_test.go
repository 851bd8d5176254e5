package unit5

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises/lesson"
	"kernellab/kernels"
)

// TestTwoSystems_differForATinyLambda checks that both systems of ridge regression have
// the same solution, but in floating-point arithmetic not for a tiny λ.
func TestTwoSystems_differForATinyLambda(t *testing.T) {
	for seed := range uint64(20) {
		if gap, _ := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1); gap > 1e-12 {
			t.Errorf("seed %d, λ = 1: got solutions %v apart, want equal ones", seed, gap)
		}
		gap, cond := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1e-12)
		if gap < 1e-3 || gap > 0.2 || cond < 1e12 {
			t.Errorf("seed %d: %v apart at λ = 10⁻¹², condition %v", seed, gap, cond)
		}
	}
}

// TestNewRidge_satisfiesItsEquations checks that λaᵢ = yᵢ − f(xᵢ), and that a changed
// target moves the curve by M = K(K + λI)⁻¹ with 0 < Mᵢᵢ < 1, for any other targets.
func TestNewRidge_satisfiesItsEquations(t *testing.T) {
	x := [][]float64{{-2}, {-1.1}, {0}, {0.4}, {1.7}}
	y := []float64{1, -0.3, 0.2, 2, -1}
	k := kernels.RBF{Sigma: 0.8}
	for _, lambda := range []float64{0.01, 1, 100} {
		r, err := newRidge(k, x, y, lambda)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if d := lambda*r.Coef[i] -
				(y[i] - kernels.Expansion{Kernel: k, Points: x, Coef: r.Coef}.Eval(x[i])); math.Abs(d) > 1e-11 {
				t.Errorf("λ = %v, point %d: λa differs from y − f by %v, want 0", lambda, i+1, d)
			}
		}
		g := kernels.Gram(k, x)
		reg := kernels.Gram(k, x)
		for i := range x {
			reg.SetSym(i, i, reg.At(i, i)+lambda)
		}
		var m mat.Dense
		if err := m.Solve(reg, g); err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if d := m.At(i, i); d <= 0 || d >= 1 {
				t.Errorf("λ = %v: M%d%d = %v, want it in (0, 1)", lambda, i+1, i+1, d)
			}
			for _, others := range [][]float64{y, {0, 0, 0, 0, 0}} {
				pulled := append([]float64(nil), others...)
				pulled[i]++
				before, _ := newRidge(k, x, others, lambda)
				after, _ := newRidge(k, x, pulled, lambda)
				for j := range x {
					if d := after.Scores[j] - before.Scores[j] - m.At(j, i); math.Abs(d) > 1e-10 {
						t.Errorf("λ = %v: f%d moves by %v too much, want 0", lambda, j+1, d)
					}
				}
			}
		}
	}
}

// At the left end of the slider the RBF's curve goes through every point to within 0.01, as
// 5.3 says, and that of a polynomial does not.
func TestEndsOfLambda(t *testing.T) {
	for seed := range uint64(200) {
		set := someOfTheSine(lesson.Rand(seed, 53))
		for _, c := range []struct {
			name    string
			kernel  kernels.Kernel[[]float64]
			through bool
		}{
			{"RBF", kernels.RBF{Sigma: 0.3}, true}, {"linear", kernels.Linear{}, false},
			{"quadratic", kernels.Poly{Degree: 2, C: 1}, false}, {"cubic", kernels.Poly{Degree: 3, C: 1}, false},
		} {
			r, err := newRidge(c.kernel, set.Points(), set.Labels(), 1e-12)
			if err != nil {
				t.Fatal(err)
			}
			most := 0.0
			for i, y := range r.y {
				most = max(most, math.Abs(y-r.Scores[i]))
			}
			if (most <= 0.01) != c.through || !c.through && most < 0.1 {
				t.Errorf("seed %d: with λ = 10⁻¹² the curve of the %s kernel misses a point by %v", seed, c.name, most)
			}
		}
	}
}
