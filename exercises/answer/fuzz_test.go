package answer

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/testdata/support/bombs"
)

// everyScope allows most of what any task allows.
func everyScope() Scope {
	s := DualScope(DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta", "n", "c"}, Logistic: true})
	s.Vars = append(s.Vars, "x1", "x2", "z1", "z2")
	return s
}

// seeds are texts that a student may write, well and badly formed.
func seeds() []string {
	out := []string{
		"3*", "-(0a1)", "((((((", "9^9^9^9", "x1^1000000", "1000!", "1/2x1", "x1!!", "|x1|", "||x1|-1|", "||X1|-1|", "√√2", "2^-x1^2",
		"{1,3}", "[[1,2],[3,4]]", "Σ_j a_j K_ij", "sum(j, a_j k(x_j, x_i))", "(K a)_i", "(Ka)ᵢ", "aᵀK a", "<a, y>", "<K, y>", "7^7e77", "x1^1e300", "1e-330 x1", "<y, K>", "‖a − y‖²",
		"½x₁", "2e-3", ".5", "5.", "1e99", "\\sqrt{2}", "x_{1}^{2}", "e^(-x1)", "−x₁ × 3", "x1 = 3", "3 = x1", "a_9", "y_i²",
		"choose(5,2)", "C(5,2)", "min(x1,x2)", "|x1||x2|", "|(|x1|)|", "1 2", "x1 2", "x2x1", "ηy_i", "2η/nΣ_j a_j", "\x9b", "\u202e", "１＋２",
		"x1'x2", "a^T y", "x1^-1", "x1⁻¹", "x1²³", "-(-x1)", "--x1", "1-(2-3)", "1/(2/3)", "(x1^2)^3", "x1^2^3", "(√2)^2", "√2^2", "√(x1)^2",
	}
	out = append(out,
		"0,3; 0,5", "167,668,501", "1'000'000", "[1 0 2]", "-0,3 0,3", "50%", "~2.83", "η < 0,5", "0 < η < 1", "1003C3", "d+p choose p", "sqrt2 x1", "np.exp(x1)", "K[i][j]",
		"K[i,:] @ a", "a.dot(K_i)", "(K a)[i]", "Σ a_j K_ij", "Σ (a_j)²", "sum(j,1,n,a_j)", "sum(a_j for j in range(n))", "K(x_j, x_i)", "y∘(K a)", "y*a*s(-y*(K a))",
		"\\begin{bmatrix} 1 \\\\ x1 \\end{bmatrix}", "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", "\\begin{array}{cc} 1", "P(+1|x) = s(a_1)", "∂ℓ/∂s = x1", "a_i^{new} = a_i", "1 − s(x1) = s(−x1)",
		"np.sum(a*K_i)", "x(1)^2", "-0.3*[1,2]", "E", "2E1",
	)
	for _, b := range bombs.All() {
		if len(b.Text) <= 120 {
			out = append(out, b.Text)
		}
	}
	for _, c := range verdicts() {
		for _, texts := range c.given {
			out = append(out, texts...)
		}
	}
	return out
}

// FuzzParse: reading never panics, and what is printed is read back as the
// same expression.
func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := everyScope()
		e, err := Parse(context.Background(), text, s)
		if err != nil {
			syntax := err.(*SyntaxError)
			if syntax.At < 0 || syntax.At > len([]rune(text)) {
				t.Fatalf("%q: the error points at %d", text, syntax.At)
			}
			if syntax.Error() == "" {
				t.Fatalf("%q: an error without words", text)
			}
			return
		}
		printed := e.String()
		if len(printed) > budget.Answer().Bytes {
			return
		}
		again, perr := Parse(context.Background(), printed, s)
		if perr != nil {
			if perr.(*SyntaxError).isLimit() {
				return
			}
			t.Fatalf("%q is printed as %q, which is not read: %v", text, printed, perr)
		}
		if !sameNode(e.root, again.root) {
			t.Fatalf("%q is printed as %q, which is read as %q", text, printed, again.String())
		}
	})
}

// isLimit reports whether only a limit on length or depth stands in the way.
func (e *SyntaxError) isLimit() bool {
	return strings.Contains(e.Reason, "I read up to") || strings.Contains(e.Reason, "I stop")
}

