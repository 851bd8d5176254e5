package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/oracletest"
)

// xor returns the four corners of a square with the kernel (x·z + 1)².
func xor(t *testing.T) *Problem {
	t.Helper()
	x := [][]float64{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}
	return dual(t, kernelGram(poly(2, 1), x), []float64{1, 1, -1, -1})
}

var allRules = PairRules()

// Every step of every rule obeys the laws of the dual: the objective does not
// fall, 0 ≤ α ≤ C, Σαt = 0, and the reported numbers follow from α.
func TestSMO_invariants(t *testing.T) {
	kernels := map[string]oracletest.Func{"linear": dot, "poly2": poly(2, 1), "rbf": rbf(1)}
	for _, name := range []string{"worksheet1d", "xor4", "blobs_sep", "blobs_overlap", "moons", "circles", "five",
		"iris_versicolor_virginica"} {
		set := readOracle(t, name)
		for kname, k := range kernels {
			p := dual(t, kernelGram(k, set.X), set.Y)
			for _, c := range []float64{.1, 10, math.Inf(1)} {
				for _, rule := range allRules {
					tr := runTrace(t, SMO{C: c, Rule: rule, Tol: 1e-6, Seed: 5}, p, 250)
					where := fmt.Sprintf("%s %s C=%v %v", name, kname, c, rule)
					if !checkTrace(t, where, p, c, tr) {
						return
					}
				}
			}
		}
	}
}

func checkTrace(t check.T, where string, p *Problem, c float64, tr Trace) bool {
	for i := range tr.Len() {
		s := tr.At(i)
		var balance, size float64
		for j, a := range s.Coef().All() {
			if !(a >= 0 && a <= c) {
				t.Errorf("%s step %d: α%d = %v, want it in [0, %v]", where, i, j, a, c)
				return false
			}
			balance += a * p.y[j]
			size = math.Max(size, a)
		}
		if math.Abs(balance) > 1e-12*size {
			t.Errorf("%s step %d: Σαt = %v with α up to %v, want 0", where, i, balance, size)
			return false
		}
		if s.N != i {
			t.Errorf("%s: At(%d).N = %d, want %d", where, i, s.N, i)
			return false
		}
		if i == 0 {
			continue
		}
		before := tr.At(i - 1)
		if s.Objective < before.Objective-roundingBound(p, s) {
			t.Errorf("%s step %d: W = %v, want at least %v", where, i, s.Objective, before.Objective)
			return false
		}
		d := s.Detail.(*SMODetail)
		if gain := s.Objective - before.Objective; math.Abs(gain-d.Gain) > 100*roundingBound(p, s) {
			t.Errorf("%s step %d: DW = %v, want %v, what W gained", where, i, d.Gain, gain)
			return false
		}
	}
	return checkLast(t, where, p, c, tr.Last())
}

// roundingBound bounds the rounding error of the objective, a sum of terms αᵢαⱼKᵢⱼ
// that mostly cancel.
func roundingBound(p *Problem, s Step) float64 {
	var k float64
	for i := range p.Len() {
		k = math.Max(k, p.gram.At(i, i))
	}
	sum := floats.Sum(s.CoefCopy())
	return 1e-14 * (1 + sum) * (1 + sum*k)
}

// checkLast recomputes what the last step reports from its α.
func checkLast(t check.T, where string, p *Problem, c float64, s Step) bool {
	alpha := s.CoefCopy()
	scale := 1 + floats.Sum(alpha)
	if w := DualObjective(p.gram, p.y, alpha); math.Abs(w-s.Objective) > 10*roundingBound(p, s) {
		t.Errorf("%s: Objective = %v, want W = %v", where, s.Objective, w)
		return false
	}
	for i, g := range DualGradient(p.gram, p.y, alpha) {
		if f := p.y[i] * (1 - g); math.Abs(f-s.Scores().At(i)) > 10*roundingBound(p, s) {
			t.Errorf("%s: score %d = %v, want %v", where, i, s.Scores().At(i), f)
			return false
		}
	}
	if s.Gap < -10*roundingBound(p, s) {
		t.Errorf("%s: the gap is %v, want at least 0", where, s.Gap)
		return false
	}
	if s.Status == Converged && !math.IsInf(c, 1) && s.Gap > 1e-3*(scale+c*float64(len(alpha))) {
		t.Errorf("%s: converged with a gap of %v, want nearly 0", where, s.Gap)
		return false
	}
	return true
}

