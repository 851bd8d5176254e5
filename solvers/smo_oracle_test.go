package solvers

import (
	"fmt"
	"math"
	"testing"
)

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
	Kernel  oracleKernel
	Kname   string
	C       number
	Traces  struct {
		WSS1, WSS2 struct {
			Updates      int
			RobustSteps  int `json:"robust_steps"`
			Steps        []tracePair
			FinalDual    float64 `json:"final_dual"`
			MinTieMargin float64 `json:"min_tie_margin"`
		}
		Literal tracePairs
		FeasCyc tracePairs `json:"feas_cyc"`
	}
}

func readTraces(t *testing.T) []traceCase {
	t.Helper()
	var file struct{ Cases []traceCase }
	readJSON(t, "smo_traces.json", &file)
	return file.Cases
}

func TestSMOTracesStepByStep(t *testing.T) {
	for _, c := range readTraces(t) {
		t.Run(fmt.Sprintf("%s %s C=%v", c.Dataset, c.Kname, float64(c.C)), func(t *testing.T) {
			set := readOracle(t, c.Dataset)
			p := dual(t, set.gram(c.Kernel), set.y)
			compareTrace(t, p, SMO{C: float64(c.C), Tol: 1e-6, Rule: MaxViolation}, c.Traces.WSS1.Steps, c.Traces.WSS1.RobustSteps, c.Traces.WSS1.FinalDual)
			compareTrace(t, p, SMO{C: float64(c.C), Tol: 1e-6, Rule: SecondOrder}, c.Traces.WSS2.Steps, c.Traces.WSS2.RobustSteps, c.Traces.WSS2.FinalDual)
		})
	}
}

func compareTrace(t *testing.T, p *Problem, s SMO, steps []tracePair, robust int, final float64) {
	t.Helper()
	tr := run(t, s, p, 2000)
	for n := range robust {
		want, got := steps[n], tr.At(n+1)
		if residue(want.AlphaI, s.C) || residue(want.AlphaJ, s.C) {
			break // the reference does not snap: from here on its sets differ
		}
		d := got.Detail.(*SMODetail)
		if d.K != want.I || d.L != want.J {
			t.Fatalf("%v update %d: pair (%d, %d), want (%d, %d)", s.Rule, n+1, d.K, d.L, want.I, want.J)
		}
		if !close(d.NewAk, want.AlphaI, 1e-9) || !close(d.NewAl, want.AlphaJ, 1e-9) || !close(got.Objective, want.Dual, 1e-9) || !close(got.Bias, want.BMid, 1e-9) {
			t.Fatalf("%v update %d: αk %v αℓ %v W %v b %v, want %+v", s.Rule, n+1, d.NewAk, d.NewAl, got.Objective, got.Bias, want)
		}
		if before := tr.At(n).Violation; !close(before, want.Gap, 1e-9) {
			t.Fatalf("%v update %d: violation before it %v, want %v", s.Rule, n+1, before, want.Gap)
		}
	}
	last := tr.Last()
	if last.Status != Converged || !close(last.Objective, final, 1e-6) {
		t.Errorf("%v: %v at W = %v, want %v", s.Rule, last.Status, last.Objective, final)
	}
}

// residue reports whether an α misses its bound by rounding alone.
func residue(a, c float64) bool {
	return a != 0 && math.Abs(a) < 1e-14 || a != c && math.Abs(a-c) < 1e-14*c
}

// close is equality up to tol, relative where the size is over 1.
func close(a, b, tol float64) bool { return math.Abs(a-b) <= tol*math.Max(1, math.Abs(b)) }

// TestLiteralRuleGetsStuck holds the literal rule to the reference's pairs and
// the place where it stalls; the repaired one to its pairs. The reference's
// tolerance is on a point's own condition, half of that on pairs.
func TestLiteralRuleGetsStuck(t *testing.T) {
	for _, c := range readTraces(t) {
		set := readOracle(t, c.Dataset)
		p := dual(t, set.gram(c.Kernel), set.y)
		name := fmt.Sprintf("%s %s C=%v", c.Dataset, c.Kname, float64(c.C))
		literal := run(t, SMO{C: float64(c.C), Tol: 2e-3, Rule: MaxErrorLiteral}, p, 2000)
		want := Converged
		if c.Traces.Literal.Status == "stuck" {
			want = Stuck
		}
		comparePairs(t, name+" literal", literal, c.Traces.Literal.Pairs)
		if got := literal.Last(); got.Status != want || got.Updates != c.Traces.Literal.Updates {
			t.Errorf("%s literal: %v after %d updates, want %v after %d", name, got.Status, got.Updates, want, c.Traces.Literal.Updates)
		}
		repaired := run(t, SMO{C: float64(c.C), Tol: 2e-3, Rule: MaxError}, p, 2000)
		if got := repaired.Last(); got.Status != Converged || !close(got.Objective, c.Traces.FeasCyc.Dual, 1e-2) {
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