// FuzzJudge: every text ends in a verdict, with words, within the budget.
func FuzzJudge(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		results := []Result{
			QuadraticFeatures().Judge(context.Background(), text),
			ExprTask{Scope: everyScope(), Want: "a_i + eta y_i s(-y_i sum(j, a_j K_ij))"}.Judge(context.Background(), text),
			NumberTask{Want: MustParse("2√2", Scope{}), Digits: 4}.Judge(context.Background(), text),
			SetTask{Want: []int{1, 3}, Max: 4}.Judge(context.Background(), text),
			GrowthTask{Vars: []string{"n", "d"}, Want: "n^2 d"}.Judge(context.Background(), text),
			MatrixTask{Want: "[[1, 2], [3, 4]]"}.Judge(context.Background(), text),
			IntervalTask{Hi: &Expr{root: intNode(1), scope: &Scope{}}}.Judge(context.Background(), text),
			DerivationTask{Scope: everyScope(), From: "x1 + x2"}.Judge(context.Background(), text),
			JudgeKernel(context.Background(), text, KernelTask{X: []string{"x"}, Z: []string{"z"}}),
			ExprTask{Scope: MachineScope(MachineNames{Weights: "a", Labels: "y", Scalars: []string{"b"}}), Want: "sum(i, a_i y_i k(x_i, x)) + b"}.Judge(context.Background(), text),
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%q took %v", text, d)
		}
		for _, r := range results {
			if r.Accepted != (r.Verdict == exercises.Equal) {
				t.Fatalf("%q: %v, accepted %v", text, r.Verdict.Words(), r.Accepted)
			}
			if r.Verdict == exercises.Ambiguous && len(r.Readings) != 2 {
				t.Fatalf("%q: two readings, and %d to choose from", text, len(r.Readings))
			}
			if r.At < -1 || r.At > len([]rune(text)) {
				t.Fatalf("%q: the error points at %d", text, r.At)
			}
			if r.Verdict != exercises.Empty && r.Verdict != exercises.Equal && len(r.Fact) == 0 {
				t.Fatalf("%q: a verdict without a fact", text)
			}
		}
	})
}

// vectors is the scope in which a*a is an inner product and a*a*a a vector
// again, so that each factor uses the one before three times.
func vectors() Scope {
	return DualScope(DualNames{Weights: "a", Targets: "y", Scalars: []string{"eta", "n"}, Logistic: true})
}

// vectorPower is a*a*…*a.
func vectorPower(n int) string { return strings.TrimSuffix(strings.Repeat("a*", n), "*") }

// TestSharedPartsAreComputedOnce: 40 factors took 3^20 operations and all the
// memory there was.
func TestSharedPartsAreComputedOnce(t *testing.T) {
	e, err := Parse(t.Context(), vectorPower(40), vectors())
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Compile("a1", "a2", "a3")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.code) > 40*8 {
		t.Errorf("%d operations for 40 factors", len(f.code))
	}
	if v := f.Value(1, 1, 1); v != math.Pow(3, 20) {
		t.Errorf("(a·a)^20 is %v", v)
	}
	nodes := 0
	f.root.walk(func(*node) { nodes++ })
	if nodes > 40*8 {
		t.Errorf("a walk meets %d nodes", nodes)
	}
	swapped := f.root.replaceName("a1", nameNode("b"))
	nodes = 0
	swapped.walk(func(*node) { nodes++ })
	if nodes > 40*8 {
		t.Errorf("a replacement makes %d nodes of them", nodes)
	}
	if s := printShort(f.root); len(s) > 4000 {
		t.Errorf("printed in %d bytes", len(s))
	}
}

// TestSharedPartsAreExpandedOnce: a product of vectors has a canonical form as
// long as that is short.
func TestSharedPartsAreExpandedOnce(t *testing.T) {
	r := ExprTask{Scope: vectors(), Want: "(a_1^2+a_2^2+a_3^2)^5"}.Judge(t.Context(), vectorPower(10))
	if !r.Accepted {
		t.Errorf("%s %v", r.Verdict.Words(), r.Fact)
	}
}

// TestWorkIsCounted holds the two texts of the report to counted work: what
// they spend is the same on every machine.
func TestWorkIsCounted(t *testing.T) {
	for _, text := range []string{vectorPower(40), "(y_1+y_2+y_3+a_1+a_2+a_3)^8"} {
		var spent [2]int64
		for i := range spent {
			ctx := budget.With(t.Context(), budget.Call())
			r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, text)
			if len(r.Fact) == 0 {
				t.Errorf("%s: no sentence", text)
			}
			spent[i] = budget.In(ctx).Spent()
		}
		if spent[0] != spent[1] || spent[0] > budget.Answer().Work+1 {
			t.Errorf("%s: spent %v", text, spent)
		}
	}
}

