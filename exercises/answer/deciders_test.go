package answer

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestMachine: f(x) = Σ aᵢyᵢk(xᵢ, x) + b, written out for three points.
func TestMachine(t *testing.T) {
	task := ExprTask{
		Scope: MachineScope(MachineNames{Weights: "a", Labels: "y", Scalars: []string{"b"}}),
		Want:  "sum(i, a_i y_i k(x_i, x)) + b",
		Mistakes: []Mistake{
			{ID: "label-dropped", Form: "sum(i, a_i k(x_i, x)) + b", Says: "It looks as if the labels were left out."},
			{ID: "bias-dropped", Form: "sum(i, a_i y_i k(x_i, x))", Says: "It looks as if b was left out."},
		},
	}
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
		mistake string
	}{
		{"Σⱼ aⱼ yⱼ k(x, xⱼ) + b", exercises.Equal, ""},
		{"b + sum_j k(x_j,x) y_j a_j", exercises.Equal, ""},
		{"f(x) = sum(l, y_l a_l k(x_l, x)) + b", exercises.Unreadable, ""},
		{"a_1y_1k(x_1,x)+a_2y_2k(x_2,x)+a_3y_3k(x_3,x)+b", exercises.Equal, ""},
		{"sum(a_i y_i k(x_i,x)) + b", exercises.Equal, ""},
		{"Σᵢ aᵢ/yᵢ k(xᵢ,x) + b", exercises.Equal, ""},
		{"Σᵢ aᵢ yᵢ³ k(xᵢ,x) + b", exercises.Equal, ""},
		{"Σᵢ aᵢ k(xᵢ,x) + b", exercises.NotEqual, "label-dropped"},
		{"Σᵢ aᵢ yᵢ k(xᵢ,x)", exercises.NotEqual, "bias-dropped"},
		{"Σᵢ aᵢ yᵢ² k(xᵢ,x) + b", exercises.NotEqual, "label-dropped"},
		{"Σᵢ aᵢ yᵢ k(xᵢ,x) − b", exercises.NotEqual, ""},
		{"Σᵢ (aᵢ yᵢ k(xᵢ,x) + b)", exercises.NotEqual, ""},
		{"Σᵢ aᵢ yᵢ k(xᵢ,xᵢ) + b", exercises.NotEqual, ""},
		{"Σᵢ aᵢ yᵢ k(x,x) + b", exercises.NotEqual, ""},
		{"Σᵢ aᵢ yᵢ k(xᵢ) + b", exercises.Unreadable, ""},
		{"Σᵢ aᵢ yᵢ xᵢ + b", exercises.Unreadable, ""},
	} {
		if r := JudgeExpr(context.Background(), c.text, task); r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%s: %s %q %v, want %s %q", c.text, r.Verdict.Words(), r.Misconception, r.Fact, c.verdict.Words(), c.mistake)
		}
	}
}

