package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

var allRules = []PairRule{SecondOrder, MaxViolation, MaxError, MaxErrorLiteral, Random}

// TestSMOInvariants holds every step of every rule to the laws of the dual:
// the objective does not fall, 0 ≤ α ≤ C, Σαt = 0, and what a step reports is
// what follows from its α alone.
func TestSMOInvariants(t *testing.T) {
	kernels := map[string]kernelFunc{"linear": dot, "poly2": poly(2, 1), "rbf": rbf(1)}
	for _, name := range []string{"worksheet1d", "xor4", "blobs_sep", "blobs_overlap", "moons", "circles", "five", "iris_versicolor_virginica"} {
		set := readOracle(t, name)
		for kname, k := range kernels {
			p := dual(t, kernelGram(k, set.x), set.y)
			for _, c := range []float64{.1, 10, math.Inf(1)} {
				for _, rule := range allRules {
					tr := run(t, SMO{C: c, Rule: rule, Tol: 1e-6, Seed: 5}, p, 250)
					where := fmt.Sprintf("%s %s C=%v %v", name, kname, c, rule)
					if !checkTrace(t, where, p, c, tr) {
						return
					}
				}
			}
		}
	}
}

func checkTrace(t interface{ Errorf(string, ...any) }, where string, p *Problem, c float64, tr Trace) bool {
	for i := range tr.Len() {
		s := tr.At(i)
		var balance, size float64
		for j, a := range s.Coef().All() {
			if !(a >= 0 && a <= c) {
				t.Errorf("%s step %d: α%d = %v outside [0, %v]", where, i, j, a, c)
				return false
			}
			balance += a * p.y[j]
			size = math.Max(size, a)
		}
		if math.Abs(balance) > 1e-12*size {
			t.Errorf("%s step %d: Σαt = %v with α up to %v", where, i, balance, size)
			return false
		}
		if s.N != i {
			t.Errorf("%s: step %d says it is %d", where, i, s.N)
			return false
		}
		if i == 0 {
			continue
		}
		before := tr.At(i - 1)
		if s.Objective < before.Objective-rounding(p, s) {
			t.Errorf("%s step %d: W falls from %v to %v", where, i, before.Objective, s.Objective)
			return false
		}
		d := s.Detail.(*SMODetail)
		if gain := s.Objective - before.Objective; math.Abs(gain-d.DW) > 100*rounding(p, s) {
			t.Errorf("%s step %d: W gained %v, the step says %v", where, i, gain, d.DW)
			return false
		}
	}
	return checkLast(t, where, p, c, tr.Last())
}

// rounding is how far the objective of a step may be off: it is a sum of terms
// αᵢαⱼKᵢⱼ, which mostly cancel.
func rounding(p *Problem, s Step) float64 {
	var k float64
	for i := range p.Len() {
		k = math.Max(k, p.gram.At(i, i))
	}
	sum := floats.Sum(s.CoefCopy())
	return 1e-14 * (1 + sum) * (1 + sum*k)
}

// checkLast recomputes what the last step reports from its α.
func checkLast(t interface{ Errorf(string, ...any) }, where string, p *Problem, c float64, s Step) bool {
	alpha := s.CoefCopy()
	scale := 1 + floats.Sum(alpha)
	if w := DualObjective(p.gram, p.y, alpha); math.Abs(w-s.Objective) > 10*rounding(p, s) {
		t.Errorf("%s: W is %v, reported %v", where, w, s.Objective)
		return false
	}
	for i, g := range DualGradient(p.gram, p.y, alpha) {
		if f := p.y[i] * (1 - g); math.Abs(f-s.Scores().At(i)) > 10*rounding(p, s) {
			t.Errorf("%s: score %d is %v, reported %v", where, i, f, s.Scores().At(i))
			return false
		}
	}
	if s.Gap < -10*rounding(p, s) {
		t.Errorf("%s: the gap is %v", where, s.Gap)
		return false
	}
	if s.Status == Converged && !math.IsInf(c, 1) && s.Gap > 1e-3*(scale+c*float64(len(alpha))) {
		t.Errorf("%s: converged with a gap of %v", where, s.Gap)
		return false
	}
	return true
}

// TestSMOInvariantsOnRandomProblems draws PSD Gram matrices of any rank, with
// duplicates.
func TestSMOInvariantsOnRandomProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		d := rapid.IntRange(1, 4).Draw(t, "d")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i] = make([]float64, d)
			for j := range x[i] {
				x[i][j] = math.Round(r.NormFloat64()*4) / 4
			}
			y[i] = 1 - 2*float64(i%2)
		}
		c := rapid.SampledFrom([]float64{.01, 1, 1e4, math.Inf(1)}).Draw(t, "C")
		rule := rapid.SampledFrom(allRules).Draw(t, "rule")
		p, err := NewDual(LinearGram(x), y)
		if err != nil {
			t.Fatal(err)
		}
		s := SMO{C: c, Rule: rule, Seed: 3}
		tr, err := NewTrace(s, p)
		if err != nil {
			t.Fatal(err)
		}
		if tr, err = tr.Extend(t.Context(), 200, nil); err != nil {
			t.Fatal(err)
		}
		checkTrace(t, rule.String(), p, c, tr)
	})
}

// TestPairUpdateIsTheBestOnItsLine tries points of the line that a pair may
// move on: none may have a larger W.
func TestPairUpdateIsTheBestOnItsLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 5
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		x := make([][]float64, n)
		for i := range x {
			x[i] = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		y := []float64{1, -1, 1, -1, 1}
		alpha := []float64{.3, .5, .4, .4, .2}
		g := LinearGram(x)
		k := rapid.IntRange(0, n-1).Draw(t, "k")
		l := (k + rapid.IntRange(1, n-1).Draw(t, "step")) % n
		d := PairUpdate(g, y, alpha, .7, 1, k, l)
		at := func(al float64) float64 {
			a := clone(alpha)
			a[l] = al
			a[k] = alpha[k] + d.S*(alpha[l]-al)
			return DualObjective(g, y, a)
		}
		best := at(d.NewAl)
		if math.Abs(best-at(alpha[l])-d.DW) > 1e-9 {
			t.Errorf("gain %v, says %v", best-at(alpha[l]), d.DW)
		}
		for i := range 101 {
			al := d.Lo + (d.Hi-d.Lo)*float64(i)/100
			if at(al) > best+1e-9 {
				t.Errorf("αℓ = %v gives %v, the update's %v only %v", al, at(al), d.NewAl, best)
			}
		}
		if d.NewAl < d.Lo-1e-12 || d.NewAl > d.Hi+1e-12 || d.NewAk < 0 || d.NewAk > 1+1e-12 {
			t.Errorf("outside the box: %+v", d)
		}
	})
}
