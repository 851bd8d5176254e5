package kernels

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kernellab/kernels/vec"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// anyKernel draws kernels of every kind, nested up to the given depth.
func anyKernel(depth int) *rapid.Generator[Kernel[[]float64]] {
	return rapid.Custom(func(t *rapid.T) Kernel[[]float64] {
		kinds := 5
		if depth > 0 {
			kinds = 8
		}
		parts := func() []Kernel[[]float64] {
			return rapid.SliceOfN(anyKernel(depth-1), 2, 3).Draw(t, "parts")
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 1:
			return Poly{rapid.IntRange(1, 6).Draw(t, "degree"), rapid.Float64Range(0, 3).Draw(t, "c")}
		case 2:
			return RBF{rapid.Float64Range(0.05, 20).Draw(t, "sigma")}
		case 3:
			return RBFFromGamma(rapid.Float64Range(1e-3, 50).Draw(t, "gamma"))
		case 4:
			return typed(t, rapid.SampledFrom([]string{"exp(-dist)", "dot^2+1", "cos(dist2)/2"}).Draw(t, "formula"))
		case 5:
			return Sum[[]float64](parts())
		case 6:
			return Product[[]float64](parts())
		case 7:
			factor := rapid.Float64Range(1e-3, 1e3).Draw(t, "factor")
			return Scaled[[]float64]{factor, anyKernel(depth-1).Draw(t, "kernel")}
		}
		return Linear{}
	})
}

func drawPoint(t *rapid.T, d int) []float64 {
	return rapid.SliceOfN(rapid.Float64Range(-3, 3), d, d).Draw(t, "point")
}

// normalPoints draws points of d coordinates.
func normalPoints(n, d int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
		for j := range points[i] {
			points[i][j] = r.NormFloat64()
		}
	}
	return points
}

func mustParse(t testing.TB, text string) Kernel[[]float64] {
	return must.Value(Parse(text))
}

func TestGram_agreesWithEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := anyKernel(2).Draw(t, "kernel")
		xs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []float64 { return drawPoint(t, 3) }), 1, 8).Draw(t, "xs")
		g, rows := Gram(k, xs), NewRows(k, xs)
		row := make([]float64, len(xs))
		for i, x := range xs {
			rows.Row(row, i)
			for j, z := range xs {
				want := k.Eval(x, z)
				check.Must(t, g.At(min(i, j), max(i, j)) == k.Eval(xs[min(i, j)], xs[max(i, j)]) && row[j] == want,
					"%s at %d, %d: Gram %v and Row %v, want %v", k, i, j, g.At(i, j), row[j], want)
				check.Must(t, want == k.Eval(z, x),
					"%s: k(z, x) = %v, want k(x, z) = %v", k, k.Eval(z, x), want)
			}
		}
	})
}

// byLength is a kernel on something that is not a vector.
type byLength struct{}

func (byLength) Eval(x, z string) float64 { return float64(len(x) * len(z)) }

func (byLength) String() string { return "length" }

func TestGram_manyPointsAndOtherTypes(t *testing.T) {
	e := randomExpansion(nil, 3*minParallelPoints, 2, 9)
	k := mustParse(t, "0.5*rbf(sigma=0.8)+linear*poly(3)")
	g := Gram(k, e.Points)
	for i, x := range e.Points {
		for j, z := range e.Points[:i+1] {
			check.Must(t, g.At(i, j) == k.Eval(z, x),
				"Gram(%d, %d) = %v, want %v", i, j, g.At(i, j), k.Eval(z, x))
		}
	}
	words := Gram(Sum[string]{byLength{}, Scaled[string]{2, byLength{}}}, []string{"a", "four"})
	check.That(t, words.At(0, 1) == 12 && words.At(1, 1) == 48,
		"Gram of words = %v, want 12 and 48 in column 1", mat.Formatted(words))
	check.Equal(t, Gram(k, nil).SymmetricDim(), 0, "size of the Gram matrix of no points")
}

func TestCheckPSD_acceptsKernels(t *testing.T) {
	for _, text := range []string{
		"linear", "poly(degree=3,c=0.5)", "poly(degree=2,c=0)", "rbf(sigma=0.3)", "rbf(sigma=3)",
		"linear*rbf(1)+2*poly(2)", `features("x1*x2","sin(x1)")`, `expr("exp(-dist)")`,
	} {
		g := Gram(mustParse(t, text), randomExpansion(nil, 30, 2, 4).Points)
		if err := CheckPSD(g, 1e-10); err != nil {
			t.Errorf("CheckPSD of %s: got error %v, want none", text, err)
		}
	}
}

