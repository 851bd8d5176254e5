package solvers

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
	"kernellab/testdata/support/oracletest"
)

// Coefficients and predictions agree with the reference to 1e-8, or to 1e-16
// times the condition number.
func TestRidge_oracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.KRR {
			if !want.Verified {
				continue
			}
			s := must.Value(Ridge{Lambda: want.Lambda}.Solve(dual(t, set.gram(want.Kernel), set.Y)))
			tol := math.Max(1e-8, 1e-15*want.Cond)
			if d := maxDifference(set.probes(want.Kernel, s.CoefCopy(), 0), want.PredProbes); d > tol {
				t.Errorf("%s λ=%v: f at the probes differs by %.3g, want at most %.3g", want.Kname, want.Lambda, d, tol)
			}
			if d := maxDifference(s.CoefCopy(), want.A); d > tol {
				t.Errorf("%s λ=%v: a differs by %.3g, want at most %.3g", want.Kname, want.Lambda, d, tol)
			}
			if want.Kname == "linear" {
				compareRidgePrimal(t, set, want)
			}
		}
	})
}

func compareRidgePrimal(t *testing.T, set oracleSet, want oracletest.Ridge) {
	t.Helper()
	p := primalOf(t, set.X, set.Y)
	s := must.Value(Ridge{Lambda: want.Lambda}.Solve(p))
	if d := maxDifference(s.CoefCopy(), want.W); d > 1e-8 {
		t.Errorf("primal λ=%v: w differs by %.3g, want at most 1e-8", want.Lambda, d)
	}
}

func TestRidge_singular(t *testing.T) {
	// Two copies of one point: K is [[1 1] [1 1]], and a = (1, 1) is the
	// shortest of all a with a₁ + a₂ = 2.
	g := NewDense(mat.NewSymDense(2, []float64{1, 1, 1, 1}))
	s, err := Ridge{}.Solve(dual(t, g, []float64{2, 2}))
	var cond *ConditionError
	check.That(t, errors.As(err, &cond) && cond.Rank == 1 && cond.N == 2,
		"error %v, want a condition error of rank 1", err)
	check.That(t, s.Status == Singular && maxDifference(s.CoefCopy(), []float64{1, 1}) <= 1e-12,
		"Ridge of a singular K: got %v with a = %v, want %v with a = (1, 1)", s.Status, s.CoefCopy(), Singular)
	if s, err := (Ridge{Lambda: 1e-3}).Solve(dual(t, g, []float64{2, 2})); err != nil || s.Status != Converged {
		t.Errorf("λ > 0: got %v, error %v, want %v", s.Status, err, Converged)
	}
}

func TestRidge_stages(t *testing.T) {
	set := readOracle(t, "sine_reg")
	g := kernelGram(rbf(1), set.X)
	tr := runTrace(t, Ridge{Lambda: .1}, dual(t, g, set.Y), 100)
	check.Must(t, tr.Len() == 6 && tr.Last().Status == Converged,
		"got %d stages that end as %v, want 6 as %v", tr.Len(), tr.Last().Status, Converged)
	for i := range tr.Len() {
		check.Equal(t, tr.At(i).Detail.(*RidgeDetail).Stage, RidgeStage(i), "the stage of step %d", i)
	}
	l := tr.At(2).Detail.(*RidgeDetail).Matrix
	z := tr.At(3).Detail.(*RidgeDetail).Result
	for i := range set.Y {
		var llt, lz float64
		for k := range i + 1 {
			llt += l.At(i, k) * l.At(i, k)
			lz += l.At(i, k) * z.At(k)
		}
		check.That(t, isClose(llt, g.At(i, i)+.1, 1e-12) && isClose(lz, set.Y[i], 1e-12),
			"row %d: got LLᵀ = %v, Lz = %v, want %v, %v", i, llt, lz, g.At(i, i)+.1, set.Y[i])
	}
}

// symmetricCopy copies a Gram matrix, for a solver that uses it up.
func symmetricCopy(g *Dense) *mat.SymDense {
	s := mat.NewSymDense(g.Len(), nil)
	for i := range g.Len() {
		for j := i; j < g.Len(); j++ {
			s.SetSym(i, j, g.At(i, j))
		}
	}
	return s
}

// largestRow returns the largest Σⱼ|Kᵢⱼaⱼ|, which bounds the terms of Ka.
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

