package answer

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// The same number written with roots of any degree, with exponentials and logarithms
// and with angles is the same number, and one that differs after 40 digits is not.
func TestNumberTask_sameNumber(t *testing.T) {
	pairs := [][2]string{{"√12", "2√3 sin(π/2)"}, {"√12", "4cos(pi/6)"}, {"√12", "6tan(π/6)"}, {"√6", "√6·cos(0)"},
		{"1 + √2", "√(3 + 2√2)"}, {"√3 - √2", "√(5 - 2√6)"}, {"√12", "√√144"}, {"√12", "exp(ln(√12))"}, {"3",
			"log2(8)"},
		{"5/4", "cosh(ln(2))"}, {"√12", "e^(ln(12)/2) + sin(π)"}, {"1/√2 + √3", "cos(π/4) + tan(π/3)"},
		{"√12", "2^(log2(12)/2)"}, {"√6/4 - √2/4", "sin(π/12)"}, {"√6/4 + √2/4", "-cos(11π/12)"}}
	for _, b := range []string{"2", "6", "12", "3/4", "50/27"} {
		for _, n := range []string{"2", "3", "4", "5", "6"} {
			pairs = append(pairs, [2]string{b, "((" + b + ")^" + n + ")^(1/" + n + ")"},
				[2]string{b, "(" + b + ")^(1/" + n + ")*(" + b + ")^(1-1/" + n + ")"},
				[2]string{"(" + b + ")^(1/" + n + ")", "e^(ln(" + b + ")/" + n + ")"},
				[2]string{"(" + b + ")^(1/" + n + ")", "(1/(" + b + "))^(-1/" + n + ")"})
		}
	}
	for _, p := range pairs {
		task := NumberTask{Want: MustParse(p[0], Scope{})}
		if r := task.Judge(t.Context(), p[1]); !r.Accepted {
			t.Errorf("%s for %s: got %s %v, want it accepted", p[1], p[0], Verdict(r), r.Fact)
		}
		if r := task.Judge(t.Context(), p[1]+" + 10^-40"); r.Verdict != exercises.NotEqual {
			t.Errorf("%s + 10^-40 for %s: got %s %v, want not-equal", p[1], p[0], Verdict(r), r.Fact)
		}
	}
}

func TestNumberTask_undecidedIsNotWrong(t *testing.T) {
	for _, text := range []string{"√12(cos(1)^2 + sin(1)^2)", "10^(log10(12)/2)"} {
		if r := judgeNumberOf("√12", 0)(t.Context(), text); r.Verdict != exercises.Undecided {
			t.Errorf("%s for √12: got %s %v, want undecided", text, Verdict(r), r.Fact)
		}
	}
}

func TestKernelTask_roundingNeverRefutes(t *testing.T) {
	task := KernelTask{X: []string{"x"}, Z: []string{"z"}}
	for _, text := range []string{"1e12 (1 + x^2/1000) (1 + z^2/1000) exp(-abs(x-z)/100)", "1e15 exp(-(x-z)^2/1e6)",
		"exp(-(x-z)^2/1e12)"} {
		if r := JudgeKernel(t.Context(), text, task); r.Verdict == exercises.NotEqual {
			t.Errorf("%s is %s, want it not refuted: %v", text, r.Verdict.Words(), r.Fact)
		}
	}
}

// An answer that differs from the wanted one only by rounding errors in floating
// point is never wrong, and no fact quotes a value that floating point gets wrong.
func TestSame_roundingNeverRefutes(t *testing.T) {
	s := Scope{Vars: []string{"x"}}
	for _, tt := range []struct{ want, text string }{
		{"x", "1e17 (sin(2x) - 2 sin(x) cos(x)) + x"}, {"x", "ln(exp(1000x))/1000"},
		{"x", "ln(exp(1000x^2))/(1000x)"}, {"0", "sin(x)^2 + cos(x)^2 - 1"},
		{"0", "1e20 (sin(x)^2 + cos(x)^2 - 1)"}, {"cosh(x)", "(exp(x) + exp(-x))/2"},
		{"1", "tanh(x)^2 + 1/cosh(x)^2"}, {"tan(x)", "sin(x)/cos(x)"},
		{"sin(1e9 x)", "2 sin(5e8 x) cos(5e8 x)"}, {"exp(800x)", "exp(400x)^2 + sin(x) - sin(x)"},
	} {
		r := ExprTask{Scope: s, Want: tt.want}.Judge(t.Context(), tt.text)
		if r.Verdict != exercises.Equal && r.Verdict != exercises.Undecided {
			t.Errorf("%s for %s: %s %v", tt.text, tt.want, r.Verdict.Words(), r.Fact)
		}
	}
	for _, tt := range []struct{ want, text, fact string }{
		{"sin(x)", "sin(x) + 1e-13", "right answer is 0.909297426825"},
		{"sin(x) + x", "sin(x) + (x + 1e20) - 1e20 + 1e-13 x", "x: yours has"},
		{"ln(exp(1000x)) + sin(x)", "ln(exp(1001x)) + sin(x)", "At x = "},
		{"abs(sin(x))", "abs(sin(x)) + exp(-1000)", ""},
	} {
		r := ExprTask{Scope: s, Want: tt.want}.Judge(t.Context(), tt.text)
		if r.Accepted || len(r.Fact) == 0 ||
			r.Verdict == exercises.NotEqual && !strings.Contains(r.Fact[0].String(), tt.fact) {
			t.Errorf("%s for %s: %s %v", tt.text, tt.want, r.Verdict.Words(), r.Fact)
		}
	}
}