func TestCheckPSD_returnsWitness(t *testing.T) {
	for _, text := range []string{`expr("dist")`, `expr("-dot")`, `expr("tanh(dot-1)")`} {
		g := Gram(mustParse(t, text), randomExpansion(nil, 12, 2, 4).Points)
		var notPSD *NotPSDError
		if err := CheckPSD(g, 1e-10); !errors.As(err, &notPSD) {
			t.Errorf("%s: %v, want a NotPSDError", text, err)
			continue
		}
		v := mat.NewVecDense(12, notPSD.Vector)
		if n := mat.Norm(v, 2); math.Abs(n-1) > 1e-12 {
			t.Errorf("%s: norm of the witness = %v, want 1", text, n)
		}
		if q := mat.Inner(v, g, v); q >= 0 || math.Abs(q-notPSD.Eigenvalue) > 1e-10*math.Abs(q) {
			t.Errorf("%s: vᵀKv = %v, want the eigenvalue %v", text, q, notPSD.Eigenvalue)
		}
	}
}

func TestCheckPSD_reportsNotFinite(t *testing.T) {
	g := Gram(mustParse(t, `expr("log(dist)")`), [][]float64{{1}, {2}})
	var bad *NotFiniteError
	if err := CheckPSD(g, 1e-10); !errors.As(err, &bad) || bad.I != 0 || bad.J != 0 || !math.IsInf(bad.Value, -1) {
		t.Errorf("CheckPSD = %v, want NotFiniteError for points 0, 0", err)
	}
}

func TestRBF_widthConventions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sigma := math.Exp(rapid.Float64Range(-20, 20).Draw(t, "ln sigma"))
		r2 := rapid.Float64Range(0, 50).Draw(t, "r²/σ²") * sigma * sigma
		k := RBF{sigma}
		want := math.Exp(-r2 / (2 * sigma * sigma))
		for name, v := range map[string]float64{
			"g":      math.Exp(-k.Gamma() * r2),
			"s":      math.Exp(-r2 / (k.S() * k.S())),
			"from g": RBFFromGamma(k.Gamma()).evalDist2(r2),
			"from s": RBFFromS(k.S()).evalDist2(r2),
		} {
			if math.Abs(v-want) > 1e-13*want {
				t.Fatalf("σ = %v, r² = %v: value by %s = %v, want %v", sigma, r2, name, v, want)
			}
		}
	})
}

func TestCheckDim_message(t *testing.T) {
	for _, c := range []struct {
		kernel string
		d      int
		want   string
	}{
		{`expr("min(x,z)")`, 1, ""},
		{`2*(linear+linear*expr("min(x,z)"))`, 2,
			`expr("min(x,z)") uses x and z, which stand for points in 1-D, but the points have 2 coordinates`},
		{`features("x3")`, 2, `features("x3") uses x3, but the points have 2 coordinates`},
		{`features("x3")`, 3, ""},
		{`rbf(1)*poly(2)`, 7, ""},
	} {
		err := CheckDim(mustParse(t, c.kernel), c.d)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want+"; ")) {
			t.Errorf("CheckDim(%s, %d) = %v, want %q", c.kernel, c.d, err, c.want)
		}
	}
}

// The values for two points were computed by hand.
func TestAlignment_cosine(t *testing.T) {
	y := []float64{1, -1}
	for _, c := range []float64{0, 0.2, 0.5, 0.9} {
		k := mat.NewSymDense(2, []float64{1, c, c, 1})
		if got, want := Alignment(k, TargetGram(y)), (2-2*c)/(2*math.Sqrt(2+2*c*c)); math.Abs(got-want) > 1e-15 {
			t.Errorf("c = %v: Alignment = %v, want %v", c, got, want)
		}
		if got := Alignment(k, k); math.Abs(got-1) > 1e-15 {
			t.Errorf("Alignment(k, k) = %v, want 1", got)
		}
	}
	check.Equal(t, Alignment(mat.NewSymDense(2, nil), TargetGram(y)), 0, "Alignment of the zero matrix")
}

