package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// pixels are n evenly spaced values.
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

// magnitude is the size of the terms that f(x) is summed from; rounding errors
// are relative to it.
func magnitude(e Expansion, x []float64) float64 {
	m := math.Abs(e.Bias)
	for i, c := range e.Coef {
		m += math.Abs(c * e.Kernel.Eval(e.Points[i], x))
	}
	return m
}

// checkField compares a sampled field with Eval, relative to the largest
// magnitude on the grid.
func checkField(t interface{ Fatalf(string, ...any) }, name string, e Expansion, s Slice, got, xs, ys []float64) {
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
				t.Fatalf("%s at (%v, %v): %v, want %v (off by %.2g of %.3g)", name, x, y, got[r*len(xs)+c], want, diff, scale)
			}
		}
	}
}

// fieldKernels has one kernel for each way of sampling and each combination.
func fieldKernels() []string {
	return []string{
		"linear", "poly(degree=2,c=1)", "poly(degree=3,c=0)", "poly(degree=9,c=0.5)", "poly(degree=30,c=1)",
		"rbf(sigma=0.02)", "rbf(sigma=0.7)", "rbf(sigma=50)",
		"0.3*rbf(sigma=1)+0.7*linear", "linear*poly(2)*(0.5*linear+poly(3))", "rbf(1)*rbf(2)", "(2*rbf(1))*rbf(0.5)",
		"rbf(1)*linear", `expr("exp(-dist)")`, `expr("exp(-dist)")+2*(rbf(1)+poly(2))`,
		"poly(30)*poly(30)*poly(30)",
	}
}

func TestSampleEqualsEval(t *testing.T) {
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
			e := randomExpansion(k, 40, c.d, 11)
			got := make([]float64, len(xs)*len(ys))
			e.On(c.s).Sample(got, xs, ys)
			checkField(t, text+" "+c.name, e, c.s, got, xs, ys)
			if c.d <= 2 {
				clear(got)
				e.Sample(got, xs, ys)
				checkField(t, text+" "+c.name, e, c.s, got, xs, ys)
			}
		}
	}
}

func TestSampleAnyKernel(t *testing.T) {
	xs, ys := pixels(-2, 2, 5), pixels(-2, 2, 4)
	rapid.Check(t, func(t *rapid.T) {
		k := anyKernel(2).Draw(t, "kernel")
		e := randomExpansion(k, rapid.IntRange(0, 6).Draw(t, "n"), 2, rapid.Uint64().Draw(t, "seed"))
		got := make([]float64, len(xs)*len(ys))
		e.Sample(got, xs, ys)
		checkField(t, k.String(), e, Slice{0, 1, []float64{0, 0}}, got, xs, ys)
	})
}

func TestSampleDegenerateGrids(t *testing.T) {
	e := randomExpansion(mustParse(t, "poly(3)+rbf(1)"), 10, 2, 3)
	e.Sample(nil, nil, []float64{1, 2})
	e.Sample(nil, []float64{1}, nil)
	got := make([]float64, 1)
	e.Sample(got, []float64{0.5}, []float64{-1})
	checkField(t, "one pixel", e, Slice{0, 1, []float64{0, 0}}, got, []float64{0.5}, []float64{-1})
	Expansion{Kernel: Linear{}, Bias: 4}.Sample(got, []float64{1}, []float64{1})
	if got[0] != 4 {
		t.Errorf("an expansion without points is %v, want its bias 4", got[0])
	}
}

func TestKeptFieldEqualsRecomputation(t *testing.T) {
	xs, ys := pixels(-3, 3, 19), pixels(-3, 3, 13)
	for _, text := range fieldKernels() {
		e := randomExpansion(mustParse(t, text), 12, 2, 5)
		kept := e.Keep(xs, ys)
		r := rand.New(rand.NewPCG(1, 2))
		e.Coef = append([]float64(nil), e.Coef...)
		for range 50 {
			i, j, delta := r.IntN(12), r.IntN(12), r.NormFloat64()
			kept.Update(i, delta)
			kept.Update(j, -delta/2)
			e.Coef[i] += delta
			e.Coef[j] -= delta / 2
		}
		e.Bias = -0.25
		kept.SetBias(e.Bias)
		checkField(t, text, e, Slice{0, 1, []float64{0, 0}}, kept.Values(), xs, ys)
	}
}

func TestSampleNeedsAPlane(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("three coordinates were sampled without a plane")
		}
	}()
	randomExpansion(Linear{}, 3, 3, 1).Sample(make([]float64, 1), []float64{0}, []float64{0})
}

func mustParse(t testing.TB, text string) Kernel[[]float64] {
	t.Helper()
	k, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func BenchmarkField(b *testing.B) {
	for _, text := range []string{"rbf(sigma=0.7)", "poly(degree=3,c=1)"} {
		for _, size := range [][2]int{{160, 100}, {400, 240}} {
			for _, n := range []int{50, 200, 1000} {
				b.Run(text+"/"+number(float64(size[0]))+"x"+number(float64(size[1]))+"/"+number(float64(n)), func(b *testing.B) {
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

func BenchmarkKeptField(b *testing.B) {
	for _, size := range [][2]int{{160, 100}, {400, 240}} {
		b.Run(number(float64(size[0]))+"x"+number(float64(size[1])), func(b *testing.B) {
			e := randomExpansion(RBF{0.7}, 200, 2, 1)
			kept := e.Keep(pixels(-3, 3, size[0]), pixels(-3, 3, size[1]))
			for b.Loop() {
				kept.Update(3, 0.1)
				kept.Update(4, -0.1)
			}
		})
	}
}
