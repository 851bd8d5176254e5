package solvers

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gonum.org/v1/gonum/floats"
)

// pulled is Φᵀc.
func pulled(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for i, row := range phi {
		floats.AddScaled(w, c[i], row)
	}
	return w
}

// TestRidgeAgainstOracles compares coefficients and predictions with the
// reference, to 1e-8 or what the condition number leaves of 1e-16.
func TestRidgeAgainstOracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.KRR {
			if !want.Verified {
				continue
			}
			s, err := Ridge{Lambda: want.Lambda}.Solve(dual(t, set.gram(want.Kernel), set.y))
			if err != nil {
				t.Fatal(err)
			}
			tol := math.Max(1e-8, 1e-15*want.Cond)
			if d := farthest(set.probes(want.Kernel, s.CoefCopy(), 0), want.PredProbes); d > tol {
				t.Errorf("%s λ=%v: probes differ by %.3g", want.Kname, want.Lambda, d)
			}
			if d := farthest(s.CoefCopy(), want.A); d > tol {
				t.Errorf("%s λ=%v: a differs by %.3g, condition %.3g", want.Kname, want.Lambda, d, want.Cond)
			}
			if want.Kname == "linear" {
				compareRidgePrimal(t, set, want)
			}
		}
	})
}

func compareRidgePrimal(t *testing.T, set *oracleSet, want oracleRidge) {
	t.Helper()
	p, err := NewPrimal(set.x, set.y)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Ridge{Lambda: want.Lambda}.Solve(p)
	if err != nil {
		t.Fatal(err)
	}
	if d := farthest(s.CoefCopy(), want.W); d > 1e-8 {
		t.Errorf("primal λ=%v: w differs by %.3g", want.Lambda, d)
	}
}

func TestGradientIteratesAgainstOracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.GD {
			g := set.gram(want.Kernel)
			if !close(LambdaMax(g), want.LambdaMax, 1e-10) || !close(EtaMax(g), want.EtaMax, 1e-10) {
				t.Errorf("%s: λ_max %v, η_max %v, want %v, %v", want.Kname, LambdaMax(g), EtaMax(g), want.LambdaMax, want.EtaMax)
			}
			p := dual(t, g, set.y)
			if d := want.LogisticZero; d != nil {
				compareIterates(t, set, want, Logistic{Gamma: d.Step}, p, d)
			}
			if d := want.LogisticSign; d != nil {
				compareIterates(t, set, want, Logistic{Gamma: d.Step, Form: PlusMinus}, p, d)
			}
			if d := want.LeastSquares; d != nil {
				compareIterates(t, set, want, LeastSquares{Eta: d.Step}, p, d)
			}
		}
	})
}

func compareIterates(t *testing.T, set *oracleSet, gd oracleGD, s Solver, p *Problem, want *oracleDescent) {
	t.Helper()
	tr := run(t, s, p, 50)
	for text, it := range want.T {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		if n >= tr.Len() {
			t.Errorf("%s %s: ends at %d: %s", gd.Kname, s.Name(), tr.Last().N, tr.Last().Sentence)
			continue
		}
		got := tr.At(n)
		if d := farthest(got.CoefCopy(), it.A); d > 1e-10 {
			t.Errorf("%s %s t=%d: a differs by %.3g", gd.Kname, s.Name(), n, d)
		}
		if !close(got.Objective, it.Loss, 1e-10) {
			t.Errorf("%s %s t=%d: loss %v, want %v", gd.Kname, s.Name(), n, got.Objective, it.Loss)
		}
		if d := farthest(set.probes(gd.Kernel, got.CoefCopy(), 0), it.PredProbes); d > 1e-10 {
			t.Errorf("%s %s t=%d: probes differ by %.3g", gd.Kname, s.Name(), n, d)
		}
		if gd.Kname == "linear" {
			if d := farthest(pulled(set.x, got.CoefCopy()), it.W); d > 1e-10 {
				t.Errorf("%s t=%d: Φᵀa differs by %.3g", s.Name(), n, d)
			}
		}
	}
}

func TestPerceptronAgainstOracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.Perceptron {
			if !want.Robust {
				continue // a tie to rounding decides the path
			}
			s := Perceptron{NoBias: !want.Bias}
			tr := run(t, s, dual(t, set.gram(want.Kernel), set.y), want.Updates+2)
			last := tr.Last()
			d := last.Detail.(*PerceptronDetail)
			if (last.Status == Converged) != want.Converged || last.Updates != want.Updates || d.Epoch != want.Epochs {
				t.Errorf("%s: %v after %d updates and %d epochs, want %d and %d", want.Kname, last.Status, last.Updates, d.Epoch, want.Updates, want.Epochs)
			}
			for i, point := range want.FirstUpdates {
				if got := tr.At(i + 1).Detail.(*PerceptronDetail).Point; got != point {
					t.Errorf("%s: update %d is of point %d, want %d", want.Kname, i+1, got, point)
					break
				}
			}
			if farthest(last.CoefCopy(), want.Alpha) != 0 || last.Bias != want.B {
				t.Errorf("%s: α or b differ", want.Kname)
			}
			if d := farthest(set.probes(want.Kernel, last.Weights(), last.Bias), want.DecisionProbes); d > 1e-9 {
				t.Errorf("%s: probes differ by %.3g", want.Kname, d)
			}
		}
	})
}

