package answer

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

// Each error names the rune and, if possible, a text that can be read.
func TestParse_syntaxErrors(t *testing.T) {
	s := Scope{Vars: []string{"x1", "x2", "eta"}, Alias: map[string]string{"x": "x1"}}
	for _, c := range []struct {
		text string
		at   int
		says string
		fix  string
	}{
		{"3*", 2, "after 3*: expected a number, a name or (, but found the end", ""},
		{"√2·*x1", 3, "expected a number, a name or (, but found *", "√2·x1"},
		{"(x1+1", 5, "expected an operator, a comma or ), but found the end", "(x1+1)"},
		{"x1)", 2, "no opening bracket", "x1"},
		{"sin x1", 4, "expected (", "sin(x1)"},
		{"ln*x1 + 1", 2, "expected (", ""},
		{"ln x1 + 1", 3, "expected (", "ln(x1) + 1"},
		{"cos 2x1", 4, "expected (", ""},
		{"exp -(x1-x2)^2", 4, "expected (", ""},
		{"sin x1 + cos x2", 4, "expected (", "sin(x1) + cos(x2)"},
		{"(1, x1]", 6, "expected an operator, a comma or )", "(1, x1)"},
		{"sin^2(x1)", 3, "after the parenthesis", ""},
		{"2 3x1, 1", 2, "expected an operator, such as + or *, but found 3", ""},
		{"etta", 0, "did you mean η?", "eta"},
		{"x1 + y", 5, "Write the answer in terms of x₁, x₂ and η.", ""},
		{"x1 # 2", 3, "\"#\" has no meaning", ""},
		{"3 = x1", 2, "only the right side", "x1"},
		{"min()", 4, "expected a number", ""},
		{"exp(1, 2)", 0, "exp takes one argument, not 2", ""},
		{"|x1", 3, "the closing |", "|x1|"},
		{"[1,2]+3", 0, "cannot be added", ""},
		{"1e999", 0, "powers of ten from -330 to 307", ""},
		{"1e-331", 0, "powers of ten from -330 to 307", ""},
		{strings.Repeat("1", 200), 0, "200 digits", ""},
		{strings.Repeat("(", 200) + "1", 64, "deeper than 64", ""},
		{strings.Repeat("√", 200) + "1", 63, "deeper than 64", ""},
		{strings.Repeat("x1+", 2000), 0, "6000 bytes", ""},
	} {
		_, err := Parse(context.Background(), c.text, s)
		e, ok := err.(*SyntaxError)
		if !ok {
			t.Errorf("Parse(%.20q) succeeds, want an error", c.text)
			continue
		}
		check.That(t, e.At == c.at && strings.Contains(e.Error(), c.says) && e.Fix == c.fix,
			"%.20q: at %d %q fix %q; want at %d %q fix %q", c.text, e.At, e, e.Fix, c.at, c.says, c.fix)
		if c.fix == "" {
			continue
		}
		if _, err := Parse(context.Background(), c.fix, s); err != nil {
			t.Errorf("Parse of the fix %q of %.20q: %v, want no error", c.fix, c.text, err)
		}
	}
}

func TestParse_shownAs(t *testing.T) {
	s := everyScope()
	for _, c := range []struct{ text, shown string }{
		{"√2x1x2", "√2·x₁·x₂"}, {"2x1**2", "2·x₁²"}, {"3(x1+1)", "3·(x₁ + 1)"}, {"−x1²", "−x₁²"},
		{"(−x1)²", "(−x₁)²"}, {"x1^-2", "x₁⁻²"}, {"2^x1^2", "2^(x₁²)"}, {"3![x2]", "3!·x₂"},
		{"x1^{2}[x2 + 1]", "x₁²·(x₂ + 1)"}, {"|x1|[x2]", "|x₁|·x₂"}, {"2e-3", "0.002"},
		{"-6.1160e-68", "−6.116e−68"}, {"12e300", "1.2e301"},
		{"123456789012345678901234567.5", "1.234567890123456789012345675e26"},
		{"e^(-x1)", "e^(−x₁)"}, {"binom(5,2)", "choose(5, 2)"}, {"1\n2", "[1, 2]"},
		{"[[1,2],[3,4]]", "[[1, 2], [3, 4]]"}, {"a_i + K_ij a_j", "aᵢ + Kᵢⱼ·aⱼ"}, {"K[i,j]", "Kᵢⱼ"},
		{"sum_j a_j y_j", "Σⱼ aⱼ·yⱼ"}, {"Σⱼ aⱼ + 1", "Σⱼ aⱼ + 1"}, {"y^T K y", "yᵀ·K·y"},
		{"<a,y>", "⟨a, y⟩"}, {"||a-y||^2", "‖a − y‖²"}, {"σ(−x1)", "s(−x₁)"}, {"𝑥₁", "x₁"},
	} {
		e, err := Parse(context.Background(), c.text, s)
		if err != nil {
			t.Errorf("Parse(%q): %v, want no error", c.text, err)
			continue
		}
		check.That(t, e.String() == c.shown, "%q is shown as %s, want %s", c.text, e, c.shown)
	}
}

