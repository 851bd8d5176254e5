package solvers

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// symmetric copies a Gram matrix, for a solver that uses it up.
func symmetric(g *Dense) *mat.SymDense {
	s := mat.NewSymDense(g.Len(), nil)
	for i := range g.Len() {
		for j := i; j < g.Len(); j++ {
			s.SetSym(i, j, g.At(i, j))
		}
	}
	return s
}

// largestRow is the largest Σⱼ|Kᵢⱼaⱼ|: the size of what is added up in Ka.
func largestRow(g *Dense, a []float64) float64 {
	var most float64
	for i := range a {
		var sum float64
		for j, k := range g.Row(i) {
			sum += math.Abs(k * a[j])
		}
		most = math.Max(most, sum)
	}
	return most
}

func sumAbs(a []float64) float64 {
	var sum float64
	for _, v := range a {
		sum += math.Abs(v)
	}
	return sum
}

// At once or by stages: the same coefficients, scores, objective and words, and
// both those of the reference.
func TestSolveRidgeIsTheStages(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.KRR {
			g := set.gram(want.Kernel)
			at, err := Ridge{Lambda: want.Lambda}.Solve(dual(t, g, set.y))
			if err != nil {
				t.Fatal(err)
			}
			s, err := SolveRidge(symmetric(g), set.y, want.Lambda)
			if err != nil {
				t.Fatal(err)
			}
			tol := math.Max(1e-8, 1e-15*want.Cond)
			if d := farthest(s.Coef, at.CoefCopy()); d > 1e-12 {
				t.Errorf("%s λ=%v: a differs from the stages by %.3g", want.Kname, want.Lambda, d)
			}
			if want.Verified && farthest(s.Coef, want.A) > tol {
				t.Errorf("%s λ=%v: a differs by %.3g", want.Kname, want.Lambda, farthest(s.Coef, want.A))
			}
			rounding := 1e-14 * largestRow(g, s.Coef)
			for i, f := range s.Scores {
				if d := math.Abs(f - at.F(i)); d > rounding {
					t.Errorf("%s λ=%v: f at point %d differs by %.3g, rounding is %.3g", want.Kname, want.Lambda, i+1, d, rounding)
				}
			}
			if d := math.Abs(s.Objective - at.Objective); d > 1e-12*at.Objective+rounding*want.Lambda*sumAbs(s.Coef) || s.Status != at.Status || s.Rank != len(set.y) {
				t.Errorf("%s λ=%v: objective %v, %v, rank %d; by stages %v, %v", want.Kname, want.Lambda, s.Objective, s.Status, s.Rank, at.Objective, at.Status)
			}
		}
	})
}

func TestSolveRidgeSingular(t *testing.T) {
	g := mat.NewSymDense(2, []float64{1, 1, 1, 1})
	s, err := SolveRidge(g, []float64{2, 2}, 0)
	if err != nil || s.Status != Singular || s.Rank != 1 || !close(s.Coef[0], 1, 1e-12) || !close(s.Coef[1], 1, 1e-12) {
		t.Errorf("got %+v, %v; want the least-norm answer (1, 1)", s, err)
	}
	if !close(s.Scores[0], 2, 1e-12) {
		t.Errorf("f = %v, want 2", s.Scores)
	}
}

func TestSolveRidgeRefuses(t *testing.T) {
	one := func() *mat.SymDense { return mat.NewSymDense(1, []float64{1}) }
	for name, call := range map[string]func() error{
		"lengths":    func() error { _, err := SolveRidge(one(), []float64{1, 2}, 1); return err },
		"λ < 0":      func() error { _, err := SolveRidge(one(), []float64{1}, -1); return err },
		"λ infinite": func() error { _, err := SolveRidge(one(), []float64{1}, math.Inf(1)); return err },
		"target NaN": func() error { _, err := SolveRidge(one(), []float64{math.NaN()}, 1); return err },
	} {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
