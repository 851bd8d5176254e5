package unit9

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/testdata/support/must"
)

// TestFourierError_fallsWithRootM checks that the root mean square of error·√m is 0.88 on
// all moons (testdata/oracle/rff.json: 0.88022) and about 0.9 on those of the stage.
func TestFourierError_fallsWithRootM(t *testing.T) {
	whole := &fourierError{points: dataset.MustBuiltin("moons").Points(), kernel: kernels.RBF{Sigma: 1}}
	whole.gram = kernels.Gram[[]float64](whole.kernel, whole.points)
	if c := whole.constant(); math.Abs(c-0.8802197747797642) > 1e-9 {
		t.Errorf("all moons: error·√m = %v, want 0.8802197747797642", c)
	}
	for seed := range uint64(6) {
		g := newFourierError(seed)
		if c := g.constant(); c < 0.84 || c > 0.93 || len(g.points) != 30 {
			t.Errorf("seed %d: got %d points, error·√m = %v, want 30 points and 0.84 to 0.93", seed, len(g.points), c)
		}
		var mean float64
		all := lesson.Must(g.all(t.Context(), false)).steps
		for _, a := range all {
			c := a.error * math.Sqrt(float64(a.m))
			mean += c / float64(len(all))
			if c < 0.5 || c > 1.4 {
				t.Errorf("seed %d, m = %d: error·√m = %v, want 0.5 to 1.4", seed, a.m, c)
			}
		}
		if mean < 0.75 || mean > 1.05 {
			t.Errorf("seed %d: mean of error·√m = %v, want 0.75 to 1.05", seed, mean)
		}
		for _, a := range lesson.Must(g.all(t.Context(), true)).steps {
			if d := g.offOnDiagonal(a.gram); d > 1e-12 {
				t.Errorf("seed %d, m = %d: pairs are off by %v on the diagonal, want 0", seed, a.m, d)
			}
		}
	}
}

// TestFourierError_keepsItsFeatures checks that m features are the first m of more.
func TestFourierError_keepsItsFeatures(t *testing.T) {
	g := newFourierError(5)
	all, z := lesson.Must(g.all(t.Context(), true)).steps, mat.NewSymDense(len(g.points), nil)
	r, rows := lesson.Rand(g.seed, 96), mat.NewDense(len(g.points), maxFeatures, nil)
	for range fourierDraws - 1 {
		kernels.NewFourier(r, g.kernel, 2, maxFeatures, true)
	}
	for i, row := range mapped(kernels.NewFourier(r, g.kernel, 2, maxFeatures, true), g.points) {
		rows.SetRow(i, row)
	}
	z.SymOuterK(maxFeatures/20., rows.Slice(0, len(g.points), 0, 20))
	if !mat.EqualApprox(z, all[1].gram, 1e-12) {
		t.Errorf("got another Gram matrix for 20 features, want that of the first 20 of %d", maxFeatures)
	}
}

// TestTwins_solveRidgeAndComeNear checks for 9.6 that ridge on the features solves
// (ZᵀZ + λI)w = Zᵀy, and that both machines agree with their kernel twins if m is large.
func TestTwins_solveRidgeAndComeNear(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		twins := newTwins(seed)
		z := mapped(kernels.NewFourier(rand.New(rand.NewPCG(seed, 960)), twins.model.Kernel.(kernels.RBF), 2, 32, true),
			twins.model.Set.Points())
		w := must.Value(twins.second(context.Background(), "ridge", 0, z))
		for j := range w { // the gradient of ½‖y − Zw‖² + ½λ‖w‖²
			slope := twinPenalty * w[j]
			for i, row := range z {
				slope -= (twins.model.Labels()[i] - floats.Dot(row, w)) * row[j]
			}
			if math.Abs(slope) > 1e-9 {
				t.Fatalf("seed %d: the slope by w%d is %v, want 0", seed, j+1, slope)
			}
		}
		for _, machine := range []string{"logistic", "ridge"} {
			apart := func(m string) float64 {
				s := twins.scene(context.Background(), exercises.Answers{"features": m, "twins": machine})
				p := s.Figures[0].Plot.(ascii.Map)
				g := p.Comparison.(lattice)
				f := newLattice(g.x, g.y)
				p.Field.Sample(f.values, f.ticks(f.x), f.ticks(f.y))
				return g.apart(f)
			}
			if few, many := apart("4"), apart("1024"); many > 0.1 || many >= few {
				t.Errorf("seed %d, %s: the pictures differ by %v with 4 features and %v with 1024, want less with more, and at most 0.1",
					seed, machine, few, many)
			}
		}
	}
}
