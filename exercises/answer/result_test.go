package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// TestResultEcho: what is echoed while typing is the reading and no verdict.
func TestResultEcho(t *testing.T) {
	task := GrowthTask{Vars: []string{"n", "d"}, Want: "n^2 d"}
	if e := JudgeGrowth(context.Background(), "O(n d)", task).Echo(); e.Reading != "O(d·n)" || e.Problem != "" {
		t.Errorf("%+v", e)
	}
	if e := JudgeGrowth(context.Background(), "O(n d", task).Echo(); e.Fix != "O(n d)" || e.Problem == "" || e.Reading != "" {
		t.Errorf("%+v", e)
	}
	if e := JudgeGrowth(context.Background(), "", task).Echo(); e.Reading != "" || e.Problem != "" {
		t.Errorf("%+v", e)
	}
}

// TestPreferred: a choice made once is made again for the same kind of text.
func TestPreferred(t *testing.T) {
	s := Scope{Vars: []string{"x"}}
	rs := EchoOf(context.Background(), "1/3x", s).Readings
	if r, ok := exercises.Preferred(rs, map[string]bool{"quotient": false}); !ok || r.Text != "1/(3·x)" {
		t.Errorf("%+v %v", r, ok)
	}
	if _, ok := exercises.Preferred(rs, map[string]bool{"power": true}); ok {
		t.Error("a choice of another kind is taken")
	}
}

// TestMistakes: a slip of the task is recognised by its value, exact or to
// the digits typed, and comes before the general patterns.
func TestMistakes(t *testing.T) {
	task := NumberTask{Want: Float(0.625), Digits: 3, Mistakes: []Mistake{
		{ID: "s-rule", Form: "1.25", Says: "It looks as if the rule for s = +1 was used."},
		{ID: "third", Form: "1/3", Says: "It looks as if this was divided by 3."},
	}}
	for _, c := range []struct{ text, mistake string }{
		{"5/4", "s-rule"}, {"1.25", "s-rule"}, {"1/3", "third"}, {"0.333", "third"}, {"-0.625", "sign"}, {"0.3125", "factor-half"}, {"0.4", ""},
	} {
		r := JudgeNumber(context.Background(), c.text, task)
		if r.Accepted || r.Misconception != c.mistake {
			t.Errorf("%s: %s %q, want %q", c.text, r.Verdict.Words(), r.Misconception, c.mistake)
		}
	}
}

func TestReport(t *testing.T) {
	r := JudgeNumber(context.Background(), "−2", NumberTask{Want: Int(2)})
	rep := r.Report("cell")
	f := rep.Fields["cell"]
	if rep.Verdict != exercises.NotEqual || rep.Accepted || rep.Misconception != "sign" || f.Verdict != rep.Verdict || f.Message != rep.Fact[0].String() || f.At != -1 {
		t.Errorf("the report is %+v", rep)
	}
	if f := JudgeNumber(context.Background(), "3*", NumberTask{Want: Int(2)}).Field(); f.Verdict != exercises.Unreadable || f.At != 2 {
		t.Errorf("a syntax error is reported as %+v", f)
	}
}

func TestEchoOf(t *testing.T) {
	s := QuadraticFeatures().Scope()
	if e := EchoOf(context.Background(), "[1, √2x1", s); e.Reading != "" || e.Problem == "" || e.At != 8 {
		t.Errorf("an open bracket echoes as %+v", e)
	}
	if e := EchoOf(context.Background(), "[1, √2x1]", s); e.Reading != "[1, √2·x₁]" || e.Problem != "" || e.At != -1 {
		t.Errorf("a vector echoes as %+v", e)
	}
}
