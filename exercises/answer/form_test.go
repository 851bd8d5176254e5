package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

func TestJudgeForm(t *testing.T) {
	number := func(want string) func(context.Context, string) Result {
		return func(ctx context.Context, text string) Result {
			return JudgeExpr(context.Background(), text, ExprTask{Want: want})
		}
	}
	blanks := []Blank{{Name: "a", Label: "a", Judge: number("2")}, {Name: "b", Label: "b", Judge: number("√2")}}
	for _, c := range []struct {
		a, b    string
		verdict exercises.Verdict
		fact    string
	}{
		{"2", "√2", exercises.Equal, ""},
		{"1+1", "2/√2", exercises.Equal, ""},
		{"", "√2", exercises.Empty, "Still to fill in: a."},
		{"", "", exercises.Empty, "Still to fill in, 2 fields: a, b."},
		{"3", "", exercises.Empty, "Still to fill in: b."},
		{"", "√(", exercises.Unreadable, ""},
		{"3", "√2", exercises.NotEqual, ""},
		{"3", "1.414", exercises.NotEqual, ""},
		{"2", "1.414", exercises.Close, ""},
	} {
		r := JudgeForm(context.Background(), exercises.Answers{"a": c.a, "b": c.b}, blanks)
		if r.Verdict != c.verdict || r.Accepted != (c.verdict == exercises.Equal) {
			t.Errorf("%q, %q: %s accepted %v, want %s", c.a, c.b, r.Verdict.Words(), r.Accepted, c.verdict.Words())
		}
		said := r.Headline // of a form that is filled in part
		if len(r.Fact) > 0 {
			said = r.Fact[0].String()
		}
		if c.fact != "" && said != c.fact || c.a+c.b != "" && r.FirstLine() == exercises.Empty.Words() {
			t.Errorf("%q, %q: %q, %v, want %q", c.a, c.b, r.FirstLine(), r.Fact, c.fact)
		}
		for name, f := range r.Fields {
			if f.Verdict == exercises.Equal && f.Message != "" {
				t.Errorf("%q, %q: of %s, which is right, it says %q", c.a, c.b, name, f.Message)
			}
		}
		if len(r.Fields) != 2 {
			t.Errorf("%q, %q: reports on %d fields", c.a, c.b, len(r.Fields))
		}
	}
}