// The student is asked about an ambiguous text if the answer matters, and the text of each meaning
// is unambiguous.
func TestParse_twoMeanings(t *testing.T) {
	s := Scope{Vars: []string{"x", "z", "c", "s", "sigma", "n", "a"}, Positive: []string{"c", "sigma", "n"},
		Logistic: true}
	for _, c := range []struct {
		want, text    string
		kind          string // "": not asked
		first, second string
	}{
		{"x/2", "1/2x", "quotient", "1/2·x", "1/(2·x)"},
		{"1/(2x)", "1/2x", "quotient", "1/2·x", "1/(2·x)"},
		{"1/(2 x z)", "1/2xz", "quotient", "1/2·x·z", "1/(2·x·z)"},
		{"x^2", "x2", "power", "x·2", "x²"},
		{"2x", "(x)2", "power", "x·2", "x²"},
		{"a s(x+1)", "as(x+1)", "call", "a·s·(x + 1)", "a·sigmoid(x + 1)"},
		{"1/(n(n+1))", "1/n(n+1)", "factor", "1/n·(n + 1)", "1/(n·(n + 1))"},
		{"(n+1)/n", "1/n(n+1)", "", "", ""},
		{"exp(-x^2/(2sigma^2))", "e^(-x²/2 σ²)", "factor", "e^(−x²/2·σ²)", "e^(−x²/(2·σ²))"},
		{"√(2c)", "√2c", "root", "√2·c", "√(2·c)"},
		{"√2 c", "√2c", "", "", ""},
		{"exp(-x/2)", "e^-x/2", "exponent", "e^(−x)/2", "e^(−x/2)"},
		{"exp(-x)/2", "e^-x/2", "", "", ""},
		{"c x (x+1)", "cx(x+1)", "", "", ""},
		{"3x", "1/2x", "", "", ""},
	} {
		task := ExprTask{Scope: s, Want: c.want}
		r := task.Judge(context.Background(), c.text)
		if asked := r.Verdict == exercises.Ambiguous; asked != (c.kind != "") {
			t.Errorf("%s for %s: %s", c.text, c.want, r.Verdict.Words())
			continue
		}
		if c.kind == "" {
			continue
		}
		if len(r.Readings) != 2 || r.Readings[0].Kind != c.kind ||
			r.Readings[0].Shown != c.first || r.Readings[1].Shown != c.second {
			t.Errorf("%s for %s: the readings are %+v", c.text, c.want, r.Readings)
			continue
		}
		one, two := task.Judge(context.Background(), r.Readings[0].Text),
			task.Judge(context.Background(), r.Readings[1].Text)
		check.That(t, one.Verdict.CountsAsAttempt() && two.Verdict.CountsAsAttempt() && one.Accepted != two.Accepted,
			"%s for %s: the chosen texts are %s and %s", c.text, c.want, one.Verdict.Words(), two.Verdict.Words())
	}
}

// The echo during typing shows the text as understood, or a problem with its place. It shows a
// second meaning as well if both are equally likely.
func TestEchoOf(t *testing.T) {
	s := Scope{Vars: []string{"x", "x1", "c"}, Positive: []string{"c"}}
	for text, want := range map[string]exercises.Echo{
		"[1, √2x1":  {At: 8, Problem: "after x1: expected an operator, a comma or ], but found the end", Fix: "[1, √2x1]"},
		"[1, √2x1]": {At: -1, Reading: "[1, √2·x₁]"},
		"1/2x": {At: -1, Reading: "1/2·x", Readings: []exercises.Reading{
			{Shown: "1/2·x", Text: "1/2·x", Kind: "quotient"}, {Shown: "1/(2·x)", Text: "1/(2·x)", Kind: "quotient"}}},
		"√2c":  {At: -1, Reading: "√2·c"},
		"ln x": {At: 3, Problem: "after ln: expected (, but found x", Fix: "ln(x)"},
	} {
		if got := EchoOf(t.Context(), text, s); !reflect.DeepEqual(got, want) {
			t.Errorf("EchoOf(%s) = %+v, want %+v", text, got, want)
		}
	}
}

