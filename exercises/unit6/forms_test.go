package unit6

import (
	"context"
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
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
				"a_i + 2eta/n (t_i - sum(j, a_j K_ij))", "aᵢ + (2η/n)(tᵢ − Σⱼ aⱼKᵢⱼ)", "a + 2η/n (t − K a)",
				"a_i - 2η/n (sum(j, K_ji a_j) - t_i)",
				"a_i + 2eta/n*t_i - 2eta/n*sum(l, k(x_l, x_i) a_l)", "a_i + (t_i - (Ka)_i)*2*eta/n",
				"a_i + eta (2t_i - 2(Ka)_i)/n", "a_i = a_i + 2η/n (t_i − (Ka)_i)",
				"a_i + 2eta/n sum(j, t_i/n - a_j K_ij)", "a_i + 2eta/sum(j, 1) (t_i - (Ka)_i)",
			},
			map[string]string{
				"a_i + 2eta/n (sum(j, t_i)/3 - sum(j, a_j K_ij))":   "",
				"a_i + 2eta/n (t_i - (Ka)_i) + a_i (sum(j, 1) - 3)": "term-missing", "a_i + 2eta/3 (t_i - (Ka)_i)": "",
				"a − 2η/n (t − Ka)": "uphill", "a_i + (eta/n)(t_i − (Ka)_i)": "no-two", "a + 2η(t − Ka)": "no-n",
				"a + η(t − Ka)":               "bare-rate",
				"a_i + 2η/n (t_i − Σ_j K_ij)": "row-sum", "a − 2η/n K a": "no-target", "a + 2η/n K a": "no-target",
				"a_i + 2η/n(t_i − K_ii a_i)": "own-only",
				"2η/n (t − Ka)":              "change-only", "a_i + 2η/n (t_i − a_i)": "own-prediction",
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
			[]string{
				"a_i + gamma (y_i - s(sum(j, a_j K_ij)))", "aᵢ + γ(yᵢ − σ(Σⱼ aⱼKᵢⱼ))", "a + γ(y − s(Ka))",
				"a_i − γ(s((Ka)_i) − y_i)",
				"a_i + γ(y_i − 1/(1+exp(−(Ka)_i)))", "a_i + γ y_i − γ s(Σ_l K_li a_l)",
				"a_i + γ(y_i − s(Σ_j a_j k(x_j, x_i)))",
				"a_i + γ(2y_i − 1) s(−(2y_i − 1) Σ_j a_j K_ij)",
			},
			map[string]string{
				"a − γ(y − s(Ka))": "uphill", "a + γ(y − Ka)": "no-s", "a_i + γ(y_i − s(Σ_j K_ij))": "row-sum",
				"a_i + γ(y_i − s(a_i))": "own-only",
				"γ(y − s(Ka))":          "change-only", "a − γ s(Ka)": "no-label", "a + y − s(Ka)": "no-rate",
				"a + γ/n (y − s(Ka))": "mean", "a + 2γ/n (y − s(Ka))": "mean", "a_i + γ y_i": "",
			},
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
				"a_i + eta s(-y_i sum(j, a_j K_ij)) y_i", "aᵢ + η σ(−yᵢ Σⱼ aⱼ k(xⱼ, xᵢ)) yᵢ",
				"a_i + η y_i/(1 + exp(y_i (Ka)_i))", "a_i + η y_i (1 − s(y_i (Ka)_i))",
				"a_i + η((y_i+1)/2 − s((Ka)_i))", "a_i + y_i η σ(−(Ka)_i y_i)", "a_i + η σ(−Σ_l y_i a_l K_li)/y_i",
			},
			map[string]string{
				"a_i + η(y_i − s((Ka)_i))": "zero-one", "a_i + η σ(y_i (Ka)_i) y_i": "inside-sign",
				"a_i + η σ(−y_i (Ka)_i)": "no-label", "a_i + η σ(−(Ka)_i) y_i": "inside-label",
				"a_i + η σ(−y_i Σ_j a_j y_j K_ij) y_i": "labels-twice", "a_i − η σ(−y_i (Ka)_i) y_i": "uphill",
				"a_i + η σ(−y_i Σ_j K_ij) y_i": "row-sum",
				"η σ(−y_i (Ka)_i) y_i":         "change-only", "a_i + η y_i": "",
			},
		},
		{
			"6.4", "score", "score",
			[]string{"s(sum(j, a_j k_j))", "σ(Σⱼ aⱼkⱼ)", "s(aᵀk)", "sigma(sum(j, k_j a_j))", "s(k·a)",
				"1/(1+exp(-sum(j, a_j k_j)))", "s(a_1 k_1 + a_2 k_2 + a_3 k_3)",
				"s(sum(j, a_j k_j sum(l, 1)/n))",
				"1 - s(-sum(j, a_j k_j y_j^2))"},
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

func TestThreeDigits_drawsTheMatrixAsTyped(t *testing.T) {
	s := step(t, "6.1", "gram", 1)
	heat := func(a exercises.Answers) ascii.Heatmap {
		return s.Scene(context.Background(), a).Figures[0].Plot.(ascii.Heatmap)
	}
	if words := strings.Join(heat(nil).Words(), " "); !strings.Contains(words, "all blank") ||
		strings.Contains(words, "symmetric") {
		t.Errorf("empty matrix: got %q, want \"all blank\" and nothing about symmetry", words)
	}
	h := heat(exercises.Answers{"k12": "2.5", "k13": "2 +"})
	for i := range 3 {
		for j := range 3 {
			if v := h.At(i, j); (i == 0 && j == 1) != (v == 2.5) || v != 2.5 && !math.IsNaN(v) {
				t.Errorf("entry (%d, %d) is drawn as %v, want 2.5 for (0, 1) and NaN for the others", i, j, v)
			}
		}
	}
}