// TestCancelledContextStops: nobody waits for the verdict any more.
func TestCancelledContextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, b := range bombs.All() {
		bombs.Light(t, b.Name, func() {
			ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, b.Text)
			JudgeKernel(ctx, b.Text, KernelTask{X: []string{"x"}, Z: []string{"z"}})
		})
	}
	r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, "(a_1+a_2+a_3+y_1)^5")
	if r.Verdict != exercises.Undecided || !strings.Contains(r.Fact[0].String(), "stopped") {
		t.Errorf("%s %v", r.Verdict.Words(), r.Fact)
	}
}

// TestKernelsOfSharedParts: the closure rules, the points tried and the words go
// over shared parts too.
func TestKernelsOfSharedParts(t *testing.T) {
	task := KernelTask{X: []string{"x1", "x2", "x3"}, Z: []string{"z1", "z2", "z3"}}
	for _, text := range []string{
		strings.TrimSuffix(strings.Repeat("x*z*", 40), "*"), "<" + strings.Repeat("x*x*", 20) + "x,z>", strings.Repeat("exp(", 30) + "<x,z>" + strings.Repeat(")", 30),
		strings.TrimSuffix(strings.Repeat("x*", 30), "*") + "+" + strings.TrimSuffix(strings.Repeat("z*", 30), "*"),
	} {
		bombs.Light(t, text, func() {
			if r := JudgeKernel(t.Context(), text, task); len(r.Fact) == 0 {
				t.Errorf("%.40s: %s without a sentence", text, r.Verdict.Words())
			}
		})
	}
}

// TestSentencesQuoteLittle: a message repeats a few words of a long text.
func TestSentencesQuoteLittle(t *testing.T) {
	for _, b := range bombs.All() {
		r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(t.Context(), b.Text)
		for _, line := range r.Fact {
			if n := len([]rune(line.String())); n > maxSentence {
				t.Errorf("%s: a sentence of %d characters", b.Name, n)
			}
		}
	}
}

// TestPrintingGoesOverANodeOnce: the root under a power was printed twice, and so
// 2^20 times where they stand in one another.
func TestPrintingGoesOverANodeOnce(t *testing.T) {
	text := strings.Repeat("(√(", 20) + "x" + strings.Repeat("))³", 20)
	e, err := Parse(t.Context(), text, Scope{Vars: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	e.root.walk(func(*node) { nodes++ })
	p := &printer{left: wholePrint}
	p.node(e.root)
	if did := wholePrint - p.left; did > nodes+20 {
		t.Errorf("%d nodes printed of %d", did, nodes)
	}
	if got, err := Parse(t.Context(), e.String(), Scope{Vars: []string{"x"}}); err != nil || !sameNode(got.root, e.root) {
		t.Errorf("printed as %s: %v", e, err)
	}
}

// TestReadingIsPaid: what is read in many ways takes as much of the budget.
func TestReadingIsPaid(t *testing.T) {
	ctx := budget.With(t.Context(), budget.Answer())
	EchoOf(ctx, strings.Repeat("x1 ", 900)+"))", Scope{Vars: []string{"x1"}}) // is not written out
	if spent := budget.In(ctx).Spent(); spent < 900/tokensPerWork {
		t.Errorf("900 names were read for %d", spent)
	}
}

// BenchmarkVerdict judges the curriculum's answers: the goal is 5 ms.
func BenchmarkVerdict(b *testing.B) {
	b.Run("features", func(b *testing.B) {
		for b.Loop() {
			QuadraticFeatures().Judge(context.Background(), "[1, √2x1, √2x2, (x1²+x2²)/√2, (x1²-x2²)/√2, √2x1x2]")
		}
	})
	b.Run("logistic", func(b *testing.B) {
		for b.Loop() {
			ExprTask{Scope: signScope, Want: signWant}.Judge(context.Background(), "a_i + η ((y_i+1)/2 − s(Σ_j a_j K_ij))")
		}
	})
	b.Run("number", func(b *testing.B) {
		want := MustParse("2√2", Scope{})
		for b.Loop() {
			NumberTask{Want: want, Digits: 4}.Judge(context.Background(), "2.83")
		}
	})
}
