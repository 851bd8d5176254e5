package answer

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/check"

	"pgregory.net/rapid"
)

// Whether a product or a sum is proved to be a kernel does not depend on the order
// or the bracketing of its parts.
func TestKernelTask_productsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	plain := KernelTask{X: []string{"x"}, Z: []string{"z"}}
	for _, c := range []struct {
		sign  string
		parts []string
	}{
		{"*", []string{"exp(-x)", "exp(-z)", "x", "z"}},
		{"*", []string{"sin(x)", "sin(z)", "(x z + 1)"}},
		{"*", []string{"cos(x)", "exp(x z)", "cos(z)", "2"}},
		{"*", []string{"x", "(1 + x)", "z", "(1 + z)", "exp(-(x-z)^2)"}},
		{"*", []string{"exp(x z - x^2)", "exp(-z^2)", "3"}},
		{"*", []string{"(x - 1)", "|x|", "(z - 1)", "|z|"}},
		{"*", []string{"x^3", "cos(x - z)", "z^3"}},
		{"*", []string{"exp(x z)", "exp(-|x - z|)", "exp(-(x - z)^2)", "x z"}},
		{"*", []string{"(-sin(x))", "(-1)", "2", "(-sin(z))", "(-1)"}},
		{"*", []string{"(x z + x)", "exp(x z)", "(z x + z)", "x z"}},
		{"+", []string{"exp(x z)", "x z", "(-1)", "1"}},
		{"+", []string{"x^2", "z^2 x^2", "(-x^2)", "sin(x) sin(z)"}},
	} {
		for range 20 {
			text := bracketed(r, c.sign, shuffledTexts(r, c.parts))
			if f := JudgeKernel(t.Context(), text, plain); !f.Accepted {
				t.Errorf("%s: %s %v", text, f.Verdict.Words(), f.Fact)
			}
		}
	}
	for _, text := range []string{"-sin(x) sin(z)", "sin(x) * 2 * z", "(-1) * exp(x) * exp(z)", "exp(x) - exp(z)",
		"x z - exp(x z)", "(x z - 1) exp(x z) (x z - 1) (x z - 2)",
		"exp(x z) exp(|x - z|)", "exp(-x z) exp(-|x - z|)", "exp(x z) exp(-|x - z|^3)"} {
		if f := JudgeKernel(t.Context(), text, plain); f.Accepted {
			t.Errorf("%s: %v", text, f.Fact)
		}
	}
	for _, text := range []string{"sqrt(x z)", "exp(x z)/((1 + x)(1 + z))", "sqrt(x) min(x, z) sqrt(z)",
		"x exp(x z)/exp(x) z/exp(z)", "min(x, z)/2/(1+x)/(1+z)", "exp(x + z)", "(x + z + x z + 1) exp(x z)"} {
		if f := JudgeKernel(t.Context(), text,
			KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}); !f.Accepted {
			t.Errorf("%s: %s %v", text, f.Verdict.Words(), f.Fact)
		}
	}
}

func shuffledTexts(r *rand.Rand, texts []string) []string {
	out := make([]string, len(texts))
	for i, k := range r.Perm(len(texts)) {
		out[i] = texts[k]
	}
	return out
}

// bracketed joins texts with a sign, in random brackets.
func bracketed(r *rand.Rand, sign string, texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	cut := 1 + r.IntN(len(texts)-1)
	return "(" + strings.Join([]string{bracketed(r, sign, texts[:cut]), bracketed(r, sign, texts[cut:])},
		" "+sign+" ") + ")"
}

// A positive factor makes a multiple; another function or a negative factor does
// not.
func TestExpr_isMultipleOf(t *testing.T) {
	s := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}.Scope()
	for _, c := range []struct {
		given, text string
		want        bool
	}{
		{"exp(-(x-z)^2)", "2exp(-(x-z)^2)", true}, {"exp(-(x-z)^2)", "exp(1 - (x-z)^2)", true},
		{"exp(-(x-z)^2)", "exp(-2(x-z)^2)", false}, {"(1 + x z)^2", "(2 + 2x z)^2/3", true},
		{"(1 + x z)^2", "(1 + 2x z)^2", false}, {"min(x, z)", "√2 min(z, x)", true},
		{"min(x, z)", "min(x, z)^2", false}, {"(x z - 1)^2", "0.1 (1 - x z)^2", true},
		{"tanh(x z + 1)", "-tanh(x z + 1)", false}, {"tanh(x z + 1)", "tanh(x z + 1) / 7", true},
		{"exp(-|x-z|^3)", "5 exp(-|z-x|^3)", true}, {"exp(-|x-z|^3)", "0", false},
	} {
		if got := MustParse(c.text, s).IsMultipleOf(MustParse(c.given, s)); got != c.want {
			t.Errorf("%s of %s: %v", c.text, c.given, got)
		}
	}
}

