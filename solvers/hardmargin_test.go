package solvers

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func lifted(x [][]float64, f func(float64) float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		out[i] = []float64{row[0], f(row[0])}
	}
	return out
}

func TestHardMarginJudgesStudentFeatures(t *testing.T) {
	set := readOracle(t, "worksheet1d")
	for _, c := range []struct {
		name string
		f    func(x float64) float64
		want bool
	}{
		{"(x+1)²", func(x float64) float64 { return (x + 1) * (x + 1) }, true},
		{"x²+2x", func(x float64) float64 { return x*x + 2*x }, true},
		{"|x+1|", func(x float64) float64 { return math.Abs(x + 1) }, true},
		{"x²", func(x float64) float64 { return x * x }, true},
		{"exp", math.Exp, true},
		{"exp 10x", func(x float64) float64 { return math.Exp(10 * x) }, true},
		{"x³", func(x float64) float64 { return x * x * x }, true},
		{"tiny bend", func(x float64) float64 { return 3*x + 1e-5*x*x }, true},
		{"small", func(x float64) float64 { return 1e-8 * x * x }, true},
		{"huge", func(x float64) float64 { return 1e12 * x * x }, true},
		{"offset", func(x float64) float64 { return 1e6 + x*x }, true},
		{"affine", func(x float64) float64 { return 2*x + 1.0/3 }, false},
		{"affine far", func(x float64) float64 { return 0.1*x + 1e5 }, false},
		{"constant", func(float64) float64 { return 3 }, false},
		{"bend outside", func(x float64) float64 { return math.Abs(x - 50) }, false},
		{"sum that is affine", func(x float64) float64 { return (x+1)*(x+1) - x*x }, false},
	} {
		m, err := HardMargin(lifted(set.x, c.f), set.y)
		if err != nil {
			t.Fatal(err)
		}
		if m.Separable != c.want {
			t.Errorf("%s: separable = %v", c.name, m.Separable)
			continue
		}
		if m.Separable {
			checkMargin(t, c.name, lifted(set.x, c.f), set.y, m)
		} else if m.Apart > 1e-3 {
			t.Errorf("%s: the witness's means are %.3g apart", c.name, m.Apart)
		}
	}
}

func checkMargin(t *testing.T, name string, x [][]float64, y []float64, m Margin) {
	t.Helper()
	least := math.Inf(1)
	for i, row := range x {
		least = math.Min(least, y[i]*(floats.Dot(m.W, row)+m.B))
	}
	if math.Abs(least-1) > 1e-5 {
		t.Errorf("%s: the closest point has t·f = %v, want 1", name, least)
	}
	if math.Abs(m.Width*floats.Norm(m.W, 2)-1) > 1e-12 || len(m.Closest) < 2 {
		t.Errorf("%s: width %v, closest %v", name, m.Width, m.Closest)
	}
}

// TestHardMarginMatchesOracle compares ½‖w‖² with the dual objectives of
// linear and lifted hard margins.
func TestHardMarginMatchesOracle(t *testing.T) {
	eachSet(t, func(t *testing.T, set *oracleSet) {
		for _, want := range set.SVM {
			if !math.IsInf(float64(want.C), 1) || want.Kname != "linear" && want.Kname != "lift" {
				continue
			}
			x := set.x
			if want.Kname == "lift" {
				x = lifted(set.x, func(v float64) float64 { return (v + 1) * (v + 1) })
			}
			m, err := HardMargin(x, set.y)
			if err != nil {
				t.Fatal(err)
			}
			if want.Feasible != nil && !*want.Feasible {
				if m.Separable {
					t.Errorf("%s: not separable, judged separable", want.Kname)
				}
				continue
			}
			if got := floats.Dot(m.W, m.W) / 2; math.Abs(got-want.DualObjective) > 1e-6*want.DualObjective {
				t.Errorf("%s: ½‖w‖² = %v, want %v", want.Kname, got, want.DualObjective)
			}
		}
	})
}
