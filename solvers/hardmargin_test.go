package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func withFeature(x [][]float64, f func(float64) float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		out[i] = []float64{row[0], f(row[0])}
	}
	return out
}

func TestHardMargin_studentFeatures(t *testing.T) {
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
		t.Run(c.name, func(t *testing.T) {
			m := must.Value(HardMargin(withFeature(set.X, c.f), set.Y))
			if m.Separable != c.want {
				t.Errorf("HardMargin of %s: got separable = %v, want %v", c.name, m.Separable, c.want)
				return
			}
			if m.Separable {
				checkMargin(t, c.name, withFeature(set.X, c.f), set.Y, m)
			}
		})
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
	if math.Abs(m.Width*floats.Norm(m.W, 2)-1) > 1e-12 {
		t.Errorf("%s: width %v with ‖w‖ = %v, want width·‖w‖ = 1", name, m.Width, floats.Norm(m.W, 2))
	}
}

// ½‖w‖² equals the dual objectives of linear and lifted hard margins.
func TestHardMargin_oracle(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.SVM {
			if !math.IsInf(float64(want.C), 1) || want.Kname != "linear" && want.Kname != "lift" {
				continue
			}
			x := set.X
			if want.Kname == "lift" {
				x = withFeature(set.X, func(v float64) float64 { return (v + 1) * (v + 1) })
			}
			m := must.Value(HardMargin(x, set.Y))
			if want.Feasible != nil && !*want.Feasible {
				check.That(t, !m.Separable, "%s: got separable = true, want false", want.Kname)
				continue
			}
			if got := floats.Dot(m.W, m.W) / 2; math.Abs(got-want.DualObjective) > 1e-6*want.DualObjective {
				t.Errorf("%s: ½‖w‖² = %v, want %v", want.Kname, got, want.DualObjective)
			}
		}
	})
}

// The dual of the hard margin has an optimum exactly if some line separates the
// points. Coordinates are multiples of 1/16, because neither method can
// separate classes whose distance is a rounding error. If the margin is narrow, the dual
// may need more steps than it is given here.
func TestHardMargin_agreesWithDual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 2).Draw(t, "dim")
		n := rapid.IntRange(2, 12).Draw(t, "n")
		coordinate := rapid.Map(rapid.IntRange(-48, 48), func(i int) float64 { return float64(i) / 16 })
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			for range dim {
				x[i] = append(x[i], coordinate.Draw(t, "x"))
			}
			y[i] = []float64{-1, 1}[rapid.IntRange(0, 1).Draw(t, "y")]
		}
		y[0], y[1] = 1, -1
		m := must.Value(HardMargin(x, y))
		s := mustSolve(t, LinearGram(x), y, Options{C: math.Inf(1), MaxIter: 20_000})
		if m.Separable != (s.Status == Converged) && !(m.Separable && m.Width < 0.1) {
			t.Errorf("HardMargin(%v, %v): got separable %v, want it as the dual is %v", x, y, m.Separable, s.Status)
		}
	})
}

// The interval of b agrees with every verified entry of the public sets. It is
// a single number if b is unique.
func TestOffsetOf_oracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.SVM {
			if want.Feasible != nil && !*want.Feasible || !want.Verified || !want.AlphaUnique || want.KKTCond > 1e3 {
				continue
			}
			// The reference rounds α. snapped sets every α that is nearly 0 or C to that bound.
			c := float64(want.C)
			got := OffsetOf(set.gram(want.Kernel), set.Y, snapToBounds(want.Alpha, c), c)
			if math.Abs(got.Mean-want.B) > 1e-5 {
				t.Errorf("%s C=%v: b = %v, want %v", want.Kname, want.C, got.Mean, want.B)
			}
			lo, hi := want.B, want.B
			if len(want.BInterval) == 2 {
				lo, hi = float64(want.BInterval[0]), float64(want.BInterval[1])
			}
			if math.Abs(got.Lo-lo) > 1e-4 || math.Abs(got.Hi-hi) > 1e-4 {
				t.Errorf("%s C=%v: got b in [%v, %v], want [%v, %v]", want.Kname, want.C, got.Lo, got.Hi, lo, hi)
			}
			check.That(t, want.BUnique == (math.Abs(got.Hi-got.Lo) < 1e-4),
				"%s C=%v: b in [%v, %v], want unique = %v", want.Kname, want.C, got.Lo, got.Hi, want.BUnique)
		}
	})
}

func snapToBounds(alpha []float64, c float64) []float64 {
	out, most := clone(alpha), floats.Max(alpha)
	for i, a := range out {
		switch {
		case a < 1e-8*math.Min(c, most):
			out[i] = 0
		case a > c*(1-1e-8):
			out[i] = c
		}
	}
	return out
}

// Lo − Hi is the violation.
func TestOffsetOf_beforeOptimum(t *testing.T) {
	g := LinearGram([][]float64{{-2, 0}, {-1, 1}, {1, 1}, {2, -1}})
	y := []float64{-1, -1, 1, 1}
	s := SMO{C: 0.3}
	p := dual(t, g, y)
	step := must.Value(s.Start(p))
	o := OffsetOf(g, y, step.CoefCopy(), s.C)
	check.That(t, o.Lo-o.Hi == step.Violation && len(o.Free) == 0,
		"got b in [%v, %v] with %v free, want Lo − Hi = %v and none free", o.Lo, o.Hi, o.Free, step.Violation)
}

// On random points every α satisfies its condition: α = 0 with tf ≥ 1, α = C
// with tf ≤ 1, or tf = 1 in between. W rises with every sweep.
func TestCoordinateAscent_optimal(t *testing.T) {
	r := rand.New(rand.NewPCG(57, 1))
	for range 20 {
		n, c := 3+r.IntN(10), 0.2+5*r.Float64()
		x, labels := mat.NewDense(n, 3, nil), make([]float64, n)
		for i := range n {
			labels[i] = 1 - 2*float64(i%2)
			for j := range 3 {
				x.Set(i, j, r.NormFloat64())
			}
		}
		var k mat.SymDense
		k.SymOuterK(1, x)
		g := NewDense(&k)
		before := math.Inf(-1)
		for sweeps := 1; sweeps < 6; sweeps++ {
			a, _ := CoordinateAscent(g, labels, c, 0, sweeps)
			w := DualObjective(g, labels, a)
			if w < before-1e-12 {
				t.Errorf("after %d sweeps W = %v, want at least %v", sweeps, w, before)
			}
			before = w
		}
		a, ok := CoordinateAscent(g, labels, c, 1e-10, 100_000)
		check.Must(t, ok,
			"CoordinateAscent(%d points, C = %v) did not converge in 100 000 sweeps, want it to", n, c)
		for i := range a {
			var f float64
			for j := range a {
				f += a[j] * labels[j] * g.At(i, j)
			}
			m := labels[i] * f
			if a[i] < 0 || a[i] > c || a[i] < c-1e-9 && m < 1-1e-6 || a[i] > 1e-9 && m > 1+1e-6 {
				t.Errorf("point %d: α = %v with C = %v and tf = %v, want the condition of the optimum to hold", i+1,
					a[i], c, m)
			}
		}
	}
}
