package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// scopes of the expression cases.
var (
	polyScope = Scope{Vars: []string{"x1", "x2", "c"}, Positive: []string{"c"}}
	oneScope  = Scope{Vars: []string{"x"}}
	rbfScope  = Scope{Vars: []string{"x", "z", "sigma", "g"}, Positive: []string{"sigma", "g"}}
	lsScope   = DualScope(DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}})
	logScope  = DualScope(DualNames{Weights: "a", Targets: "y", Scalars: []string{"gamma"}, Logistic: true})
	signScope = DualScope(DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta"}, Logistic: true})
	vecScope  = Scope{Arrays: []Array{{Name: "x", Dims: []int{2}}, {Name: "z", Dims: []int{2}}}, Vars: []string{"c", "sigma"}, Positive: []string{"c", "sigma"}}
)

const (
	lsWant   = "a_i + 2eta/n (t_i - sum(j, a_j K_ij))"
	logWant  = "a_i + gamma (y_i - s(sum(j, a_j K_ij)))"
	signWant = "a_i + eta s(-y_i sum(j, a_j K_ij)) y_i"
	rbfWant  = "exp(-(x-z)^2/(2sigma^2))"
)

// exprCases are expressions with their verdict.
var exprCases = []struct {
	scope   Scope
	want    string
	text    string
	verdict exercises.Verdict
}{
	{polyScope, "(x1+x2)^2", "x1^2 + 2x1x2 + x2^2", exercises.Equal},
	{polyScope, "(x1+x2)^2", "x1² + x2² + 2·x₁·x₂", exercises.Equal},
	{polyScope, "(x1+x2)^2", "(x2+x1)**2", exercises.Equal},
	{polyScope, "(x1+x2)^2", "x_1(x_1+2x_2)+x_2^2", exercises.Equal},
	{polyScope, "(x1+x2)^2", "x1^2+x2^2", exercises.NotEqual},
	{polyScope, "(x1+x2)^2", "(x1+x2)2", exercises.Ambiguous},
	{polyScope, "(x1+x2)^2", "(x1 + x2", exercises.Unreadable},
	{polyScope, "(x1+x2)^2", "(x1+x2)^2.0", exercises.Equal},
	{polyScope, "(x1+x2)^2", "|x1+x2|^2", exercises.Equal},
	{polyScope, "(x1+x2)^2", "−(x1+x2)²", exercises.NotEqual},
	{polyScope, "(x1+x2)^2", "(x1+x2)^2 + 0x1", exercises.Equal},
	{polyScope, "(x1+x2)^2", "(x1+x2)^3/(x1+x2)", exercises.Equal},
	{polyScope, "x1/2", "1/2x1", exercises.Ambiguous},
	{polyScope, "x1/2", "½x1", exercises.Equal},
	{polyScope, "x1/2", "0.5x1", exercises.Equal},
	{polyScope, "x1/2", ".5 x1", exercises.Equal},
	{polyScope, "x1/2", "x1/2", exercises.Equal},
	{polyScope, "x1/2", "5e-1·x₁", exercises.Equal},
	{polyScope, "x1/2", "1/(2x1)", exercises.NotEqual},
	{polyScope, "x1/2", "2x1", exercises.NotEqual},
	{polyScope, "x1/3", "0.333x1", exercises.Close},
	{polyScope, "√2 x1", "1.414x1", exercises.Close},
	{polyScope, "√2 x1", "√(2)·x1", exercises.Equal},
	{polyScope, "√2 x1", "sqrt(2)x1", exercises.Equal},
	{polyScope, "√2 x1", "\\sqrt{2}x_{1}", exercises.Equal},
	{polyScope, "√2 x1", "2x1/√2", exercises.Equal},
	{polyScope, "√2 x1", "2^(1/2) x1", exercises.Equal},
	{polyScope, "√2 x1", "√2x1", exercises.Equal},
	{polyScope, "√2 x1", "√(2x1)", exercises.NotEqual},
	{polyScope, "√2 x1", "√3x1", exercises.NotEqual},
	{polyScope, "√(2c) x1", "√2√c x1", exercises.Equal},
	{polyScope, "√(2c) x1", "√(2c)x1", exercises.Equal},
	{polyScope, "√(2c) x1", "√2c x1", exercises.Ambiguous},
	{polyScope, "√(2c) x1", "2c x1/√(2c)", exercises.Equal},
	{polyScope, "c", "√(c²)", exercises.Equal},
	{polyScope, "c", "√c²", exercises.Equal},
	{polyScope, "c", "|c|", exercises.Equal},
	{oneScope, "x", "sqrt(x^2)", exercises.NotEqual},
	{oneScope, "x", "|x|", exercises.NotEqual},
	{oneScope, "x", "√x√x", exercises.NotEqual},
	{oneScope, "|x|", "√(x²)", exercises.Equal},
	{oneScope, "|x|", "|-x|", exercises.Equal},
	{oneScope, "|x-1|", "|1-x|", exercises.Equal},
	{oneScope, "x", "ln(exp(x))", exercises.Equal},
	{oneScope, "|x|", "max(x,-x)", exercises.Equal},
	{oneScope, "min(x,1)", "(x + 1 - |x-1|)/2", exercises.Equal},
	{oneScope, "ln(x)", "-ln(1/x)", exercises.Equal},
	{oneScope, "ln(x)", "ln(x²)/2", exercises.NotEqual},
	{oneScope, "ln(6)", "ln(2)+ln(3)", exercises.Equal},
	{oneScope, "ln(6)", "ln(5)", exercises.NotEqual},
	{oneScope, "3(x+1)", "f(x) = 3[x+1]", exercises.Unreadable},
	{oneScope, "3(x+1)", "y := 3x+3", exercises.Unreadable},
	{oneScope, "3(x+1)", "3,0x+3", exercises.Equal},
	{oneScope, "x/3", "0.333333333333333x", exercises.Close},
	{oneScope, "x", "x sign(x)", exercises.NotEqual},
	{vecScope, "||x-z||^2", "(x-z)^2", exercises.Equal},
	{vecScope, "||x-z||^2", "|x-z|^2", exercises.Equal},
	{vecScope, "||x-z||^2", "\\|x-z\\|^2", exercises.Equal},
	{vecScope, "||x-z||^2", "sum(i, (x_i-z_i)^2)", exercises.Equal},
	{vecScope, "||x-z||^2", "\\sum_{i=1}^n (x_i-z_i)^2", exercises.Equal},
	{vecScope, "||x-z||^2", "sum(x_i-z_i)^2", exercises.NotEqual},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(x.T @ z + 1)**2", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(\\langle x, z\\rangle + 1)^2", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(x^{\\top}z + 1)^2.", exercises.Equal},
	{oneScope, "sin(x)^2+cos(x)^2", "1", exercises.Undecided},
	{oneScope, "sin(x)", "cos(x)", exercises.NotEqual},
	{oneScope, "2x", "x2", exercises.Ambiguous},
	{oneScope, "2x", "x·2", exercises.Equal},
	{oneScope, "2x", "x+x", exercises.Equal},
	{oneScope, "2x", "y", exercises.Unreadable},
	{oneScope, "2x", "2 x = ", exercises.Unreadable},
	{oneScope, "2x", "x = 2x", exercises.Unreadable},
	{oneScope, "1/x", "x^-1", exercises.Equal},
	{oneScope, "1/x", "x⁻¹", exercises.Equal},
	{oneScope, "1/x + 1/(x+1)", "(2x+1)/(x(x+1))", exercises.Equal},
	{oneScope, "1/x + 1/(x+1)", "2/(2x+1)", exercises.NotEqual},
	{oneScope, "x^100", "x^99·x", exercises.Equal},
	{oneScope, "x", "x^1000000", exercises.NotEqual},
	{oneScope, "x", "9^9^9^9", exercises.Undecided},
	{oneScope, "x", "1000!", exercises.Undecided},
	{oneScope, "x", "((((((((", exercises.Unreadable},
	{oneScope, "2x", "{}", exercises.NotEqual},
	{oneScope, "10x", "choose(5,2) x", exercises.Equal},
	{oneScope, "10x", "C(5,3)x", exercises.Equal},
	{oneScope, "10x", "5!/(2!3!) x", exercises.Equal},
	{rbfScope, rbfWant, "e^(-(x-z)²/(2σ²))", exercises.Equal},
	{rbfScope, rbfWant, "exp(−(z−x)²/(2 sigma²))", exercises.Equal},
	{rbfScope, rbfWant, "exp(-x²/(2σ²)) exp(-z²/(2σ²)) exp(xz/σ²)", exercises.Equal},
	{rbfScope, rbfWant, "exp(-|x-z|^2/(2σ²))", exercises.Equal},
	{rbfScope, rbfWant, "1/exp((x-z)²/(2σ²))", exercises.Equal},
	{rbfScope, rbfWant, "exp(-½((x-z)/σ)²)", exercises.Equal},
	{rbfScope, rbfWant, "√exp(-((x-z)/σ)²)", exercises.Equal},
	{rbfScope, rbfWant, "exp(-(x-z)²/σ²)", exercises.NotEqual},
	{rbfScope, rbfWant, "exp(-|x-z|/(2σ²))", exercises.NotEqual},
	{rbfScope, rbfWant, "exp(-(x-z)²/2σ²)", exercises.Ambiguous},
	{rbfScope, rbfWant, "exp((x-z)²/(2σ²))", exercises.NotEqual},
	{rbfScope, "exp(-g(x-z)^2)", "e^(-g x²+2g x z-g z²)", exercises.Equal},
	{lsScope, lsWant, "a_i + 2η/n (t_i − Σ_j a_j K_ij)", exercises.Equal},
	{lsScope, lsWant, "aᵢ + 2η/n·(tᵢ − Σⱼ Kᵢⱼ aⱼ)", exercises.Equal},
	{lsScope, lsWant, "a_i + (2 eta / n)(t_i - sum(j, a_j k(x_j, x_i)))", exercises.Equal},
	{lsScope, lsWant, "a_i + 2η/n (t_i − Σ_l a_l K_li)", exercises.Equal},
	{lsScope, lsWant, "a + 2η/n (t − K a)", exercises.Equal},
	{lsScope, lsWant, "a_k + 2η/n (t_k − Σ_m a_m k(x_m, x_k))", exercises.Equal},
	{lsScope, lsWant, "a_i + 2η/n (t_i − sum_k a_k K_ik)", exercises.Equal},
	{lsScope, lsWant, "a_k + 2η/n (t_k − Σ_k a_k K_kk)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + 2η/n (t_i − Σ_j a_j K_jl)", exercises.Unreadable},
	{lsScope, lsWant, "a_j + 2η/n (t_i − Σ_j a_j K_ij)", exercises.Unreadable},
	{lsScope, "K_ij + 2a_i a_j", "2a_j a_i + K_ji", exercises.Equal},
	{lsScope, "K_ij + 2a_i a_j", "K_ij + 2a_i a_i", exercises.NotEqual},
	{lsScope, "K_ij + 2a_i a_j", "K_ij + a_i a_j + a_j²", exercises.NotEqual},
	{lsScope, lsWant, "a_i += 2η/n (t_i − Σ_j a_j K_ij)", exercises.Unreadable},
	{lsScope, lsWant, "a_i + 2η/n (t_i − (K a)_i)", exercises.Equal},
	{lsScope, lsWant, "a_i + 2η/n (t_i − (Ka)ᵢ)", exercises.Equal},
	{lsScope, lsWant, "a_i − 2η/n (Σ_j a_j K_ij − t_i)", exercises.Equal},
	{lsScope, lsWant, "a_i − 2η/n (t_i − Σ_j a_j K_ij)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + η/n (t_i − Σ_j a_j K_ij)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + 2η (t_i − Σ_j a_j K_ij)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + 2η/n (t_i − a_i K_ii)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + 2η/n t_i − Σ_j a_j K_ij", exercises.NotEqual},
	{lsScope, lsWant, "2η/n (t_i − Σ_j a_j K_ij)", exercises.NotEqual},
	{lsScope, lsWant, "a_i + 2η/n (t_i − Σ_j a_j K_jm)", exercises.Unreadable},
	{lsScope, lsWant, "a_i + 2η/n (t_i − K)", exercises.Unreadable},
	{logScope, logWant, "a_i + γ(y_i − s(Σ_j a_j K_ij))", exercises.Equal},
	{logScope, logWant, "a_i + γ(y_i − σ((K a)_i))", exercises.Equal},
	{logScope, logWant, "a + γ(y − s(K a))", exercises.Equal},
	{logScope, logWant, "a_i + γ(y_i − 1/(1+e^(−Σ_j a_j K_ij)))", exercises.Equal},
	{logScope, logWant, "a_i + γ(y_i − 1 + s(−Σ_j a_j K_ij))", exercises.Equal},
	{logScope, logWant, "a_i − γ(y_i − s(Σ_j a_j K_ij))", exercises.NotEqual},
	{logScope, logWant, "a_i + γ(y_i − Σ_j a_j K_ij)", exercises.NotEqual},
	{logScope, logWant, "a_i + γ(y_i − s(Σ_j a_j))", exercises.NotEqual},
	{signScope, signWant, "a_i + η y_i σ(−y_i Σ_j a_j k(x_j, x_i))", exercises.Equal},
	{signScope, signWant, "a_i + η y_i/(1+exp(y_i Σ_j a_j K_ij))", exercises.Equal},
	{signScope, signWant, "a_i + η y_i (1 − s(y_i Σ_j a_j K_ij))", exercises.Equal},
	{signScope, signWant, "a_i + η ((y_i+1)/2 − s(Σ_j a_j K_ij))", exercises.Equal},
	{signScope, signWant, "a_i + η σ(y_i Σ_j a_j K_ij) y_i", exercises.NotEqual},
	{signScope, signWant, "a_i + η σ(−y_i Σ_j a_j K_ij)", exercises.NotEqual},
	{signScope, signWant, "a_i + η σ(−y_i Σ_j a_j K_ij)/y_i", exercises.Equal},
	{signScope, signWant, "a_i + η σ(−Σ_j a_j y_j K_ij) y_i", exercises.NotEqual},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(x'z+1)^2", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(x^T z + 1)²", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(<x,z>+1)^2", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(x·z+1)^2", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "dot(x,z)^2 + 2dot(x,z) + 1", exercises.Equal},
	{vecScope, "(x1 z1 + x2 z2 + 1)^2", "(xᵀz)² + 1", exercises.NotEqual},
	{vecScope, "||x-z||^2", "x'x - 2x'z + z'z", exercises.Equal},
	{vecScope, "||x-z||^2", "‖x−z‖²", exercises.Equal},
	{vecScope, "||x-z||^2", "||x-z||", exercises.NotEqual},
	{vecScope, "||x-z||^2", "x - z", exercises.NotEqual},
	{vecScope, "exp(-||x-z||^2/(2sigma^2))", "exp(-norm(x-z)^2/(2σ^2))", exercises.Equal},
	{vecScope, "exp(-||x-z||^2/(2sigma^2))", "exp(-||x-z||/(2σ^2))", exercises.NotEqual},
}

func TestExpressions(t *testing.T) {
	for _, c := range exprCases {
		r := JudgeExpr(context.Background(), c.text, ExprTask{Scope: c.scope, Want: c.want})
		if r.Verdict != c.verdict {
			t.Errorf("%s for %s: %s %v, want %s; read as %s", c.text, c.want, r.Verdict.Words(), r.Fact, c.verdict.Words(), r.Reading)
		}
	}
}

// numberCases are answers for 2√2 and other numbers.
var numberCases = []struct {
	want    string
	digits  int
	text    string
	verdict exercises.Verdict
	mistake string
}{
	{"2√2", 0, "2√2", exercises.Equal, ""},
	{"2√2", 0, "2*sqrt(2)", exercises.Equal, ""},
	{"2√2", 0, "√8", exercises.Equal, ""},
	{"2√2", 0, "4/√2", exercises.Equal, ""},
	{"2√2", 0, "2^1.5", exercises.Equal, ""},
	{"2√2", 0, "2.828", exercises.Close, "decimals"},
	{"2√2", 4, "2.828", exercises.Equal, ""},
	{"2√2", 4, "2.8284271", exercises.Equal, ""},
	{"2√2", 4, "2,828", exercises.Ambiguous, ""},
	{"2√2", 4, "2,8284", exercises.Equal, ""},
	{"2√2", 4, "2.83", exercises.Close, "rounded-early"},
	{"2√2", 4, "2.8", exercises.Close, "rounded-early"},
	{"2√2", 4, "-2.828", exercises.NotEqual, "sign"},
	{"2√2", 4, "√2", exercises.NotEqual, "factor-half"},
	{"2√2", 4, "1.414", exercises.NotEqual, "factor-half"},
	{"2√2", 4, "8", exercises.NotEqual, "squared"},
	{"2√2", 4, "1/(2√2)", exercises.NotEqual, "reciprocal"},
	{"2√2", 4, "4", exercises.NotEqual, "factor-root-2"},
	{"2√2", 4, "3.1", exercises.NotEqual, ""},
	{"2√2", 4, "x", exercises.Unreadable, ""},
	{"2√2", 4, "", exercises.Empty, ""},
	{"1/3", 0, "1/3", exercises.Equal, ""},
	{"1/3", 0, "2/6", exercises.Equal, ""},
	{"1/3", 0, "⅓", exercises.Equal, ""},
	{"1/3", 0, "0.333", exercises.Close, "decimals"},
	{"1/3", 3, "0.333", exercises.Equal, ""},
	{"1/3", 3, "3", exercises.NotEqual, "reciprocal"},
	{"1/3", 3, "0.0333", exercises.NotEqual, "factor-10"},
	{"16", 0, "16", exercises.Equal, ""},
	{"16", 0, "(2*0+3*1+1)^2", exercises.Equal, ""},
	{"16", 0, "16.0", exercises.Equal, ""},
	{"16", 0, "４²", exercises.Equal, ""},
	{"16", 0, "4", exercises.NotEqual, "root"},
	{"16", 0, "15", exercises.NotEqual, ""},
	{"16", 0, "−16", exercises.NotEqual, "sign"},
	{"0", 0, "0", exercises.Equal, ""},
	{"0", 0, "2−2", exercises.Equal, ""},
	{"0", 3, "0.0001", exercises.Equal, ""},
	{"0", 3, "0.1", exercises.NotEqual, ""},
	{"exp(1)", 0, "e", exercises.Equal, ""},
	{"exp(1)", 4, "2.718", exercises.Equal, ""},
	{"-0.87", 2, "-.87", exercises.Equal, ""},
	{"-0.87", 2, "-0.9", exercises.Close, "rounded-early"},
	{"16.3", 3, "16", exercises.Close, "rounded-early"},
	{"0.31", 2, "0.3", exercises.Close, "rounded-early"},
	{"0.31", 2, "0.62", exercises.NotEqual, "factor-2"},
	{"6", 0, "3!", exercises.Equal, ""},
	{"308504", 0, "784*787/2", exercises.Equal, ""},
	{"167668501", 0, "choose(1003,3)", exercises.Equal, ""},
}

func TestNumbers(t *testing.T) {
	for _, c := range numberCases {
		r := JudgeNumber(context.Background(), c.text, NumberTask{Want: MustParse(c.want, Scope{}), Digits: c.digits})
		if r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%s for %s (%d digits): %s %q %v, want %s %q", c.text, c.want, c.digits, r.Verdict.Words(), r.Misconception, r.Fact, c.verdict.Words(), c.mistake)
		}
	}
}

