package answer

import (
	"testing"

	"kernellab/exercises"
)

// Powers with a letter in the exponent are decided: of products, of quotients, and
// of sums whose exponents differ by a number.
func TestPowersWithALetterAbove(t *testing.T) {
	series := Scope{Vars: []string{"x", "z", "M"}, Positive: []string{"M"}}
	centres := Scope{Vars: []string{"h", "d"}, Positive: []string{"h", "d"}}
	for _, c := range []struct {
		scope      Scope
		want, text string
		verdict    exercises.Verdict
	}{
		{series, "(1 - (x z)^M)/(1 - x z)", "(1 - x^M z^M)/(1 - x z)", exercises.Equal},
		{series, "(1 - (x z)^M)/(1 - x z)", "((x z)^M - 1)/(x z - 1)", exercises.Equal},
		{series, "(1 - (x z)^M)/(1 - x z)", "(1 - z x (x z)^(M-1))/(1 - x z)", exercises.Equal},
		{series, "(1 - (x z)^M)/(1 - x z)", "(1 - x^M z^(M+1))/(1 - x z)", exercises.NotEqual},
		{series, "(1 - (x z)^M)/(1 - x z)", "(1 - (x z)^(M+1))/(1 - x z)", exercises.NotEqual},
		{centres, "(1/h + 1)^d", "(1 + h)^d/h^d", exercises.Equal},
		{centres, "(1/h + 1)^d", "((h+1)/h)^d", exercises.Equal},
		{centres, "(1/h + 1)^d", "(1 + h)^d h^(-d)", exercises.Equal},
		{centres, "(1/h + 1)^d", "(1 + h)(1 + h)^(d-1)/h^d", exercises.Equal},
		{centres, "(1/h + 1)^d", "(1 + h)^d/h", exercises.NotEqual},
		{centres, "(1/h + 1)^d", "(1 + h^d)/h^d", exercises.NotEqual},
		{centres, "2^(d+1) h^d", "2 (2h)^d", exercises.Equal},
	} {
		if r := JudgeExpr(t.Context(), c.text, ExprTask{Scope: c.scope, Want: c.want}); r.Verdict != c.verdict {
			t.Errorf("%s for %s: %s %v", c.text, c.want, r.Verdict.Words(), r.Fact)
		}
	}
}
