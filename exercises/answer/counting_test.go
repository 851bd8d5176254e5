package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// TestCounting: binomial coefficients of variables in every form.
func TestCounting(t *testing.T) {
	s := Scope{Vars: []string{"d", "p"}, Positive: []string{"d", "p"}}
	for _, c := range []struct {
		want, text string
		verdict    exercises.Verdict
	}{
		{"choose(d+p, p)", "(d+p)!/(d!p!)", exercises.Equal},
		{"choose(d+p, p)", "C(d+p, d)", exercises.Equal},
		{"choose(d+p, p)", "binom(p+d, p)", exercises.Equal},
		{"choose(d+p, p)", "choose(d+p-1, p) + choose(d+p-1, p-1)", exercises.Equal},
		{"choose(d+p, p)", "(d+p)!/d!/p!", exercises.Equal},
		{"choose(d+p, p)", "d^p", exercises.NotEqual},
		{"choose(d+p, p)", "choose(d, p)", exercises.NotEqual},
		{"choose(d+p, p)", "choose(d+p, p) - 1", exercises.NotEqual},
		{"choose(d+p, p)", "choose(d+p-1, p)", exercises.NotEqual},
		{"choose(d+p, p)", "(d+p)!/p!", exercises.NotEqual},
		{"d(d+3)/2", "d + d + d(d-1)/2", exercises.Equal},
		{"d(d+3)/2", "2d + C(d,2)", exercises.Equal},
		{"d(d+3)/2", "C(d+2,2) - 1", exercises.Equal},
		{"d(d+3)/2", "(d+2)!/(2!d!) - 1", exercises.Equal},
		{"d(d+3)/2", "d(d+1)/2", exercises.NotEqual},
		{"d(d+3)/2", "d^2", exercises.NotEqual},
		{"d(d+3)/2", "C(d+2,2)", exercises.NotEqual},
	} {
		if r := JudgeExpr(context.Background(), c.text, ExprTask{Scope: s, Want: c.want}); r.Verdict != c.verdict {
			t.Errorf("%s for %s: %s %v, want %s", c.text, c.want, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
}

// TestLargeFactorialsCancel: a quotient of factorials that are too large to
// write out is a number, within bounds.
func TestLargeFactorialsCancel(t *testing.T) {
	want := NumberTask{Want: MustParse("167668501", Scope{})}
	for text, verdict := range map[string]exercises.Verdict{
		"1003!/(1000!*3!)":                    exercises.Equal,
		"1003!/1000!/3!":                      exercises.Equal,
		"1003!/3!/(1003-3)!":                  exercises.Equal,
		"1/(1000!*3!/1003!)":                  exercises.Equal,
		"1003!*2000!/(3!*1000!*2000!)":        exercises.Equal,
		"1002!/(999!*3!)":                     exercises.NotEqual,
		"1000!/1003!":                         exercises.NotEqual,
		"1003!/3!":                            exercises.Undecided,
		"2000!/171!":                          exercises.Undecided,
		"2001!/2000!":                         exercises.Undecided,
		"2000!*2000!*2000!/(1800!1800!1800!)": exercises.Undecided,
	} {
		if r := JudgeNumber(context.Background(), text, want); r.Verdict != verdict {
			t.Errorf("%s: %s %v, want %s", text, r.Verdict.Words(), r.Fact, verdict.Words())
		}
	}
}
