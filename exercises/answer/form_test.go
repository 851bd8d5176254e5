package answer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

func TestJudgeForm(t *testing.T) {
	number := func(want string) func(context.Context, string) Result {
		return ExprTask{Want: want}.Judge
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
		{"", "", exercises.Empty, "2 fields are still to be filled in: a, b."},
		{"3", "", exercises.Empty, "Still to fill in: b."},
		{"", "√(", exercises.Unreadable, ""},
		{"3", "√2", exercises.NotEqual, ""},
		{"3", "1.414", exercises.NotEqual, ""},
		{"2", "1.414", exercises.Close, ""},
	} {
		r := JudgeForm(context.Background(), exercises.Answers{"a": c.a, "b": c.b}, blanks)
		check.That(t, r.Verdict == c.verdict && r.Accepted == (c.verdict == exercises.Equal),
			"%q, %q: %s accepted %v, want %s", c.a, c.b, r.Verdict.Words(), r.Accepted, c.verdict.Words())
		said := r.Headline // of a form that is partly filled in
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
		check.That(t, len(r.Fields) == 2, "%q, %q: reports on %d fields", c.a, c.b, len(r.Fields))
	}
}

// A form of choices has their headline, a wrong formula speaks of equality, and
// sentences begin with a capital.
func TestJudgeForm_headlines(t *testing.T) {
	choice := func(_ context.Context, text string) Result { return JudgeChoice(text, "yes") }
	point := SetTask{Want: []int{2}, Max: 4, Size: 1}.Judge
	number := ExprTask{Want: "7"}.Judge
	predicted := func(context.Context, string) Result { return Result{Verdict: exercises.Noted, Accepted: true} }
	for _, c := range []struct {
		b           func(context.Context, string) Result
		first, last string
		says, fact  string
	}{
		{choice, "yes", "yes", "Right.", ""},
		{choice, "no", "yes", "Not right.", "1 of 2 is right."},
		{point, "no", "3", "Not right.", "0 of 2 are right."},
		{number, "yes", "7", "Right.", ""},
		{number, "yes", "8", "Not equal.", "1 of 2 is right."},
		{number, "no", "7", "Not right.", "1 of 2 is right."},
		{number, "no", "8", "Not right.", "0 of 2 are right."},
		{predicted, "no", "yes", "Not right.", "0 of 1 are right."},
		{choice, "no", "", "The form is not complete yet.", "Still to fill in: b."},
	} {
		r := JudgeForm(context.Background(), exercises.Answers{"a": c.first, "b": c.last},
			[]Blank{{Name: "a", Label: "a", Judge: choice}, {Name: "b", Label: "b", Judge: c.b}})
		fact := ""
		if n := len(r.Fact); n > 0 {
			fact = r.Fact[n-1].String()
		}
		check.That(t, r.FirstLine() == c.says && fact == c.fact,
			"%q and %q: %q, %q, want %q, %q", c.first, c.last, r.FirstLine(), fact, c.says, c.fact)
	}
}

// interest returns a calculation of three numbers: a rate, a product and a sum.
func interest() Calculation {
	return Calculation{
		{Name: "rate", Label: "r", Value: func(Numbers) float64 { return 0.2 },
			Slips: []Slip{{ID: "percent", Value: func(Numbers) float64 { return 20 }}}},
		{Name: "gain", Label: "g", Value: func(e Numbers) float64 { return 7 * e["rate"] }},
		{Name: "sum", Label: "S", Value: func(e Numbers) float64 { return 7 + e["gain"] },
			Slips: []Slip{
				{ID: "minus", Value: func(e Numbers) float64 { return 7 - e["gain"] }},
			}},
	}
}

