package matrix

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func ridge(t testing.TB) Space {
	t.Helper()
	s, err := NewSpace(
		[]string{"X: n×d", "y: n", "lambda: 1"},
		[]string{"K = X X^T", "w = (X^T X + lambda I)^-1 X^T y", "a = (y - X w)/lambda"},
	)
	check.OK(t, err)
	return s
}

func TestField(t *testing.T) {
	m := big.NewInt(prime)
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		a, b := elem(r.Uint64N(prime)), elem(r.Uint64N(prime))
		x, y := new(big.Int).SetUint64(uint64(a)), new(big.Int).SetUint64(uint64(b))
		if got, want := uint64(a.mul(b)), new(big.Int).Mod(new(big.Int).Mul(x, y), m).Uint64(); got != want {
			t.Fatalf("%d·%d = %d, want %d", a, b, got, want)
		}
		if got, want := uint64(a.add(b)), new(big.Int).Mod(new(big.Int).Add(x, y), m).Uint64(); got != want {
			t.Fatalf("%d + %d = %d, want %d", a, b, got, want)
		}
		if a.add(a.neg()) != 0 || a != 0 && a.mul(a.inv()) != 1 {
			t.Fatalf("%d + neg or %d · inv is wrong, want 0 and 1", a, a)
		}
	}
}

// Known identities hold, and similar formulas do not.
func TestJudge(t *testing.T) {
	s := ridge(t)
	for want, given := range map[string]map[exercises.Verdict][]string{
		"(K + lambda I)^-1 y": {
			exercises.Equal: {"(XX^T + λI_n)^{-1} y", "inv(X X.T + lambda I) @ y", `(K + lambda I) \ y`,
				`(K + lambda I)\y`,
				`\left(\mathbf{K} + \lambda I\right)^{-1} \mathbf{y}`, `$(XX^{\top} + \lambda\,I_{n})^{-1}y$`},
			exercises.NotEqual: {"y/(K + lambda I)", "(K + λ)⁻¹y", "(X^TX + λI_n)^-1 y", "(K - λ I)⁻¹y", "K^-1 y",
				"(K + λ I)⁻¹"},
			exercises.Unreadable: {"a = (K + λ I)⁻¹y", "(K + λ I)⁻¹ z", "(K + λ I⁻¹ y"},
			exercises.Empty:      {""},
		},
		"K y":       {exercises.Equal: {`K\,y`, `K \cdot y`, "K y."}, exercises.NotEqual: {`K \ y`}},
		"K K K K y": {exercises.Equal: {"K^4 y"}, exercises.NotEqual: {"K^5 y"}},
		"X^T a":     {exercises.Equal: {"w", "XTa", "X'a"}, exercises.NotEqual: {"X a"}},
		"(y - X w)/lambda": {exercises.Equal: {`\frac{1}{\lambda}(y - X\mathrm{w})`, `\frac{y - Xw}{\lambda}`,
			"1/λ (y − Xw)", "0.5 (2y − 2Xw)/λ"}},
		"(X^T X + lambda I)^-1 X^T": {exercises.Equal: {"X^T (X X^T + lambda I)^-1"},
			exercises.NotEqual: {"(X X^T + lambda I)^-1 X^T"}},
		"(X X^T)^T": {exercises.Equal: {"K"}},
		"K^2":       {exercises.Equal: {"X X^T K"}},
		"2 I_n":     {exercises.Equal: {"I + I"}},
		"y^T K y": {exercises.Equal: {"y^T X X^T y", "y·(K y)", "(K y) · y", "y·K y", `y \cdot (2 K y)/2`},
			exercises.NotEqual: {"K y y", "y·y K", "K y·K y", "y·K"}},
	} {
		for verdict, texts := range given {
			for _, text := range texts {
				if r := (Task{Space: s, Want: want}).Judge(t.Context(), text); r.Verdict != verdict {
					t.Errorf("%q for %s: %s %v, want %s", text, want, r.Verdict.Words(), r.Fact, verdict.Words())
				}
			}
		}
	}
}

// A formula with a known slip is recognised in any spelling.
func TestTask_slips(t *testing.T) {
	for _, c := range []struct{ want, text, id string }{
		{"(K + lambda I)^-1 y", "(K + lambda I) y", "inverse-missing"},
		{"(K + lambda I)^-1 y", "(XX^T)^-1 y", "term-missing"},
		{"(K + lambda I)^-1 y", "(K + I)^-1 y", "factor-missing"},
		{"(K + lambda I)^-1 y", "-(K + lambda I)^-1 y", "term-sign"},
		{"(K + lambda I)^-1 y", "(K - lambda I)^-1 y", "term-sign"},
		{"(K + lambda I)^-1 y", "K^-1 y + y/lambda", "inverse-of-terms"},
		{"(K + lambda I)^-1 y", "K (K + lambda I)^-1 y", "too-many"},
		{"(K + lambda I)^-1 y", "2 (K + lambda I)^-1 y", "factor-2"},
		{"(y - X w)/lambda", "y - X w", "not-divided"},
		{"X^T X", "X X^T", "factor-order"},
		{"X^T y", "X y", ""},
		{"(K + lambda I)^-1 y", "w", "too-many"}, // w = Xᵀa
	} {
		r := Task{Space: ridge(t), Want: c.want}.Judge(context.Background(), c.text)
		check.That(t, !r.Accepted && r.Misconception == c.id,
			"Judge(%s) for %s: got %q, %v, want %q", c.text, c.want, r.Misconception, r.Fact, c.id)
	}
}