func TestMatrices(t *testing.T) {
	task := MatrixTask{Want: "[[1, 2], [√2, 4], [5, 1/3]]"}
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
		mistake string
		says    string
	}{
		{"[[1,2],[√2,4],[5,1/3]]", exercises.Equal, "", ""},
		{"1, 2\n2/√2, 4\n5, 2/6", exercises.Equal, "", ""},
		{"1 2\n√2 4\n5 1/3", exercises.Equal, "", ""},
		{"[1 2; √2 4; 5 1/3]", exercises.Equal, "", ""},
		{"((1,2),(√2,4),(5,1/3))", exercises.Equal, "", ""},
		{"K = [[1,2],[√2,4],[5,1/3]]", exercises.Unreadable, "", ""},
		{"[[1,2],[√2,-4],[5,1/3]]", exercises.NotEqual, "sign", "row 2, column 2"},
		{"[[1,2],[1.41,4],[5,1/3]]", exercises.Close, "decimals", "row 2, column 1"},
		{"[[1,√2,5],[2,4,1/3]]", exercises.NotEqual, "transposed", "2 rows and 3 columns"},
		{"[[5,1/3],[1,2],[√2,4]]", exercises.NotEqual, "order", ""},
		{"[[1,2],[√2,4]]", exercises.NotEqual, "shape", ""},
		{"[[1,2],[√2,4],[5]]", exercises.Unreadable, "", ""},
		{"[[1,2],[√2,4],[5,1/3]", exercises.Unreadable, "", ""},
		{"", exercises.Empty, "", ""},
	} {
		r := JudgeMatrix(context.Background(), c.text, task)
		if r.Verdict != c.verdict || r.Misconception != c.mistake || c.says != "" && !strings.Contains(r.Fact[0].String(), c.says) {
			t.Errorf("%q: %s %q %v, want %s %q", c.text, r.Verdict.Words(), r.Misconception, r.Fact, c.verdict.Words(), c.mistake)
		}
	}
	square := MatrixTask{Scope: Scope{Vars: []string{"a", "b"}}, Want: "[[a, b], [0, a]]"}
	if r := JudgeMatrix(context.Background(), "[[a, 0], [b, a]]", square); r.Misconception != "transposed" {
		t.Errorf("a transposed square: %q %v", r.Misconception, r.Fact)
	}
}

func TestIntervals(t *testing.T) {
	zero, six := Int(0), MustParse("0.6", Scope{})
	closed := IntervalTask{Lo: &zero, Hi: &six}
	ray := IntervalTask{Lo: &zero}
	open := IntervalTask{Lo: &zero, Hi: &six, LoOpen: true}
	for _, c := range []struct {
		task    IntervalTask
		text    string
		verdict exercises.Verdict
		mistake string
	}{
		{closed, "[0, 0.6]", exercises.Equal, ""},
		{closed, "[0; 3/5]", exercises.Equal, ""},
		{closed, "0 <= a <= 0.6", exercises.Equal, ""},
		{closed, "0.6 ≥ α ≥ 0", exercises.Equal, ""},
		{closed, "α_l ∈ [0, .6]", exercises.Equal, ""},
		{closed, "(0, 0.6)", exercises.NotEqual, "open-end"},
		{closed, "0 < a <= 0.6", exercises.NotEqual, "open-end"},
		{closed, "[0.6, 0]", exercises.NotEqual, "order"},
		{closed, "[0, 6]", exercises.NotEqual, "factor-10"},
		{closed, "[0, ∞)", exercises.NotEqual, "infinite"},
		{closed, "[0, 0.6", exercises.Unreadable, ""},
		{closed, "0.6", exercises.Unreadable, ""},
		{closed, "[0, 0.3, 0.6]", exercises.Unreadable, ""},
		{closed, "0 <= 0.6", exercises.Unreadable, ""},
		{closed, "", exercises.Empty, ""},
		{ray, "[0, ∞)", exercises.Equal, ""},
		{ray, "a >= 0", exercises.Equal, ""},
		{ray, "0 ≤ a", exercises.Equal, ""},
		{ray, "[0, inf[", exercises.Equal, ""},
		{ray, "a > 0", exercises.NotEqual, "open-end"},
		{ray, "[0, 10]", exercises.NotEqual, "finite"},
		{open, "(0, 0.6]", exercises.Equal, ""},
		{open, "]0, 0.6]", exercises.Equal, ""},
	} {
		if r := JudgeInterval(context.Background(), c.text, c.task); r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%q: %s %q %v, want %s %q", c.text, r.Verdict.Words(), r.Misconception, r.Fact, c.verdict.Words(), c.mistake)
		}
	}
}