// The PSD Gram matrices have any rank and duplicate points.
func TestSMO_invariantsRandom(t *testing.T) {
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
		p := dual(t, LinearGram(x), y)
		s := SMO{C: c, Rule: rule, Seed: 3}
		tr := runTrace(t, s, p, 200)
		checkTrace(t, rule.String(), p, c, tr)
	})
}

// No point on the line that a pair may move along has a larger W.
func TestSMO_updateIsOptimalOnLine(t *testing.T) {
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
		if math.Abs(best-at(alpha[l])-d.Gain) > 1e-9 {
			t.Errorf("pair (%d, %d): DW = %v, want %v, what W gained", k, l, d.Gain, best-at(alpha[l]))
		}
		for i := range 101 {
			al := d.Lo + (d.Hi-d.Lo)*float64(i)/100
			if at(al) > best+1e-9 {
				t.Errorf("pair (%d, %d): W = %v at αₗ = %v, want at most %v, as at the update's %v", k, l, at(al), al,
					best,
					d.NewAl)
			}
		}
		if d.NewAl < d.Lo-1e-12 || d.NewAl > d.Hi+1e-12 || d.NewAk < 0 || d.NewAk > 1+1e-12 {
			t.Errorf("pair (%d, %d): got %+v, want the new α inside the box", k, l, d)
		}
	})
}

type tracePair struct {
	I, J   int
	AlphaI float64 `json:"alpha_i"`
	AlphaJ float64 `json:"alpha_j"`
	Gap    float64 `json:"gap_before"`
	Dual   float64
	BMid   float64 `json:"b_mid"`
}

type tracePairs struct {
	Status  string
	Updates int
	Pairs   [][2]int
	Dual    float64
}

type traceCase struct {
	Dataset string
	Kernel  oracletest.Kernel
	Kname   string
	C       oracletest.Number
	Traces  struct {
		WSS1, WSS2 struct {
			Updates     int
			RobustSteps int `json:"robust_steps"`
			Steps       []tracePair
			FinalDual   float64 `json:"final_dual"`
		}
		Literal tracePairs
		FeasCyc tracePairs `json:"feas_cyc"`
	}
}

func readTraces(t *testing.T) []traceCase {
	t.Helper()
	var file struct{ Cases []traceCase }
	oracletest.JSON(t, "smo_traces.json", &file)
	return file.Cases
}

func TestSMO_traceOracle(t *testing.T) {
	for _, c := range readTraces(t) {
		t.Run(fmt.Sprintf("%s %s C=%v", c.Dataset, c.Kname, float64(c.C)), func(t *testing.T) {
			set := readOracle(t, c.Dataset)
			p := dual(t, set.gram(c.Kernel), set.Y)
			compareTrace(t, p, SMO{C: float64(c.C), Tol: 1e-6, Rule: MaxViolation}, c.Traces.WSS1.Steps,
				c.Traces.WSS1.RobustSteps, c.Traces.WSS1.FinalDual)
			compareTrace(t, p, SMO{C: float64(c.C), Tol: 1e-6, Rule: SecondOrder}, c.Traces.WSS2.Steps,
				c.Traces.WSS2.RobustSteps, c.Traces.WSS2.FinalDual)
		})
	}
}

