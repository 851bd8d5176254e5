package unit9

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/solvers"

	"kernellab/testdata/support/lessontest"
)

// TestMixture_keepsWhatTheTextPromises checks 9.5: no kernel reaches the goal alone, the
// shares of the reference do, and the path ends with two kernels at weights that random
// ones do not beat.
func TestMixture_keepsWhatTheTextPromises(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 5))
	goals := map[float64]bool{}
	for _, seed := range lessontest.Fifty()[:8] {
		both := newMixtures(seed)
		sizes, moons := both[0], both[1]
		goals[sizes.goal()] = true
		for _, l := range []*mixture{sizes, moons} {
			end := l.end()
			if math.Abs(floats.Sum(end.Beta)-1) > 1e-12 || len(l.survivors()) != 2 {
				t.Errorf("seed %d, %s: got β = %v, want a sum of 1 and two weights left", seed, l.name.Value, end.Beta)
			}
			for range 5 {
				beta := make([]float64, len(l.grams))
				for m := range beta {
					beta[m] = r.ExpFloat64()
				}
				if s, err := l.evaluate(t.Context(), scaledToOne(beta)); err != nil || s.Objective < end.Objective*(1-2e-5) {
					t.Errorf("seed %d, %s: J = %v at β = %v, want at least %v, as at the end (error %v)", seed,
						l.name.Value, s.Objective, s.Beta, end.Objective, err)
				}
			}
			target := kernels.Target(l.set.Labels())
			best := kernels.Alignment(weighed(l, l.aligned), target)
			for m := range l.grams {
				if kernels.Alignment(l.grams[m], target) > best+1e-9 {
					t.Errorf("seed %d, %s: kernel %d alone is better aligned than %v, want no kernel better aligned",
						seed, l.name.Value, m+1, l.aligned)
				}
			}
		}
		if !slices.Equal(sizes.survivors(), []int{2, 3}) {
			t.Errorf("seed %d: got the kernels %v left of two sizes of moons, want 3 and 4", seed, sizes.survivors())
		}
		for m, s := range sizes.alone {
			if s.Objective <= sizes.goal() {
				t.Errorf("seed %d: kernel %d alone has J = %v, want more than the goal %v", seed, m+1, s.Objective,
					sizes.goal())
			}
		}
		answer := exercises.Answers{}
		for m, s := range sizes.shares() {
			answer["share"+lesson.PointNumber(m)] = lesson.PointNumber(int(s) - 1)
		}
		if r := sizes.handCheck(t.Context(), answer); !r.Accepted {
			t.Errorf("seed %d: shares of the reference: got refused (%v), want accepted", seed, r.Fact)
		}
		if sizes.handCheck(t.Context(), nil).Accepted {
			t.Errorf("seed %d: untouched shares: got accepted, want refused", seed)
		}
	}
	if len(goals) < 4 {
		t.Errorf("eight seeds: got the goals %v, want at least 4 different ones", goals)
	}
}

// weighed is the Gram matrix of weights.
func weighed(l *mixture, beta []float64) *mat.SymDense { return solvers.WeightedSum(l.grams, beta) }