func TestDerivations(t *testing.T) {
	task := DerivationTask{
		Scope: Scope{Vars: []string{"u", "v"}}, From: "(u+v+1)^2", Form: Expanded,
		Mistakes: []Mistake{{ID: "square-of-sum", Form: "u^2+v^2+1", Says: "It looks as if each term was squared by itself."}},
	}
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
		mistake string
		says    string
	}{
		{"(u+v+1)(u+v+1)\n= u(u+v+1) + v(u+v+1) + u+v+1\n= u²+v²+1+2uv+2u+2v", exercises.Equal, "", "3 lines"},
		{"(u+v+1)² = (u+v)² + 2(u+v) + 1 = u²+2uv+v²+2u+2v+1", exercises.Equal, "", "3 lines"},
		{"(u+v)² + 2(u+v) + 1\n= u²+v²+2u+2v+1\n= nonsense(", exercises.NotEqual, "", "Line 2 breaks the chain"},
		{"u²+v²+1", exercises.NotEqual, "square-of-sum", "Line 1 breaks the chain: it does not equal the start"},
		{"(u+v)² + 2(u+v) + 1", exercises.OtherForm, "form", "is not a sum of products"},
		{"(u+v)² + 2(u+v) + 1\n= u² + (", exercises.Unreadable, "", "line 2"},
		{"", exercises.Empty, "", ""},
	} {
		r := JudgeDerivation(context.Background(), c.text, task)
		if r.Verdict != c.verdict || r.Misconception != c.mistake || c.says != "" && !strings.Contains(r.Fact[0].String(), c.says) {
			t.Errorf("%q: %s %q %v, want %s %q", c.text, r.Verdict.Words(), r.Misconception, r.Fact, c.verdict.Words(), c.mistake)
		}
	}
}

func TestFormAsked(t *testing.T) {
	s := Scope{Vars: []string{"u", "v"}}
	for _, c := range []struct {
		form    Form
		text    string
		verdict exercises.Verdict
	}{
		{Expanded, "u²+2uv+v²", exercises.Equal},
		{Expanded, "u²+uv+uv+v²", exercises.OtherForm},
		{Expanded, "(u+v)²", exercises.OtherForm},
		{Expanded, "u(u+2v)+v²", exercises.OtherForm},
		{Expanded, "u²+v²", exercises.NotEqual},
		{Factored, "(u+v)(v+u)", exercises.Equal},
		{Factored, "(u+v)²", exercises.Equal},
		{Factored, "u²+2uv+v²", exercises.OtherForm},
		{Exact, "(u+v)^2.0", exercises.OtherForm},
		{AnyForm, "u²+2uv+v²", exercises.Equal},
	} {
		r := JudgeExpr(context.Background(), c.text, ExprTask{Scope: s, Want: "(u+v)^2", Form: c.form})
		if r.Verdict != c.verdict || r.Accepted != (c.verdict == exercises.Equal) {
			t.Errorf("%s as %s: %s accepted %v, want %s", c.text, c.form.words(), r.Verdict.Words(), r.Accepted, c.verdict.Words())
		}
	}
}

// A derivation in the plane says xᵀz and ‖x − z‖, as the student does.
func TestDerivationKeepsItsWords(t *testing.T) {
	plane := KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}
	f := JudgeKernel(context.Background(), "(1 + dot)exp(-dist)", plane)
	said := ""
	for _, l := range f.Fact {
		said += l.String() + "\n"
	}
	for _, want := range []string{"1 + xᵀz is a kernel", "exp(−‖x − z‖) is a kernel"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
}