// Elimination agrees with the definition: BBᵀ is positive semidefinite for every B,
// and a matrix that is not has a vector v as evidence.
func TestIsPSD_matchesDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		m := make([][]*big.Rat, 3)
		for i := range m {
			m[i] = make([]*big.Rat, 3)
		}
		for i := range m {
			for j := range i + 1 {
				m[i][j] = big.NewRat(int64(r.IntN(9)-4), 1)
				m[j][i] = m[i][j]
			}
		}
		least := math.Inf(1)
		for range 2000 {
			v := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			form := 0.0
			for i, row := range m {
				for j, entry := range row {
					f, _ := entry.Float64()
					form += v[i] * f * v[j]
				}
			}
			least = min(least, form)
		}
		if isPSD(m) != (least >= -1e-9) && math.Abs(least) > 1e-2 {
			t.Errorf("isPSD(%v) = %v, want it to agree with the least vᵀMv, %v", m, isPSD(m), least)
		}
		if isPSD(m) {
			continue
		}
		if v := negativeDirection(toSymDense(m), 1e-12); v == nil || quadraticForm(m, v).Sign() >= 0 {
			t.Errorf("%v: no witness, got %v", m, v)
		}
	}
}

// A witness at given points is exact, and kernels have none.
func TestKernelTask_refutedAtPoints(t *testing.T) {
	task := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}
	points := [][]float64{{0.5}, {1.5}, {0}, {2.25}, {3}, {1}}
	for text, want := range map[string]bool{
		"(x z - 1)^2": true, "tanh(x z + 1)": true, "exp(-|x-z|^3)": true, "|x-z|": true,
		"exp(-(x-z)^2)": false, "(1 + x z)^2": false, "min(x, z)": false,
	} {
		e := MustParse(text, task.Scope())
		f, ok := task.RefuteAt(e, points)
		check.Equal(t, ok, want, "RefuteAt(%s)", text)
		if ok && f.Value >= 0 {
			t.Errorf("RefuteAt(%s): vᵀKv = %v, want it below 0", text, f.Value)
		}
	}
}

// JudgeKernel returns the finding of Decide about a text as the result of a field.
func JudgeKernel(ctx context.Context, text string, t KernelTask) Result {
	return ParseAndJudge(ctx, text, t.Scope(), func(e Expr) Result { return t.result(t.Decide(e, nil)) })
}

func (t KernelTask) result(f KernelFinding) Result {
	switch {
	case f.Proved:
		r := newResult(exercises.Equal, "%s", f.Derivation[0])
		for _, line := range f.Derivation[1:] {
			r = r.withFact("%s", line)
		}
		return r
	case f.Refuted:
		return newResult(exercises.NotEqual, "%s", f.Why)
	case f.Why != "":
		return newResult(exercises.Undecided, "%s", f.Why)
	}
	return newResult(exercises.Undecided, "No negative vᵀKv at the %d sets of points I tried, which proves nothing.",
		len(t.pointSets()))
}

func TestFeatureProductsForm_matches(t *testing.T) {
	s := sumScope()
	for typed, want := range map[string]bool{
		"Σ_{i,j} (x_i x_j)(z_i z_j) + Σ_i (√(2c) x_i)(√(2c) z_i) + c c": true,
		"c^2 + Σ_i √(2c) x_i √(2c) z_i":                                 true,
		"Σ_i x_i^2 z_i^2 + Σ_{i<j} (√2 x_i x_j)(√2 z_i z_j)":            true,
		"Σ_i (x_i/c)(z_i/c)":                                            true,
		"x_1 z_1 + 4 x_2 z_2/4":                                         false,
		// 4 in the numerator and 4 in the denominator
		"Σ_i e^(x_i) e^(z_i)": true, "(x'z)^2": false,
		"(Σ_i x_i z_i)(Σ_j x_j z_j)": false, "2c Σ_i x_i z_i": false,
		"Σ_i 2c x_i z_i": false, "Σ_i x_i z_i - c c": false,
		"Σ_i x_i^2 z_i": false, "Σ_{i,j} x_i x_j z_i z_i": false,
		"Σ_i (x_i + c) (z_i + c)": true, "Σ_i (x_i + c) (z_i - c)": false,
		"c": false,
	} {
		if e := MustParse(typed, s); FeatureProductsForm.Matches(e) != want {
			t.Errorf("%s is a sum of feature products: %v", typed, !want)
		}
	}
	if FeatureProductsForm.Matches(MustParse("c c", Scope{Vars: []string{"c"}})) {
		t.Error("an expression without vectors is a sum of feature products")
	}
}