// A label is the field's own name in any spelling, with the field's own relation.
// The text behind it keeps its position.
func TestWithoutLabel(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"η <", "η < 3/14", "3/14"}, {"η <", "eta<3/14", "3/14"}, {"η <", "\\eta < 3/14", "3/14"},
		{"η <", "0 < η < 3/14", "3/14"}, {"η <", "3/14", "3/14"},
		{"η <", "η < 0,5", "0,5"}, {"n ≤", "n <= 5", "5"},
		{"φ(x) =", "φ(x) = [x1]", "[x1]"}, {"φ(x) =", "phi = [x1]", "[x1]"}, {"φ(x) =", "φ(x₁, x₂) := [x1]", "[x1]"},
		{"φ(x) =", "\\phi(x)^T = [x1]", "[x1]"},
		{"aᵢ ←", "a_i = a_i + 1", "a_i + 1"}, {"aᵢ ←", "a_i^{(t+1)} <- a_i + 1", "a_i + 1"},
		{"aᵢ ←", "a_new[i] = a_i + 1", "a_i + 1"}, {"aᵢ ←", "a ← a + 1", "a + 1"},
		{"αℓ new =", "α_l = 0.3", "0.3"}, {"αℓ new =", "alpha_l^{new} = 0.3", "0.3"}, {"αℓ* =", "αℓ* = 0.3", "0.3"},
		{"P(+1 | x) =", "P(y=+1|x) = s(f)", "s(f)"}, {"k(x, z) =", "K(x_i, x_j) = x z", "x z"},
		{"s′ =", "s'(u) = s(1-s)", "s(1-s)"},
		{"dℓ/ds =", `\frac{\partial\ell}{\partial s} = y/s`, "y/s"}, {"∂f/∂w =", "df/dw = φ", "φ"},
		{"Σ αᵢtᵢ =", "sum = 1", "sum = 1"},
		{"f =", "= 8", "8"}, {"f =", "≈ 8", "8"}, {"times as long:", "times as long = 8", "8"},
		{"x₂²z₂²", "x2^2 z2^2 = 1", "1"},
		{"f =", "1 - s(f) = s(-f)", "1 - s(f) = s(-f)"}, {"f =", "<x, z>^2", "<x, z>^2"},
		{"η <", "|x|<x,z>", "|x|<x,z>"}, {"f =", "s(f<0)", "s(f<0)"},
	} {
		got, err := WithoutLabel(c.text, c.label)
		check.That(t, err == nil && strings.TrimSpace(got) == c.want && len([]rune(got)) == len([]rune(c.text)),
			"%q before %q: %q %v, want %q", c.label, c.text, got, err, c.want)
	}
	if got, err := WithoutLabel("f(x1) = x1^2", "x₂ =", "f(x₁)"); err != nil || strings.TrimSpace(got) != "x1^2" {
		t.Errorf("WithoutLabel with another name = %q, %v, want x1^2", got, err)
	}
}

// Any other statement is not a label. It is rejected at its position, or left for
// the judge, which does not read equations either.
func TestWithoutLabel_otherStatements(t *testing.T) {
	for _, c := range []struct {
		label, text string
		at          int
		fix         string
	}{
		{"η <", "η > 3/14", 2, ""}, {"η <", "η = 3/14", 2, ""}, {"η <", "η ≤ 3/14", 2, ""},
		{"η <", "banana < 3/14", 7, ""}, {"η <", "< 3/14", 0, ""}, {"η <", "η <", 3, ""},
		{"s =", "s > 3", 2, "3"}, {"f =", "1 < 2", 2, "2"},
	} {
		if got, err := WithoutLabel(c.text, c.label); err == nil || err.At != c.at || err.Fix != c.fix || got != c.text {
			t.Errorf("WithoutLabel(%q, %q) = %q, %+v, want an error at %d", c.text, c.label, got, err, c.at)
		}
	}
	for _, c := range []struct {
		label, text string
		at          int
		fix         string
	}{
		{"φ(x) =", "banana = 0", 7, "0"}, {"P(+1 | x) =", "P(−1 | x) = 0", 10, "0"}, {"a₁′", "a₁″ = 0", 4, "0"},
		{"Eₖ − Eℓ =", "E_k = 0", 4, "0"}, {"s =", "1/s if y=1", 8, "1"},
	} {
		text, err := WithoutLabel(c.text, c.label)
		if err != nil {
			t.Errorf("WithoutLabel(%q, %q): %v, want no error", c.text, c.label, err)
			continue
		}
		_, wrong := Parse(t.Context(), text, Scope{})
		if s, ok := wrong.(*SyntaxError); !ok || s.At != c.at || s.Fix != c.fix {
			t.Errorf("Parse(%q) after %q: %#v, want an error at %d", text, c.label, wrong, c.at)
		}
	}
}

