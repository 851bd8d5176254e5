package kernels

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestGramIsEvalAndSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := anyKernel(2).Draw(t, "kernel")
		xs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []float64 { return drawPoint(t, 3) }), 1, 8).Draw(t, "xs")
		g, rows := Gram(k, xs), NewRows(k, xs)
		row := make([]float64, len(xs))
		for i, x := range xs {
			rows.Row(row, i)
			for j, z := range xs {
				want := k.Eval(x, z)
				if g.At(min(i, j), max(i, j)) != k.Eval(xs[min(i, j)], xs[max(i, j)]) || row[j] != want {
					t.Fatalf("%s at %d, %d: Eval %v, Gram %v, Row %v", k, i, j, want, g.At(i, j), row[j])
				}
				if want != k.Eval(z, x) {
					t.Fatalf("%s is not symmetric: %v and %v", k, want, k.Eval(z, x))
				}
			}
		}
	})
}

// byLength is a kernel on something that is not a vector.
type byLength struct{}

func (byLength) Eval(x, z string) float64 { return float64(len(x) * len(z)) }
func (byLength) String() string           { return "length" }

func TestGramOfManyAndOfOtherTypes(t *testing.T) {
	e := randomExpansion(nil, 3*parallelFrom, 2, 9)
	k := mustParse(t, "0.5*rbf(sigma=0.8)+linear*poly(3)")
	g := Gram(k, e.Points)
	for i, x := range e.Points {
		for j, z := range e.Points[:i+1] {
			if g.At(i, j) != k.Eval(z, x) {
				t.Fatalf("Gram(%d, %d) = %v, want %v", i, j, g.At(i, j), k.Eval(z, x))
			}
		}
	}
	words := Gram(Sum[string]{byLength{}, Scaled[string]{2, byLength{}}}, []string{"a", "four"})
	if words.At(0, 1) != 12 || words.At(1, 1) != 48 {
		t.Errorf("Gram of words is %v", mat.Formatted(words))
	}
	if Gram(k, nil).SymmetricDim() != 0 {
		t.Error("the Gram matrix of no points is not empty")
	}
}

func TestGramPanicsInTheCaller(t *testing.T) {
	k := typed(t, "min(x,z)")
	defer func() {
		if recover() == nil {
			t.Error("a panic of a worker did not reach the caller")
		}
	}()
	Gram[[]float64](k, randomExpansion(nil, 2*parallelFrom, 2, 1).Points)
}

