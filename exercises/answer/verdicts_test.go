package answer

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
)

// Scopes of the curriculum's tasks.
var (
	polyScope = Scope{Vars: []string{"x1", "x2", "c"}, Positive: []string{"c"}}
	oneScope  = Scope{Vars: []string{"x"}}
	rbfScope  = Scope{Vars: []string{"x", "z", "sigma", "g"}, Positive: []string{"sigma", "g"}}
	lsScope   = DualScope(DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}})
	signScope = DualScope(DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta"}, Logistic: true})
	vecScope  = Scope{Arrays: []Array{{Name: "x", Dims: []int{2}}, {Name: "z", Dims: []int{2}}},
		Vars: []string{"c", "sigma"}, Positive: []string{"c", "sigma"}}
	sOfU    = Scope{Vars: []string{"u", "v"}, Logistic: true}
	uvScope = Scope{Vars: []string{"u", "v"}}
	dpScope = Scope{Vars: []string{"d", "p"}, Positive: []string{"d", "p"}}
	series  = Scope{Vars: []string{"x", "z", "M"}, Positive: []string{"M"}}
	centres = Scope{Vars: []string{"h", "d"}, Positive: []string{"h", "d"}}
)

// PageScopes are the names that the expressions of cases.tsv allow, by the word before
// their colon.
var PageScopes = map[string]Scope{
	"polynomial": polyScope, "one variable": oneScope, "points": vecScope, "least squares": lsScope,
	"logistic":        DualScope(DualNames{Weights: "a", Targets: "y", Scalars: []string{"gamma"}, Logistic: true}),
	"signed logistic": signScope, "counting": dpScope, "short": uvScope,
	"machine": ExpansionScope(ExpansionNames{Weights: "alpha", Labels: "y", Scalars: []string{"b"}}),
}

const (
	lsWant   = "a_i + 2eta/n (t_i - sum(j, a_j K_ij))"
	signWant = "a_i + eta s(-y_i sum(j, a_j K_ij)) y_i"
	rbfWant  = "exp(-(x-z)^2/(2sigma^2))"
)

// QuadraticFeatures returns the task for (xᵀz + 1)² in two dimensions.
func QuadraticFeatures() FeatureTask {
	return FeatureTask{
		X: []string{"x1", "x2"}, Z: []string{"z1", "z2"},
		Kernel:    "(x1 z1 + x2 z2 + 1)^2",
		Canonical: []string{"1", "√2 x1", "√2 x2", "x1^2", "x2^2", "√2 x1 x2"},
	}
}

// Verdict returns the name of a verdict in cases.tsv, with the recognised mistake
// behind it.
func Verdict(r Result) string {
	name := map[exercises.Verdict]string{
		exercises.Empty: "empty", exercises.Unreadable: "invalid", exercises.Ambiguous: "ambiguous",
		exercises.Undecided: "undecided",
		exercises.Equal:     "equal", exercises.OtherForm: "equal-other-form", exercises.Close: "close",
		exercises.NotEqual: "not-equal",
	}[r.Verdict]
	return strings.TrimSuffix(name+" "+r.Misconception, " ")
}

type judge func(ctx context.Context, text string) Result

func judgeExprOf(s Scope, want string, form ...Form) judge {
	task := ExprTask{Scope: s, Want: want}
	if len(form) > 0 {
		task.Form = form[0]
	}
	return task.Judge
}

func judgeNumberOf(want string, digits int) judge {
	return NumberTask{Want: MustParse(want, Scope{}), Digits: digits}.Judge
}

func judgeGrowthOf(want string, order ...string) judge {
	task := GrowthTask{Vars: []string{"n", "d"}, Want: want}
	if len(order) > 0 {
		task.Vars, task.Order = order, order
	}
	return task.Judge
}

func judgeKernelOf(task KernelTask) judge {
	return func(ctx context.Context, text string) Result { return JudgeKernel(ctx, text, task) }
}

func judgeSetOf(size int, want ...int) judge {
	return SetTask{Want: want, Max: 4, Size: size}.Judge
}

// given maps each expected verdict to answers.
type given map[string][]string

