package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// TestTwoReadings: what may be meant two ways is asked where it matters, and
// each reading's text has that meaning alone.
func TestTwoReadings(t *testing.T) {
	s := Scope{Vars: []string{"x", "z", "c", "s", "sigma", "n", "a"}, Positive: []string{"c", "sigma", "n"}, Logistic: true}
	for _, c := range []struct {
		want, text    string
		kind          string // "": not asked
		first, second string
	}{
		{"x/2", "1/2x", "quotient", "1/2·x", "1/(2·x)"},
		{"1/(2x)", "1/2x", "quotient", "1/2·x", "1/(2·x)"},
		{"1/(2 x z)", "1/2xz", "quotient", "1/2·x·z", "1/(2·x·z)"},
		{"x^2", "x2", "power", "x·2", "x²"},
		{"2x", "(x)2", "power", "x·2", "x²"},
		{"a s(x+1)", "as(x+1)", "call", "a·s·(x + 1)", "a·sigmoid(x + 1)"},
		{"1/(n(n+1))", "1/n(n+1)", "factor", "1/n·(n + 1)", "1/(n·(n + 1))"},
		{"(n+1)/n", "1/n(n+1)", "", "", ""},
		{"exp(-x^2/(2sigma^2))", "e^(-x²/2 σ²)", "factor", "e^(−x²/2·σ²)", "e^(−x²/(2·σ²))"},
		{"√(2c)", "√2c", "root", "√2·c", "√(2·c)"},
		{"√2 c", "√2c", "", "", ""},
		{"exp(-x/2)", "e^-x/2", "exponent", "e^(−x)/2", "e^(−x/2)"},
		{"exp(-x)/2", "e^-x/2", "", "", ""},
		{"c x (x+1)", "cx(x+1)", "", "", ""},
		{"3x", "1/2x", "", "", ""},
	} {
		task := ExprTask{Scope: s, Want: c.want}
		r := JudgeExpr(context.Background(), c.text, task)
		if asked := r.Verdict == exercises.Ambiguous; asked != (c.kind != "") {
			t.Errorf("%s for %s: %s", c.text, c.want, r.Verdict.Words())
			continue
		}
		if c.kind == "" {
			continue
		}
		if len(r.Readings) != 2 || !r.Readings[0].First || r.Readings[1].First || r.Readings[0].Kind != c.kind || r.Readings[0].Shown != c.first || r.Readings[1].Shown != c.second {
			t.Errorf("%s for %s: the readings are %+v", c.text, c.want, r.Readings)
			continue
		}
		one, two := JudgeExpr(context.Background(), r.Readings[0].Text, task), JudgeExpr(context.Background(), r.Readings[1].Text, task)
		if !one.Verdict.Counts() || !two.Verdict.Counts() || one.Accepted == two.Accepted {
			t.Errorf("%s for %s: the chosen texts are %s and %s", c.text, c.want, one.Verdict.Words(), two.Verdict.Words())
		}
	}
}

// TestEchoAsks: an open reading is shown while typing, a usual one is not.
func TestEchoAsks(t *testing.T) {
	s := Scope{Vars: []string{"x", "c"}, Positive: []string{"c"}}
	if e := EchoOf(context.Background(), "1/2x", s); len(e.Readings) != 2 || e.Readings[1].Text != "1/(2·x)" {
		t.Errorf("1/2x echoes %+v", e)
	}
	if e := EchoOf(context.Background(), "√2c", s); len(e.Readings) != 0 || e.Reading != "√2·c" {
		t.Errorf("√2c echoes %+v", e)
	}
	if e := EchoOf(context.Background(), "ln x", s); e.Fix != "ln(x)" {
		t.Errorf("ln x echoes %+v", e)
	}
}
