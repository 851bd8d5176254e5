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
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// everyScope returns a scope that allows most of what any task allows.
func everyScope() Scope {
	s := DualScope(DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta", "n", "c"},
		Logistic: true})
	s.Vars = append(s.Vars, "x1", "x2", "z1", "z2")
	return s
}

// seeds returns texts that a student may write, both well and badly formed.
func seeds() []string {
	out := []string{
		"3*", "-(0a1)", "((((((", "9^9^9^9", "x1^1000000", "1000!", "1/2x1", "x1!!", "|x1|", "||x1|-1|", "||X1|-1|",
		"√√2", "2^-x1^2",
		"{1,3}", "[[1,2],[3,4]]", "Σ_j a_j K_ij", "sum(j, a_j k(x_j, x_i))", "(K a)_i", "(Ka)ᵢ", "aᵀK a", "<a, y>",
		"<K, y>", "7^7e77", "x1^1e300", "1e-330 x1", "<y, K>", "‖a − y‖²",
		"½x₁", "2e-3", ".5", "5.", "1e99", "\\sqrt{2}", "x_{1}^{2}", "e^(-x1)", "−x₁ × 3", "x1 = 3", "3 = x1", "a_9",
		"y_i²",
		"choose(5,2)", "C(5,2)", "min(x1,x2)", "|x1||x2|", "|(|x1|)|", "1 2", "x1 2", "x2x1", "ηy_i", "2η/nΣ_j a_j",
		"\x9b", "\u202e", "１＋２",
		"x1'x2", "a^T y", "x1^-1", "x1⁻¹", "x1²³", "-(-x1)", "--x1", "1-(2-3)", "1/(2/3)", "(x1^2)^3", "x1^2^3",
		"(√2)^2", "√2^2", "√(x1)^2",
	}
	out = append(out,
		"0,3; 0,5", "167,668,501", "1'000'000", "[1 0 2]", "-0,3 0,3", "50%", "~2.83", "η < 0,5", "0 < η < 1", "1003C3",
		"d+p choose p", "sqrt2 x1", "np.exp(x1)", "K[i][j]",
		"K[i,:] @ a", "a.dot(K_i)", "(K a)[i]", "Σ a_j K_ij", "Σ (a_j)²", "sum(j,1,n,a_j)",
		"sum(a_j for j in range(n))", "K(x_j, x_i)", "y∘(K a)", "y*a*s(-y*(K a))",
		"\\begin{bmatrix} 1 \\\\ x1 \\end{bmatrix}", "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
		"\\begin{array}{cc} 1", "P(+1|x) = s(a_1)", "∂ℓ/∂s = x1", "a_i^{new} = a_i", "1 − s(x1) = s(−x1)",
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

// Parse never panics, and parses the text of an expression as the same expression.
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
			check.Must(t, syntax.Error() != "", "Parse(%q) has an empty error, want a message", text)
			return
		}
		printed := e.String()
		if len(printed) > budget.AnswerLimits().Bytes {
			return
		}
		again, perr := Parse(context.Background(), printed, s)
		if perr != nil {
			if perr.(*SyntaxError).isLimit() {
				return
			}
			t.Fatalf("%q is printed as %q, which is not read: %v", text, printed, perr)
		}
		check.Must(t, sameNode(e.root, again.root),
			"Parse(%q) prints %q, which parses as %q, want the same", text, printed, again.String())
	})
}

// isLimit reports whether the error is only about a limit on length or depth.
func (e *SyntaxError) isLimit() bool {
	return strings.Contains(e.Reason, "I read up to") || strings.Contains(e.Reason, "I stop")
}

// Every text leads to a verdict, with a message, within the budget.
func FuzzJudge(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		results := []Result{
			QuadraticFeatures().Judge(context.Background(), text),
			ExprTask{Scope: everyScope(), Want: "a_i + eta y_i s(-y_i sum(j, a_j K_ij))"}.Judge(context.Background(),
				text),
			NumberTask{Want: MustParse("2√2", Scope{}), Digits: 4}.Judge(context.Background(), text),
			SetTask{Want: []int{1, 3}, Max: 4}.Judge(context.Background(), text),
			GrowthTask{Vars: []string{"n", "d"}, Want: "n^2 d"}.Judge(context.Background(), text),
			MatrixTask{Want: "[[1, 2], [3, 4]]"}.Judge(context.Background(), text),
			IntervalTask{Hi: &Expr{root: intNode(1), scope: &Scope{}}}.Judge(context.Background(), text),
			DerivationTask{Scope: everyScope(), From: "x1 + x2"}.Judge(context.Background(), text),
			JudgeKernel(context.Background(), text, KernelTask{X: []string{"x"}, Z: []string{"z"}}),
			ExprTask{Scope: ExpansionScope(ExpansionNames{Weights: "a", Labels: "y", Scalars: []string{"b"}}),
				Want: "sum(i, a_i y_i k(x_i, x)) + b"}.Judge(context.Background(), text),
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%q took %v", text, d)
		}
		for _, r := range results {
			check.Must(t, r.Accepted == (r.Verdict == exercises.Equal),
				"%q: %v, accepted %v", text, r.Verdict.Words(), r.Accepted)
			if r.Verdict == exercises.Ambiguous && len(r.Readings) != 2 {
				t.Fatalf("%q: two meanings, and %d to choose from", text, len(r.Readings))
			}
			if r.At < -1 || r.At > len([]rune(text)) {
				t.Fatalf("%q: the error points at %d", text, r.At)
			}
			if r.Verdict != exercises.Empty && r.Verdict != exercises.Equal && len(r.Fact) == 0 {
				t.Fatalf("Judge(%q) has no fact, want one", text)
			}
		}
	})
}

