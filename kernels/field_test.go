package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

// pixels returns n evenly spaced values in (lo, hi).
func pixels(lo, hi float64, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = lo + (hi-lo)*(float64(i)+0.5)/float64(n)
	}
	return v
}

// randomExpansion draws n points in [−3, 3]ᵈ, a third of them with coefficient 0.
func randomExpansion(k Kernel[[]float64], n, d int, seed uint64) Expansion {
	r := rand.New(rand.NewPCG(seed, 7))
	e := Expansion{Kernel: k, Bias: r.NormFloat64()}
	for range n {
		p := make([]float64, d)
		for j := range p {
			p[j] = 6*r.Float64() - 3
		}
		c := r.NormFloat64()
		if r.IntN(3) == 0 {
			c = 0
		}
		e.Points, e.Coef = append(e.Points, p), append(e.Coef, c)
	}
	return e
}

// magnitude returns the sum of the absolute terms of f(x), to which rounding
// errors are relative.
func magnitude(e Expansion, x []float64) float64 {
	m := math.Abs(e.Bias)
	for i, c := range e.Coef {
		m += math.Abs(c * e.Kernel.Eval(e.Points[i], x))
	}
	return m
}

// checkField compares a sampled field with Eval, relative to the largest
// magnitude on the grid.
func checkField(t check.T, name string, e Expansion, s Slice, got, xs, ys []float64) {
	var scale float64
	for _, y := range ys {
		for _, x := range xs {
			scale = math.Max(scale, magnitude(e, s.point(x, y)))
		}
	}
	for r, y := range ys {
		for c, x := range xs {
			want := e.Eval(s.point(x, y))
			if diff := math.Abs(got[r*len(xs)+c] - want); !(diff <= 1e-12*scale) {
				t.Fatalf("%s at (%v, %v): %v, want %v (off by %.2g of %.3g)", name, x, y, got[r*len(xs)+c], want,
					diff, scale)
			}
		}
	}
}

// fieldKernels returns a kernel for each method of sampling and each combination.
func fieldKernels() []string {
	return []string{
		"linear", "poly(degree=2,c=1)", "poly(degree=3,c=0)", "poly(degree=9,c=0.5)", "poly(degree=30,c=1)",
		"rbf(sigma=0.02)", "rbf(sigma=0.7)", "rbf(sigma=50)",
		"0.3*rbf(sigma=1)+0.7*linear", "linear*poly(2)*(0.5*linear+poly(3))", "rbf(1)*rbf(2)", "(2*rbf(1))*rbf(0.5)",
		"rbf(1)*linear", `expr("exp(-dist)")`, `expr("exp(-dist)")+2*(rbf(1)+poly(2))`,
		"poly(30)*poly(30)*poly(30)",
	}
}

func TestSlicedExpansion_SampleAgreesWithEval(t *testing.T) {
	xs, ys := pixels(-3, 4, 23), pixels(2, -3, 17)
	for _, text := range fieldKernels() {
		k := mustParse(t, text)
		for _, c := range []struct {
			name string
			d    int
			s    Slice
		}{
			{"1-D", 1, Slice{0, -1, []float64{0}}},
			{"2-D", 2, Slice{0, 1, []float64{0, 0}}},
			{"4-D", 4, Slice{3, 1, []float64{0.4, 0, -1, 0}}},
			{"4-D line", 4, Slice{2, -1, []float64{0.4, 1, 0, -0.3}}},
		} {
			t.Run(text+" "+c.name, func(t *testing.T) {
				e := randomExpansion(k, 40, c.d, 11)
				got := make([]float64, len(xs)*len(ys))
				e.OnSlice(c.s).Sample(got, xs, ys)
				checkField(t, text+" "+c.name, e, c.s, got, xs, ys)
				if c.d <= 2 {
					clear(got)
					e.Sample(got, xs, ys)
					checkField(t, text+" "+c.name, e, c.s, got, xs, ys)
				}
			})
		}
	}
}