// verdicts returns answers that the page in testdata/answers does not have: other
// tasks, and forms that students seldom write.
func verdicts() []struct {
	name  string
	judge judge
	given given
} {
	zero, six := Int(0), MustParse("0.6", Scope{})
	machine := ExprTask{
		Scope: ExpansionScope(ExpansionNames{Weights: "a", Labels: "y", Scalars: []string{"b"}}),
		Want:  "sum(i, a_i y_i k(x_i, x)) + b",
		Mistakes: []Mistake{
			{ID: "label-dropped", Answer: "sum(i, a_i k(x_i, x)) + b",
				Advice: "It looks as if the labels were left out."},
			{ID: "bias-dropped", Answer: "sum(i, a_i y_i k(x_i, x))", Advice: "It looks as if b was left out."},
		},
	}
	withC := QuadraticFeatures()
	withC.Params, withC.Kernel, withC.Canonical = []string{"c"}, "(x1 z1 + x2 z2 + c)^2",
		[]string{"c", "√(2c) x1", "√(2c) x2", "x1^2", "x2^2", "√2 x1 x2"}
	family := FamilyTask{Kernel: "(u + c)^2", Params: []string{"c"}, Families: []string{"c", "√(2c) x_i", "x_i x_j"}}
	line := KernelTask{X: []string{"x"}, Z: []string{"z"}}
	plane := KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}
	distance := WitnessTask{KernelTask: KernelTask{X: []string{"x"}, Z: []string{"z"}}, Kernel: "|x-z|"}
	machineForN := ExprTask{Scope: PageScopes["machine"], Want: "sum(i, alpha_i y_i k(x_i, x)) + b"}
	letters := Scope{Vars: []string{"y", "s", "v"}, Bits: []string{"y"}, InUnitInterval: []string{"s"}, Signs: []string{"v"}}
	bits := DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}, Logistic: true})
	span := SpanTask{Vectors: [][]Expr{vectorOf("[1, 0, 2]"), vectorOf("[0, 1, -3]")}}
	row, weights := MustParseAll(Scope{}, "2√2", "3√2", "1", "4", "9", "6√2"), MustParseAll(Scope{}, "1", "0", "0", "-1", "0", "-5")
	return []struct {
		name  string
		judge judge
		given given
	}{
		{"(x1+x2)²", judgeExprOf(polyScope, "(x1+x2)^2"), given{
			"equal":   {"x1² + x2² + 2·x₁·x₂", "x_1(x_1+2x_2)+x_2^2", "(x1+x2)^2.0", "(x1+x2)^2 + 0x1"},
			"invalid": {"(x1 + x2"},
		}},
		{"x1/2", judgeExprOf(polyScope, "x1/2"), given{"equal": {"5e-1·x₁"}}},
		{"√2 x1", judgeExprOf(polyScope, "√2 x1"), given{"equal": {"2^(1/2) x1"}}},
		{"√(2c) x1", judgeExprOf(polyScope, "√(2c) x1"),
			given{"equal": {"√2√c x1", "√(2c)x1", "2c x1/√(2c)"}, "ambiguous": {"√2c x1"}}},
		{"c above 0", judgeExprOf(polyScope, "c"), given{"equal": {"√(c²)", "√c²", "|c|"}}},
		{"|x-1|", judgeExprOf(oneScope, "|x-1|"), given{"equal": {"|1-x|"}}},
		{"min(x,1)", judgeExprOf(oneScope, "min(x,1)"), given{"equal": {"(x + 1 - |x-1|)/2"}}},
		{"ln(x)", judgeExprOf(oneScope, "ln(x)"), given{"equal": {"-ln(1/x)"}, "not-equal": {"ln(x²)/2"}}},
		{"3(x+1)", judgeExprOf(oneScope, "3(x+1)"),
			given{"equal": {"3,0x+3"}, "invalid": {"f(x) = 3[x+1]", "y := 3x+3"}}},
		{"x/3", judgeExprOf(oneScope, "x/3"), given{"close decimals": {"0.333333333333333x"}}},
		{"x", judgeExprOf(oneScope, "x"), given{"not-equal": {"x sign(x)"}, "not-equal wrong-power": {"x^1000000"}}},
		{"sin²+cos²", judgeExprOf(oneScope, "sin(x)^2+cos(x)^2"), given{"undecided": {"1"}}},
		{"sin(x)", judgeExprOf(oneScope, "sin(x)"), given{"not-equal": {"cos(x)"}}},
		{"2x", judgeExprOf(oneScope, "2x"),
			given{"equal": {"x·2", "x+x"}, "ambiguous": {"x2"}, "invalid": {"y", "2 x = ", "x = 2x"},
				"not-equal": {"{}"}}},
		{"1/x", judgeExprOf(oneScope, "1/x"), given{"equal": {"x^-1", "x⁻¹"}}},
		{"x^100", judgeExprOf(oneScope, "x^100"), given{"equal": {"x^99·x"}}},
		{"10x", judgeExprOf(oneScope, "10x"), given{"equal": {"choose(5,2) x"}}},
		{"a squared distance", judgeExprOf(vecScope, "||x-z||^2"), given{
			"equal": {"(x-z)^2", "|x-z|^2", "\\|x-z\\|^2", "sum(i, (x_i-z_i)^2)", "\\sum_{i=1}^n (x_i-z_i)^2",
				"x'x - 2x'z + z'z", "‖x−z‖²"},
			"not-equal": {"sum(x_i-z_i)^2", "x - z"},
		}},
		{"the quadratic kernel", judgeExprOf(vecScope, "(x1 z1 + x2 z2 + 1)^2"), given{
			"equal": {"(\\langle x, z\\rangle + 1)^2", "(x^{\\top}z + 1)^2.", "(x^T z + 1)²",
				"dot(x,z)^2 + 2dot(x,z) + 1"},
			"not-equal term-missing": {"(xᵀz)² + 1"},
		}},
		{"RBF of points", judgeExprOf(vecScope, "exp(-||x-z||^2/(2sigma^2))"),
			given{"equal": {"exp(-norm(x-z)^2/(2σ^2))"}, "not-equal": {"exp(-||x-z||/(2σ^2))"}}},
		{"RBF of numbers", judgeExprOf(rbfScope, rbfWant), given{
			"equal": {
				"e^(-(x-z)²/(2σ²))", "exp(−(z−x)²/(2 sigma²))", "exp(-x²/(2σ²)) exp(-z²/(2σ²)) exp(xz/σ²)",
				"exp(-|x-z|^2/(2σ²))", "1/exp((x-z)²/(2σ²))",
				"exp(-½((x-z)/σ)²)", "√exp(-((x-z)/σ)²)",
			},
			"not-equal": {"exp(-(x-z)²/σ²)", "exp(-|x-z|/(2σ²))", "exp((x-z)²/(2σ²))"},
			"ambiguous": {"exp(-(x-z)²/2σ²)"},
		}},
		{"RBF with g", judgeExprOf(rbfScope, "exp(-g(x-z)^2)"), given{"equal": {"e^(-g x²+2g x z-g z²)"}}},
		{"least squares", judgeExprOf(lsScope, lsWant), given{
			"equal": {"a_k + 2η/n (t_k − Σ_m a_m k(x_m, x_k))", "a_i + 2η/n (t_i − sum_k a_k K_ik)",
				"a_i + 2η/n (t_i − (K a)_i)", "a_i + 2η/n (t_i − (Ka)ᵢ)"},
			"not-equal term-missing": {"a_k + 2η/n (t_k − Σ_k a_k K_kk)"},
			"invalid":                {"a_i + 2η/n (t_i − Σ_j a_j K_jl)", "a_i += 2η/n (t_i − Σ_j a_j K_ij)"},
		}},
		{"one more for a point", judgeExprOf(lsScope, "a_i + 1"), given{
			"equal": {"1 + aᵢ"}, "not-equal other-index": {"a_j + 1", "1 + a_k"}, "not-equal term-doubled": {"a_j + 2"},
		}},
		{"two free indices", judgeExprOf(lsScope, "K_ij + 2a_i a_j"),
			given{"equal": {"2a_j a_i + K_ji"}, "not-equal term-extra": {"K_ij + 2a_i a_i", "K_ij + a_i a_j + a_j²"}}},
		{"a machine", machine.Judge, given{
			"equal":                   {"Σⱼ aⱼ yⱼ k(x, xⱼ) + b", "b + sum_j k(x_j,x) y_j a_j", "Σᵢ aᵢ yᵢ³ k(xᵢ,x) + b"},
			"not-equal label-dropped": {"Σᵢ aᵢ yᵢ² k(xᵢ,x) + b"},
			"not-equal bias-dropped":  {"Σᵢ aᵢ yᵢ k(xᵢ,x)"},
			"invalid":                 {"f(x) = sum(l, y_l a_l k(x_l, x)) + b"},
		}},
		// Powers with a variable in the exponent: products, quotients, and sums
		// whose exponents differ by a number.
		{"a series", judgeExprOf(series, "(1 - (x z)^M)/(1 - x z)"), given{
			"equal":     {"(1 - x^M z^M)/(1 - x z)", "((x z)^M - 1)/(x z - 1)", "(1 - z x (x z)^(M-1))/(1 - x z)"},
			"not-equal": {"(1 - x^M z^(M+1))/(1 - x z)", "(1 - (x z)^(M+1))/(1 - x z)"},
		}},
		{"cubes in a grid", judgeExprOf(centres, "(1/h + 1)^d"), given{
			"equal":     {"(1 + h)^d/h^d", "((h+1)/h)^d", "(1 + h)^d h^(-d)", "(1 + h)(1 + h)^(d-1)/h^d"},
			"not-equal": {"(1 + h)^d/h", "(1 + h^d)/h^d"},
		}},
		{"a power of a product", judgeExprOf(centres, "2^(d+1) h^d"), given{"equal": {"2 (2h)^d"}}},
		{"monomials", judgeExprOf(dpScope, "choose(d+p, p)"), given{
			"equal":     {"C(d+p, d)", "binom(p+d, p)", "choose(d+p-1, p) + choose(d+p-1, p-1)", "(d+p)!/d!/p!"},
			"not-equal": {"choose(d, p)", "choose(d+p, p) - 1", "choose(d+p-1, p)"},
		}},
		{"squares and pairs", judgeExprOf(dpScope, "d(d+3)/2"), given{"not-equal term-doubled": {"d^2"}}},
		{"expanded", judgeExprOf(uvScope, "(u+v)^2", CollectedForm), given{
			"equal": {"u²+2uv+v²"}, "equal-other-form form": {"u²+uv+uv+v²", "(u+v)²", "u(u+2v)+v²"},
			"not-equal term-missing": {"u²+v²"},
		}},

		// An answer is right if it equals the reference for labels, signs and
		// probabilities only.
		{"a label less a probability", judgeExprOf(letters, "y - s"),
			given{"equal": {"y^2 - s", "y^3 - s v^2", "|y| - |s|"}, "not-equal wrong-power": {"y^2 - s^2"},
				"not-equal term-extra": {"v - s"}}},
		{"a slope of s", judgeExprOf(letters, "s(1-s)"),
			given{"equal": {"s|1-s|", "s|s-1|"}, "not-equal": {"s|1/2-s|"}}},
		{"a label times a rest", judgeExprOf(letters, "y(1-s)"), given{"equal": {"y|y - s|"}}},
		{"what is not negative", judgeExprOf(letters, "1 - y s"), given{"equal": {"|1 - y s|"}}},
		{"a quotient of probabilities", judgeExprOf(letters, "y/s - (1-y)/(1-s)"),
			given{"equal": {"(y - s)/(s - s^2)"}}},
		{"a power with a label", judgeExprOf(letters, "exp(y s)"), given{"equal": {"1 + y (exp(s) - 1)"}}},
		{"logistic with bits", judgeExprOf(bits, "a_i + gamma (y_i - s(sum(j, a_j K_ij)))"), given{
			"equal": {
				"a_i + gamma (2y_i - 1) s(-(2y_i - 1) sum(j, a_j K_ij))", "a_i + gamma (y_i^2 - s(sum(j, a_j K_ij)))",
				"a_i + gamma y_i s(-sum(j, a_j K_ij)) - gamma (1 - y_i) s(sum(j, a_j K_ij))",
			},
			"not-equal": {"a_i + gamma (2y_i - 1) s((2y_i - 1) sum(j, a_j K_ij))"},
		}},
		// A sum over a summand that does not depend on its index counts the points,
		// and an answer that is right only for three points is wrong. TestFacts has
		// wrong answers.
		{"least squares for every n", judgeExprOf(lsScope, lsWant), given{"equal": {
			"a_i + 2eta/n sum(j, t_i/n - a_j K_ij)", "a_i + 2eta/sum(j, 1) (t_i - sum(j, a_j K_ij))",
			"a_i + 2eta/n (t_i sum(j, 1)/n - sum(j, a_j K_ij))",
			"a_i n/sum(l, 1) + 2eta/n (t_i - sum(j, a_j K_ij))", "sum(j, a_i/n + 2eta/n (t_i/n - a_j K_ij))",
			"a + 2eta/n (t - K a)",
			"a_i + 2eta/n (t_i - a_1 K_i1 - a_2 K_i2 - a_3 K_i3)", // three named points mean n = 3
		}}},
		{"a machine for every n", machineForN.Judge,
			given{
				"equal":     {"sum(i, alpha_i y_i k(x_i, x) + b/sum(l, 1))"},
				"not-equal": {"sum(i, alpha_i y_i k(x_i, x) + b/3)", "b + sum(i, sum(l, alpha_i y_i k(x_i, x)))/3"},
			}},
		// Neutral operations do not change a form, and an expression that only
		// looks like a form does not have it.
		{"opened", judgeExprOf(uvScope, "(u+v)^2", ExpandedForm), given{
			"equal": {"u^2 + (2u v) + v^2", "(u^2)/1 + 2(u)(v) + v*v", "1(u^2 + 2u v + v^2)",
				"(u^2 + u v) + (u v + v^2)", "((u^2 + 2u v + v^2))^1", "u^2 + 2u v + v^2 + 0"},
			"equal-other-form form": {"(u+v)^2", "(u+v)^2 + 0", "1*(u+v)^2", "-(-(u+v)^2)", "u(u+v) + v(u+v)",
				"(u+v)(u+v)", "2(u^2/2 + u v + v^2/2)"},
		}},
		{"short", judgeExprOf(uvScope, "u - v", CollectedForm), given{
			"equal": {"u - v", "1*(u - v)", "-(v - u)", "-v + u", "(u - v)/1", "u - v + 0", "u - 1v"},
			"equal-other-form form": {"u - u v - v + u v", "u + v - 2v", "2(u/2 - v/2)", "u(1 - v) - v(1 - u)",
				"(u^2 - v^2)/(u + v)", "3u - 2u - v"},
		}},
		{"one value of s", judgeExprOf(sOfU, "s(-u)", OneLogisticForm), given{
			"equal": {"s(-u)", "1 s(-u)", "s(0 - u)", "s(-(u))", "(s(-u))^1", "1/(1+e^u)"},
			"equal-other-form form": {"1 - s(u)", "1 - s(u + 0)", "1 - s(--u)", "1 - s(2u/2)", "e^(-u) s(u)",
				"-(s(u) - 1)", "(1 - s(u))/1", "s(u) + s(-u) - s(u)"},
		}},
		{"in values of s", judgeExprOf(sOfU, "s(u)(1-s(u))", OnlyLogisticForm), given{
			"equal":                 {"s(u)(1-s(u))", "s(u) - s(u)^2", "s(u+0)(1 - s(1u))"},
			"equal-other-form form": {"s(u)^2 e^(-u)", "e^(-u)/(1+e^(-u))^2", "s(u) s(-u)", "s(u)(1-s(u)) + u - u"},
		}},
		{"a single product", judgeExprOf(uvScope, "u v", OneTermForm), given{
			"equal":                 {"u v", "(u v)/1", "u v + 0", "-(-u v)"},
			"equal-other-form form": {"u v + v - v", "-(v - v - u v)", "(u v - v)/1 + v"},
		}},

		{"2√2", judgeNumberOf("2√2", 4), given{
			"equal": {"2,8284"}, "not-equal factor-half": {"√2"}, "not-equal reciprocal": {"1/(2√2)"},
			"not-equal factor-root-2": {"4"}, "invalid": {"x"}, "empty": {""},
		}},
		// A number that floating point gets wrong is judged by its exact digits.
		{"2√2 to 3 digits", judgeNumberOf("2√2", 3), given{
			"equal": {"1e17 (sin(1)^2 + cos(1)^2 - 1) + 2.83", "exp(800)/exp(800) + 1.83",
				"ln(exp(1000))/1000 + 1.83"},
			"not-equal": {"1e20 (sin(2) - 2sin(1)cos(1)) + 2.84"},
		}},
		{"1/3", judgeNumberOf("1/3", 3),
			given{"equal": {"0.333"}, "not-equal reciprocal": {"3"}, "not-equal factor-10": {"0.0333"}}},
		{"16", judgeNumberOf("16", 0), given{"not-equal sign": {"−16"}}},
		{"0", judgeNumberOf("0", 3), given{"equal": {"0", "2−2", "0.0001"}, "not-equal": {"0.1"}}},
		{"e", judgeNumberOf("exp(1)", 4), given{"equal": {"2.718"}}},
		{"-0.87", judgeNumberOf("-0.87", 2), given{"equal": {"-.87"}, "close rounded-early": {"-0.9"}}},
		{"16.3", judgeNumberOf("16.3", 3), given{"close rounded-early": {"16"}}},
		{"6", judgeNumberOf("6", 0), given{"equal": {"3!"}}},
		{"308504", judgeNumberOf("308504", 0), given{"equal": {"784*787/2"}}},
		// A quotient of factorials that are too large to expand is a number, within
		// limits.
		{"167668501", judgeNumberOf("167668501", 0), given{
			"equal":     {"1003!/(1000!*3!)", "1003!/1000!/3!", "1003!/3!/(1003-3)!", "1/(1000!*3!/1003!)"},
			"not-equal": {"1002!/(999!*3!)", "1000!/1003!", "1003!/3!"},
			"undecided": {"2000!/171!", "2001!/2000!", "2000!*2000!*2000!/(1800!1800!1800!)"},
		}},
		{"no bound", NumberTask{Want: Int(2), Infinite: true}.Judge, given{
			"equal": {"∞", " +inf", "no bound"}, "not-equal finite": {"10"}, "empty": {""}, "invalid": {"3*"},
		}},
		{"a bound", judgeNumberOf("2", 0), given{"not-equal infinite": {"∞"}}},

		{"n² + d", judgeGrowthOf("n^2 + d"), given{"equal": {"O(n^2) + O(d)"}}},
		{"n²d", judgeGrowthOf("n^2 d"), given{"equal": {"n·O(n)·d"}}},
		{"n^(d-1)", judgeGrowthOf("n^(d-1)"), given{"equal": {"O(n^d/n)"}, "undecided": {"O(n^d)"}}},
		{"n^d", judgeGrowthOf("n^d"), given{"undecided": {"O(2n^d + n)"}}},
		{"n", judgeGrowthOf("n"), given{"not-equal letters": {"O(d2)"}, "not-equal exponential": {"O(exp(n))"}}},
		{"d", judgeGrowthOf("d"), given{"ambiguous": {"O(d2)"}, "equal": {"O(2d)"}}},
		{"d²", judgeGrowthOf("d^2"), given{"ambiguous": {"O(d2)"}, "equal": {"O(d^2)"},
			"not-equal power-small": {"O(2d)"}}},
		// With d ≤ n ≤ m, a term counts if it is the largest for some such sizes.
		{"m³ in order", judgeGrowthOf("m^3", "d", "n", "m"),
			given{"equal": {"O(n m^2 + m^3)", "O(m^3)"}, "not-equal letter-extra": {"O(n m^2)"}}},
		{"n³ in order", judgeGrowthOf("n^3", "d", "n", "m"),
			given{"equal": {"O(n^2 d + n^3)"}, "not-equal power-small": {"O(n^2 m)"}}},
		{"nd in order", judgeGrowthOf("n d", "d", "n", "m"),
			given{"equal": {"O(n d + d^2)"}, "not-equal letter-missing": {"O(n^2)", "O(m)"}}},
		{"m in order", judgeGrowthOf("m", "d", "n", "m"), given{"equal": {"O(m + n)"},
			"not-equal logarithm": {"O(m log(m))"}}},

		{"φ", QuadraticFeatures().Judge, given{
			"equal": {
				"1, sqrt(2)*x_1, √2 x₂, x1**2, x2^2, √(2)·x1·x2", "(√2x1x2, x2², x1², √2x2, √2x1, 1)",
				"[-1, -√2x1, √2x2, -x1², x2², √2x1x2]",
				"[1, x1+x2, x1-x2, x1², x2², 2x1x2/√2]", "1\n√2x1\n√2x2\nx1²\nx2²\n√2x1x2\n",
			},
			"close decimals": {"[1, √2x1, √2x2, x1², x2², 1.4142x1x2]"},
		}},
		{"φ with c", withC.Judge, given{
			"equal":     {"[c, √2√c x1, √c√2x2, x1², x2², x1x2, x2x1]", "[c, √c x1, √c x1, √(2c)x2, x1², x2², √2x1x2]"},
			"ambiguous": {"[c, √2c x1, √(2c)x2, x1², x2², √2x1x2]"},
			"not-equal": {"[√c, √(2c)x1, √(2c)x2, x1², x2², √2x1x2]"},
		}},
		{"φ in families", family.Judge, given{
			"equal": {"[c, √(2c) x_i, x_i x_j]", "x_j x_i, -c, √(2c)·x_j", "[c, √2√c x_l, x_l x_i]",
				"[c, √c x_i, √c x_i, x_i x_j]", "[c, x_i √(2c), 3/5 x_i x_j, 4/5 x_i x_j]"},
			"not-equal": {
				"[c, √(2c) x_i, √2 x_i x_j]", "[c, √(2c) x_i, x_i^2, x_i x_j]", "[1, √2 x_i, x_i x_j]",
				"[√c, √(2c) x_i, x_i x_j]", "[c, 2c x_i, x_i x_j]",
				"[c, √(2c) x1, √(2c) x2, x1^2, x2^2, √2 x1 x2]",
			},
			"not-equal cross-missing":  {"[c, √(2c) x_i, x_i^2]"},
			"not-equal linear-missing": {"[c, √(2c) x1, √(2c) x2, x_i x_j]"},
			"not-equal sum":            {"c + √(2c) x_i + x_i x_j"},
			"invalid":                  {"(u + c)^2", "[c, √(2c) x_i, x_i x_j"}, "empty": {""},
			"undecided": {"[x_i^60^60]"},
		}},

		{"a kernel on the line", judgeKernelOf(line), given{
			"equal": {
				"3 x z + 2", "x^2 z^2 + x z", "(x+1)(z+1)", "exp(-3(x-z)^2)", "x z exp(-(x-z)^2/2)", "cos(x)cos(z)",
				"(x z + 1)^2 - x z", "exp(-|x-z|)", "cos(x-z)",
			},
			"not-equal": {
				"x^2 z^2 - x z", "-x z", "-(x-z)^2", "exp((x-z)^2)", "x + z", "x - z", "x", "(x z - 1)^2",
				"exp(-(x-z)^2) - exp(-2(x-z)^2)", "exp(|x-z|)", "exp(-|x-2z|)", "cos(x+z)",
			},
			"undecided": {"exp(-|x-z|^(3/2))"}, "invalid": {"y", "dist"},
		}},
		{"a kernel in the plane", judgeKernelOf(plane), given{
			"equal": {
				"exp(-||x-z||/3)", "x'z exp(-||x-z||^2)", "exp(-dist^2/(2*3^2))", "(1 + dot)^3", "(1 + dot)exp(-dist2)",
				"dot(x, z) + exp(-dist(z, x))", "dot(x, x)dot(z, z)",
			},
			"not-equal": {"-||x-z||^2", "x1 z2", "x1 z2 + x2 z1", "dist", "-dist", "cos(dist)", "exp(-dist^3)",
				"tanh(dot + 1)"},
			"undecided": {"1/(1 + dist^2)"},
		}},
		{"a kernel of lengths", judgeKernelOf(KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}), given{
			"equal": {"min(x,z)", "2min(x,z) + x z"}, "not-equal": {"max(x,z)"},
		}},
		{"a witness against |x-z|", distance.Judge,
			given{
				"equal": {"0, 1|(1, -1)", "0\n2|1, -1"}, "not-equal": {"0, 1|(1, 1)", "0, 1|(0, 0)"},
				"invalid": {"0, 1, 2|(1, -1)", "0 | 1, -2, 7", "0, 1 | 1"}, "empty": {"|(1, -1)"},
			}},
		{"a letter or its given value", func(ctx context.Context, text string) Result {
			s := Scope{Vars: []string{"C", "a", "m"}, Values: map[string]string{"C": "6"}}
			return ExprTask{Scope: s, Want: "C - a - m"}.Judge(ctx, text)
		}, given{
			"equal":     {"C - a - m", "6 - a - m", "-a + 12/2 - m"},
			"not-equal": {"36/C - a - m"}, "not-equal term-extra": {"5 - a - m", "6 - a", "6 - C - a - m",
				"C - 6 - a - m"},
		}},
		{"a witness with many points", WitnessTask{KernelTask: distance.KernelTask, Kernel: "(x z - 1)^2"}.Judge, given{
			"equal":     {manyPoints(40, func(i int) (x, v int) { return i % 2, 1 - 3*(i%2) })},
			"not-equal": {manyPoints(64, inOrder), "√2, 1/√2 | 0, 1"},
			"undecided": {"√2, √3 | √6-√2*√3, 0"},
			"invalid":   {manyPoints(65, inOrder), manyPoints(600, inOrder)},
		}},

		// A witness counts by the sign of its sum, however small the sum is.
		{"a tiny witness", WitnessTask{KernelTask: distance.KernelTask, Kernel: "1e-20 (x z - 1)"}.Judge,
			given{"equal": {"0 | 1"}, "not-equal": {"1 | 1"}}},

		{"outside a span", span.Judge, given{
			"equal": {"[1, 1, 0]", "[0, 0, 1e-9]"}, "not-equal inside": {"[1, 1, -1]", "[√2, 0, 2√2]"},
			"not-equal zero":   {"[0, 0, 0]"},
			"not-equal length": {"[1, 1]"}, "empty": {""}, "invalid": {"[1, 1"},
		}},
		{"a vector", VectorTask{Want: row}.Judge, given{
			"equal": {"[2√2, √18, 1, 4, 9, 6√2]"}, "close decimals": {"[2.83, 4.24, 1, 4, 9, 8.49]"},
			"not-equal sign": {"[2√2, 3√2, 1, 4, 9, -6√2]"}, "invalid": {"[2√2, 3√2, 1, 4, 9, ]]"},
		}},
		{"a direction", ProportionalTask{Want: weights}.Judge, given{
			"equal": {"1, 0, 0, -1, 0, -5", "2, 0, 0, -2, 0, -10", "√2, 0, 0, -√2, 0, -5√2",
				"0.2, 0, 0, -1/5, 0, -1"},
			"not-equal sign":   {"-1, 0, 0, 1, 0, 5"},
			"not-equal":        {"1, 0, 0, -1, 0, 5", "1, 0, 0, -1, 1, -5", "0, 1, 0, 0, 0, 0"},
			"not-equal zero":   {"0, 0, 0, 0, 0, 0"},
			"not-equal length": {"1, 0, 0, -1, 0"}, "undecided": {"1, 0, 0, -1, 0, sin(1)"},
		}},
		{"a line's normal", ProportionalTask{Want: weights, EitherSign: true}.Judge,
			given{"equal": {"-1, 0, 0, 1, 0, 5"}}},
		{"a set", judgeSetOf(0, 1, 3), given{"equal": {"1 + 3"}, "invalid": {"x1, x3 +"}, "empty": {" "}}},
		{"two of a set", judgeSetOf(2, 1, 3), given{"equal": {"α₁, α₃", "(1; 3; 1)"}, "invalid": {"{1}"}}},
		// The number of a point is a name: another number is another point, however
		// near.
		{"one of a set", judgeSetOf(1, 3), given{
			"equal": {"3", "x3", "point 3", " {3} ", "#3"}, "not-equal": {"2", "4", "1"},
			"invalid": {"2.99", "9", "1 3", "none"}, "empty": {""},
		}},
		{"a matrix", MatrixTask{Want: "[[1, 2], [√2, 4], [5, 1/3]]"}.Judge, given{
			"equal":   {"1, 2\n2/√2, 4\n5, 2/6", "((1,2),(√2,4),(5,1/3))"},
			"invalid": {"K = [[1,2],[√2,4],[5,1/3]]"}}},
		{"a square matrix", MatrixTask{Scope: Scope{Vars: []string{"a", "b"}}, Want: "[[a, b], [0, a]]"}.Judge,
			given{"not-equal transposed": {"[[a, 0], [b, a]]"}}},
		{"a half-open interval", IntervalTask{Lo: &zero, Hi: &six, LoOpen: true}.Judge,
			given{"equal": {"(0, 0.6]", "]0, 0.6]"}}},
		{"not positive semidefinite", PSDTask{Size: 3, NeedsNegative: true}.Judge, given{
			"equal": {"[[2, -1, 0], [-1, 2, -1], [0, -1, 2]]", "1 -1 0; -1 1 0; 0 0 0",
				"[[1, -1/2, -1/2], [-1/2, 1, -1/2], [-1/2, -1/2, 1]]"},
			"not-equal":             {"[[1, -0.5000001, -1/2], [-0.5000001, 1, -1/2], [-1/2, -1/2, 1]]"},
			"not-equal nonnegative": {"[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"},
			"not-equal entries":     {"[[1, 2, 0], [2, 1, 0], [0, 0, 1]]"},
			"not-equal determinant": {"[[-1, 0, 0], [0, -1, 0], [0, 0, 1]]"},
			"not-equal asymmetric":  {"[[1, -1, 0], [1, 1, 0], [0, 0, 1]]"}, "not-equal shape": {"[[1, -1], [-1, 1]]"},
			"undecided": {"[[√2, -1, 0], [-1, 2, -1], [0, -1, 2]]"}, "empty": {""}, "invalid": {"[[1, -1,"},
		}},
	}
}

