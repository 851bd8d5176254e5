package answer

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestRightWhereTheTaskLives: what equals the reference for labels, signs and
// probabilities alone is right, and what does not is refuted by such values.
func TestRightWhereTheTaskLives(t *testing.T) {
	letters := Scope{Vars: []string{"y", "s", "v"}, Bits: []string{"y"}, Unit: []string{"s"}, Signs: []string{"v"}}
	dual := DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}, Logistic: true})
	update := "a_i + gamma (y_i - s(sum(j, a_j K_ij)))"
	for _, tt := range []struct {
		scope      Scope
		want, text string
		right      bool
	}{
		{letters, "y - s", "y^2 - s", true},
		{letters, "y - s", "y^3 - s v^2", true},
		{letters, "y - s", "|y| - |s|", true},
		{letters, "s(1-s)", "s|1-s|", true},
		{letters, "s(1-s)", "s|s-1|", true},
		{letters, "y(1-s)", "y|y - s|", true},
		{letters, "1 - y s", "|1 - y s|", true},
		{letters, "y/s - (1-y)/(1-s)", "(y - s)/(s - s^2)", true},
		{letters, "exp(y s)", "1 + y (exp(s) - 1)", true},
		{letters, "y - s", "y^2 - s^2", false},
		{letters, "s(1-s)", "s|1/2-s|", false},
		{letters, "y - s", "v - s", false},
		{dual, update, "a_i + gamma (2y_i - 1) s(-(2y_i - 1) sum(j, a_j K_ij))", true},
		{dual, update, "a_i + gamma (y_i^2 - s(sum(j, a_j K_ij)))", true},
		{dual, update, "a_i + gamma y_i s(-sum(j, a_j K_ij)) - gamma (1 - y_i) s(sum(j, a_j K_ij))", true},
		{dual, update, "a_i + gamma (2y_i - 1) s((2y_i - 1) sum(j, a_j K_ij))", false},
	} {
		r := JudgeExpr(t.Context(), tt.text, ExprTask{Scope: tt.scope, Want: tt.want})
		want := exercises.NotEqual
		if tt.right {
			want = exercises.Equal
		}
		if r.Verdict != want {
			t.Errorf("%s for %s: %s %v", tt.text, tt.want, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestPointsLieWhereTheTaskLives: every point tried has its letters where they
// live, and the kernel of the points is a Gram matrix.
func TestPointsLieWhereTheTaskLives(t *testing.T) {
	s := DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}})
	s.Vars = append(s.Vars, "s", "v")
	s.Unit, s.Signs = []string{"s"}, []string{"v"}
	e := MustParse("gamma s v sum(j, a_j y_j) sum(i, sum(j, K_ij))", s)
	lowered, err := e.lowered()
	if err != nil {
		t.Fatal(err)
	}
	p := newProbe(e.scope, lowered.cells[0], lowered.cells[0])
	for k := range samplePoints {
		at := map[string]float64{}
		for i, v := range p.point(k) {
			at[p.names[i]] = v
		}
		for _, y := range []string{"y1", "y2", "y3"} {
			if at[y] != 0 && at[y] != 1 {
				t.Errorf("point %d: %s = %v", k, y, at[y])
			}
		}
		if at["s"] <= 0 || at["s"] >= 1 || math.Abs(at["v"]) != 1 || at["gamma"] <= 0 {
			t.Errorf("point %d: s = %v, v = %v, γ = %v", k, at["s"], at["v"], at["gamma"])
		}
		a, b, c, d, e, f := at["K11"], at["K22"], at["K33"], at["K12"], at["K13"], at["K23"]
		det := a*(b*c-f*f) - d*(d*c-e*f) + e*(d*f-b*e)
		if slices.Min([]float64{a, b, c, a*b - d*d, a*c - e*e, b*c - f*f, det}) < 0 {
			t.Errorf("point %d: K is no Gram matrix: %v", k, at)
		}
	}
}

// factValues are the two values a fact tells.
var factValues = regexp.MustCompile(`yours is (\S+), needed is (\S+)\.`)

// TestFactsLookDifferent: the two values told are not the same to the eye.
func TestFactsLookDifferent(t *testing.T) {
	s := Scope{Vars: []string{"x", "s"}, Unit: []string{"s"}, Logistic: true}
	for _, text := range []string{"sin(x) + 1e-7", "sin(x)(1 + 1e-8)", "sin(x) + exp(-100x^2)", "sin(x) + 1e-12 exp(x)", "sin(x) + s(-30x)", "sin(x+1e-7)"} {
		r := JudgeExpr(t.Context(), text, ExprTask{Scope: s, Want: "sin(x)"})
		if r.Verdict != exercises.NotEqual && r.Verdict != exercises.Close {
			continue
		}
		told := factValues.FindStringSubmatch(r.Fact[0].String())
		if told == nil || told[1] == told[2] {
			t.Errorf("%s: %v", text, r.Fact)
		}
	}
	for _, pair := range [][2]float64{{9, 9.0000001}, {8.00037, 8.00037001}, {1e-9, 1.0000001e-9}, {0, 1e-12}, {-2, -2.0000000001}} {
		if a, b := shownApart(pair[0], pair[1]); a == b {
			t.Errorf("%v and %v are both shown as %s", pair[0], pair[1], a)
		}
	}
	r := JudgeExpr(t.Context(), "a_i + gamma (y_i - s(sum(j, a_j)))", ExprTask{
		Scope: DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}, Logistic: true}),
		Want:  "a_i + gamma (y_i - s(sum(j, a_j K_ij)))",
	})
	if strings.Contains(r.Fact[0].String(), "000") {
		t.Errorf("a point was taken at which the values hardly differ: %v", r.Fact)
	}
}