// SolveRidge and the stages have the same coefficients, scores, objective and
// status.
func TestSolveRidge_agreesWithStages(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.KRR {
			g := set.gram(want.Kernel)
			at := must.Value(Ridge{Lambda: want.Lambda}.Solve(dual(t, g, set.Y)))
			s := must.Value(SolveRidge(symmetricCopy(g), set.Y, want.Lambda))
			if d := maxDifference(s.Coef, at.CoefCopy()); d > 1e-12 {
				t.Errorf("%s λ=%v: a differs from the stages by %.3g, want at most 1e-12", want.Kname, want.Lambda, d)
			}
			rounding := 1e-14 * largestRow(g, s.Coef)
			for i, f := range s.Scores {
				if d := math.Abs(f - at.F(i)); d > rounding {
					t.Errorf("%s λ=%v: f at point %d differs by %.3g, want at most %.3g", want.Kname, want.Lambda, i+1,
						d,
						rounding)
				}
			}
			tol := 1e-12*at.Objective + rounding*want.Lambda*floats.Norm(s.Coef, 1)
			if math.Abs(s.Objective-at.Objective) > tol || s.Status != at.Status || s.Rank != len(set.Y) {
				t.Errorf("%s λ=%v: got objective %v, %v, rank %d, want %v, %v, %d as by stages", want.Kname,
					want.Lambda,
					s.Objective, s.Status, s.Rank, at.Objective, at.Status, len(set.Y))
			}
		}
	})
}

func TestSolveRidge_singular(t *testing.T) {
	g := mat.NewSymDense(2, []float64{1, 1, 1, 1})
	s, err := SolveRidge(g, []float64{2, 2}, 0)
	if err != nil || s.Status != Singular || s.Rank != 1 || !isClose(s.Coef[0], 1, 1e-12) || !isClose(s.Coef[1], 1, 1e-12) {
		t.Errorf("got %+v, %v; want the least-norm answer (1, 1)", s, err)
	}
	check.That(t, isClose(s.Scores[0], 2, 1e-12), "f = %v, want 2", s.Scores)
}

func TestSolveRidge_errors(t *testing.T) {
	one := func() *mat.SymDense { return mat.NewSymDense(1, []float64{1}) }
	for name, call := range map[string]func() error{
		"lengths":    func() error { _, err := SolveRidge(one(), []float64{1, 2}, 1); return err },
		"λ < 0":      func() error { _, err := SolveRidge(one(), []float64{1}, -1); return err },
		"λ infinite": func() error { _, err := SolveRidge(one(), []float64{1}, math.Inf(1)); return err },
		"target NaN": func() error { _, err := SolveRidge(one(), []float64{math.NaN()}, 1); return err },
	} {
		check.That(t, call() != nil, "SolveRidge with wrong %s: got no error, want one", name)
	}
}

// Eigenvalues scale with the matrix, however small or large its entries are,
// and also with a block of tiny entries.
func TestEigenvalues_scales(t *testing.T) {
	k := func(i, j int) float64 { return math.Exp(-math.Abs(float64(i - j))) }
	want := Eigenvalues(4, k)
	for _, scale := range []float64{1e-300, 1e-200, 1e-130, 1e-9, 1e9, 1e200, 1e300} {
		got := Eigenvalues(4, func(i, j int) float64 { return scale * k(i, j) })
		check.Must(t, len(got) == 4, "Eigenvalues scaled by %g = %v, want 4", scale, got)
		for i := range got {
			check.That(t, math.Abs(got[i]/scale-want[i]) <= 1e-12, "%g: %v, want multiples of %v", scale, got, want)
		}
	}
	blocks := Eigenvalues(4, func(i, j int) float64 {
		switch {
		case i/2 != j/2:
			return 0
		case i < 2:
			return k(i, j)
		}
		return 1e-200 * k(i, j)
	})
	if len(blocks) != 4 || math.Abs(blocks[3]-(1+math.Exp(-1))) > 1e-12 || blocks[0] < 0 || blocks[1] > 1e-190 {
		t.Errorf("Eigenvalues of two blocks = %v, want two near 0 and the largest %v", blocks, 1+math.Exp(-1))
	}
}

type mklCase struct {
	Dataset  string
	C        float64
	Kernels  []oracletest.Kernel
	MeanDiag []float64 `json:"mean_diag"`
	Mu       []float64
	J        float64   `json:"objective"`
	Uniform  float64   `json:"objective_uniform"`
	Single   []float64 `json:"objective_single"`
}

func mklCases(t *testing.T) []mklCase {
	t.Helper()
	var o struct{ Cases []mklCase }
	oracletest.JSON(t, "mkl.json", &o)
	check.Must(t, len(o.Cases) > 0, "mkl.json has no cases, want at least one")
	return o.Cases
}

// scaled returns the Gram matrices of a case, each divided by its mean diagonal.
func (c mklCase) scaled(t *testing.T) ([]*mat.SymDense, []float64) {
	t.Helper()
	set := readOracle(t, c.Dataset)
	x, y := set.X, set.Y
	var out []*mat.SymDense
	for m, k := range c.Kernels {
		g := mat.NewSymDense(len(x), nil)
		for i := range x {
			for j := i; j < len(x); j++ {
				g.SetSym(i, j, k.Eval(x[i], x[j]))
			}
		}
		d := MeanDiagonal(g)
		check.That(t, math.Abs(d-c.MeanDiag[m]) <= 1e-9*d,
			"%s: mean diagonal %v, want %v", c.Dataset, d, c.MeanDiag[m])
		g.ScaleSym(1/d, g)
		out = append(out, g)
	}
	return out, y
}

