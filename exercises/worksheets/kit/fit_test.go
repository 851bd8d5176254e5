package kit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels"
)

// Both systems of ridge regression have one solution; for a tiny λ the numbers
// part, as a worksheet may say.
func TestTwoSystems(t *testing.T) {
	for seed := range uint64(20) {
		if gap, _ := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1); gap > 1e-12 {
			t.Errorf("seed %d: %v apart at λ = 1", seed, gap)
		}
		gap, cond := twoSystems(rand.New(rand.NewPCG(seed, 52)), 30, 50, 1e-12)
		if gap < 1e-8 || cond < 1e12 {
			t.Errorf("seed %d: %v apart at λ = 10⁻¹², condition %v", seed, gap, cond)
		}
	}
}

// λaᵢ = yᵢ − f(xᵢ), and a pulled target moves the curve by M = K(K + λI)⁻¹,
// whatever the other targets are; 0 < Mᵢᵢ < 1.
func TestFit(t *testing.T) {
	x := [][]float64{{-2}, {-1.1}, {0}, {0.4}, {1.7}}
	y := []float64{1, -0.3, 0.2, 2, -1}
	k := kernels.RBF{Sigma: 0.8}
	for _, lambda := range []float64{0.01, 1, 100} {
		r, err := fit(k, x, y, lambda)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if d := lambda*r.Coef[i] - (y[i] - kernels.Expansion{Kernel: k, Points: x, Coef: r.Coef}.Eval(x[i])); math.Abs(d) > 1e-11 {
				t.Errorf("λ = %v, point %d: off by %v", lambda, i+1, d)
			}
		}
		g := kernels.Gram(k, x)
		reg := kernels.Gram(k, x)
		for i := range x {
			reg.SetSym(i, i, reg.At(i, i)+lambda)
		}
		var m mat.Dense
		if err := m.Solve(reg, g); err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if d := m.At(i, i); d <= 0 || d >= 1 {
				t.Errorf("λ = %v: M%d%d = %v", lambda, i+1, i+1, d)
			}
			for _, others := range [][]float64{y, {0, 0, 0, 0, 0}} {
				pulled := append([]float64(nil), others...)
				pulled[i]++
				before, _ := fit(k, x, others, lambda)
				after, _ := fit(k, x, pulled, lambda)
				for j := range x {
					if d := after.Scores[j] - before.Scores[j] - m.At(j, i); math.Abs(d) > 1e-10 {
						t.Errorf("λ = %v: f%d moves by %v too much", lambda, j+1, d)
					}
				}
			}
		}
	}
}

// A fit is made by the parameters of a worksheet: set, kernel, λ; a pulled target is
// another curve beside the one before, whose bar is lit.
func TestFitByItsParameters(t *testing.T) {
	const scene = "data: sine_reg\nkernels: [linear, cubic]\nat: cubic\nlambda: 0.1\nnames: toy\nlow: -2\nhigh: 2\n"
	s := shownBy(t, "fit: A curve\n"+scene)(nil)
	if len(s.Controls) != 2 || s.Controls[0].Name != "toylambda" || s.Controls[0].Number() != 0.1 || s.Controls[1].Value != "cubic" || len(s.Controls[1].Choices) != 2 {
		t.Errorf("controls %+v", s.Controls)
	}
	pulled := shownBy(t, "fit: Point\npull: true\n"+scene)(exercises.Answers{"toypoint": "3", "toyby": "0.5", "toyothers": "zero"})
	chart, bars := pulled.Figures[0].Plot.(ascii.Chart), pulled.Figures[1].Plot.(ascii.Bars)
	if pulled.Figures[0].Title != "Point 3 pulled by 0.5" || len(chart.Series) != 3 || !bars.Bars[2].Selected || chart.Series[2].Y[2] != 0.5 {
		t.Errorf("%q, %d curves, bars %+v", pulled.Figures[0].Title, len(chart.Series), bars.Bars[:4])
	}
	for _, y := range chart.Series[0].Y {
		if y != 0 {
			t.Fatalf("with all targets 0 the curve before is at %v", y)
		}
	}
}

// Other sizes and another λ are solved both ways too.
func TestBothWaysByItsParameters(t *testing.T) {
	table := shownBy(t, "both-ways: Two\nsizes: [4 × 9, 9 × 4]\nlambda: 10*m\nstream: 3\nsliders: [{name: m, from: 1, to: 3}]\n")(nil).Figures[0].Plot.(ascii.Table)
	if len(table.Rows) != 2 || table.Rows[1][0].String() != "9 × 4" {
		t.Errorf("%+v", table.Rows)
	}
}
