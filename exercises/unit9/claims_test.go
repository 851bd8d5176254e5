package unit9

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
	"kernellab/solvers"
)

// TestVotes_heaviestIsOftenNearestWithRBF checks for 9.1 that the heaviest voter is
// often the nearest with an RBF and seldom with xᵀz.
func TestVotes_heaviestIsOftenNearestWithRBF(t *testing.T) {
	for seed := range uint64(8) {
		p := newPoll(rand.New(rand.NewPCG(seed, 91)))
		places, rbf, linear := 0, 0, 0
		for x := -1.4; x <= 2.4; x += 0.17 { // other places than those of the draw
			for y := -0.9; y <= 1.4; y += 0.13 {
				places++
				for name, count := range map[string]*int{"rbf": &rbf, "linear": &linear} {
					if all := votes(p.machines[name], []float64{x, y}); all[0].point == nearest(all) {
						*count++
					}
				}
			}
		}
		if 5*rbf < 3*places || 5*linear > 2*places {
			t.Errorf("seed %d: of %d places the nearest voter is the heaviest at %d with an RBF and at %d with xᵀz, want at least 60 %% and at most 40 %%",
				seed, places, rbf, linear)
		}
	}
}

// TestEigenvalues_besselIsAKernelInThePlane checks for 9.2 that J₀ of the distance is a
// kernel in the plane and never below −0.41, but the cosine is no kernel.
func TestEigenvalues_besselIsAKernelInThePlane(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 92))
	for x := 0.0; x < 50; x += 0.01 {
		if math.J0(x) < -0.41 {
			t.Errorf("J₀(%v) = %v, want at least −0.41", x, math.J0(x))
		}
	}
	for range 20 {
		points := make([][]float64, 30)
		for i := range points {
			points[i] = []float64{4 * r.NormFloat64(), 4 * r.NormFloat64()}
		}
		least := func(f func(float64) float64) float64 {
			k := mat.NewSymDense(len(points), nil)
			for i, x := range points {
				for j, z := range points[:i+1] {
					k.SetSym(i, j, f(floats.Distance(x, z, 2)))
				}
			}
			var e mat.EigenSym
			e.Factorize(k, false)
			return floats.Min(e.Values(nil))
		}
		if bessel, cosine := least(math.J0), least(math.Cos); bessel < -1e-9 || cosine > -0.1 {
			t.Errorf("least eigenvalues: %v of J₀, want at least 0; %v of the cosine, want below 0", bessel, cosine)
		}
	}
}

// TestGrowth_errorsOfWideKernelsFallLess checks for 9.3 that more points reduce the
// errors of a very wide kernel by a smaller share than those of a narrow one.
func TestGrowth_errorsOfWideKernelsFallLess(t *testing.T) {
	for seed := uint64(1); seed <= 5; seed++ {
		g := newGrowth(seed)
		errors := func(sigma float64) (few, many float64) {
			all, err := g.at(t.Context(), sigma)
			if err != nil {
				t.Fatal(err)
			}
			return float64(all[0]), float64(all[len(all)-1])
		}
		narrowFew, narrowMany := errors(growthWidths()[growthAsked])
		wideFew, wideMany := errors(10)
		if wideMany >= wideFew || wideMany/wideFew <= narrowMany/narrowFew || wideMany <= narrowMany {
			t.Errorf("seed %d: narrow: got errors %v to %v; wide: got %v to %v, want a smaller fall to more errors",
				seed, narrowFew, narrowMany, wideFew, wideMany)
		}
	}
}

// TestFourier_varianceOfAnEntry checks for 9.6 that the variance of an entry is
// (½(1 − k²)² + ½)/m with a phase and (1 − k²)²/m in pairs, which is never larger.
func TestFourier_varianceOfAnEntry(t *testing.T) {
	const m, draws = 8, 40000
	phase := func(k float64) float64 { return (0.5*(1-k*k)*(1-k*k) + 0.5) / m }
	pairs := func(k float64) float64 { return (1 - k*k) * (1 - k*k) / m }
	for k := 0.0; k <= 1; k += 1.0 / 64 {
		if pairs(k) > phase(k)+1e-15 {
			t.Errorf("k = %v: got the variance %v in pairs, want at most %v, that with phases", k, pairs(k), phase(k))
		}
	}
	kernel := kernels.RBF{Sigma: 1}
	r := rand.New(rand.NewPCG(1, 960))
	for _, apart := range []float64{0, 0.6, 1.2, 2.5} {
		x, z := []float64{0.3, -0.2}, []float64{0.3 + apart, -0.2}
		k := kernel.Eval(x, z)
		for _, inPairs := range []bool{false, true} {
			var square float64
			for range draws {
				f := kernels.NewFourier(r, kernel, 2, m, inPairs)
				rows := mapped(f, [][]float64{x, z})
				e := floats.Dot(rows[0], rows[1]) - k
				square += e * e / draws
			}
			want := phase(k)
			if inPairs {
				want = pairs(k)
			}
			if math.Abs(square-want) > 0.04*want+1e-12 {
				t.Errorf("k = %.3f, in pairs %v: got variance %v, want %v by the text", k, inPairs, square, want)
			}
		}
	}
}

// TestEigenvalues_kernelsOfSets checks for 9.7 that on all subsets of four elements
// |A ∩ B|, 2^|A ∩ B| and Jaccard have no negative eigenvalue, but overlap has one.
func TestEigenvalues_kernelsOfSets(t *testing.T) {
	ratio := func(a, b int) float64 {
		if b == 0 {
			return 0
		}
		return float64(a) / float64(b)
	}
	for _, c := range []struct {
		name   string
		k      func(a, b uint) float64
		kernel bool
	}{
		{"intersection", func(a, b uint) float64 { return float64(bits.OnesCount(a & b)) }, true},
		{"all subsets", func(a, b uint) float64 { return math.Exp2(float64(bits.OnesCount(a & b))) }, true},
		{"Jaccard", func(a, b uint) float64 { return ratio(bits.OnesCount(a&b), bits.OnesCount(a|b)) }, true},
		{"overlap", func(a, b uint) float64 {
			return ratio(bits.OnesCount(a&b), min(bits.OnesCount(a), bits.OnesCount(b)))
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			least := solvers.Eigenvalues(16, func(i, j int) float64 { return c.k(uint(i), uint(j)) })[0]
			if (least > -1e-9) != c.kernel {
				t.Errorf("got the least eigenvalue %v; has none below 0: want %v", least, c.kernel)
			}
		})
	}
}