// Each line of a chain follows, up to the first that does not or that cannot be read. A chain with
// the right last line also needs enough lines and the required form.
func TestDerivationTask_lines(t *testing.T) {
	task := DerivationTask{Scope: sumScope(), From: "(x'z + c)^2", Form: FeatureProductsForm,
		MinLines: 2}
	const right, ends = "(x'z)^2 + 2c x'z + c^2", "Σ_{i,j} x_i x_j z_i z_j + Σ_i √(2c)x_i √(2c)z_i + c c"
	for _, c := range []struct {
		text     string
		stand    string // one letter for each line: f for follows, b for broken, . for neither
		accepted bool
		id       string
	}{
		{right + "; " + ends, "ff", true, ""},
		{right + "\n= " + ends, "ff", true, ""},
		{ends, "f", false, "leap"},
		{right + "; " + right, "ff", false, "form"},
		{right + "; x'z; " + ends, "fb.", false, "lacks-factor"},
		{right + "; (x'z; " + ends, "fb.", false, ""},
		{"", "", false, ""},
		{right + "; ", "f", false, "form"},
	} {
		got := ""
		for _, l := range task.Lines(context.Background(), c.text) {
			got += map[[2]bool]string{{true, false}: "f", {false, true}: "b"}[[2]bool{l.Follows, l.Broken}]
			if !l.Follows && !l.Broken {
				got += "."
			}
		}
		r := task.Judge(context.Background(), c.text)
		if got != c.stand || r.Accepted != c.accepted || r.Misconception != c.id ||
			c.accepted && r.Verdict != exercises.Equal {
			t.Errorf("Lines(%q) = %q, accepted %v as %q, want %q, %v, %q", c.text, got, r.Accepted, r.Misconception,
				c.stand, c.accepted, c.id)
		}
	}
}

// With d ≤ n ≤ m, a term counts if it is the largest for some such sizes. The test
// checks this by definition, along rays d = t^e₁, n = t^e₂, m = t^e₃.
func TestGrowthTask_orderedVariables(t *testing.T) {
	task := func(want string) GrowthTask {
		return GrowthTask{Vars: []string{"d", "n", "m"}, Order: []string{"d", "n", "m"}, Want: want}
	}
	rapid.Check(t, func(t *rapid.T) {
		power := rapid.IntRange(0, 3)
		a := []int{power.Draw(t, "a1"), power.Draw(t, "a2"), power.Draw(t, "a3")}
		b := []int{power.Draw(t, "b1"), power.Draw(t, "b2"), power.Draw(t, "b3")}
		text := func(p []int) string { return fmt.Sprintf("d^%d n^%d m^%d", p[0], p[1], p[2]) }
		same := task(text(a)).Judge(t.Context(), text(a)+" + "+text(b)).Accepted
		ever := true // a is at least b along every ray
		for e1 := range 4 {
			for e2 := e1; e2 < 5; e2++ {
				for e3 := e2; e3 < 6; e3++ {
					ever = ever && a[0]*e1+a[1]*e2+a[2]*e3 >= b[0]*e1+b[1]*e2+b[2]*e3
				}
			}
		}
		check.Must(t, same == ever, "%s + %s like %s: %v, along rays %v", text(a), text(b), text(a), same, ever)
	})
	for _, c := range []struct {
		want, typed string
		same        bool
	}{{"m", "m + log d", true}, {"m n^2", "m n^2 + m n log d", true}, {"m", "m log d", false}} {
		check.Equal(t, task(c.want).Judge(t.Context(), c.typed).Accepted, c.same, "%s like %s", c.typed, c.want)
	}
}

// The fact about a wrong rate of growth names the letter with the wrong power, but does not give
// the right power.
func TestGrowthTask_slips(t *testing.T) {
	for _, c := range []struct{ text, id, says string }{
		{"d n^2", "letters", "n and d"}, {"n d^3", "power-large", "becomes 8 times"},
		{"n d^1.5", "power-small", "2.83 times"}, {"d^2", "letter-missing", "with n"}, {"n d^2 m", "letter-extra",
			"with m"},
		{"n d^2 log d", "logarithm", "logarithm"}, {"n + d^2", "sum", "there should be a product"},
	} {
		r := GrowthTask{Vars: []string{"n", "d", "m"}, Want: "n d^2"}.Judge(t.Context(), "O("+c.text+")")
		check.That(t, !r.Accepted && r.Misconception == c.id && strings.Contains(r.Fact[0].String(), c.says),
			"Judge(O(%s)) = %q, %v, want %q, %q", c.text, r.Misconception, r.Fact, c.id, c.says)
	}
}

func vectorOf(text string) []Expr { return MustParse(text, Scope{}).List() }

// Integer combinations lie in the span. With a multiple of the normal added they lie
// outside of it.
func TestSpanTask_combinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-5, 5)
		a, b, u, v, w := n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "u"), n.Draw(t, "v"), n.Draw(t, "w")
		task := SpanTask{Vectors: [][]Expr{vectorOf(fmt.Sprintf("[1, 0, %d]", a)), vectorOf(fmt.Sprintf("[0, 1, %d]",
			b))}}
		text := fmt.Sprintf("[%d, %d, %d]", u-a*w, v-b*w, u*a+v*b+w)
		if got, want := task.Judge(t.Context(), text).Accepted, w != 0; got != want {
			t.Fatalf("%s outside the span of (1, 0, %d) and (0, 1, %d): %v", text, a, b, got)
		}
	})
}
