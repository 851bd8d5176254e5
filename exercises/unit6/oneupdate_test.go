package unit6

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/solvers"
	"kernellab/testdata/support/must"
)

// pairErrors returns the error left after each step of least squares on two points with k(x₁, x₁) =
// k(x₂, x₂) = 1, k(x₁, x₂) = similarity and targets +1 and −1, for the descents on w and on a.
func pairErrors(t *testing.T, similarity, eta float64) (out [2][]float64) {
	k := mat.NewSymDense(2, []float64{1, similarity, similarity, 1})
	p := must.Value(solvers.NewDual(solvers.NewDense(k), []float64{1, -1}))
	d := solvers.LossDescent{Loss: solvers.SquaredLoss(), Eta: eta}
	s := must.Value(d.Start(p))
	residual, a := mat.NewVecDense(2, []float64{1, -1}), mat.NewVecDense(2, nil) // of the descent on a
	for range maxDescentSteps + 1 {
		out[0] = append(out[0], math.Abs(1-s.F(0)))
		out[1] = append(out[1], math.Abs(residual.AtVec(0)))
		s = d.Next(p, s)
		var gradient, f mat.VecDense
		gradient.MulVec(k, residual) // −∂L/∂a = K(y − f)
		a.AddScaledVec(a, eta, &gradient)
		f.MulVec(k, a)
		residual.SubVec(mat.NewVecDense(2, []float64{1, -1}), &f)
	}
	return out
}

// TestDescents_contractByTheirFactors runs the descents of the race in 6.6, which the
// worksheet draws by their factors of contraction.
func TestDescents_contractByTheirFactors(t *testing.T) {
	for seed := range uint64(50) {
		near, eta, steps := newDescents(rand.New(rand.NewPCG(seed, 660)))
		mu := 1 - near
		for i, factor := range []float64{1 - eta*mu, 1 - eta*mu*mu} {
			if want := int(math.Ceil(math.Log(0.1) / math.Log(factor))); steps[i] != want {
				t.Errorf("seed %d: got %d steps, want those that the factor %v needs, %d", seed, steps[i], factor, want)
			}
			for k, left := range pairErrors(t, near, eta)[i] {
				if math.Abs(left-math.Pow(factor, float64(k))) > 1e-12 {
					t.Errorf("seed %d: %v is left after step %d, want %v", seed, left, k, math.Pow(factor, float64(k)))
				}
			}
		}
	}
}