// If the budget runs out after three points, nothing is decided.
func TestCompare_oneSizeIsNotAProof(t *testing.T) {
	task := ExprTask{Scope: lsScope, Want: lsWant}
	whole := budget.StartAnswer(t.Context())
	e := must.Value(Parse(t.Context(), task.Want, task.Scope))
	want := MustParse(task.Want, task.Scope)
	e.scope = e.scope.withBudget(whole)
	if c := compare(e, want); c.outcome != proved || c.sizes != 3 {
		t.Fatalf("outcome %d for %d sizes", c.outcome, c.sizes)
	}
	three := compareAtSize(e.atSize(3), want.atSize(3), 0)
	check.Must(t, three.outcome == proved, "outcome %d", three.outcome)
	for share := int64(1); share < 20; share++ {
		l := budget.AnswerLimits()
		l.Work = whole.Spent() * share / 20
		e.scope = e.scope.withBudget(budget.OfCall(budget.StartCall(t.Context(), l)))
		if c := compare(e, want); c.outcome == proved && c.sizes < 2 || c.outcome == refuted {
			t.Errorf("with %d units: outcome %d for %d sizes", l.Work, c.outcome, c.sizes)
		}
	}
}

// At every sample point each variable is in its range, and the kernel of the points
// is a Gram matrix.
func TestProbe_pointsAreInRange(t *testing.T) {
	s := DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}})
	s.Vars = append(s.Vars, "s", "v")
	s.InUnitInterval, s.Signs = []string{"s"}, []string{"v"}
	e := MustParse("gamma s v sum(j, a_j y_j) sum(i, sum(j, K_ij))", s)
	lowered, err := e.tensor()
	check.Must(t, err == nil, "got %v, want no error", err)
	p := newProbe(e.scope, lowered.cells[0], lowered.cells[0])
	for k := range samplePoints {
		at := map[string]float64{}
		for i, v := range p.samplePoint(k) {
			at[p.names[i]] = v
		}
		for _, y := range []string{"y1", "y2", "y3"} {
			if at[y] != 0 && at[y] != 1 {
				t.Errorf("point %d: %s = %v, want 0 or 1", k, y, at[y])
			}
		}
		if at["s"] <= 0 || at["s"] >= 1 || math.Abs(at["v"]) != 1 || at["gamma"] <= 0 {
			t.Errorf("point %d: s = %v, v = %v, γ = %v, want 0 < s < 1, v = ±1, γ > 0", k, at["s"], at["v"],
				at["gamma"])
		}
		a, b, c, d, e, f := at["K11"], at["K22"], at["K33"], at["K12"], at["K13"], at["K23"]
		det := a*(b*c-f*f) - d*(d*c-e*f) + e*(d*f-b*e)
		if slices.Min([]float64{a, b, c, a*b - d*d, a*c - e*e, b*c - f*f, det}) < 0 {
			t.Errorf("point %d: K of %v is indefinite, want a Gram matrix", k, at)
		}
	}
}

