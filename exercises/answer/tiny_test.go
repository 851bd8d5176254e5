package answer

import "testing"

// TestTinyNumbers: what is right, and which slip it is, does not depend on how
// small the numbers are.
func TestTinyNumbers(t *testing.T) {
	for _, scale := range []string{"1", "1e-9", "1e-14", "1e-30", "exp(-60)"} {
		task := NumberTask{Want: MustParse("2 * "+scale, Scope{}), Digits: 3, Mistakes: []Mistake{{ID: "seven", Form: "7 * " + scale}}}
		for _, c := range []struct {
			factor         string
			accepted, slip bool
		}{
			{"2", true, false}, {"2.001", true, false}, {"2.03", false, false}, {"7", false, true}, {"7.001", false, true}, {"5", false, false}, {"3.3", false, false}, {"0.000001", false, false},
		} {
			text := c.factor + " * " + scale
			if r := JudgeNumber(t.Context(), text, task); r.Accepted != c.accepted || (r.Misconception == "seven") != c.slip {
				t.Errorf("%s: %s [%s] %v", text, r.Verdict.Words(), r.Misconception, r.Fact)
			}
		}
	}
	for text, want := range map[string]string{"exp(-49)": "exp(-50)", "sin(1)/10^20": "sin(2)/10^20"} {
		if r := JudgeNumber(t.Context(), text, NumberTask{Want: MustParse(want, Scope{})}); !r.Verdict.Counts() || r.Accepted {
			t.Errorf("%s for %s: %s %v", text, want, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestAlike: a number follows from others by the scale that they have.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		computed, v, scale float64
		want               bool
	}{
		{1.2344, 1.234, 1, true}, {0.0004, 0, 1, true}, {0.0004, 0, 0.01, false}, {0.001234, 0.00123, 0.01, true}, {0.001234, 0.0014, 0.01, false}, {123.44, 123.4, 1, true},
	} {
		if alike(c.computed, c.v, c.scale) != c.want {
			t.Errorf("%v is %v among numbers of size %v: not %v", c.v, c.computed, c.scale, c.want)
		}
	}
	if got := (Numbers{"a": 0.01, "b": -0.02}).scale(); got != 0.02 {
		t.Errorf("scale %v", got)
	}
}
