package solvers

import (
	"context"
	"math"
	"testing"
)

// TestOffsetAgainstOracles compares the interval of b with that of every
// verified entry of the public sets: one number where b is unique.
func TestOffsetAgainstOracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.SVM {
			if want.Feasible != nil && !*want.Feasible || !want.Verified || !want.AlphaUnique || want.KKTCond > 1e3 {
				continue
			}
			// The reference's α is rounded: what is a thousandth of the smallest bound
			// away from 0 or C counts as there.
			alpha, c := snapped(want.Alpha, float64(want.C))
			got := OffsetOf(set.gram(want.Kernel), set.y, alpha, c)
			if math.Abs(got.Mean-want.B) > 1e-5 {
				t.Errorf("%s C=%v: b = %v, the reference has %v", want.Kname, want.C, got.Mean, want.B)
			}
			lo, hi := want.B, want.B
			if len(want.BInterval) == 2 {
				lo, hi = float64(want.BInterval[0]), float64(want.BInterval[1])
			}
			if math.Abs(got.Lo-lo) > 1e-4 || math.Abs(got.Hi-hi) > 1e-4 {
				t.Errorf("%s C=%v: b in [%v, %v], the reference has [%v, %v]", want.Kname, want.C, got.Lo, got.Hi, lo, hi)
			}
			if want.BUnique != (math.Abs(got.Hi-got.Lo) < 1e-4) {
				t.Errorf("%s C=%v: unique %v, but [%v, %v]", want.Kname, want.C, want.BUnique, got.Lo, got.Hi)
			}
		}
	})
}

func snapped(alpha []float64, c float64) ([]float64, float64) {
	out := clone(alpha)
	var most float64
	for _, a := range out {
		most = math.Max(most, a)
	}
	for i, a := range out {
		switch {
		case a < 1e-8*math.Min(c, most):
			out[i] = 0
		case a > c*(1-1e-8):
			out[i] = c
		}
	}
	return out, c
}

// TestOffsetIsThePrimalsOwn: at the optimum no b has a smaller primal objective
// than those of the interval, and outside of it every b has a larger one.
func TestOffsetIsThePrimalsOwn(t *testing.T) {
	for _, c := range []float64{0.05, 0.3, 2} {
		x := [][]float64{{-2}, {-1.5}, {-0.2}, {0.4}, {0.1}, {1.6}, {2.2}}
		y := []float64{-1, -1, -1, -1, 1, 1, 1}
		g := LinearGram(x)
		s, err := SolveSVM(context.Background(), g, y, Options{C: c, Tol: 1e-10})
		if err != nil {
			t.Fatal(err)
		}
		o := OffsetOf(g, y, s.Alpha, c)
		primal := func(b float64) float64 {
			v := s.NormSq / 2
			for i := range y {
				v += c * math.Max(0, 1-y[i]*(s.Scores[i]+b))
			}
			return v
		}
		best := primal(o.Mean)
		if math.Abs(best-s.Objective) > 1e-8 {
			t.Errorf("C = %v: the primal at the mean is %v, the dual %v", c, best, s.Objective)
		}
		for _, b := range []float64{o.Lo, o.Hi} {
			if math.Abs(primal(b)-best) > 1e-8 {
				t.Errorf("C = %v: primal %v at the end %v, %v in the middle", c, primal(b), b, best)
			}
		}
		for _, b := range []float64{o.Lo - 0.1, o.Hi + 0.1} {
			if primal(b) <= best+1e-6 {
				t.Errorf("C = %v: primal %v at %v, outside of [%v, %v]", c, primal(b), b, o.Lo, o.Hi)
			}
		}
		for _, i := range o.Free {
			if m := y[i] * (s.Scores[i] + o.Mean); math.Abs(m-1) > 1e-8 {
				t.Errorf("C = %v: the free point %d has t·f = %v", c, i, m)
			}
		}
	}
}

// TestOffsetBeforeTheOptimum: what b lacks is the violation.
func TestOffsetBeforeTheOptimum(t *testing.T) {
	g := LinearGram([][]float64{{-2, 0}, {-1, 1}, {1, 1}, {2, -1}})
	y := []float64{-1, -1, 1, 1}
	s := SMO{C: 0.3}
	p := dual(t, g, y)
	step, err := s.Start(p)
	if err != nil {
		t.Fatal(err)
	}
	o := OffsetOf(g, y, step.CoefCopy(), s.C)
	if o.Lo-o.Hi != step.Violation || len(o.Free) != 0 {
		t.Errorf("b in [%v, %v] with %v free, violation %v", o.Lo, o.Hi, o.Free, step.Violation)
	}
}

// TestHullsThatMeetAreARay: weights of two hulls that meet, as 1.2 finds them,
// are a direction along which the hard margin's dual has no end: W(c·share) is
// c times Σ share, but for what the hulls are apart.
func TestHullsThatMeetAreARay(t *testing.T) {
	for _, c := range []struct {
		x [][]float64
		y []float64
	}{
		{[][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{1, 1, -1, -1}},
		{[][]float64{{-2}, {0}, {3}}, []float64{1, -1, 1}},
		{[][]float64{{0, 0}, {4, 0}, {0, 4}, {1, 1}}, []float64{1, 1, 1, -1}},
	} {
		m, err := HardMargin(c.x, c.y)
		if err != nil || m.Separable {
			t.Fatalf("%v: separable %v, %v", c.x, m.Separable, err)
		}
		var balance float64
		for i, a := range m.Share {
			balance += a * c.y[i]
		}
		g := LinearGram(c.x)
		for _, by := range []float64{1, 10, 1000} {
			alpha := clone(m.Share)
			for i := range alpha {
				alpha[i] *= by
			}
			if w := DualObjective(g, c.y, alpha); math.Abs(w-2*by) > 1e-9*by*by || math.Abs(balance) > 1e-12 {
				t.Errorf("%v: W = %v at %v times the certificate, want %v; Σαt = %v", c.x, w, by, 2*by, balance)
			}
		}
	}
}
