package solvers

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

type mklCase struct {
	Dataset  string
	C        float64
	Kernels  []oracleKernel
	MeanDiag []float64 `json:"mean_diag"`
	Mu       []float64
	J        float64   `json:"objective"`
	Uniform  float64   `json:"objective_uniform"`
	Single   []float64 `json:"objective_single"`
}

func mklCases(t *testing.T) []mklCase {
	t.Helper()
	var o struct{ Cases []mklCase }
	readJSON(t, "mkl.json", &o)
	if len(o.Cases) == 0 {
		t.Fatal("nothing to compare with")
	}
	return o.Cases
}

// scaled are the Gram matrices of a case, each divided by its mean diagonal.
func (c mklCase) scaled(t *testing.T) ([]*mat.SymDense, []float64) {
	t.Helper()
	set := readOracle(t, c.Dataset)
	x, y := set.x, set.y
	var out []*mat.SymDense
	for m, k := range c.Kernels {
		g := mat.NewSymDense(len(x), nil)
		for i := range x {
			for j := i; j < len(x); j++ {
				g.SetSym(i, j, k.eval(x[i], x[j]))
			}
		}
		d := MeanDiagonal(g)
		if math.Abs(d-c.MeanDiag[m]) > 1e-9*d {
			t.Errorf("%s: mean diagonal %v, want %v", c.Dataset, d, c.MeanDiag[m])
		}
		g.ScaleSym(1/d, g)
		out = append(out, g)
	}
	return out, y
}

// J at equal weights, at each kernel alone and at the end, and the weights there,
// are those of two solvers of the reference; along the path J does not rise, β
// stays on the simplex, the gap bounds what is left, and −q/2 is the slope of J.
func TestMKL(t *testing.T) {
	ctx := context.Background()
	for _, c := range mklCases(t) {
		grams, y := c.scaled(t)
		l := MKL{C: c.C, Gap: 1e-5, MaxSteps: 3000}
		path, err := l.Learn(ctx, grams, y)
		if err != nil {
			t.Fatal(err)
		}
		end := path[len(path)-1]
		t.Logf("%s: %d steps, β %.4f, gap %.2g", c.Dataset, len(path)-1, end.Beta, end.Gap())
		if math.Abs(path[0].Objective-c.Uniform) > 1e-4*c.Uniform || math.Abs(end.Objective-c.J) > 1e-4*c.J {
			t.Errorf("%s: J from %v to %v, want %v to %v", c.Dataset, path[0].Objective, end.Objective, c.Uniform, c.J)
		}
		for m, mu := range c.Mu {
			if math.Abs(end.Beta[m]-mu) > 0.01 || mu < 1e-6 && end.Beta[m] != 0 {
				t.Errorf("%s: β%d = %v, want %v", c.Dataset, m+1, end.Beta[m], mu)
			}
			alone := make([]float64, len(grams))
			alone[m] = 1
			if s, err := l.At(ctx, grams, y, alone); err != nil || math.Abs(s.Objective-c.Single[m]) > 1e-4*c.Single[m] {
				t.Errorf("%s: kernel %d alone has J = %v, want %v (%v)", c.Dataset, m+1, s.Objective, c.Single[m], err)
			}
		}
		for i, s := range path {
			if math.Abs(floats.Sum(s.Beta)-1) > 1e-12 || floats.Min(s.Beta) < 0 || s.Gap() < -1e-4*c.J || s.Bound > c.J*(1+1e-4) {
				t.Errorf("%s, step %d: β = %v, gap %v, bound %v", c.Dataset, i, s.Beta, s.Gap(), s.Bound)
			}
			if i > 0 && s.Objective > path[i-1].Objective*(1+1e-6) {
				t.Errorf("%s, step %d: J rises to %v from %v", c.Dataset, i, s.Objective, path[i-1].Objective)
			}
		}
		for m := range grams {
			const h = 1e-3
			up, down := append([]float64(nil), path[0].Beta...), append([]float64(nil), path[0].Beta...)
			up[m], down[m] = up[m]+h, down[m]-h
			a, _ := l.At(ctx, grams, y, up)
			b, _ := l.At(ctx, grams, y, down)
			if slope := (a.Objective - b.Objective) / (2 * h); math.Abs(slope+path[0].Squares[m]/2) > 1e-2*(1+math.Abs(slope)) {
				t.Errorf("%s: slope in β%d %v, want %v", c.Dataset, m+1, slope, -path[0].Squares[m]/2)
			}
		}
	}
}
