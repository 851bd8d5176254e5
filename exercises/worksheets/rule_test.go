package worksheets

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// ruledLesson looks up one mal-rule, and takes nothing but the reference.
func ruledLesson(Brief) (Parts, error) {
	return Parts{
		Vars: map[string]string{"n": "9", "table": "a b"},
		Steps: map[string]Behaviour{
			"read": {},
			"feature": {
				Check: func(_ context.Context, a exercises.Answers) Judgement {
					right := a["feature"] == "(x1+1)^2"
					r := exercises.Report{Verdict: exercises.NotEqual, Accepted: right}
					if right {
						r.Verdict = exercises.Equal
					}
					return Judgement{Report: r}
				},
				Judges: map[string]Judge{"feature": ruler{}},
			},
		},
	}, nil
}

// ruler knows a mal-rule and nothing else.
type ruler struct{}

func (ruler) Check(context.Context, string) answer.Result { return answer.Result{At: -1} }
func (ruler) Echo(context.Context, string) exercises.Echo { return exercises.Echo{At: -1} }
func (ruler) Same(context.Context, string, string) bool   { return false }
func (ruler) Rule(id, reference string) (string, string, bool) {
	return "wrong " + reference, "It looks as if the rule was followed.", id == "square-of-sum"
}

func ruled(misconception string) string {
	before, _, _ := strings.Cut(sheet, "```misconceptions")
	return before + "```misconceptions\n" + misconception + "```\n"
}

// TestRulesByID: a misconception that names a mal-rule takes from it whatever
// the worksheet leaves out.
func TestRulesByID(t *testing.T) {
	for _, c := range []struct{ src, id, example, says string }{
		{"- rule: square-of-sum\n", "square-of-sum", "wrong (x1+1)^2", "It looks as if the rule was followed."},
		{"- id: own-name\n  rule: square-of-sum\n", "own-name", "wrong (x1+1)^2", "It looks as if the rule was followed."},
		{"- rule: square-of-sum\n  example: {feature: x1^2+1}\n  say: Own words.\n", "square-of-sum", "x1^2+1", "Own words."},
	} {
		s := bind(t, ruled(c.src), ruledLesson).Steps[1]
		m := s.Info().Misconceptions[0]
		if m.ID != c.id || m.Example["feature"] != c.example {
			t.Errorf("%q: %+v", c.src, m)
		}
		r := s.Check(context.Background(), m.Example)
		if r.Misconception != c.id || len(r.Advice) != 1 || r.Advice[0].String() != c.says {
			t.Errorf("%q: %+v", c.src, r)
		}
	}
}

func TestUnknownRulesAreRefused(t *testing.T) {
	for _, c := range []struct {
		src  string
		l    Lesson
		says string
	}{
		{"- rule: no-such\n", ruledLesson, "there is no mal-rule no-such"},
		{"- rule: square-of-sum\n", tinyLesson, "there is no mal-rule square-of-sum"},
	} {
		_, err := Bind(load(t, ruled(c.src)), c.l, Kit{}, exercises.Options{})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", c.src, err, c.says)
		}
	}
	if problems := Lint("unit1.md", []byte(ruled("- id: silent\n")), Kit{}); len(problems) == 0 || !strings.Contains(problems[0].Error(), "says nothing") {
		t.Errorf("a misconception without words and rule: %v", problems)
	}
	if _, err := Load(fstest.MapFS{"unit1.md": {Data: []byte(ruled("- example: {feature: x1}\n  say: x\n"))}}, Kit{}); err == nil {
		t.Error("a misconception without id and rule is taken")
	}
}