func TestPSD(t *testing.T) {
	for _, text := range []string{
		"linear", "poly(degree=3,c=0.5)", "poly(degree=2,c=0)", "rbf(sigma=0.3)", "rbf(sigma=3)",
		"linear*rbf(1)+2*poly(2)", `features("x1*x2","sin(x1)")`, `expr("exp(-dist)")`,
	} {
		g := Gram(mustParse(t, text), randomExpansion(nil, 30, 2, 4).Points)
		if err := CheckPSD(g, 1e-10); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestNotPSDHasAWitness(t *testing.T) {
	for _, text := range []string{`expr("dist")`, `expr("-dot")`, `expr("tanh(dot-1)")`} {
		g := Gram(mustParse(t, text), randomExpansion(nil, 12, 2, 4).Points)
		var notPSD *NotPSDError
		if err := CheckPSD(g, 1e-10); !errors.As(err, &notPSD) {
			t.Errorf("%s: %v, want a NotPSDError", text, err)
			continue
		}
		v := mat.NewVecDense(12, notPSD.Vector)
		if n := mat.Norm(v, 2); math.Abs(n-1) > 1e-12 {
			t.Errorf("%s: the witness has norm %v", text, n)
		}
		if q := mat.Inner(v, g, v); q >= 0 || math.Abs(q-notPSD.Eigenvalue) > 1e-10*math.Abs(q) {
			t.Errorf("%s: vᵀKv = %v, eigenvalue %v", text, q, notPSD.Eigenvalue)
		}
	}
}

func TestNotFiniteIsFound(t *testing.T) {
	g := Gram(mustParse(t, `expr("log(dist)")`), [][]float64{{1}, {2}})
	var bad *NotFiniteError
	if err := CheckPSD(g, 1e-10); !errors.As(err, &bad) || bad.I != 0 || bad.J != 0 || !math.IsInf(bad.Value, -1) {
		t.Errorf("log 0: %v", err)
	}
}

func TestFeatureMapsGiveTheKernel(t *testing.T) {
	for _, text := range []string{
		"linear", "poly(degree=1,c=2)", "poly(degree=2,c=1)", "poly(degree=3,c=0)", "poly(degree=5,c=0.3)",
		"linear+poly(2)", "0.3*poly(2)+7*linear", "linear*poly(2,c=0.5)*linear", "2*(linear+poly(2))*linear",
		`features("x1","(x1+1)^2")`, `features("x1")+poly(2)`,
	} {
		k := mustParse(t, text)
		phi, ok := MapOf(k)
		if !ok {
			t.Errorf("%s has no feature map", text)
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			d := rapid.IntRange(1, 4).Draw(t, "d")
			x, z := drawPoint(t, d), drawPoint(t, d)
			fx, fz := make([]float64, phi.Dim(d)), make([]float64, phi.Dim(d))
			phi.MapTo(fx, x)
			phi.MapTo(fz, z)
			var got, scale float64
			for i := range fx {
				got += fx[i] * fz[i]
				scale += math.Abs(fx[i] * fz[i])
			}
			const denormal = 1e-306 // below it a product has fewer digits
			if want := k.Eval(x, z); math.Abs(got-want) > 1e-12*math.Max(scale, math.Abs(want))+1e-12*denormal {
				t.Fatalf("%s: ⟨φ(x),φ(z)⟩ = %v, k = %v", text, got, want)
			}
			if names := phi.(FeatureNamer).FeatureNames(d); len(names) != len(fx) {
				t.Fatalf("%s: %d names for %d features", text, len(names), len(fx))
			}
		})
	}
	if _, ok := MapOf(mustParse(t, "linear+rbf(1)")); ok {
		t.Error("an RBF has no finite feature map")
	}
}

func TestFeatureNames(t *testing.T) {
	for _, c := range []struct {
		kernel string
		d      int
		want   []string
	}{
		{"linear", 2, []string{"x₁", "x₂"}},
		{"poly(degree=2,c=1)", 2, []string{"1", "√2·x₁", "√2·x₂", "x₁²", "√2·x₁x₂", "x₂²"}},
		{"poly(degree=2,c=0)", 2, []string{"x₁²", "√2·x₁x₂", "x₂²"}},
		{"poly(degree=3,c=4)", 1, []string{"8", "4√3·x₁", "2√3·x₁²", "x₁³"}},
		{"poly(degree=2,c=0.5)", 1, []string{"0.5", "x₁", "x₁²"}},
		{"2*linear+linear", 1, []string{"√2·x₁", "x₁"}},
		{"linear*linear", 2, []string{"x₁·x₁", "x₁·x₂", "x₂·x₁", "x₂·x₂"}},
		{`features("x","(x+1)^2")`, 1, []string{"x", "(x+1)^2"}},
	} {
		phi, _ := MapOf(mustParse(t, c.kernel))
		if got := phi.(FeatureNamer).FeatureNames(c.d); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.kernel, got, c.want)
		}
	}
}