// vectors returns the scope in which a*a is an inner product and a*a*a a vector
// again, so that each factor uses the previous product three times.
func vectors() Scope {
	return DualScope(DualNames{Weights: "a", Targets: "y", Scalars: []string{"eta", "n"}, Logistic: true})
}

// vectorPower returns a*a*…*a with n factors.
func vectorPower(n int) string { return strings.TrimSuffix(strings.Repeat("a*", n), "*") }

// Without sharing, 40 factors would take 3^20 operations and exhaust the memory.
func TestCompile_sharedPartsOnce(t *testing.T) {
	e := must.Value(Parse(t.Context(), vectorPower(40), vectors()))
	f := must.Value(e.Compile("a1", "a2", "a3"))
	check.That(t, len(f.code) <= 40*8,
		"Compile made %d operations for 40 factors, want a few for each", len(f.code))
	if v := f.Value(1, 1, 1); v != math.Pow(3, 20) {
		t.Errorf("(a·a)^20 is %v", v)
	}
	nodes := 0
	f.root.walk(func(*node) { nodes++ })
	if nodes > 40*8 {
		t.Errorf("walk visits %d nodes, want each shared one once", nodes)
	}
	swapped := f.root.replaceName("a1", nameNode("b"))
	nodes = 0
	swapped.walk(func(*node) { nodes++ })
	if nodes > 40*8 {
		t.Errorf("replace makes %d nodes, want shared ones to stay shared", nodes)
	}
	if s := printShort(f.root); len(s) > 4000 {
		t.Errorf("String has %d bytes, want a short text", len(s))
	}
}

// A product of vectors has a canonical form if that form is short.
func TestExprTask_sharedPartsOnce(t *testing.T) {
	r := ExprTask{Scope: vectors(), Want: "(a_1^2+a_2^2+a_3^2)^5"}.Judge(t.Context(), vectorPower(10))
	check.That(t, r.Accepted, "%s %v", r.Verdict.Words(), r.Fact)
}

// The work that two known hard texts cost is counted and is the same on every
// machine.
func TestExprTask_workIsCounted(t *testing.T) {
	for _, text := range []string{vectorPower(40), "(y_1+y_2+y_3+a_1+a_2+a_3)^8"} {
		var spent [2]int64
		for i := range spent {
			ctx := budget.StartCall(t.Context(), budget.CallLimits())
			r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, text)
			check.That(t, len(r.Fact) != 0, "Judge(%s) has no fact, want a sentence", text)
			spent[i] = budget.OfCall(ctx).Spent()
		}
		if spent[0] != spent[1] || spent[0] > budget.AnswerLimits().Work+1 {
			t.Errorf("%s: spent %v", text, spent)
		}
	}
}

func TestExprTask_cancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, b := range bombs.All() {
		bombs.CheckLimits(t, b.Name, func() {
			ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, b.Text)
			JudgeKernel(ctx, b.Text, KernelTask{X: []string{"x"}, Z: []string{"z"}})
		})
	}
	r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(ctx, "(a_1+a_2+a_3+y_1)^5")
	check.That(t, r.Verdict == exercises.Undecided && strings.Contains(r.Fact[0].String(), "stopped"),
		"%s %v", r.Verdict.Words(), r.Fact)
}

func TestExprTask_quotesLittle(t *testing.T) {
	for _, b := range bombs.All() {
		r := ExprTask{Scope: vectors(), Want: "a_i"}.Judge(t.Context(), b.Text)
		for _, line := range r.Fact {
			if n := len([]rune(line.String())); n > maxSentence {
				t.Errorf("%s: a sentence has %d characters, want fewer", b.Name, n)
			}
		}
	}
}

func TestEchoOf_spendsBudget(t *testing.T) {
	ctx := budget.StartCall(t.Context(), budget.AnswerLimits())
	EchoOf(ctx, strings.Repeat("x1 ", 900)+"))", Scope{Vars: []string{"x1"}}) // is not expanded
	if spent := budget.OfCall(ctx).Spent(); spent < 900/tokensPerWork {
		t.Errorf("EchoOf spent %d on 900 names, want at least %d", spent, 900/tokensPerWork)
	}
}