// Readers of several things reject a text whose brackets do not match, or that has
// nothing between two separators. The fix that they offer can be read.
func TestJudges_bracketsMustMatch(t *testing.T) {
	lo, hi := Int(1), Int(3)
	vector := VectorTask{Want: []Expr{Int(1), Int(3)}}
	kernel := WitnessTask{KernelTask: KernelTask{X: []string{"x"}, Z: []string{"z"}}, Kernel: "x z - 1"}
	readers := map[string]func(text string) Result{
		"set": func(text string) Result {
			return SetTask{Want: []int{1, 3}, Max: 4}.Judge(context.Background(), text)
		},
		"vector":   func(text string) Result { return vector.Judge(t.Context(), text) },
		"interval": func(text string) Result { return IntervalTask{Lo: &lo, Hi: &hi}.Judge(t.Context(), text) },
		"matrix":   func(text string) Result { return MatrixTask{Want: "[[1, 3]]"}.Judge(t.Context(), text) },
		"points":   func(text string) Result { return kernel.Judge(t.Context(), text+" | 1, 1") },
		"weights":  func(text string) Result { return kernel.Judge(t.Context(), "1, 2 | "+text) },
	}
	for name, judge := range readers {
		for _, text := range []string{"[1, 3", "1, 3]", "[1, 3}", "{1, 3)", "[1, 3]]", "[[1, 3]", "[1,, 3]", "[, 1, 3]",
			"[1, 3,,]", "[1; , 3]", "1, (3", "[](1, 3)"} {
			r := judge(text)
			check.That(t, r.Verdict == exercises.Unreadable && len(r.Fact) != 0,
				"%s: %q is %s %v", name, text, r.Verdict.Words(), r.Fact)
			if r.Fix != "" && slices.Contains([]string{"points", "weights"}, name) && !strings.Contains(r.Fix, "|") {
				t.Errorf("%s: %q is mended to %q, which has no bar", name, text, r.Fix)
			}
		}
	}
	for _, name := range []string{"set", "vector", "points"} {
		if r := readers[name]("[1, 3]"); !r.Verdict.CountsAsAttempt() {
			t.Errorf("%s: [1, 3] is %s %v", name, r.Verdict.Words(), r.Fact)
		}
	}
}