func TestGrowthRates(t *testing.T) {
	for _, c := range []struct {
		want, text string
		verdict    exercises.Verdict
	}{
		{"n^2 d", "O(n^2 d)", exercises.Equal},
		{"n^2 d", "O(dn²)", exercises.Equal},
		{"n^2 d", "n²·d", exercises.Equal},
		{"n^2 d", "O(2n²d + n + 5)", exercises.Equal},
		{"n^2 d", "O(n²(d+1))", exercises.Equal},
		{"n^2 d", "O(nd)", exercises.NotEqual},
		{"n^2 d", "O(n²d log n)", exercises.NotEqual},
		{"n^2 d", "O(n³)", exercises.NotEqual},
		{"n^2 d", "O(n²d", exercises.Unreadable},
		{"n^2 d", "", exercises.Empty},
		{"d", "O(d+1)", exercises.Equal},
		{"d", "O(2d)", exercises.Equal},
		{"d", "O(d^2)", exercises.NotEqual},
		{"n log(n)", "O(n log n)", exercises.Equal},
		{"n^2 + d", "O(n^2) + O(d)", exercises.Equal},
		{"n^2 d", "n·O(n)·d", exercises.Equal},
		{"n^(d-1)", "O(n^d/n)", exercises.Equal},
		{"n^(d-1)", "O(n^d)", exercises.Undecided},
		{"n^d", "O(2n^d + n)", exercises.Undecided},
		{"n", "O(exp(n))", exercises.Undecided},
		{"n log(n)", "O(n log(n²))", exercises.Equal},
		{"n log(n)", "O(n)", exercises.NotEqual},
	} {
		r := JudgeGrowth(context.Background(), c.text, GrowthTask{Vars: []string{"n", "d"}, Want: c.want})
		if r.Verdict != c.verdict {
			t.Errorf("%s for %s: %s %v, want %s", c.text, c.want, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
}

func TestInfinity(t *testing.T) {
	for _, c := range []struct {
		infinite bool
		text     string
		verdict  exercises.Verdict
	}{
		{true, "∞", exercises.Equal},
		{true, " +inf", exercises.Equal},
		{true, "no bound", exercises.Equal},
		{true, "10", exercises.NotEqual},
		{true, "", exercises.Empty},
		{true, "3*", exercises.Unreadable},
		{false, "∞", exercises.NotEqual},
	} {
		r := JudgeNumber(context.Background(), c.text, NumberTask{Want: Int(2), Infinite: c.infinite})
		if r.Verdict != c.verdict {
			t.Errorf("%q, infinite %v: %s", c.text, c.infinite, r.Verdict.Words())
		}
	}
}