// TestSignsAreNoTerms: where a label is missing, no fact says that the rest of the
// term has no place.
func TestSignsAreNoTerms(t *testing.T) {
	s := Scope{Vars: []string{"u", "v", "t"}, Signs: []string{"t"}}
	for text, says := range map[string]string{"u - v": "yours is", "t (u + v)": "t·v: yours has 1, needed is −1", "t u - v": "yours is"} {
		r := JudgeExpr(t.Context(), text, ExprTask{Scope: s, Want: "t (u - v)"})
		if r.Accepted || !strings.Contains(r.Fact[0].String(), says) {
			t.Errorf("%s: %v", text, r.Fact)
		}
	}
}

// TestFormIsThatOfTheTree holds each form to texts that change nothing of it,
// and to texts that only look like it.
func TestFormIsThatOfTheTree(t *testing.T) {
	letters := Scope{Vars: []string{"u", "v"}, Logistic: true}
	for _, tt := range []struct {
		form  Form
		want  string
		right []string
		wrong []string
	}{
		{
			Opened, "(u+v)^2",
			[]string{"u^2 + (2u v) + v^2", "(u^2)/1 + 2(u)(v) + v*v", "1(u^2 + 2u v + v^2)", "(u^2 + u v) + (u v + v^2)", "((u^2 + 2u v + v^2))^1", "u^2 + 2u v + v^2 + 0"},
			[]string{"(u+v)^2", "(u+v)^2 + 0", "1*(u+v)^2", "-(-(u+v)^2)", "u(u+v) + v(u+v)", "(u+v)(u+v)", "2(u^2/2 + u v + v^2/2)"},
		},
		{
			Expanded, "(u+v)^2", []string{"u^2 + 2u v + v^2", "1*u^2 + v^2 + 2*v*u + 0"}, []string{"u^2 + u v + v u + v^2", "(u+v)^2", "-(-u^2 - 2u v - v^2)"},
		},
		{
			Short, "u - v",
			[]string{"u - v", "1*(u - v)", "-(v - u)", "-v + u", "(u - v)/1", "u - v + 0", "u - 1v"},
			[]string{"u - u v - v + u v", "u + v - 2v", "2(u/2 - v/2)", "u(1 - v) - v(1 - u)", "(u^2 - v^2)/(u + v)", "3u - 2u - v"},
		},
		{
			OneValue, "s(-u)",
			[]string{"s(-u)", "1 s(-u)", "s(0 - u)", "s(-(u))", "(s(-u))^1", "1/(1+e^u)"},
			[]string{"1 - s(u)", "1 - s(u + 0)", "1 - s(--u)", "1 - s(2u/2)", "e^(-u) s(u)", "-(s(u) - 1)", "(1 - s(u))/1", "s(u) + s(-u) - s(u)"},
		},
		{
			InValue, "s(u)(1-s(u))",
			[]string{"s(u)(1-s(u))", "s(u) - s(u)^2", "s(u+0)(1 - s(1u))"},
			[]string{"s(u)^2 e^(-u)", "e^(-u)/(1+e^(-u))^2", "s(u) s(-u)", "s(u)(1-s(u)) + u - u"},
		},
		{
			Single, "u v", []string{"u v", "(u v)/1", "u v + 0", "-(-u v)"}, []string{"u v + v - v", "-(v - v - u v)", "(u v - v)/1 + v"},
		},
		{
			Factored, "u^2 - v^2", []string{"(u-v)(u+v)", "1(u-v)(u+v)", "-(v-u)(u+v)"}, []string{"u^2 - v^2", "1*(u^2 - v^2)", "(u^2 - v^2)/1", "(u^2 - v^2)^1", "-(v^2 - u^2)"},
		},
	} {
		task := ExprTask{Scope: letters, Want: tt.want, Form: tt.form}
		for _, text := range tt.right {
			if r := JudgeExpr(t.Context(), text, task); !r.Accepted {
				t.Errorf("%s is not %s: %v", text, tt.form.words(), r.Fact)
			}
		}
		for _, text := range tt.wrong {
			if r := JudgeExpr(t.Context(), text, task); r.Verdict != exercises.OtherForm {
				t.Errorf("%s is %s: %s %v", text, tt.form.words(), r.Verdict.Words(), r.Fact)
			}
		}
	}
	if forms := []Form{AnyForm, Expanded, Factored, Exact, Opened, Single, Short, OneValue, InValue}; slices.Max(forms) != InValue {
		t.Error("a form is not tested")
	}
}
