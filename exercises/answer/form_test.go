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

// A form of choices says what each of them says, a mixed one speaks of equality; and
// what a sentence begins with has a capital.
func TestAFormOfChoicesIsRightOrNotSo(t *testing.T) {
	choice := func(_ context.Context, text string) Result { return JudgeChoice(text, ChoiceTask{Want: "yes"}) }
	point := func(_ context.Context, text string) Result {
		return JudgeSet(text, SetTask{Want: []int{2}, Max: 4, Size: 1})
	}
	number := func(ctx context.Context, text string) Result { return JudgeExpr(ctx, text, ExprTask{Want: "7"}) }
	for _, c := range []struct {
		b           func(context.Context, string) Result
		first, last string
		says, fact  string
	}{
		{choice, "yes", "yes", "Right.", ""},
		{choice, "no", "yes", "Not so.", "1 of 2 is right."},
		{point, "no", "3", "Not so.", "0 of 2 are right."},
		{number, "yes", "7", "Equal.", ""},
		{number, "yes", "8", "Not equal.", "1 of 2 is right."},
		{number, "no", "7", "Not so.", "1 of 2 is right."},
		{number, "no", "8", "Not equal.", "0 of 2 are right."},
		{choice, "no", "", "Not all is there yet.", "Still to fill in: b."},
	} {
		r := JudgeForm(context.Background(), exercises.Answers{"a": c.first, "b": c.last}, []Blank{{Name: "a", Label: "a", Judge: choice}, {Name: "b", Label: "b", Judge: c.b}})
		fact := ""
		if n := len(r.Fact); n > 0 {
			fact = r.Fact[n-1].String()
		}
		if r.FirstLine() != c.says || fact != c.fact {
			t.Errorf("%q and %q: %q, %q, want %q, %q", c.first, c.last, r.FirstLine(), fact, c.says, c.fact)
		}
	}
	takes := func(want string) Blank {
		judge := func(ctx context.Context, text string) Result { return JudgeExpr(ctx, text, ExprTask{Want: want}) }
		return Blank{Name: want, Label: "the updates to " + want, Judge: judge, Takes: func(ctx context.Context, text string) bool { return judge(ctx, text).Accepted }}
	}
	r := JudgeForm(context.Background(), exercises.Answers{"1": "2", "2": "1"}, []Blank{takes("1"), takes("2")})
	if len(r.Advice) != 1 || r.Advice[0].String() != "The updates to 1 and the updates to 2 stand in each other's place." {
		t.Errorf("of two that are exchanged it says %v", r.Advice)
	}
}