// J at equal weights, at each single kernel and at the end, and the final
// weights, agree with two solvers of the reference. Along the path J does not
// rise, β stays on the simplex, the gap bounds the distance to the minimum, and
// −q/2 is the slope of J.
func TestMKL_Learn(t *testing.T) {
	ctx := context.Background()
	for _, c := range mklCases(t) {
		grams, y := c.scaled(t)
		l := MKL{C: c.C, RelativeGap: 1e-5, MaxSteps: 3000}
		path := must.Value(l.Learn(ctx, grams, y))
		end := path[len(path)-1]
		t.Logf("%s: %d steps, β %.4f, gap %.2g", c.Dataset, len(path)-1, end.Beta, end.Gap())
		check.That(t, math.Abs(path[0].Objective-c.Uniform) <= 1e-4*c.Uniform && math.Abs(end.Objective-c.J) <= 1e-4*c.J,
			"%s: J from %v to %v, want %v to %v", c.Dataset, path[0].Objective, end.Objective, c.Uniform, c.J)
		check.That(t, end.Gap() <= l.RelativeGap*end.Objective,
			"%s: the gap at the end is %v, want at most %v", c.Dataset, end.Gap(), l.RelativeGap*end.Objective)
		for m, mu := range c.Mu {
			check.That(t, math.Abs(end.Beta[m]-mu) <= 0.01 && (mu >= 1e-6 || end.Beta[m] == 0),
				"%s: β%d = %v, want %v", c.Dataset, m+1, end.Beta[m], mu)
			alone := make([]float64, len(grams))
			alone[m] = 1
			if s, err := l.Evaluate(ctx, grams, y, alone); err != nil ||
				math.Abs(s.Objective-c.Single[m]) > 1e-4*c.Single[m] {
				t.Errorf("%s: kernel %d alone has J = %v, want %v (%v)", c.Dataset, m+1, s.Objective, c.Single[m], err)
			}
		}
		for i, s := range path {
			if math.Abs(floats.Sum(s.Beta)-1) > 1e-12 || floats.Min(s.Beta) < 0 || s.Gap() < -1e-4*c.J ||
				s.LowerBound > c.J*(1+1e-4) {
				t.Errorf("%s, step %d: got β = %v, gap %v, bound %v, want β on the simplex, gap ≥ 0, bound ≤ %v",
					c.Dataset, i, s.Beta, s.Gap(), s.LowerBound, c.J)
			}
			last := path[max(i, 1)-1].Objective
			check.That(t, s.Objective <= last*(1+1e-6), "%s, step %d: J = %v, want at most %v", c.Dataset, i, s.Objective, last)
		}
		for m := range grams {
			const h = 1e-3
			up, down := append([]float64(nil), path[0].Beta...), append([]float64(nil), path[0].Beta...)
			up[m], down[m] = up[m]+h, down[m]-h
			a, _ := l.Evaluate(ctx, grams, y, up)
			b, _ := l.Evaluate(ctx, grams, y, down)
			slope := (a.Objective - b.Objective) / (2 * h)
			check.That(t, math.Abs(slope+path[0].Squares[m]/2) <= 1e-2*(1+math.Abs(slope)),
				"%s: slope in β%d %v, want %v", c.Dataset, m+1, slope, -path[0].Squares[m]/2)
		}
	}
}

// TestPosterior_variance checks the variance at the points, which is the diagonal of λK(K + λI)⁻¹,
// and far away from them, also if there is almost no noise.
func TestPosterior_variance(t *testing.T) {
	k := mat.NewSymDense(3, []float64{1, 0.6, 0.1, 0.6, 1, 0.3, 0.1, 0.3, 2})
	for _, lambda := range []float64{1e-12, 0.4, 7} {
		p := must.Value(NewPosterior(k, lambda))
		if got := p.Variance(2, make([]float64, 3)); got != 2 {
			t.Errorf("λ = %v: got variance %v far away, want k(x, x) = 2", lambda, got)
		}
		for i := range 3 {
			// Column i of (K + λI)⁻¹K is the a for the targets K of column i.
			column := mat.Col(nil, i, k)
			s := must.Value(Ridge{Lambda: lambda}.Solve(dual(t, NewDense(k), column)))
			if got, want := p.Variance(k.At(i, i), column), lambda*s.Coef().At(i); math.Abs(got-want) > 1e-11 {
				t.Errorf("λ = %v, point %d: got variance %v, want %v", lambda, i, got, want)
			}
		}
	}
	// By hand: 1 − (0.65·1 + 0.15·0.6) for K = [[1, 0.6], [0.6, 1]] and λ = 0.4.
	p, err := NewPosterior(mat.NewSymDense(2, []float64{1, 0.6, 0.6, 1}), 0.4)
	if got := p.Variance(1, []float64{1, 0.6}); err != nil || math.Abs(got-0.26) > 1e-15 {
		t.Errorf("got variance %v and error %v, want 0.26", got, err)
	}
	for _, lambda := range []float64{-1, 0} {
		if _, err := NewPosterior(mat.NewSymDense(2, []float64{1, 1, 1, 1}), lambda); err == nil {
			t.Errorf("λ = %v and a singular K: got no error", lambda)
		}
	}
}