func TestCalculation(t *testing.T) {
	tests := []struct {
		name            string
		rate, gain, sum string
		verdict         exercises.Verdict
		id              string
		fact            string // a part of the fact
	}{
		{"right", "0.2", "7/5", "8.4", exercises.Equal, "", ""},
		{"slip at the end", "0.2", "1.4", "5.6", exercises.NotEqual, "minus", "S: "},
		{"slip carried", "20", "140", "147", exercises.NotEqual, "percent",
			"1 slip: r. 2 blanks follow from it correctly."},
		{"carried and rounded", "1/3", "2.333", "9.333", exercises.NotEqual, "",
			"1 slip: r. 2 blanks follow from it correctly."},
		{"second slip on top of the first", "20", "140", "-133", exercises.NotEqual, "percent",
			"2 slips: r, S. 1 blank follows from them correctly."},
		{"corrected, its followers not yet", "0.2", "140", "147", exercises.NotEqual, "",
			"1 slip: g. 1 blank follows from it correctly."},
		{"half filled", "20", "140", "", exercises.Empty, "", "Still to fill in: S."},
		{"nothing after the slip", "20", "", "", exercises.Empty, "", "2 fields are still to be filled in"},
		{"unreadable", "20", "(", "147", exercises.Unreadable, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := interest().Judge(t.Context(), exercises.Answers{"rate": tt.rate, "gain": tt.gain, "sum": tt.sum})
			text := fmt.Sprint(r.Headline, r.Fact)
			if r.Verdict != tt.verdict || tt.id != "" && r.Misconception != tt.id || !strings.Contains(text, tt.fact) {
				t.Errorf("got %v %q %q", r.Verdict, r.Misconception, text)
			}
			check.That(t, r.Accepted == (tt.verdict == exercises.Equal), "accepted: %v", r.Accepted)
		})
	}
}

// One slip is reported once, at its blank. Right fields and fields that follow have
// a mark but no message.
func TestCalculation_reportsSlipOnce(t *testing.T) {
	for a, messages := range map[[3]string]int{{"20", "140", "147"}: 1, {"0.2", "1.4", "8.4"}: 0,
		{"0.2", "1.4", "9"}: 1, {"20", "140", "9"}: 2} {
		r := interest().Judge(t.Context(), exercises.Answers{"rate": a[0], "gain": a[1], "sum": a[2]})
		got := 0
		for _, f := range r.Fields {
			if f.Message != "" {
				got++
			}
			if f.Follows && (f.Verdict != exercises.Close || f.Message != "") {
				t.Errorf("%v: a blank that follows is %v %q", a, f.Verdict, f.Message)
			}
		}
		check.That(t, got == messages, "%v: %d blanks are spoken of, want %d", a, got, messages)
	}
}

// A calculation reads a sign that is typed alone, and says of other numbers that they are none.
func TestCalculation_sign(t *testing.T) {
	w := Calculation{{Name: "s", Label: "s", IsSign: true, Value: func(Numbers) float64 { return -1 }}}
	for text, want := range map[string]string{"−": "", "0.5": "A sign is +1 or −1.",
		"+": "Yours is positive, but the right answer is negative."} {
		check.Equal(t, w.Judge(t.Context(), exercises.Answers{"s": text}).Fields["s"].Message, want,
			"Judge(s = %s)", text)
	}
}

func TestResult_echo(t *testing.T) {
	task := GrowthTask{Vars: []string{"n", "d"}, Want: "n^2 d"}
	if e := task.Judge(context.Background(), "O(n d)").Echo(); e.Reading != "O(d·n)" || e.Problem != "" {
		t.Errorf("Echo of O(n d) = %+v, want the reading O(d·n)", e)
	}
	if e := task.Judge(context.Background(), "O(n d").Echo(); e.Fix != "(n d)" || e.Problem == "" || e.Reading != "" {
		t.Errorf("Echo of O(n d = %+v, want the fix (n d)", e)
	}
	if e := task.Judge(context.Background(), "").Echo(); e.Reading != "" || e.Problem != "" {
		t.Errorf("Echo of an empty text = %+v, want it empty", e)
	}
}

