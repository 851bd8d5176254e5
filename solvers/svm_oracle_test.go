package solvers

import (
	"context"
	"math"
	"testing"
)

// TestSolveSVMAgainstOracles compares the fast path at tolerance 1e-9 with
// every verified entry of every public set: the dual objective to 1e-6, the
// decisions at the probes to 1e-5 (1e-3 where the solution is ill-conditioned).
func TestSolveSVMAgainstOracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.SVM {
			got, err := SolveSVM(context.Background(), set.gram(want.Kernel), set.y, Options{C: float64(want.C), Tol: 1e-9})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s C=%v: %v after %d, violation %.2g gap %.3g", want.Kname, want.C, got.Status, got.Iterations, got.Violation, got.Gap)
			if want.Feasible != nil && !*want.Feasible {
				if got.Status == Converged {
					t.Errorf("%s C=%v is not separable, but converged", want.Kname, want.C)
				}
				continue
			}
			if want.Verified {
				compareSVM(t, set, want, got)
			}
		}
	})
}

func compareSVM(t *testing.T, set *oracleSet, want oracleSVM, got Solution) {
	t.Helper()
	if got.Status == IterationLimit && got.Iterations >= 1_000_000 {
		if got.Objective > want.DualObjective*(1+1e-9) || got.Primal < want.DualObjective*(1-1e-9) {
			t.Errorf("%s C=%v: gave up with W = %v and primal %v, which do not bracket %v", want.Kname, want.C, got.Objective, got.Primal, want.DualObjective)
		}
		return
	}
	if got.Status != Converged {
		t.Errorf("%s C=%v: %v after %d updates: %s", want.Kname, want.C, got.Status, got.Iterations, got.Sentence)
	}
	if rel := math.Abs(got.Objective-want.DualObjective) / math.Abs(want.DualObjective); rel > 1e-6 {
		t.Errorf("%s C=%v: W = %.12g, want %.12g", want.Kname, want.C, got.Objective, want.DualObjective)
	}
	tol := 1e-5
	if want.KKTCond > 1e3 {
		tol = 1e-3
	}
	b := got.Bias
	if !want.BUnique {
		if b < float64(want.BInterval[0])-1e-6 || b > float64(want.BInterval[1])+1e-6 {
			t.Errorf("%s C=%v: b = %v outside %v", want.Kname, want.C, b, want.BInterval)
		}
		b = want.B
	}
	weights := make([]float64, len(set.y))
	for i, a := range got.Alpha {
		weights[i] = a * set.y[i]
	}
	if d := farthest(set.probes(want.Kernel, weights, b), want.DecisionProbes); d > tol {
		t.Errorf("%s C=%v: probes differ by %.3g", want.Kname, want.C, d)
	}
	if want.AlphaUnique && want.KKTCond < 1e3 {
		if d := farthest(got.Alpha, want.Alpha); d > 1e-5 {
			t.Errorf("%s C=%v: α differs by %.3g", want.Kname, want.C, d)
		}
	}
}
