package solvers

import (
	"context"
	"math"
	"testing"
)

// xor is the four corners under (x·z + 1)².
func xor(t *testing.T) *Problem {
	t.Helper()
	x := [][]float64{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}
	return dual(t, kernelGram(poly(2, 1), x), []float64{1, 1, -1, -1})
}

func dual(t testing.TB, g Gram, y []float64) *Problem {
	t.Helper()
	p, err := NewDual(g, y)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, s Solver, p *Problem, n int) Trace {
	t.Helper()
	tr, err := NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	tr, err = tr.Extend(context.Background(), n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestXorTakesTwoUpdatesUnderEveryGreedyRule(t *testing.T) {
	for _, rule := range []PairRule{SecondOrder, MaxViolation, MaxError, MaxErrorLiteral} {
		tr := run(t, SMO{C: math.Inf(1), Rule: rule, Tol: 1e-9}, xor(t), 10)
		last := tr.Last()
		if last.Status != Converged || last.Updates != 2 {
			t.Errorf("%v: %v after %d updates", rule, last.Status, last.Updates)
		}
		if math.Abs(last.Objective-.25) > 1e-15 || math.Abs(last.Gap) > 1e-15 {
			t.Errorf("%v: W = %v, gap %v", rule, last.Objective, last.Gap)
		}
		for i, a := range last.Coef().All() {
			if math.Abs(a-.125) > 1e-15 {
				t.Errorf("%v: α%d = %v, want 1/8", rule, i, a)
			}
		}
	}
}
