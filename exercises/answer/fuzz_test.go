package answer

import (
	"context"
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
	for _, c := range phiCases {
		out = append(out, c.text)
	}
	for _, c := range exprCases {
		out = append(out, c.text)
	}
	for _, c := range numberCases {
		out = append(out, c.text)
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
			JudgeFeatures(context.Background(), text, QuadraticFeatures()),
			JudgeExpr(context.Background(), text, ExprTask{Scope: everyScope(), Want: "a_i + eta y_i s(-y_i sum(j, a_j K_ij))"}),
			JudgeNumber(context.Background(), text, NumberTask{Want: MustParse("2√2", Scope{}), Digits: 4}),
			JudgeSet(text, SetTask{Want: []int{1, 3}, Max: 4}),
			JudgeGrowth(context.Background(), text, GrowthTask{Vars: []string{"n", "d"}, Want: "n^2 d"}),
			JudgeMatrix(context.Background(), text, MatrixTask{Want: "[[1, 2], [3, 4]]"}),
			JudgeInterval(context.Background(), text, IntervalTask{Hi: &Expr{root: intNode(1), scope: &Scope{}}}),
			JudgeDerivation(context.Background(), text, DerivationTask{Scope: everyScope(), From: "x1 + x2"}),
			JudgeKernel(context.Background(), text, KernelTask{X: []string{"x"}, Z: []string{"z"}}),
			JudgeExpr(context.Background(), text, ExprTask{Scope: MachineScope(MachineNames{Weights: "a", Labels: "y", Scalars: []string{"b"}}), Want: "sum(i, a_i y_i k(x_i, x)) + b", Rules: []string{"label-dropped"}}),
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
