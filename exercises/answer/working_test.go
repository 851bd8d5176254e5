package answer

import (
	"strings"
	"testing"

	"kernellab/exercises"
)

// interest is a working of three numbers: a rate, a product, a sum.
func interest() Working {
	return Working{
		{Name: "rate", Label: "r", Value: func(Numbers) float64 { return 0.2 }, Slips: []Slip{{ID: "percent", Value: func(Numbers) float64 { return 20 }}}},
		{Name: "gain", Label: "g", From: []string{"rate"}, Value: func(e Numbers) float64 { return 7 * e["rate"] }},
		{Name: "sum", Label: "S", From: []string{"gain"}, Value: func(e Numbers) float64 { return 7 + e["gain"] }, Slips: []Slip{
			{ID: "minus", Value: func(e Numbers) float64 { return 7 - e["gain"] }},
		}},
	}
}

func TestWorking(t *testing.T) {
	tests := []struct {
		name            string
		rate, gain, sum string
		verdict         exercises.Verdict
		id              string
		fact            string // a part of what is said
	}{
		{"right", "0.2", "7/5", "8.4", exercises.Equal, "", ""},
		{"slip at the end", "0.2", "1.4", "5.6", exercises.NotEqual, "minus", "S: "},
		{"slip carried", "20", "140", "147", exercises.NotEqual, "percent", "One slip: r. Two blanks follow from it correctly."},
		{"carried and rounded", "1/3", "2.333", "9.333", exercises.NotEqual, "", "One slip: r. Two blanks follow from it correctly."},
		{"second slip on top of the first", "20", "140", "-133", exercises.NotEqual, "percent", "Two slips: r, S. One blank follows from them correctly."},
		{"corrected, its followers not yet", "0.2", "140", "147", exercises.NotEqual, "", "One slip: g. One blank follows from it correctly."},
		{"half filled", "20", "140", "", exercises.Empty, "", "Still to fill in: S."},
		{"nothing after the slip", "20", "", "", exercises.Empty, "", "Still to fill in, 2 fields"},
		{"unreadable", "20", "(", "147", exercises.Unreadable, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := interest().Judge(t.Context(), exercises.Answers{"rate": tt.rate, "gain": tt.gain, "sum": tt.sum})
			said := []string{r.Headline}
			for _, l := range r.Fact {
				said = append(said, l.String())
			}
			text := strings.Join(said, "\n")
			if r.Verdict != tt.verdict || tt.id != "" && r.Misconception != tt.id || !strings.Contains(text, tt.fact) {
				t.Errorf("got %v %q %q", r.Verdict, r.Misconception, text)
			}
			if r.Accepted != (tt.verdict == exercises.Equal) {
				t.Errorf("accepted: %v", r.Accepted)
			}
		})
	}
}

// One slip is told once, at its blank: what is right and what follows has a mark
// and no words.
func TestOneSlipSaysOneThing(t *testing.T) {
	for a, messages := range map[[3]string]int{{"20", "140", "147"}: 1, {"0.2", "1.4", "8.4"}: 0, {"0.2", "1.4", "9"}: 1, {"20", "140", "9"}: 2} {
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
		if got != messages {
			t.Errorf("%v: %d blanks are spoken of, want %d", a, got, messages)
		}
	}
}

func TestWorkingsOwnAnswers(t *testing.T) {
	if r := interest().Judge(t.Context(), interest().Reference()); !r.Accepted {
		t.Errorf("the reference is not accepted: %v", r.Fact)
	}
	for id, a := range interest().Examples() {
		whole := interest().Reference()
		for name, text := range a {
			whole[name] = text
		}
		if r := interest().Judge(t.Context(), whole); r.Misconception != id {
			t.Errorf("%s is recognised as %q", id, r.Misconception)
		}
	}
}

func TestDecimal(t *testing.T) {
	for v, want := range map[float64]string{0.1 + 0.2: "0.3", -1e-12: "0", -2.5: "-2.5", 1e6: "1000000", 1.0 / 3: "0.333333333"} {
		if got := Decimal(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	if Shown(-2.5) != "−2.5" || Signed(1) != "+1" || Signed(-1) != "−1" || Signed(0) != "0" {
		t.Error("signs")
	}
}