func TestJudges_readLaTeX(t *testing.T) {
	lo, hi := Int(0), MustParse("1/2", Scope{})
	interval := func(hi *Expr, open bool) judge {
		return IntervalTask{Lo: &lo, Hi: hi, LoOpen: open}.Judge
	}
	set := SetTask{Want: []int{1, 3}, Max: 4}.Judge
	noPoint := SetTask{Max: 4}.Judge
	witness := WitnessTask{KernelTask: KernelTask{X: []string{"x"}, Z: []string{"z"}}, Kernel: "x z - 1"}.Judge
	dual := judgeExprOf(lsScope, "a_i + 2eta/n (t_i - sum(j, a_j K_ij))")
	for _, c := range []struct {
		name  string
		judge judge
		texts []string
	}{
		{"number", judgeNumberOf("√12", 0), []string{`\sqrt{12}`, `$2\sqrt{3}$`, `\sqrt[4]{144}`, `\frac{6}{\sqrt{3}}`,
			`{6 \over \sqrt{3}}`, `\left(12\right)^{\frac{1}{2}}`, `2\cdot\sqrt 3`, `\dfrac{6}{\sqrt3}`}},
		{"expression", dual, []string{`a_i + \frac{2\eta}{n}\left(t_i - \sum_{j=1}^{n} a_j K_{ij}\right)`,
			`$\mathbf{a}_i + 2\eta/n\,\bigl(t_i - \sum_j K_{ij}\mathbf{a}_j\bigr)$`}},
		{"inner product", judgeExprOf(vecScope, "x'z"), []string{`\mathbf{x}^\top\mathbf{z}`, `x^{\top} z`,
			`\langle x, z\rangle`, `x^{\mathrm{T}}z`, `\vec{x}\cdot\vec{z}`, `x^\intercal z`}},
		{"growth", judgeGrowthOf("n^2 d"), []string{`\mathcal{O}(n^2 d)`, `$O\left(n^{2}d\right)$`, `\Theta(n^2\,d)`,
			`\mathcal O(d\cdot n^2)`, `\operatorname{O}(n^2 d)`}},
		{"interval", interval(&hi, false), []string{`\left[0, \frac{1}{2}\right]`, `$[0, \tfrac{1}{2}]$`,
			`0 \le \alpha \leq \frac{1}{2}`, `\alpha \in [0, \frac{1}{2}]`, `a = [0, 1/2]`}},
		{"unbounded interval", interval(nil, true), []string{`(0, \infty)`, `\left(0, \infty\right)`, `\alpha \gt 0`}},
		{"set", set, []string{`\{1, 3\}`, `\left\{ 1,\; 3 \right\}`, `$\mathbf{x}_1, \mathbf{x}_3$`}},
		{"empty set", noPoint, []string{`\emptyset`, `$\varnothing$`, `\{\}`}},
		{"vector", VectorTask{Want: MustParseAll(Scope{}, "1", "1/2")}.Judge, []string{
			`\begin{pmatrix} 1 \\ \frac{1}{2} \end{pmatrix}`, `\left(1, \frac{1}{2}\right)^\top`,
			`[1, \tfrac{1}{2}]^{\top}`}},
		{"witness", witness, []string{`0 \mid 1`, `$0, 1/2 \vert 1, 0$`, `\frac{1}{2} | \sqrt{2}`}},
		{"kernel", judgeKernelOf(KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}),
			[]string{`\exp\left(-\frac{\lVert x - z\rVert^2}{2}\right)`, `\left(x^\top z + 1\right)^{3}`}},
	} {
		for _, text := range c.texts {
			if r := c.judge(t.Context(), text); !r.Accepted {
				t.Errorf("%s: %s got %s %v, read as %s, want it accepted", c.name, text, Verdict(r), r.Fact, r.Reading)
			}
		}
	}
}

// All usual letters are indices where they denote nothing else, and the message about
// another letter names them.
func TestParse_indexLetters(t *testing.T) {
	task := ExprTask{Scope: lsScope, Want: "a_i + 2eta/n (t_i - sum(j, a_j K_ij))"}
	for _, one := range IndexLetters() {
		for _, two := range IndexLetters() {
			text := strings.NewReplacer("i", one, "j", two).Replace("a_i + 2η/n (t_i - Σ_j a_j K_{ij})")
			if r := task.Judge(t.Context(), text); r.Accepted != (one != two) {
				t.Errorf("%s: got %s %v, want it accepted only if the letters differ", text, Verdict(r), r.Fact)
			}
		}
	}
	_, err := Parse(t.Context(), "a_u + 1", lsScope)
	check.That(t, err != nil && strings.Contains(err.Error(), "i, j, k, l, m, p, q, r and s are"),
		"Parse(a_u + 1) = %v, want an error that names the letters of an index", err)
}

func TestParse_noFixForADifference(t *testing.T) {
	var syntax *SyntaxError
	for _, text := range []string{"s - y_1", "s -y_1", "s-y_1"} {
		if _, err := Parse(t.Context(), text, signScope); !errors.As(err, &syntax) || syntax.Fix != "" {
			t.Errorf("Parse(%s) = %v, want an error without a fix", text, err)
		}
	}
}

