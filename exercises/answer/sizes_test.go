package answer

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// leastSquares asks for the dual update of 6.1.
func leastSquares() ExprTask {
	return ExprTask{Scope: DualScope(DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}}), Want: "a_i + 2eta/n (t_i - sum(j, a_j K_ij))"}
}

// TestIdentitiesHoldForEveryN: what is right for three points alone is wrong,
// and a sum of what does not depend on its index counts the points.
func TestIdentitiesHoldForEveryN(t *testing.T) {
	for text, fact := range map[string]string{
		"a_i + 2eta/n (sum(j, t_i)/3 - sum(j, a_j K_ij))":                  "For n = 2, i = 1, η·t₁: yours has 2/3, needed is 1.",
		"a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + a_i (sum(j, 1) - 3)":      "For n = 2, i = 1, a₁: yours has 0, needed is 1.",
		"a_i + 2eta/3 (t_i - sum(j, a_j K_ij))":                            "For n = 2, i = 1, η·t₁: yours has 2/3, needed is 1.",
		"a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + (n-2)(n-3)":               "For n = 4, i = 1",
		"a_i + 2eta/n sum(j, t_i - a_j K_ij)":                              "For n = 3, i = 1, η·t₁: yours has 2, needed is 2/3.",
		"a_i + 2eta/n (t_i - sum(j, a_j K_ij)) + (sum(j, 1) - 3)(n-2) t_i": "For n = 4, i = 1",
		"a_i + eta (t_i - sum(j, a_j K_ij))":                               "For i = 1, η·t₁: yours has 1, needed is 0.",
	} {
		r := JudgeExpr(t.Context(), text, leastSquares())
		if r.Verdict != exercises.NotEqual || !strings.HasPrefix(r.Fact[0].String(), fact) {
			t.Errorf("%s: %s %v, want %s", text, r.Verdict.Words(), r.Fact, fact)
		}
	}
	for _, text := range []string{
		"a_i + 2eta/n sum(j, t_i/n - a_j K_ij)", "a_i + 2eta/sum(j, 1) (t_i - sum(j, a_j K_ij))", "a_i + 2eta/n (t_i sum(j, 1)/n - sum(j, a_j K_ij))",
		"a_i n/sum(l, 1) + 2eta/n (t_i - sum(j, a_j K_ij))", "sum(j, a_i/n + 2eta/n (t_i/n - a_j K_ij))", "a + 2eta/n (t - K a)",
		"a_i + 2eta/n (t_i - a_1 K_i1 - a_2 K_i2 - a_3 K_i3)", // who writes three points means three
	} {
		if r := JudgeExpr(t.Context(), text, leastSquares()); !r.Accepted {
			t.Errorf("%s: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestMachineHoldsForEveryN is the same for an expansion at a point.
func TestMachineHoldsForEveryN(t *testing.T) {
	task := ExprTask{Scope: MachineScope(MachineNames{Weights: "alpha", Labels: "y", Scalars: []string{"b"}}), Want: "sum(i, alpha_i y_i k(x_i, x)) + b"}
	for text, right := range map[string]bool{
		"sum(i, alpha_i y_i k(x_i, x) + b/sum(l, 1))": true,
		"sum(i, alpha_i y_i k(x_i, x) + b/3)":         false,
		"b + sum(i, sum(l, alpha_i y_i k(x_i, x)))/3": false,
	} {
		if r := JudgeExpr(t.Context(), text, task); r.Accepted != right {
			t.Errorf("%s: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestOneSizeIsNoProof: where the budget ends after three points, nothing is
// decided.
func TestOneSizeIsNoProof(t *testing.T) {
	task := leastSquares()
	whole := budget.Of(t.Context(), budget.Answer())
	e, err := Parse(t.Context(), task.Want, task.Scope)
	if err != nil {
		t.Fatal(err)
	}
	want := MustParse(task.Want, task.Scope)
	e.scope = e.scope.paidBy(whole)
	if c := compare(e, want); c.outcome != proved || len(c.sizes) != 3 {
		t.Fatalf("outcome %d for %v", c.outcome, c.sizes)
	}
	three := compareOne(e.sized(3), want.sized(3), 0)
	if three.outcome != proved {
		t.Fatalf("outcome %d", three.outcome)
	}
	for share := int64(1); share < 20; share++ {
		l := budget.Answer()
		l.Work = whole.Spent() * share / 20
		e.scope = e.scope.paidBy(budget.Of(t.Context(), l))
		if c := compare(e, want); c.outcome == proved && len(c.sizes) < 2 || c.outcome == refuted {
			t.Errorf("with %d units: outcome %d for %v", l.Work, c.outcome, c.sizes)
		}
	}
}