// A slip of the task is recognised by its value, exact or to the typed digits,
// before the general patterns.
func TestNumberTask_mistakes(t *testing.T) {
	task := NumberTask{Want: Float(0.625), Digits: 3, Mistakes: []Mistake{
		{ID: "s-rule", Answer: "1.25", Advice: "It looks as if the rule for s = +1 was used."},
		{ID: "third", Answer: "1/3", Advice: "It looks as if this was divided by 3."},
	}}
	for _, c := range []struct{ text, mistake string }{
		{"5/4", "s-rule"}, {"1.25", "s-rule"}, {"1/3", "third"}, {"0.333", "third"}, {"-0.625", "sign"},
		{"0.3125", "factor-half"}, {"0.4", ""},
	} {
		r := task.Judge(context.Background(), c.text)
		check.That(t, !r.Accepted && r.Misconception == c.mistake,
			"%s: %s %q, want %q", c.text, r.Verdict.Words(), r.Misconception, c.mistake)
	}
}

// The fact about a wrong number names its relation to the right one, such as twice, if exactly one
// simple relation holds. It says too large or too small only if the signs agree.
func TestNumberTask_relations(t *testing.T) {
	for _, c := range []struct{ want, text, id, says string }{
		{"12", "24", "factor-2", "twice"}, {"12", "6", "factor-half", "half"}, {"12", "-12", "sign",
			"the sign is wrong"},
		{"12", "144", "squared", "square of"}, {"12", "√12", "root", "square root of"}, {"12", "1/12", "reciprocal",
			"the reciprocal"},
		{"12", "13", "one-more", "1 too large"}, {"12", "11", "one-less", "1 too small"},
		{"123", "132", "digits", "a different order"}, {"12", "120", "factor-10", "10 times"},
		{"2", "4", "", "too large"}, {"1/2", "1/4", "", "too small"}, {"2", "1", "", "too small"},
		{"12", "-7", "", "negative, but the right answer is positive"}, {"-3", "7", "", "positive, but"},
		{"-3", "-7", "", "too far below 0"}, {"-7", "-3.3", "", "not far enough below 0"}, {"0", "-3", "",
			"not negative"},
		{"12", "15", "", "too large"}, {"3", "3 + 10^-20", "", "close, but not exactly"}, {"0", "exp(1)", "", "too large"},
	} {
		r := NumberTask{Want: MustParse(c.want, Scope{})}.Judge(context.Background(), c.text)
		check.That(t, !r.Accepted && r.Misconception == c.id && strings.Contains(r.Fact[0].String(), c.says),
			"Judge(%s) for %s: got %q, %v, want %q, %q", c.text, c.want, r.Misconception, r.Fact, c.id, c.says)
	}
}

// The fact about a wrong number names the blank in which it is right, but only if the student has
// already filled in that blank.
func TestJudgeForm_misplaced(t *testing.T) {
	var blanks []Blank
	for i, name := range []string{"a", "b", "c"} {
		judge := NumberTask{Want: Int(int64(10 + 7*i))}.Judge
		blanks = append(blanks, Blank{Name: name, Label: name, Judge: judge,
			Accepts: func(ctx context.Context, text string) bool { return judge(ctx, text).Accepted }})
	}
	for _, c := range []struct {
		a  exercises.Answers
		id string
	}{
		{exercises.Answers{"a": "10", "b": "24", "c": "24"}, "misplaced"},
		{exercises.Answers{"a": "10", "b": "24", "c": "99"}, ""},
		{exercises.Answers{"a": "10", "b": "24", "c": "17"}, "swapped"},
		{exercises.Answers{"a": "10", "b": "34", "c": "24"}, "factor-2"},
	} {
		if r := JudgeForm(context.Background(), c.a, blanks); r.Misconception != c.id {
			t.Errorf("JudgeForm(%v) = %q, %v, want %q", c.a, r.Misconception, r.Fact, c.id)
		}
	}
}