// TestFeatureCounts compares with the counts of an independent tool; their
// origin stands in testdata/oracle/README.md.
func TestFeatureCounts(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracle/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var oracle struct {
		Counts map[string]map[string]int `json:"feature_count_C_d_plus_p_p"`
	}
	if err := json.Unmarshal(text, &oracle); err != nil {
		t.Fatal(err)
	}
	if len(oracle.Counts) < 10 {
		t.Fatalf("only %d dimensions in the file", len(oracle.Counts))
	}
	for ds, byDegree := range oracle.Counts {
		for ps, want := range byDegree {
			d, _ := strconv.Atoi(ds)
			p, _ := strconv.Atoi(ps)
			if got := (Poly{Degree: p, C: 1}).Dim(d); got != want {
				t.Errorf("d = %d, p = %d: %d features, want %d", d, p, got, want)
			}
			if got := (Poly{Degree: p}).Dim(d); got != CountMonomials(d, p)-CountMonomials(d, p-1) {
				t.Errorf("d = %d, p = %d exactly: %d features", d, p, got)
			}
		}
	}
	if got := CountMonomials(1000000, 30); got != math.MaxInt {
		t.Errorf("an uncountable number of features is %d", got)
	}
}

func TestWidthsOfRBF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sigma := math.Exp(rapid.Float64Range(-20, 20).Draw(t, "ln sigma"))
		r2 := rapid.Float64Range(0, 50).Draw(t, "r²/σ²") * sigma * sigma
		k := RBF{sigma}
		want := math.Exp(-r2 / (2 * sigma * sigma))
		for name, v := range map[string]float64{
			"g":      math.Exp(-k.Gamma() * r2),
			"s":      math.Exp(-r2 / (k.S() * k.S())),
			"from g": RBFFromGamma(k.Gamma()).at(r2),
			"from s": RBFFromS(k.S()).at(r2),
		} {
			if math.Abs(v-want) > 1e-13*want {
				t.Fatalf("σ = %v, r² = %v: by %s %v, by σ %v", sigma, r2, name, v, want)
			}
		}
	})
}

func TestCheckDim(t *testing.T) {
	for _, c := range []struct {
		kernel string
		d      int
		want   string
	}{
		{`expr("min(x,z)")`, 1, ""},
		{`2*(linear+linear*expr("min(x,z)"))`, 2, `expr("min(x,z)") uses x and z, which stand for points in 1-D, but the points have 2 coordinates; use x1 and z1, dot, dist or dist2`},
		{`features("x3")`, 2, `features("x3") uses x3, but the points have 2 coordinates; use x1 to x2`},
		{`features("x3")`, 3, ""},
		{`rbf(1)*poly(2)`, 7, ""},
	} {
		err := CheckDim(mustParse(t, c.kernel), c.d)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s in %d-D: %v", c.kernel, c.d, err)
		}
	}
}

func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    float64 // at x = (3), z = (−1): dot −3, dist 4, dist2 16
	}{
		{"dot", -3}, {"dist", 4}, {"dist2", 16}, {"x*z", -3}, {"min(x,z)", -1}, {"max(x,z,2)", 3},
		{"2+3*4", 14}, {"2-3-4", -5}, {"24/4/2", 3}, {"2^3^2", 512}, {"-2^2", -4}, {"2^-1", 0.5},
		{"-dist²+dist³", 48}, {"(1+dot)^2", 4}, {"exp(-dist)", math.Exp(-4)}, {"sqrt(dist2)", 4},
		{"abs(dot)", 3}, {"cos(dot)+sin(dist)", math.Cos(3) + math.Sin(4)}, {"tanh(dot)", math.Tanh(-3)},
		{"log(dist)", math.Log(4)}, {"pow(dist,0.5)", 2}, {"+-+dot", 3}, {"1e-3*dist", 0.004},
	} {
		if got := typed(t, c.formula).Eval([]float64{3}, []float64{-1}); got != c.want && math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%q = %v, want %v", c.formula, got, c.want)
		}
	}
}

func BenchmarkGram(b *testing.B) {
	for _, text := range []string{"linear", "poly(degree=3,c=1)", "rbf(sigma=1)", `expr("exp(-dist)")`} {
		b.Run(text, func(b *testing.B) {
			k, xs := mustParse(b, text), randomExpansion(nil, 1000, 5, 1).Points
			for b.Loop() {
				Gram(k, xs)
			}
		})
	}
}