// No weights on a fine grid of the simplex are better aligned.
func TestAlignedWeights_maximum(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 5))
	for range 10 {
		var x [][]float64
		var y []float64
		for i := range 12 {
			x, y = append(x, []float64{r.NormFloat64(), r.NormFloat64()}), append(y, float64(1-2*(i%2)))
		}
		grams := []*mat.SymDense{Gram[[]float64](RBF{Sigma: 0.5}, x), Gram[[]float64](Linear{}, x),
			Gram[[]float64](Poly{Degree: 2, C: 1}, x)}
		beta, ok := AlignedWeights(grams, TargetGram(y))
		if !ok {
			t.Fatal("AlignedWeights: got no weights, want some")
		}
		evaluate := func(b []float64) float64 {
			sum := mat.NewSymDense(12, nil)
			for m, k := range grams {
				var part mat.SymDense
				part.ScaleSym(b[m], k)
				sum.AddSym(sum, &part)
			}
			return Alignment(sum, TargetGram(y))
		}
		best := evaluate(beta)
		for i := range 21 {
			for j := range 21 - i {
				b := []float64{float64(i) / 20, float64(j) / 20, float64(20-i-j) / 20}
				if got := evaluate(b); got > best+1e-9 {
					t.Errorf("weights %v have alignment %v, want at most %v as of %v", b, got, best, beta)
				}
			}
		}
	}
}

// The rows must agree before and after points have been swapped.
func TestPackedRows_agreeWithEval(t *testing.T) {
	typed := must.Value(Parse(`expr("exp(-dist)")+0.5*rbf(gamma=2)`))
	for _, k := range []Kernel[[]float64]{Linear{}, Poly{Degree: 3, C: 1}, RBFFromGamma(.3), RBFFromGamma(1e4), typed} {
		for _, d := range []int{1, 2, 7, 70} {
			points := normalPoints(45, d)
			points[44] = points[3]
			s := NewPackedRows(k, points)
			comparePackedRows(t, k, s, points)
			r := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				i, j := r.IntN(45), r.IntN(45)
				s.Swap(i, j)
				points[i], points[j] = points[j], points[i]
			}
			comparePackedRows(t, k, s, points)
		}
	}
}

func comparePackedRows(t *testing.T, k Kernel[[]float64], s *PackedRows, points [][]float64) {
	t.Helper()
	for i, x := range points {
		if got, want := s.Diag(i), k.Eval(x, x); got != want {
			t.Fatalf("%v: diagonal %d is %v, want %v", k, i, got, want)
		}
		for _, bounds := range [][2]int{{0, 45}, {0, 1}, {7, 9}, {8, 16}, {13, 45}, {44, 45}, {5, 5}} {
			dst, half := make([]float64, bounds[1]-bounds[0]), make([]float32, bounds[1]-bounds[0])
			s.Fill(dst, i, bounds[0])
			s.Fill32(half, i, bounds[0])
			for j, got := range dst {
				z := points[bounds[0]+j]
				if want := k.Eval(x, z); math.Abs(got-want) > 1e-14*sizeOf(k, x, z) {
					t.Fatalf("%v, %d coordinates: K(%d, %d) = %v, want %v", k, len(x), i, bounds[0]+j, got, want)
				}
				check.Must(t, half[j] == float32(got),
					"%v: K(%d, %d) = %v in float32, want %v", k, i, bounds[0]+j, half[j], float32(got))
			}
		}
	}
}

// sizeOf returns the magnitude to which rounding errors in k(x, z) are relative.
func sizeOf(k Kernel[[]float64], x, z []float64) float64 {
	switch k := k.(type) {
	case Linear:
		return math.Sqrt(vec.Dot(x, x) * vec.Dot(z, z))
	case Poly:
		return intPow(math.Sqrt(vec.Dot(x, x)*vec.Dot(z, z))+k.C, k.Degree) * float64(k.Degree)
	case RBF:
		return math.Max(1, vec.Dist2(x, z)*k.Gamma()) * math.Max(k.Eval(x, z), 1e-300)
	}
	return 1
}

// The row is long enough to be divided among goroutines.
func TestPackedRows_shared(t *testing.T) {
	points := normalPoints(4001, 20)
	s := NewPackedRows(RBFFromGamma(.1), points)
	whole := make([]float64, 3990)
	s.Fill(whole, 5, 11)
	for j, got := range whole {
		var one [1]float64
		s.Fill(one[:], 5, 11+j)
		check.Must(t, got == one[0], "entry %d of a long row = %v, want %v", j, got, one[0])
	}
}