// quadratic is φ(x) with φ(x)·φ(z) = (x·z + 1)² for d = 1 and 2.
func quadratic(x []float64) []float64 {
	r := math.Sqrt2
	out := []float64{1}
	for i, v := range x {
		out = append(out, r*v, v*v)
		for _, u := range x[:i] {
			out = append(out, r*u*v)
		}
	}
	return out
}

// TestPrimalAndDualInLockstep: w = Φᵀa at every step, to 1e-10.
func TestPrimalAndDualInLockstep(t *testing.T) {
	for _, name := range []string{"worksheet1d", "xor4", "moons", "parabola", "five"} {
		set := readOracle(t, name)
		for _, kind := range []string{"linear", "quadratic"} {
			phi := set.x
			if kind == "quadratic" {
				phi = nil
				for _, x := range set.x {
					phi = append(phi, quadratic(x))
				}
			}
			g := LinearGram(phi)
			primal, err := NewPrimal(phi, set.y)
			if err != nil {
				t.Fatal(err)
			}
			rate := .5 * EtaMax(g)
			for _, s := range []Solver{
				LeastSquares{Eta: rate}, Logistic{Gamma: GammaSafe(g) / 4}, Logistic{Gamma: GammaSafe(g) / 4, Form: PlusMinus},
				Perceptron{}, Perceptron{EveryVisit: true, NoBias: true},
			} {
				compareLockstep(t, name+" "+kind+" "+s.Name(), phi, run(t, s, dual(t, g, set.y), 60), run(t, s, primal, 60))
			}
		}
	}
}

func compareLockstep(t *testing.T, name string, phi [][]float64, dual, primal Trace) {
	t.Helper()
	if dual.Len() != primal.Len() {
		t.Errorf("%s: %d dual steps, %d primal", name, dual.Len(), primal.Len())
		return
	}
	for i := range dual.Len() {
		a, w := dual.At(i), primal.At(i)
		if d := farthest(pulled(phi, a.Weights()), w.CoefCopy()); d > 1e-10 {
			t.Errorf("%s step %d: w and Φᵀa differ by %.3g", name, i, d)
			return
		}
		if !close(a.Objective, w.Objective, 1e-10) || a.Bias != w.Bias || a.Status != w.Status {
			t.Errorf("%s step %d: objective %v and %v, status %v and %v", name, i, a.Objective, w.Objective, a.Status, w.Status)
			return
		}
	}
}

func TestRidgePrimalEqualsDual(t *testing.T) {
	set := readOracle(t, "moons")
	for _, lambda := range []float64{1e-3, .1, 10} {
		primal, err := NewPrimal(set.x, set.y)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Ridge{Lambda: lambda}.Solve(primal)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Ridge{Lambda: lambda}.Solve(dual(t, LinearGram(set.x), set.y))
		if err != nil {
			t.Fatal(err)
		}
		if d := farthest(pulled(set.x, a.CoefCopy()), w.CoefCopy()); d > 1e-10 {
			t.Errorf("λ=%v: w and Xᵀa differ by %.3g", lambda, d)
		}
		if !close(a.Objective, w.Objective, 1e-10) {
			t.Errorf("λ=%v: objectives %v and %v", lambda, a.Objective, w.Objective)
		}
	}
}

func TestSingularRidgeGivesLeastNorm(t *testing.T) {
	// Two copies of one point: K is [[1 1] [1 1]], and a = (1, 1) is the
	// shortest of all a with a₁ + a₂ = 2.
	g := NewDense(mat.NewSymDense(2, []float64{1, 1, 1, 1}))
	s, err := Ridge{}.Solve(dual(t, g, []float64{2, 2}))
	var cond *ConditionError
	if !errors.As(err, &cond) || cond.Rank != 1 || cond.N != 2 {
		t.Errorf("error %v, want a condition error of rank 1", err)
	}
	if s.Status != Singular || farthest(s.CoefCopy(), []float64{1, 1}) > 1e-12 {
		t.Errorf("%v with a = %v", s.Status, s.CoefCopy())
	}
	if s, err := (Ridge{Lambda: 1e-3}).Solve(dual(t, g, []float64{2, 2})); err != nil || s.Status != Converged {
		t.Errorf("λ > 0: %v, %v", s.Status, err)
	}
}

func TestRidgeStagesInOrder(t *testing.T) {
	set := readOracle(t, "sine_reg")
	g := kernelGram(rbf(1), set.x)
	tr := run(t, Ridge{Lambda: .1}, dual(t, g, set.y), 100)
	if tr.Len() != 6 || tr.Last().Status != Converged {
		t.Fatalf("%d stages, %v", tr.Len(), tr.Last().Status)
	}
	for i := range tr.Len() {
		if got := tr.At(i).Detail.(*RidgeDetail).Stage; got != Stage(i) {
			t.Errorf("stage %d is %v", i, got)
		}
	}
	l := tr.At(2).Detail.(*RidgeDetail).Matrix
	z := tr.At(3).Detail.(*RidgeDetail).Result
	for i := range set.y {
		var llt, lz float64
		for k := range i + 1 {
			llt += l.At(i, k) * l.At(i, k)
			lz += l.At(i, k) * z.At(k)
		}
		if !close(llt, g.At(i, i)+.1, 1e-12) || !close(lz, set.y[i], 1e-12) {
			t.Errorf("row %d: LLᵀ = %v, Lz = %v", i, llt, lz)
		}
	}
}