func TestExpansion_SampleDegenerateGrids(t *testing.T) {
	e := randomExpansion(mustParse(t, "poly(3)+rbf(1)"), 10, 2, 3)
	e.Sample(nil, nil, []float64{1, 2})
	e.Sample(nil, []float64{1}, nil)
	got := make([]float64, 1)
	e.Sample(got, []float64{0.5}, []float64{-1})
	checkField(t, "one pixel", e, Slice{0, 1, []float64{0, 0}}, got, []float64{0.5}, []float64{-1})
	Expansion{Kernel: Linear{}, Bias: 4}.Sample(got, []float64{1}, []float64{1})
	check.That(t, got[0] == 4, "Sample without points = %v, want the bias 4", got[0])
}

// anyFormula draws a formula over variables, up to depth levels deep.
func anyFormula(t *rapid.T, vars []string, depth int) string {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "number") {
			return rapid.SampledFrom([]string{"0", "1", "2", "0.5", "3", "710"}).Draw(t, "value")
		}
		return rapid.SampledFrom(vars).Draw(t, "variable")
	}
	a, b := anyFormula(t, vars, depth-1), anyFormula(t, vars, depth-1)
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		f := rapid.SampledFrom([]string{"exp", "sqrt", "abs", "cos", "sin", "tanh", "log", "-"}).Draw(t, "function")
		return f + "(" + a + ")"
	case 1:
		return rapid.SampledFrom([]string{"min", "max", "pow"}).Draw(t, "of two") + "(" + a + "," + b + ")"
	}
	return "(" + a + ")" + rapid.SampledFrom([]string{"+", "-", "*", "/", "^"}).Draw(t, "operator") + "(" + b + ")"
}

// anyTyped draws a typed kernel. It uses only expressions in x and z that are
// symmetric.
func anyTyped(t *rapid.T, d int) *Expr {
	vars := []string{"dot", "dist", "dist2"}
	if d == 1 {
		vars = append(vars, "x*z", "(x+z)", "min(x,z)", "abs(x-z)")
	}
	return typed(t, anyFormula(t, vars, 4))
}

// The rows must have the same bits as Eval, also if they are longer than a block.
func TestExpr_rowHasTheBitsOfEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "d")
		k := anyTyped(t, d)
		e := randomExpansion(k, rapid.SampledFrom([]int{1, 7, blockLen, 2*blockLen + 3}).Draw(t, "n"), d,
			rapid.Uint64().Draw(t, "seed"))
		p := packPoints(e.Points)
		from := rapid.IntRange(0, len(e.Points)-1).Draw(t, "from")
		got := make([]float64, len(e.Points)-from)
		evalRow(got, k, e.Points[0], p, from)
		for j, v := range got {
			want := k.Eval(e.Points[0], e.Points[from+j])
			if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
				t.Fatalf("%s at point %d: %v, want %v", k, from+j, v, want)
			}
		}
	})
}

func TestNode_foldKeepsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(anyFormula(t, []string{"dot", "dist", "dist2"}, 5))
		n := parseFormula(text, 0, len(text), exprScope())
		var vars [numSlots]float64
		for i := range vars {
			vars[i] = rapid.Float64Range(-9, 9).Draw(t, "value")
		}
		got, want := n.foldConstants().eval(vars[:]), n.eval(vars[:])
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s: %v, want %v", string(text), got, want)
		}
	})
}

func BenchmarkField(b *testing.B) {
	for _, text := range []string{"rbf(sigma=0.7)", "poly(degree=3,c=1)"} {
		for _, size := range [][2]int{{160, 100}, {400, 240}} {
			for _, n := range []int{50, 200, 1000} {
				b.Run(text+"/"+formatNumber(float64(size[0]))+"x"+formatNumber(float64(size[1]))+"/"+formatNumber(float64(n)),
					func(b *testing.B) {
						e := randomExpansion(mustParse(b, text), n, 2, 1)
						for i := range e.Coef {
							e.Coef[i] += 0.1
						}
						xs, ys := pixels(-3, 3, size[0]), pixels(-3, 3, size[1])
						dst := make([]float64, len(xs)*len(ys))
						for b.Loop() {
							e.Sample(dst, xs, ys)
						}
					})
			}
		}
	}
}
