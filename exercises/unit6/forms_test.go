package unit6

import (
	"context"
	"testing"

	"kernellab/testdata/support/lessontest"
)

// TestCheck_acceptsRightForms checks many right spellings of the formulas that students
// write, and wrong ones with the name of their mistake ("" if it has none).
func TestCheck_acceptsRightForms(t *testing.T) {
	tests := []struct {
		id, step, field string
		right           []string
		wrong           map[string]string // text → misconception
	}{
		{
			"6.1", "base", "base",
			[]string{"[0,0,0]", "0, 0, 0", "(0; 0; 0)", "0,0,0", "[1-1, 0, 0*2]", "[0.0, 0, 0]"},
			map[string]string{"[2/3, 1/3, 0]": "", "1,1,1": "ones", "[0, 0]": "length"},
		},
		{
			"6.1", "update", "update",
			[]string{
				"a_i + 2eta/n sum(j, t_i/n - a_j K_ij)", "a_i + 2eta/sum(j, 1) (t_i - (Ka)_i)",
			},
			map[string]string{
				"a_i + 2eta/n (sum(j, t_i)/3 - sum(j, a_j K_ij))":   "",
				"a_i + 2eta/n (t_i - (Ka)_i) + a_i (sum(j, 1) - 3)": "term-missing", "a_i + 2eta/3 (t_i - (Ka)_i)": "",
				"a_i + t_i": "term-extra",
			},
		},
		{
			"6.2", "slope", "slope",
			[]string{"s(1-s)", "s - s^2", "(1−s)s", "s·(1 − s)", "-s(s-1)", "1/4 - (s-1/2)^2", "s(u)(1-s(u))",
				"σ(u) − σ(u)²", "s|1-s|"},
			map[string]string{
				"1-s": "one-minus", "s(s-1)": "inner-sign", "s*s": "square", "(1-s)(1+s)": "tanh", "s": "exponential",
				"exp(-u)/(1+exp(-u))²": "in-u", "1/(e^(u/2)+e^(-u/2))^2": "in-u", "s(u)^2 e^(-u)": "in-u",
				"s(u) s(-u)": "in-u", "s/2": "term-missing",
			},
		},
		{
			"6.2", "cancel", "product",
			[]string{"y - s", "−s + y", "y−s", "-(s-y)", "1y - 1s", "y + -s", "1*(y-s)", "y^2 - s"},
			map[string]string{"y - y s - s + y s": "not-simplified", "s - y": "turned", "y + s": "added",
				"y(1-s)-(1-y)s": "not-simplified", "y - y s": "first-only", "y + s - 2 y s": "inner-sign"},
		},
		{
			"6.2", "cancel", "outer",
			[]string{"y/s - (1-y)/(1-s)", "(y-s)/(s(1-s))", "y/s + (y-1)/(1-s)", "y/s + (1-y)/(s-1)",
				"y s^-1 − (1−y)(1−s)^-1", "-( (1-y)/(1-s) - y/s )"},
			map[string]string{"y/s + (1-y)/(1-s)": "inner-sign", "y/s": "first-only", "(s-y)/(s(1-s))": "turned"},
		},
		{
			"6.2", "update", "update",
			[]string{"a_i + γ(2y_i − 1) s(−(2y_i − 1) Σ_j a_j K_ij)"},
			map[string]string{"a + γ/n (y − s(Ka))": "mean", "a + 2γ/n (y − s(Ka))": "mean", "a_i + γ y_i": ""},
		},
		{
			"6.3", "plus", "plus",
			[]string{"s(-f)", "σ(−f)", "sigmoid(-f)", "1/(1+e^f)", "e^(-f)/(1+e^(-f))", "s(0-f)"},
			map[string]string{"1-s(f)": "unchanged", "1 - s(f + 0)": "unchanged", "1 − s(−−f)": "unchanged",
				"1 - s(2f/2)": "unchanged", "e^(-f) s(f)": "unchanged", "s(f)": "even", "-s(f)": "odd",
				"s(1-f)": "shifted", "-s(-f)": "odd", "s(2f)": ""},
		},
		{
			"6.3", "minus", "minus",
			[]string{"-s(f)", "−σ(f)", "0 - s(f)", "s(-f) - 1", "-1/(1+e^(-f))", "-1·s(f)"},
			map[string]string{"s(f)": "unsigned", "-1-s(f)": "label-kept", "s(-f)": "plus-again",
				"1 - s(f)": "plus-again", "-s(-f)": "reflected"},
		},
		{
			"6.3", "update", "update",
			[]string{
				"a_i + η((y_i+1)/2 − s((Ka)_i))", "a_i + y_i η σ(−(Ka)_i y_i)", "a_i + η σ(−Σ_l y_i a_l K_li)/y_i",
			},
			map[string]string{"a_i + η(y_i − s((Ka)_i))": "zero-one", "a_i + η y_i": ""},
		},
		{
			"6.4", "score", "score",
			[]string{"s(sum(j, a_j k_j sum(l, 1)/n))", "1 - s(-sum(j, a_j k_j y_j^2))"},
			map[string]string{"sum(j, a_j k_j)": "no-sigmoid", "s(sum(j, a_j k_j) sum(l, 1)/3)": ""},
		},
	}
	for _, tt := range tests {
		t.Run(tt.id+" "+tt.field, func(t *testing.T) {
			s := step(t, tt.id, tt.step, 3)
			reference := s.Info().Reference
			for _, text := range tt.right {
				if r := s.Check(context.Background(), reference.With(tt.field, text)); !r.Accepted {
					t.Errorf("Check(%s): got refused (%s %v), want accepted", text, r.FirstLine(), r.Fact)
				}
			}
			for text, id := range tt.wrong {
				r := s.Check(context.Background(), reference.With(tt.field, text))
				if r.Accepted || r.Misconception != id || !r.Verdict.Counts() {
					t.Errorf("%s is recognised as %q (%s, %v), want %q", text, r.Misconception, r.FirstLine(), r.Fact,
						id)
				}
			}
		})
	}
}

func TestThreeDigits_gramMatrixByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := newThreePoints(seed)
		lessontest.CheckGram(t, p.gram(), step(t, "6.1", "gram", seed),
			func(i, j int) float64 { return p.x[i] * p.x[j] })
	}
}