func compareTrace(t *testing.T, p *Problem, s SMO, steps []tracePair, robust int, final float64) {
	t.Helper()
	tr := runTrace(t, s, p, 2000)
	for n := range robust {
		want, got := steps[n], tr.At(n+1)
		if isResidue(want.AlphaI, s.C) || isResidue(want.AlphaJ, s.C) {
			break // the reference does not snap: from here on its sets differ
		}
		d := got.Detail.(*SMODetail)
		check.Must(t, d.K == want.I && d.L == want.J,
			"%v update %d: pair (%d, %d), want (%d, %d)", s.Rule, n+1, d.K, d.L, want.I, want.J)
		if !isClose(d.NewAk, want.AlphaI, 1e-9) || !isClose(d.NewAl, want.AlphaJ, 1e-9) ||
			!isClose(got.Objective, want.Dual, 1e-9) || !isClose(got.Bias, want.BMid, 1e-9) {
			t.Fatalf("%v update %d: αₖ %v αₗ %v W %v b %v, want %+v", s.Rule, n+1, d.NewAk, d.NewAl, got.Objective,
				got.Bias, want)
		}
		if before := tr.At(n).Violation; !isClose(before, want.Gap, 1e-9) {
			t.Fatalf("%v update %d: violation before it %v, want %v", s.Rule, n+1, before, want.Gap)
		}
	}
	last := tr.Last()
	check.That(t, last.Status == Converged && isClose(last.Objective, final, 1e-6),
		"%v: %v at W = %v, want %v", s.Rule, last.Status, last.Objective, final)
}

// isResidue reports whether an α misses its bound by rounding alone.
func isResidue(a, c float64) bool {
	return a != 0 && math.Abs(a) < 1e-14 || a != c && math.Abs(a-c) < 1e-14*c
}

// The literal rule has the reference's pairs and stalls at the same step. The
// corrected rule has the reference's pairs. The reference applies its tolerance
// to the condition of a point, which is half the tolerance for pairs.
func TestSMO_literalRuleGetsStuck(t *testing.T) {
	for _, c := range readTraces(t) {
		set := readOracle(t, c.Dataset)
		p := dual(t, set.gram(c.Kernel), set.Y)
		name := fmt.Sprintf("%s %s C=%v", c.Dataset, c.Kname, float64(c.C))
		literal := runTrace(t, SMO{C: float64(c.C), Tol: 2e-3, Rule: MaxErrorLiteral}, p, 2000)
		want := Converged
		if c.Traces.Literal.Status == "stuck" {
			want = Stuck
		}
		comparePairs(t, name+" literal", literal, c.Traces.Literal.Pairs)
		if got := literal.Last(); got.Status != want || got.Updates != c.Traces.Literal.Updates {
			t.Errorf("%s literal: %v after %d updates, want %v after %d", name, got.Status, got.Updates, want,
				c.Traces.Literal.Updates)
		}
		repaired := runTrace(t, SMO{C: float64(c.C), Tol: 2e-3, Rule: MaxError}, p, 2000)
		if got := repaired.Last(); got.Status != Converged || !isClose(got.Objective, c.Traces.FeasCyc.Dual, 1e-2) {
			t.Errorf("%s repaired: %v at %v, want %v", name, got.Status, got.Objective, c.Traces.FeasCyc.Dual)
		}
		comparePairs(t, name+" repaired", repaired, c.Traces.FeasCyc.Pairs[:min(3, len(c.Traces.FeasCyc.Pairs))])
	}
}

func comparePairs(t *testing.T, name string, tr Trace, pairs [][2]int) {
	t.Helper()
	for i, want := range pairs {
		if i+1 >= tr.Len() {
			t.Errorf("%s: ends after %d updates, want pair %d = %v", name, tr.Len()-1, i+1, want)
			return
		}
		d := tr.At(i + 1).Detail.(*SMODetail)
		if [2]int{d.K, d.L} != want {
			t.Errorf("%s: pair %d is (%d, %d), want %v", name, i+1, d.K, d.L, want)
			return
		}
	}
}