func TestKernelClaims(t *testing.T) {
	line := KernelTask{X: []string{"x"}, Z: []string{"z"}, Params: []string{"g"}}
	plane := KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}, Params: []string{"sigma"}}
	lengths := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}
	for _, c := range []struct {
		task    KernelTask
		text    string
		verdict exercises.Verdict
	}{
		{line, "x z", exercises.Equal},
		{line, "(x z + 1)^3", exercises.Equal},
		{line, "3 x z + 2", exercises.Equal},
		{line, "x^2 z^2 + x z", exercises.Equal},
		{line, "(x+1)(z+1)", exercises.Equal},
		{line, "exp(-(x-z)^2)", exercises.Equal},
		{line, "exp(-g(x-z)^2)", exercises.Equal},
		{line, "exp(x z) + 1", exercises.Equal},
		{line, "x z exp(-(x-z)^2/2)", exercises.Equal},
		{line, "cos(x)cos(z)", exercises.Equal},
		{line, "x z - 1", exercises.NotEqual},
		{line, "x^2 z^2 - x z", exercises.NotEqual},
		{line, "-x z", exercises.NotEqual},
		{line, "(x-z)^2", exercises.NotEqual},
		{line, "-(x-z)^2", exercises.NotEqual},
		{line, "|x-z|", exercises.NotEqual},
		{line, "exp((x-z)^2)", exercises.NotEqual},
		{line, "x + z", exercises.NotEqual},
		{line, "x - z", exercises.NotEqual},
		{line, "x", exercises.NotEqual},
		{line, "(x z + 1)^2 - x z", exercises.Equal},
		{line, "(x z - 1)^2", exercises.NotEqual},
		{line, "exp(-(x-z)^2) - exp(-2(x-z)^2)", exercises.NotEqual},
		{line, "exp(-|x-z|)", exercises.Equal},
		{line, "exp(|x-z|)", exercises.NotEqual},
		{line, "exp(-|x-2z|)", exercises.NotEqual},
		{line, "exp(-|x-z|^(3/2))", exercises.Undecided},
		{line, "cos(x-z)", exercises.Equal},
		{line, "cos(x+z)", exercises.NotEqual},
		{plane, "exp(-||x-z||/sigma)", exercises.Equal},
		{line, "y", exercises.Unreadable},
		{plane, "(x'z+1)^2", exercises.Equal},
		{plane, "exp(-||x-z||^2/(2sigma^2))", exercises.Equal},
		{plane, "||x-z||", exercises.NotEqual},
		{plane, "-||x-z||^2", exercises.NotEqual},
		{plane, "x1 z2", exercises.NotEqual},
		{plane, "x1 z2 + x2 z1", exercises.NotEqual},
		{plane, "x'z exp(-||x-z||^2)", exercises.Equal},
		{plane, "exp(-dist^2/(2sigma^2))", exercises.Equal},
		{plane, "(1 + dot)^3", exercises.Equal},
		{plane, "(1 + dot)exp(-dist2)", exercises.Equal},
		{plane, "dot(x, z) + exp(-dist(z, x))", exercises.Equal},
		{plane, "dot(x, x)dot(z, z)", exercises.Equal},
		{plane, "dist", exercises.NotEqual},
		{plane, "-dist", exercises.NotEqual},
		{plane, "cos(dist)", exercises.NotEqual},
		{plane, "exp(-dist^3)", exercises.NotEqual},
		{plane, "tanh(dot + 1)", exercises.NotEqual},
		{plane, "1/(1 + dist^2)", exercises.Undecided},
		{line, "dist", exercises.Unreadable},
		{lengths, "min(x,z)", exercises.Equal},
		{lengths, "max(x,z)", exercises.NotEqual},
		{lengths, "2min(x,z) + x z", exercises.Equal},
	} {
		r := JudgeKernel(context.Background(), c.text, c.task)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %s %v, want %s", c.text, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
}

func TestWitness(t *testing.T) {
	task := WitnessTask{KernelTask: KernelTask{X: []string{"x"}, Z: []string{"z"}}, Kernel: "|x-z|"}
	for _, c := range []struct {
		points, v string
		verdict   exercises.Verdict
	}{
		{"0, 1", "(1, -1)", exercises.Equal},
		{"0\n2", "1, -1", exercises.Equal},
		{"0, 1", "(1, 1)", exercises.NotEqual},
		{"0, 1", "(0, 0)", exercises.NotEqual},
		{"0, 1, 2", "(1, -1)", exercises.Unreadable},
		{"", "(1, -1)", exercises.Empty},
	} {
		if r := JudgeWitness(context.Background(), c.points+"|"+c.v, task); r.Verdict != c.verdict {
			t.Errorf("%q %q: %s %v", c.points, c.v, r.Verdict.Words(), r.Fact)
		}
	}
}
