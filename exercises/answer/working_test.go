package answer

import (
	"strings"
	"testing"

	"kernellab/exercises"
)

// interest is a working of three numbers: a rate, a product, a sum.
func interest() Working {
	return Working{
		{Name: "rate", Label: "r", Value: func(Numbers) float64 { return 0.2 }, Slips: []Slip{{"percent", func(Numbers) float64 { return 20 }}}},
		{Name: "gain", Label: "g", From: []string{"rate"}, Value: func(e Numbers) float64 { return 7 * e["rate"] }},
		{Name: "sum", Label: "S", From: []string{"gain"}, Value: func(e Numbers) float64 { return 7 + e["gain"] }, Slips: []Slip{
			{"minus", func(e Numbers) float64 { return 7 - e["gain"] }},
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
		{"slip at the end", "0.2", "1.4", "5.6", exercises.NotEqual, "minus", "S = 5.6"},
		{"slip carried", "20", "140", "147", exercises.NotEqual, "percent", "S = 147 is consistent with your g = 140."},
		{"carried and rounded", "1/3", "2.333", "9.333", exercises.NotEqual, "", "g = 2.333 is consistent with your r = 0.3333."},
		{"second slip on top of the first", "20", "140", "-133", exercises.NotEqual, "percent", "r = 20"},
		{"corrected, its followers not yet", "0.2", "140", "147", exercises.NotEqual, "", "g = 140"},
		{"half filled", "20", "140", "", exercises.Empty, "", "Still to fill in: S."},
		{"nothing after the slip", "20", "", "", exercises.Empty, "", "Still to fill in, 2 fields"},
		{"unreadable", "20", "(", "147", exercises.Unreadable, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := interest().Judge(t.Context(), exercises.Answers{"rate": tt.rate, "gain": tt.gain, "sum": tt.sum})
			var said []string
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

// A wrong number is called with its value only where another is computed from
// one of them, and may point back.
func TestNumbersOfTheirOwnAreCalledByName(t *testing.T) {
	w := interest()[:2]
	w[1].From, w[1].Value = nil, func(Numbers) float64 { return 3 }
	r := w.Judge(t.Context(), exercises.Answers{"rate": "-0.2", "gain": "3"})
	if said := r.Fact[0].String(); !strings.HasPrefix(said, "r: ") {
		t.Errorf("got %q", said)
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