// manyPoints returns a witness with n points and weights.
func manyPoints(n int, at func(i int) (x, v int)) string {
	var points, weights []string
	for i := range n {
		x, v := at(i)
		points, weights = append(points, strconv.Itoa(x)), append(weights, strconv.Itoa(v))
	}
	return strings.Join(points, ", ") + " | " + strings.Join(weights, ", ")
}

func inOrder(i int) (x, v int) { return i, 1 }

func TestVerdicts(t *testing.T) {
	for _, c := range verdicts() {
		t.Run(c.name, func(t *testing.T) {
			for want, texts := range c.given {
				for _, text := range texts {
					r := c.judge(t.Context(), text)
					if got := Verdict(r); got != want {
						t.Errorf("%q is %s, want %s: %v, read as %s", text, got, want, r.Fact, r.Reading)
					}
				}
			}
		})
	}
}

func TestFacts(t *testing.T) {
	plane, forN := judgeKernelOf(KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}),
		judgeExprOf(lsScope, lsWant)
	sign := judgeExprOf(Scope{Vars: []string{"u", "v", "t"}, Signs: []string{"t"}}, "t (u - v)")
	monomial := judgeExprOf(Scope{Vars: []string{"x1", "x2", "x3"}}, "x1^2 x2 x3")
	for _, c := range []struct {
		judge      judge
		text, want string
	}{
		{forN, "a_i + 2eta/n (sum(j, t_i)/3 - sum(j, a_j K_ij))",
			"For n = 2, i = 1, the coefficient of η·t₁ is wrong."},
		{forN, "a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + a_i (sum(j, 1) - 3)",
			"For n = 2, i = 1, the term a₁ is missing."},
		{forN, "a_i + 2eta/3 (t_i - sum(j, a_j K_ij))", "For n = 2, i = 1, the coefficient of η·t₁ is wrong."},
		{forN, "a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + (n-2)(n-3)", "For n = 4, i = 1"},
		{forN, "a_i + 2eta/n sum(j, t_i - a_j K_ij)", "For n = 3, i = 1, the coefficient of η·t₁ is wrong."},
		{forN, "a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + (sum(j, 1) - 3)(n-2) t_i", "For n = 4, i = 1"},
		{forN, "a_i + eta (t_i - sum(j, a_j K_ij))", "For i = 1, in the term η·t₁, n is missing."},
		// A missing label does not mean that the rest of the term is wrong.
		{monomial, "x1 x2^2 x3", "The power of x₁ is wrong."},
		{monomial, "x1^2 x2", "x₃ is missing."},
		{monomial, "x1^2 x2 x3 + 1", "The constant term should not be there."},
		{sign, "u - v", "yours is"},
		{sign, "t (u + v)", "The coefficient of t·v has the wrong sign"},
		{sign, "t u - v", "yours is"},
		{plane, "(1 + dot)exp(-dist)", "1 + xᵀz is a kernel"},
		{plane, "(1 + dot)exp(-dist)", "exp(−‖x − z‖) is a kernel"},
		{judgeSetOf(1, 3), "2", "It is a different point."},
		{judgeSetOf(1, 3), "2.99", "write the number of one point, such as 3"},
		{judgeSetOf(1, 3), "9", "there is no point 9; they run from 1 to 4"},
		{judgeSetOf(1, 3), "1 3", "this names 2 points; one is asked for"},
		{QuadraticFeatures().Judge, "[√2x1, 1, √2x2, x1², x2², √2x1x2]", "One right φ is [1, √2·x₁, "},
	} {
		r := c.judge(t.Context(), c.text)
		if got := fmt.Sprint(r.Fact, r.Advice); !strings.Contains(got, c.want) {
			t.Errorf("of %q is said %q, want %q in it", c.text, got, c.want)
		}
	}
}