func TestFormatDistinct_valuesLookDifferent(t *testing.T) {
	s := Scope{Vars: []string{"x", "s"}, InUnitInterval: []string{"s"}, Logistic: true}
	for _, text := range []string{"sin(x) + 1e-7", "sin(x)(1 + 1e-8)", "sin(x) + exp(-100x^2)", "sin(x) + 1e-12 exp(x)",
		"sin(x) + s(-30x)", "sin(x+1e-7)"} {
		c := compare(MustParse(text, s), MustParse("sin(x)", s))
		if c.outcome != refuted {
			continue
		}
		if _, value, ok := strings.Cut(c.fact, "yours "); !ok || value == c.otherValue {
			t.Errorf("%s: %s, and the other %s", text, c.fact, c.otherValue)
		}
	}
	for _, pair := range [][2]float64{{9, 9.0000001}, {8.00037, 8.00037001}, {1e-9, 1.0000001e-9}, {0, 1e-12},
		{-2, -2.0000000001}} {
		if a, b := formatDistinct(pair[0], pair[1]); a == b {
			t.Errorf("%v and %v are both shown as %s, want a difference", pair[0], pair[1], a)
		}
	}
	r := ExprTask{
		Scope: DualScope(DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma"}, Logistic: true}),
		Want:  "a_i + gamma (y_i - s(sum(j, a_j K_ij)))",
	}.Judge(t.Context(), "a_i + gamma (y_i - s(sum(j, a_j)))")

	check.That(t, !strings.Contains(r.Fact[0].String(), "000"),
		"a point was taken at which the values hardly differ: %v", r.Fact)
}

func TestNumberTask_tinyNumbers(t *testing.T) {
	for _, scale := range []string{"1", "1e-9", "1e-14", "1e-30", "exp(-60)"} {
		task := NumberTask{Want: MustParse("2 * "+scale, Scope{}), Digits: 3,
			Mistakes: []Mistake{{ID: "seven", Answer: "7 * " + scale}}}
		for _, c := range []struct {
			factor         string
			accepted, slip bool
		}{
			{"2", true, false}, {"2.001", true, false}, {"2.03", false, false}, {"7", false, true},
			{"7.001", false, true}, {"5", false, false}, {"3.3", false, false}, {"0.000001", false, false},
		} {
			text := c.factor + " * " + scale
			if r := task.Judge(t.Context(), text); r.Accepted != c.accepted || (r.Misconception == "seven") != c.slip {
				t.Errorf("%s: %s [%s] %v", text, r.Verdict.Words(), r.Misconception, r.Fact)
			}
		}
	}
	for text, want := range map[string]string{"exp(-49)": "exp(-50)", "sin(1)/10^20": "sin(2)/10^20"} {
		if r := (NumberTask{Want: MustParse(want, Scope{})}).Judge(t.Context(), text); !r.Verdict.CountsAsAttempt() ||
			r.Accepted {
			t.Errorf("%s for %s: %s %v", text, want, r.Verdict.Words(), r.Fact)
		}
	}
}

func TestApproxEqual_usesScale(t *testing.T) {
	for _, c := range []struct {
		computed, v, scale float64
		want               bool
	}{
		{1.2344, 1.234, 1, true}, {0.0004, 0, 1, true}, {0.0004, 0, 0.01, false}, {0.001234, 0.00123, 0.01, true},
		{0.001234, 0.0014, 0.01, false}, {123.44, 123.4, 1, true}, {math.Inf(1), 0.6, 1, false},
	} {
		check.That(t, approxEqual(c.computed, c.v, c.scale) == c.want,
			"approxEqual of %v and %v at scale %v is not as wanted, want %v", c.v, c.computed, c.scale, c.want)
	}
	check.Equal(t, (Numbers{"a": 0.01, "b": -0.02}).scale(), 0.02, "scale")
}

// drawSurd returns a random number of ℚ(√2, √3, √5).
func drawSurd(t *rapid.T) surd {
	var s surd
	for _, k := range []int64{1, 2, 3, 5, 6, 10, 15, 30} {
		if rapid.IntRange(0, 2).Draw(t, "has") > 0 {
			continue
		}
		q := big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "p"), rapid.Int64Range(1, 9).Draw(t, "q"))
		if q.Sign() != 0 {
			s = s.add(surd{{k, q}})
		}
	}
	return s
}

func TestSurd_isField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawSurd(t), drawSurd(t), drawSurd(t)
		check.Must(t, a.mul(b.add(c)).add(a.mul(b).add(a.mul(c)).neg()).isZero(),
			"a(b+c) ≠ ab+ac for %v, %v, %v, want them equal", a, b, c)
		check.Must(t, agree(a.mul(b).float(), a.float()*b.float(), 1e-9), "%v·%v = %v", a, b, a.mul(b))
		if a.isZero() {
			return
		}
		inv, ok := a.inv()
		check.Must(t, ok && a.mul(inv).isOne(), "%v has the inverse %v", a, inv)
	})
}

func TestCanonicalForm_keepsValue(t *testing.T) {
	for seed := range uint64(200) {
		m := mutator{rand.New(rand.NewPCG(seed, 4))}
		e := MustParse(m.tree(3), polyScope)
		at := map[string]float64{"x1": float64(m.IntN(7) - 3), "x2": float64(m.IntN(7) - 3), "c": 4}
		want := must.Value(e.Eval(at))
		n := e.root
		for name, v := range at {
			n = substitute(n, name, int64(v))
		}
		c, err := newRing(e.scope).canonicalForm(n)
		check.Must(t, err == nil, "got %v, want no error", err)
		if got, ok := c.number(); !ok || !agree(got.float(), want, 1e-9) {
			t.Errorf("%s at %v: exactly %v, by evaluation %v", e, at, got, want)
		}
	}
}
