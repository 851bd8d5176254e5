package answer

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
)

// row33 is the first row of 3.3.
var row33 = Exprs(Scope{}, "2√2", "3√2", "1", "4", "9", "6√2")

func TestVectors(t *testing.T) {
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
		mistake string
		says    string // in the first fact
	}{
		{"(2√2, 3√2, 1, 4, 9, 6√2)", exercises.Equal, "", ""},
		{"2√2\n3√2\n1\n4\n9\n6√2", exercises.Equal, "", ""},
		{"[2.828, 4.243, 1, 4, 9, 8.485]", exercises.Equal, "", ""},
		{"[2.83, 4.24, 1, 4, 9, 8.49]", exercises.Close, "rounded-early", "entry 1"},
		{"[2√2, 3√2, 1, 4, 6, 6√2]", exercises.NotEqual, "", "entry 5"},
		{"[2√2, 3√2, 1, 9, 4, 6√2]", exercises.NotEqual, "order", "entry 4: yours is too large; entry 5: yours is too small"},
		{"[-2√2, -3√2, -1, -4, -9, -6√2]", exercises.NotEqual, "sign", ""},
		{"[2√2, 3√2, 1, 4, 9, -6√2]", exercises.NotEqual, "sign", "entry 6"},
		{"[2√2, 3√2, 1, 4, 9]", exercises.NotEqual, "length", "5 entries"},
		{"[2√2, 3√2, 1, 4, 9, ]]", exercises.Unreadable, "", ""},
		{"", exercises.Empty, "", ""},
	} {
		r := JudgeVector(context.Background(), c.text, VectorTask{Want: row33, Digits: 4})
		if r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%q: %s %q, want %s %q", c.text, r.Verdict.Words(), r.Misconception, c.verdict.Words(), c.mistake)
		}
		if c.says != "" && !strings.Contains(r.Fact[0].String(), c.says) {
			t.Errorf("%q: %v does not say %q", c.text, r.Fact, c.says)
		}
	}
}

func TestProportional(t *testing.T) {
	want := Exprs(Scope{}, "1", "0", "0", "-1", "0", "-5")
	for _, c := range []struct {
		text    string
		either  bool
		verdict exercises.Verdict
		mistake string
	}{
		{"1, 0, 0, -1, 0, -5", false, exercises.Equal, ""},
		{"2, 0, 0, -2, 0, -10", false, exercises.Equal, ""},
		{"√2, 0, 0, -√2, 0, -5√2", false, exercises.Equal, ""},
		{"0.2, 0, 0, -1/5, 0, -1", false, exercises.Equal, ""},
		{"-1, 0, 0, 1, 0, 5", false, exercises.NotEqual, "sign"},
		{"-1, 0, 0, 1, 0, 5", true, exercises.Equal, ""},
		{"1, 0, 0, -1, 0, 5", false, exercises.NotEqual, ""},
		{"1, 0, 0, -1, 1, -5", false, exercises.NotEqual, ""},
		{"0, 0, 0, 0, 0, 0", false, exercises.NotEqual, "zero"},
		{"0, 1, 0, 0, 0, 0", false, exercises.NotEqual, ""},
		{"1, 0, 0, -1, 0", false, exercises.NotEqual, "length"},
		{"1, 0, 0, -1, 0, sin(1)", false, exercises.Undecided, ""},
	} {
		r := JudgeProportional(context.Background(), c.text, ProportionalTask{Want: want, EitherSign: c.either})
		if r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%q: %s %q, want %s %q", c.text, r.Verdict.Words(), r.Misconception, c.verdict.Words(), c.mistake)
		}
	}
}

func TestSets(t *testing.T) {
	for _, c := range []struct {
		text    string
		size    int
		verdict exercises.Verdict
	}{
		{"{1, 3}", 0, exercises.Equal},
		{"3 1", 0, exercises.Equal},
		{"x3 and x1", 0, exercises.Equal},
		{"α₁, α₃", 2, exercises.Equal},
		{"(1; 3; 1)", 2, exercises.Equal},
		{"points 1 & 3", 0, exercises.Equal},
		{"{1}", 0, exercises.NotEqual},
		{"{1}", 2, exercises.Unreadable},
		{"1,3,4", 0, exercises.NotEqual},
		{"2 4", 0, exercises.NotEqual},
		{"none", 0, exercises.NotEqual},
		{"∅", 0, exercises.NotEqual},
		{"9", 0, exercises.Unreadable},
		{"1.5", 0, exercises.Unreadable},
		{"1-3", 0, exercises.Unreadable},
		{"all of them", 0, exercises.Unreadable},
		{"1 + 3", 0, exercises.Equal},
		{"x1, x3 +", 0, exercises.Unreadable},
		{"99999999999999999999", 0, exercises.Unreadable},
		{" ", 0, exercises.Empty},
	} {
		r := JudgeSet(c.text, SetTask{Want: []int{1, 3}, Max: 4, Size: c.size})
		if r.Verdict != c.verdict {
			t.Errorf("%q: %s %v, want %s", c.text, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
}

// The number of a point is a name: another one is another point, however near.
func TestOneOfASet(t *testing.T) {
	for text, want := range map[string]struct {
		verdict exercises.Verdict
		says    string
	}{
		"3": {exercises.Equal, ""}, "x3": {exercises.Equal, ""}, "point 3": {exercises.Equal, ""}, " {3} ": {exercises.Equal, ""}, "#3": {exercises.Equal, ""},
		"2": {exercises.NotEqual, "It is another point."}, "4": {exercises.NotEqual, "It is another point."}, "1": {exercises.NotEqual, "It is another point."},
		"2.99": {exercises.Unreadable, "write the number of one point, as 3"}, "9": {exercises.Unreadable, "there is no point 9; they run from 1 to 4"},
		"1 3": {exercises.Unreadable, "this names 2 points; one is asked for"}, "none": {exercises.Unreadable, "this names 0 points; one is asked for"}, "": {exercises.Empty, ""},
	} {
		r := JudgeSet(text, SetTask{Want: []int{3}, Max: 4, Size: 1})
		said := ""
		if len(r.Fact) > 0 {
			said = r.Fact[0].String()
		}
		if r.Verdict != want.verdict || said != want.says {
			t.Errorf("%q: %s %q, want %s %q", text, r.Verdict.Words(), said, want.verdict.Words(), want.says)
		}
	}
}

func TestValues(t *testing.T) {
	got, stop := Values(context.Background(), "(1/2, −√4, 2e-1)", 3)
	if stop != nil || got[0] != 0.5 || got[1] != -2 || got[2] != 0.2 {
		t.Errorf("read %v, %v", got, stop)
	}
	for _, text := range []string{"", "1, 2", "1, 2, x", "1, 2, 1/0"} {
		if got, stop := Values(context.Background(), text, 3); stop == nil || stop.Verdict.Counts() {
			t.Errorf("%q gave %v, %v", text, got, stop)
		}
	}
}

func TestChoice(t *testing.T) {
	task := ChoiceTask{Want: "yes", Why: "It bends.", Says: map[string]string{"no": "Look again."}, Mistakes: map[string]string{"no": "order"}}
	if r := JudgeChoice("yes", task); r.Verdict != exercises.Equal || r.Fact[0].String() != "It bends." {
		t.Errorf("the right option: %+v", r)
	}
	if r := JudgeChoice("no", task); r.Accepted || r.Misconception != "order" || r.Advice[0].String() != "Look again." {
		t.Errorf("the wrong option: %+v", r)
	}
	if r := JudgeChoice("", task); r.Verdict != exercises.Empty {
		t.Errorf("no option: %+v", r)
	}
}