func TestPairRule_randomSeed(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.X), set.Y)
	a, b, c := runTrace(t, SMO{C: 1, Rule: Random, Seed: 1}, p, 20), runTrace(t, SMO{C: 1, Rule: Random, Seed: 1}, p,
		20), runTrace(t, SMO{C: 1, Rule: Random, Seed: 2}, p, 20)
	check.That(t, reflect.DeepEqual(a.Last().CoefCopy(), b.Last().CoefCopy()),
		"seed 1 twice: got α = %v and %v, want one path", a.Last().CoefCopy(), b.Last().CoefCopy())
	check.That(t, !reflect.DeepEqual(a.Last().CoefCopy(), c.Last().CoefCopy()),
		"seeds 1 and 2: got α = %v both times, want two paths", a.Last().CoefCopy())
}

func TestSMO_indefiniteKernel(t *testing.T) {
	// K = −x·z has κ = −‖x − z‖² < 0 for every pair.
	x := [][]float64{{0, 1}, {1, 0}, {2, 2}, {-1, -1}}
	neg := func(x, z []float64) float64 { return -dot(x, z) }
	tr := runTrace(t, SMO{C: 1}, dual(t, kernelGram(neg, x), []float64{1, -1, 1, -1}), 100)
	check.Must(t, tr.Last().Status.Done(),
		"after 100 steps the status is %v, want one that is done", tr.Last().Status)
	d := tr.At(1).Detail.(*SMODetail)
	if d.Kappa >= 0 || d.KappaUsed != tinyKappa || !d.Clipped {
		t.Errorf("got κ = %v, used %v, clipped %v, want κ < 0, used %v, clipped", d.Kappa, d.KappaUsed, d.Clipped,
			tinyKappa)
	}
	for i := 1; i < tr.Len(); i++ {
		if tr.At(i).Objective < tr.At(i-1).Objective-1e-12 {
			t.Errorf("step %d: W = %v, want at least %v", i, tr.At(i).Objective, tr.At(i-1).Objective)
		}
	}
}

func TestSMO_hardMarginInseparable(t *testing.T) {
	set := readOracle(t, "worksheet1d")
	tr := runTrace(t, SMO{C: math.Inf(1), MaxUpdates: 200}, dual(t, LinearGram(set.X), set.Y), 1000)
	last := tr.Last()
	if last.Status != IterationLimit || last.Updates != 200 || !strings.Contains(last.Sentence, "margin is at most") {
		t.Errorf("got %v after %d updates, %q, want %v after 200 and a bound on the margin", last.Status, last.Updates,
			last.Sentence, IterationLimit)
	}
	if !(tr.At(200).Objective > 1.5*tr.At(100).Objective) {
		t.Errorf("W = %v after 100 steps and %v after 200, want more than half again as much", tr.At(100).Objective,
			tr.At(200).Objective)
	}
}

func TestSMO_contradictoryDuplicates(t *testing.T) {
	x := [][]float64{{0, 1}, {0, 1}, {2, 3}, {-1, 0}}
	y := []float64{1, -1, 1, -1}
	g := LinearGram(x)
	hard := runTrace(t, SMO{C: math.Inf(1)}, dual(t, g, y), 1000)
	check.That(t, hard.Last().Status == Unbounded && strings.Contains(hard.Last().Sentence, "no hyperplane"),
		"hard margin: got %v, %q, want %v", hard.Last().Status, hard.Last().Sentence, Unbounded)
	check.Equal(t, mustSolve(t, g, y, Options{C: math.Inf(1)}).Status, Unbounded, "SolveSVM of the hard margin")
	soft := runTrace(t, SMO{C: 10, Tol: 1e-9}, dual(t, g, y), 1000)
	check.That(t, soft.Last().Status == Converged && soft.Last().Coef().At(0) == 10,
		"soft margin: got %v, α₁ = %v, want %v, 10", soft.Last().Status, soft.Last().Coef().At(0), Converged)
	d := PairUpdate(g, y, []float64{0, 0, 0, 0}, 0, 10, 0, 1)
	check.That(t, d.Kappa == 0 && d.KappaUsed == tinyKappa && d.NewAl == 10 && d.NewAk == 10,
		"PairUpdate of duplicates: got κ = %v, used %v, α = %v, %v, want 0, %v, 10, 10", d.Kappa, d.KappaUsed,
		d.NewAk, d.NewAl, tinyKappa)
}
