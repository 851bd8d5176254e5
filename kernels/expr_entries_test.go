package kernels

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Formulas of entries are what the same kernels are elsewhere, in a Gram matrix and on
// a picture.
func TestEntriesAreTheSameKernels(t *testing.T) {
	var points [][]float64
	for i := range 12 {
		points = append(points, []float64{math.Sin(float64(3 * i)), 2 * math.Cos(float64(i*i))})
	}
	for typed, other := range map[string]string{
		"x1*z1 + x2*z2":                     "linear",
		"(x1*z1 + x2*z2 + 1)^2":             "poly(2, 1)",
		"exp(-((x1-z1)^2 + (x2-z2)^2)/2)":   "rbf(sigma=1)",
		"x1*z1*(x2*z2)^2":                   `features("x1*x2^2")`,
		"x2 * z2 + dot - x1*z1 - x2*z2":     `features("x2")`,
		"dist2 - (x1 - z1)^2 - (x2 - z2)^2": `0.5*expr("dot - dot")`,
	} {
		a, err := Parse(`expr("` + typed + `")`)
		if err != nil {
			t.Errorf("%s: %v", typed, err)
			continue
		}
		b, err := Parse(other)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(a.String()); err != nil || again.String() != a.String() {
			t.Errorf("%s is written %s, read %v, %v", typed, a, again, err)
		}
		if !mat.EqualApprox(Gram(a, points), Gram(b, points), 1e-12) {
			t.Errorf("%s and %s have other matrices", typed, other)
		}
		coef := make([]float64, len(points))
		for i := range coef {
			coef[i] = float64(i%5) - 2
		}
		xs, ys := []float64{-1, 0.3, 2}, []float64{-2, 1}
		var f, g [6]float64
		Expansion{Kernel: a, Points: points, Coef: coef}.On(Slice{J: 1, At: []float64{0, 0}}).Sample(f[:], xs, ys)
		Expansion{Kernel: b, Points: points, Coef: coef}.On(Slice{J: 1, At: []float64{0, 0}}).Sample(g[:], xs, ys)
		for i := range f {
			if math.Abs(f[i]-g[i]) > 1e-10 {
				t.Errorf("%s: f = %v, %s: %v", typed, f, other, g)
				break
			}
		}
	}
}

// What is not symmetric, or mixes the two ways of writing a point, is refused with a
// word on it; so are points with fewer entries.
func TestEntriesThatAreRefused(t *testing.T) {
	for typed, want := range map[string]string{
		"x1 + z2": "symmetric", "x1*z1 + x": "points in 1-D", "x0*z0": "not a variable", "x10*z10": "not a variable", "x1": "symmetric", "x1 z1": "not expected",
	} {
		if _, err := Parse(`expr("` + typed + `")`); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want “%s”", typed, err, want)
		}
	}
	k, err := Parse(`linear + expr("x3*z3")`)
	if err != nil {
		t.Fatal(err)
	}
	if CheckDim(k, 2) == nil || CheckDim(k, 3) != nil {
		t.Errorf("in 2-D %v, in 3-D %v", CheckDim(k, 2), CheckDim(k, 3))
	}
}