func TestParse_refusesBackslash(t *testing.T) {
	for _, text := range []string{`2\3`, `2 \ 3`, `\2`, `2\`} {
		if e, err := Parse(t.Context(), text, Scope{}); err == nil {
			t.Errorf("Parse(%s) = %s, want an error", text, e)
		}
	}
}

// sumScope returns a scope with two vectors of any length d.
func sumScope() Scope {
	return Scope{
		Vars: []string{"c", "d"}, Positive: []string{"c"}, Indices: []string{"i", "j", "l"}, N: 3,
		Arrays: []Array{{Name: "x", Dims: []int{3}}, {Name: "z", Dims: []int{3}}},
	}.AnySize("d")
}

// A sum over two indices is a double sum, in every spelling. A sum over i < j has
// each pair once.
func TestParse_sumsOverTwoIndices(t *testing.T) {
	s := sumScope()
	for _, c := range []struct{ typed, same, shown string }{
		{"Σ_{i,j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_{i j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_ij x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σᵢⱼ xᵢzⱼ", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"ΣᵢΣⱼ xᵢzⱼ", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"sum_{i,j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"sum(i, j, x_i z_j)", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{`\sum_{i,j} x_i z_j`, "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_{i,j,l} x_i z_j x_l", "(Σ_i x_i)^2 Σ_j z_j", "Σᵢ Σⱼ Σₗ xᵢ·zⱼ·xₗ"},
		{"Σ_i x_i^2 + 2 Σ_{i<j} x_i x_j", "(Σ_i x_i)^2", "Σᵢ xᵢ² + 2·(Σ_{i<j} xᵢ·xⱼ)"},
		{"Σ_i x_i^2 + 2 sum(i < j, x_i x_j)", "(Σ_i x_i)^2", "Σᵢ xᵢ² + 2·(Σ_{i<j} xᵢ·xⱼ)"},
		{"Σ_{i<j} (x_i - x_j)^2", "d Σ_i x_i^2 - (Σ_i x_i)^2", "Σ_{i<j} (xᵢ − xⱼ)²"},
	} {
		e, err := Parse(t.Context(), c.typed, s)
		if err != nil {
			t.Errorf("%s: %v", c.typed, err)
			continue
		}
		check.Equal(t, e.String(), c.shown, "Parse(%s)", c.typed)
		check.That(t, provedEqual(e, MustParse(c.same, s)),
			"Parse(%s) differs from %s, want them equal", c.typed, c.same)
		again, err := Parse(t.Context(), e.String(), s)
		check.That(t, err == nil && again.String() == e.String(),
			"Parse(%s) = %s, %v, want the same expression", e, again, err)
	}
	for typed, says := range map[string]string{
		"Σ_{i,i} x_i": "twice", "Σ_{i<} x_i": "", "Σ_{i<j<l} x_i x_j x_l": "", "Σ_{} x_i": "",
	} {
		if e, err := Parse(t.Context(), typed, s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%s) = %v, %v, want an error with %q", typed, e, err, says)
		}
	}
}

func TestReadWitness(t *testing.T) {
	for text, want := range map[string][][]float64{
		"0, 1 | 1, -2": {{0, 1}, {1, -2}}, "(0, 1) | [1, -2]": {{0, 1}, {1, -2}},
		"1/2; 3 | 1, −1": {{0.5, 3}, {1, -1}}, "0, 1": nil,
		"": nil, "a, b | 1, 2": nil, "|": nil,
		"0, 1 | 1, -2 | 3, 4": nil,
	} {
		got, ok := ReadWitness(t.Context(), text)
		if ok != (want != nil) || ok && !reflect.DeepEqual(got, want) {
			t.Errorf("ReadWitness(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
}

func TestParseNumbers(t *testing.T) {
	got, problem := ParseNumbers(context.Background(), "(1/2, −√4, 2e-1)", 3)
	check.That(t, problem == nil && got[0] == 0.5 && got[1] == -2 && got[2] == 0.2,
		"ParseNumbers = %v, %v, want 0.5, -2, 0.2", got, problem)
	for _, text := range []string{"", "1, 2", "1, 2, x", "1, 2, 1/0"} {
		if got, problem := ParseNumbers(context.Background(), text, 3); problem == nil || problem.Verdict.CountsAsAttempt() {
			t.Errorf("ParseNumbers(%q, 3) = %v, %v, want a result that does not count", text, got, problem)
		}
	}
}

// A number with a leading 0 has no separators of thousands.
func TestNumberTask_leadingZero(t *testing.T) {
	for text, want := range map[string]exercises.Verdict{"-0,742": exercises.Equal, "-1,742": exercises.Ambiguous} {
		r := NumberTask{Want: MustParse(strings.Replace(text, ",", ".", 1), Scope{}), Digits: 3}.Judge(t.Context(), text)
		check.Equal(t, r.Verdict, want, "%q", text)
	}
}