// A formula whose inverse exists only for some sizes is compared for these sizes.
func TestTask_inverseForSomeSizes(t *testing.T) {
	s := must.Value(NewSpace([]string{"Phi: n×m", "y: n"}, nil))
	task := Task{Space: s, Want: "(Phi^T Phi)^-1 Phi^T y"}
	for text, want := range map[string]bool{"inv(Φ'Φ) Φ' y": true, "(Phi^T Phi)^-1 y": false, "Φᵀ(ΦΦᵀ)⁻¹y": false,
		"Φ^-1 y": false} {
		if r := task.Judge(t.Context(), text); r.Accepted != want {
			t.Errorf("%s: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
	for text, want := range map[string]string{
		"(ΦΦᵀ)^-1 Phi^T y": "n×n times m×n is not defined",
		"Φᵀ(ΦΦᵀ)^-1 y":     "this matrix is singular for some sizes",
	} {
		r := task.Judge(t.Context(), text)
		check.That(t, strings.Contains(fmt.Sprint(r.Fact), want), "%s: %v, want %s", text, r.Fact, want)
	}
}

func TestTask_misfitNamesSizes(t *testing.T) {
	s := ridge(t)
	for text, want := range map[string]string{
		"(X^T X + lambda I_n)^-1 X^T y": "XᵀX and λIₙ: d×d and n×n cannot be added",
		"X y":                           "X and y: n×d times n×1 is not defined: the inner sizes are d and n",
		"X^-1":                          "X: n×d is not square and has no inverse",
		"K + lambda":                    "K and λ: n×n and a number cannot be added",
		"y/K":                           "K is n×n, so it cannot be a denominator",
		"X^T y":                         "This is d×1, but it should be n×1",
		"K a + ∑ₖ aₖ":                   "This answer has no sums.",
		"sum(k, a_k) K a":               "This answer has no sums.",
	} {
		r := Task{Space: s, Want: "a"}.Judge(t.Context(), text)
		check.That(t, !r.Accepted && len(r.Fact) != 0 && strings.Contains(r.Fact[0].String(), want),
			"%s: %v, want %s", text, r.Fact, want)
	}
}

func TestLines(t *testing.T) {
	c := Chain{Space: ridge(t), Goal: "a", Without: []string{"w", "a"}}
	whole := "(X^T X + λ I) w = X^T y\nλ w = X^T (y - X w)\nw = X^T (y - Xw)/λ = X^T a\nλ a = y - X X^T a\n(K + λ I_n) a = y\na = (K + λI)^-1 y"
	through := c
	through.Required = []string{"w = X^T a", "lambda a = y - X X^T a"}
	for text, right := range map[string]bool{
		whole: true,
		"w = X^T a; y = XX^T a + λ a; (K + λI)^-1 y = a":           true,
		"X^T a = w\n(K + λI) a = y\na = (K + λI)^-1 y":             true,
		"2 w = 2 X^T a; y - λ a = K a; a = (K + λI)^-1 y":          true,
		"a = (K + λI)^-1 y":                                        false,
		"w = X^T a; a = (K + λI)^-1 y":                             false,
		"0 y = 0 y; a = (K + λI)^-1 y":                             false,
		"w = w; λ a = λ a; a = (K + λI)^-1 y":                      false,
		"(X^T X + λ I) w = X^T y; λa = y - X w; a = (K + λI)^-1 y": false,
	} {
		if r := through.Judge(t.Context(), text); r.Accepted != right {
			t.Errorf("%q: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
	if r := c.Judge(t.Context(), whole); !r.Accepted {
		t.Errorf("facts of the whole chain = %v, want it accepted", r.Fact)
	}
	for text, want := range map[string]string{
		"(X^T X + λ I) w = X^T y\nλ w = X^T (y + X w)": "Line 2",
		"(X^T X + λ I) w = X^T y":                      "The last one should say what a is",
		"a = (K + λI) y":                               "Line 1",
		"a = a":                                        "without w and a",
		"a":                                            "an equation",
		"λ w = X^T (y - X w)\na = (y - X w)/λ":         "without w and a",
	} {
		r := c.Judge(t.Context(), text)
		check.That(t, !r.Accepted && len(r.Fact) != 0 && strings.Contains(r.Fact[0].String(), want),
			"%q: %v, want %s", text, r.Fact, want)
	}
}

func TestParse_readsPrintedFormula(t *testing.T) {
	s := ridge(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{formula(t, 4), "w*2*(w + w)", "w^T/λ*(w*X)/λ"}).Draw(t, "text")
		chain, err := parse(text, s)
		check.Must(t, err == nil, "%s: %v", text, err)
		printed := chain[0].String()
		again, err := parse(printed, s)
		check.Must(t, err == nil, "%s is printed as %s: %v", text, printed, err)
		check.Must(t, again[0].String() == printed,
			"%s prints %s, which prints %s, want the same", text, printed, again[0])
		w := s.assignments[0]
		v, bad := w.eval(chain[0], nil)
		u, worse := w.eval(again[0], nil)
		if (bad == nil) != (worse == nil) || bad == nil && !v.equals(u) {
			t.Fatalf("%s and its print %s differ, want the same value", text, printed)
		}
	})
}

func formula(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"X", "y", "w", "K", "I", "I_n", "λ", "2", "0.5"}).Draw(t, "leaf")
	}
	a := formula(t, depth-1)
	switch rapid.IntRange(0, 6).Draw(t, "op") {
	case 0:
		return "(" + a + " + " + formula(t, depth-1) + ")"
	case 1:
		return "(" + a + " - " + formula(t, depth-1) + ")"
	case 2:
		return a + "*" + formula(t, depth-1)
	case 3:
		return "(" + a + ")^T"
	case 4:
		return "(" + a + ")^-1"
	case 5:
		return "(" + a + ")/λ"
	}
	return "-(" + a + ")"
}

func TestTask_longAndDeepTexts(t *testing.T) {
	s := ridge(t)
	for _, text := range []string{
		strings.Repeat("X", 4000), strings.Repeat("(", 3000), strings.Repeat("-", 4000),
		strings.Repeat("(K + λI)^-1 ", 300),
		strings.Repeat("K^3", 1000), "9e999999 y", "a + 1e9999999 y", strings.Repeat("K=", 99) + "K",
		strings.Repeat("K=K;", 1000), strings.Repeat("0=0=", 70) + "0", "K" + strings.Repeat("^T", 2000),
		"K" + strings.Repeat("^2", 90), "(K" + strings.Repeat("^3)^2", 1) + strings.Repeat("²", 200),
		strings.Repeat("(", 40) + "K" + strings.Repeat("+K)^3", 40), strings.Repeat("9", 4000),
		strings.Repeat("K=", 2000), strings.Repeat("inv(", 1000),
	} {
		begun := time.Now()
		r := Task{Space: s, Want: "a"}.Judge(t.Context(), text)
		if r.Accepted || time.Since(begun) > 500*time.Millisecond {
			t.Errorf("%.20s…: %s after %s", text, r.Verdict.Words(), time.Since(begun))
		}
		begun = time.Now()
		r = Chain{Space: s, Goal: "a", Required: []string{"w = X^T a", "lambda a = y - X X^T a"}}.Judge(t.Context(),
			text)
		if r.Accepted || len(r.Fact) == 0 || time.Since(begun) > 500*time.Millisecond {
			t.Errorf("lines %.20s…: %s after %s, %v", text, r.Verdict.Words(), time.Since(begun), r.Fact)
		}
	}
}

func FuzzJudge(f *testing.F) {
	s := ridge(f)
	for _, text := range []string{"(XX^T + λI_n)^{-1} y", "inv(X.T X) @ y / 2", "a = Kᵀ⁻¹", "X^(-T)", "[K]I_d=", "0.e",
		"y'y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Task{Space: s, Want: "a"}.Judge(t.Context(), text)
		if r.Accepted && r.Reading == "" {
			t.Errorf("Judge(%q) accepts without a reading, want one", text)
		}
		Chain{Space: s, Goal: "a", Without: []string{"a"}}.Judge(t.Context(), text)
		if e := s.Echo(context.Background(), text); e.Problem == "" && e.Reading == "" &&
			strings.TrimSpace(text) != "" {
			t.Errorf("Echo(%q) has neither reading nor problem, want one", text)
		}
	})
}

// If a short form is required, an equal formula with more letters than the reference is reported as
// another form and not accepted.
func TestTask_short(t *testing.T) {
	s := must.Value(NewSpace([]string{"K: n×n", "y: n"}, nil))
	for text, verdict := range map[string]exercises.Verdict{
		"K^-1 y": exercises.Equal, "inv(K) @ y": exercises.Equal, "(K^T K)^-1 K^T y": exercises.OtherForm,
		"K^-1 (K^T)^-1 K^T y": exercises.OtherForm, "K y": exercises.NotEqual, "K^T K^-1 y": exercises.NotEqual,
	} {
		r := Task{Space: s, Want: "K^-1 y", Short: true}.Judge(t.Context(), text)
		check.That(t, r.Verdict == verdict && r.Accepted == (verdict == exercises.Equal),
			"Judge(%q) = %s, accepted %v, want %s", text, r.Verdict.Words(), r.Accepted, verdict.Words())
	}
}
