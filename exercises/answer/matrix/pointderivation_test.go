package matrix

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// logisticWalk returns the derivation of the dual update of logistic regression.
func logisticWalk(t testing.TB) PointDerivation {
	t.Helper()
	w, err := NewPointDerivation(PointDerivationSpec{
		Letters: []string{
			"Phi: n×m", "phi_i: m", "w: m", "a: n", "y: n", "f: n", "s: n", "K: n×n", "gamma: 1",
			"∂ℓ_i/∂f_i: 1", "∂f_i/∂w: m", "∂ℓ_i/∂w: m", "∂L/∂w: m",
			"ℓ_i: 1", "L: 1",
		},
		Bits: []string{"y"},
		Given: []string{"phi_i = Phi_i", "f_i = w^T phi_i", "K = Phi Phi^T", "s = s(f)", "∂L/∂w = sum_i ∂ℓ_i/∂w",
			"L = sum_i ℓ_i"},
		Facts: []Fact{
			{"∂ℓ_i/∂f_i = s(f_i) - y_i", "the slope of the loss"},
			{"∂f_i/∂w = phi_i", "how f changes with w"},
			{"∂ℓ_i/∂w = ∂ℓ_i/∂f_i ∂f_i/∂w", "the chain rule"},
			{"w <- w - gamma sum_i ∂ℓ_i/∂w", "the step of w"},
			{"w = sum_i a_i phi_i", "the claim about w"},
		},
		Conclusion: "a <- a - gamma ∂ℓ/∂f",
	}, "a", []string{"w", "phi", "Phi", "f", "s", "∂l/∂f"}, true)
	check.OK(t, err)
	return w
}

const begun = "∂ℓ_i/∂f_i = s(f_i) − y_i; ∂f_i/∂w = φ_i; ∂ℓ_i/∂w = ∂ℓ_i/∂f_i φ_i; "

const wholeWalk = `∂ℓ_i/∂f_i = s(f_i) − y_i
∂f_i/∂w = φ_i
∂ℓ_i/∂w = ∂ℓ_i/∂f_i ∂f_i/∂w = (s(f_i) − y_i) φ_i
w ← w − γ Σ_i ∂ℓ_i/∂w = w + γ Σ_i (y_i − s(f_i)) φ_i
w = Σ_i a_i φ_i
f_i = Σ_j a_j φ_j^T φ_i = Σ_j a_j K_ij
w ← Σ_i (a_i + γ (y_i − s(f_i))) φ_i
a_i ← a_i + γ (y_i − s(Σ_j a_j K_ij))
a ← a + γ (y − s(K a))`

func TestPointDerivation(t *testing.T) {
	w := logisticWalk(t)
	for _, text := range []string{
		wholeWalk,
		"dl/df = s(f) - y; d f/d w = phi; dl/dw = dl/df phi; w <- w - gamma sum (s(f) - y) phi; w = sum a phi; f = K a; a <- a - gamma (s(Ka) - y)",
		"w = Φᵀa; f = Ka; ∂f_j/∂w = φ_j; ∂ℓ_j/∂f_j = σ(f_j) − y_j; ∂ℓⱼ/∂w = (s_j − y_j)φⱼ; ∂L/∂w = Φ^T(s − y); w := w − γ ∂L/∂w; a <- a + γ(y − σ(K a))",
		// The product of two known derivatives need not be a line of its own.
		"∂f/∂w = φ; L = Σ_i l_i; ∂l/∂f = s - y; ∂L/∂w = Σ_i (s_i - y_i) φ_i; w <- w - γ ∂L/∂w; w = Φ^T a; a <- a + γ (y - s(K a))",
		"∂f/∂w = φ; ∂l/∂f = s - y; w <- w - γ Φ^T (s - y); w = Φ^T a; a <- a + γ (y - s(K a))",
		"∂l/∂f = 1/(1+e^(-f)) - y; ∂f/∂w = φ; ∂l/∂w = ∂l/∂f φ; w <- w - γ Σ ∂l/∂w; Σ_k a_k φ_k = w; a <- a + γ (y − exp(Ka)∘s(-K a))",
	} {
		if r := w.Judge(t.Context(), text); !r.Accepted {
			t.Errorf("Judge(%s) = %s: %v, want it accepted", text, r.Verdict.Words(), r.Fact)
		}
	}
	for text, want := range map[string]string{
		"":          "",
		"ℓ_i = y_i": "Line 1: ℓᵢ = yᵢ does not hold",
		"∂f/∂w = φ; w ← w − γ Φᵀ(s − y)":                                            "First state the slope of the loss.",
		"∂f/∂w = φ; ∂ℓ/∂f = s − y; w ← w − Φᵀ(s − y)":                               "does not hold",
		"∂ℓ_i/∂f_i = y_i − s(f_i)":                                                  "Line 1: ∂ℓᵢ/∂fᵢ = yᵢ − s(fᵢ) does not hold",
		"∂f_i/∂w = w":                                                               "Line 1",
		begun + "w ← w + γ Σ_i ∂ℓ_i/∂w":                                             "Line 4: w ← w + γΣᵢ ∂ℓᵢ/∂w does not hold",
		begun + "w ← w − Σ_i ∂ℓ_i/∂w":                                               "Line 4",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; f = K a":                                    "Line 5: f = Ka holds, but it does not follow yet from the lines before it. First state the claim about w.",
		"∂ℓ_i/∂w = (s(f_i) − y_i) φ_i":                                              "First state the slope of the loss.",
		"a ← a + γ (y − s(K a))":                                                    "Line 1",
		begun + "w = Σ_i a_i φ_i; a_i ← a_i − γ (s(f_i) − y_i)":                     "First state the step of w",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w":                                             "Not written yet: the claim about w",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i":                            "The last one should be a step",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i; a ← a − γ (s(f) − y)":      "still has f in it",
		begun + "w ← w − γ ∂L/∂w; w = Φ^T a; a_i ← a_i + γ (y_i − s(Σ_j K_ij a_j))": "all points at once",
		begun + "w ← w − γ ∂L/∂w; w = Φ^T a; a ← a − γ K (s(K a) − y)":              "Line 6",
		begun + "w ← w − γ ∂L/∂w; w = Φ^T a; a ← a + γ (y − s(a))":                  "Line 6",
		begun + "w ← w − γ ∂L/∂w; w = Φ a":                                          "Φ and a: n×m times n×1",
		begun + "w ← w − γ ∂L/∂w; w_i = 0":                                          "so it has no entry for i",
		begun + "w ← w − γ ∂L/∂w; w = w; 0 = 0; a = a; w = Σ_i a_i φ_i; φ_i = φ_i":  "be a step",
		"∂f_i/∂w = φ_i; φ_i = ∂f_j/∂w":                                              "Line 2",
	} {
		r := w.Judge(t.Context(), text)
		if r.Accepted || want != "" && (len(r.Fact) == 0 || !strings.Contains(r.Fact[0].String(), want)) {
			t.Errorf("%q: %s %v, want %s", text, r.Verdict.Words(), r.Fact, want)
		}
	}
	for _, text := range []string{"w", "∂ℓ_i/∂a_i = 0", "s(f ← 1", "∂ℓ_i/∂f_j = 0", "f ← f", "w = Σ_ij a_i φ_j",
		"a_n = 0", "∂f_i/∂w = φ_i;; w = = 2", "max(1, f) = f", strings.Repeat("w = w;", 50)} {
		if r := w.Judge(t.Context(), text); r.Verdict != exercises.Unreadable {
			t.Errorf("Judge(%q) = %s %v, want it unreadable", text, r.Verdict.Words(), r.Fact)
		}
	}
}

// The lines on the stage follow up to the first that does not.
func TestPointDerivation_lines(t *testing.T) {
	w := logisticWalk(t)
	got := w.Lines(t.Context(), "∂f/∂w = φ; w ← w + γ ∂L/∂w; w = Σ a φ")
	want := []answer.Line{{Text: "∂fᵢ/∂w = φᵢ", Follows: true}, {Text: "w ← w + γ·∂L/∂w", Broken: true},
		{Text: "w = Σᵢ aᵢφᵢ"}}
	check.That(t, len(got) == 3 && got[0] == want[0] && got[1] == want[1] && got[2] == want[2], "%+v", got)
	if got := w.Lines(t.Context(), "∂f/∂w = φ; w = ("); len(got) != 2 || !got[1].Broken {
		t.Errorf("%+v", got)
	}
}

// Two texts have the same slip if the same line is the first that does not hold or, if all lines
// hold, if they give the same wrong reason for the same line.
func TestSameSlip(t *testing.T) {
	w := reasonedWalk(t)
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"∂f/∂w = φ by the chain rule", "∂f_j/∂w = φ_j by chain rule", true},
		{"∂ℓ_i/∂f_i = s(f_i) − y_i; ∂f/∂w = φ by the chain rule", "∂f/∂w = φ by 8", true},
		{"∂f/∂w = φ by the chain rule", "∂f/∂w = φ by descent", false},
		{"∂f/∂w = φ by the chain rule", "∂f/∂w = φ", false},
		{"∂f/∂w = w by the chain rule", "∂f/∂w = φ by the chain rule", false},
		{"w ← w + γ ∂L/∂w", "∂f/∂w = φ; w ← w + γ Σ_j ∂ℓ_j/∂w", true},
		{"w ← w + γ ∂L/∂w", "w ← w − 2γ ∂L/∂w", false},
		{"∂f/∂w = w", "∂f_k/∂w = w", true},
		{"∂f/∂w = w", "∂f/∂w = φ", false},
		{"∂ℓ/∂f = y - s(f)", "∂ℓ_i/∂f_i = (s_i - y_i) s_i", false},
		{"∂ℓ/∂f = y - s(f)", "∂ℓ_j/∂f_j = y_j − σ(f_j)", true},
		{begun + "a ← a − γ K (s(K a) − y)", begun + "a_i ← a_i − γ Σ_j K_ij (s(f_j) − y_j)", true},
		{begun + "a_k ← a_k − γ (y_k − s(f_k))", "a ← a − γ (y − s(K a))", true},
		{begun + "a ← a − γ (y − s(K a))", "a ← a + γ (y − s(a))", false},
		{"∂f/∂w = (", "∂f/∂w = (", false},
	} {
		check.Equal(t, w.SameSlip(t.Context(), c.a, c.b), c.same, "SameSlip(%q, %q)", c.a, c.b)
	}
}

// Functions over the field satisfy their laws and no others.
func TestAssignment_functionLaws(t *testing.T) {
	w := logisticWalk(t)
	for text, want := range map[string]bool{
		"1 - s(f_i) = s(-f_i)": true, "e^(-f_i) = 1/e^(f_i)": true, "max(0, f_i) = f_i + max(-f_i, 0)": true,
		"s(f_i) = e^(f_i)/(1 + e^(f_i))": true,
		"s(f_i) = f_i":                   false, "s(-f_i) = -s(f_i)": false, "e^(f_i) = 1 + f_i": false,
		"max(0, f_i) = f_i": false, "s(2f_i) = 2s(f_i)": false, "max(0, -f_i) = -max(0, f_i)": false,
		"y_i^2 = y_i": true, "s = s(f)": true, "y∘s = s∘y": true, "k(x_i, x_j) = φ_i^T φ_j": true, "K_ij = K_ji": true,
		"sum(i, sum(j, K_ij)) = sum_j sum_i K_ij": true, "Σ_{i=1}^n a_i = sum_i a_i": true,
		"Σ_j=1^{n} K_ij a_j = f_i": true,
	} {
		lines, problem := readLines(w, text)
		if problem != nil {
			t.Errorf("%s: %v", text, problem.Fact)
			continue
		}
		k := &lineJudge{PointDerivation: w}
		if ok, bad, err := k.holds(lines[0].sides, w.allFacts()); ok != want || err != nil {
			t.Errorf("holds(%s) = %v, %v, %v, want %v", text, ok, bad, err, want)
		}
	}
}

// A typed 0 is a number, a vector or a matrix, as the other side requires. No other
// number is.
func TestChain_zeroHasAnySize(t *testing.T) {
	c := Chain{Space: ridge(t), Goal: "a", Without: []string{"w", "a"}}
	const last = "; a = (X X^T + lambda I)^-1 y"
	for text, want := range map[string]bool{
		"lambda w - X^T (y - X w) = 0" + last: true, "0 = X^T a - w" + last: true,
		"X w - y + lambda a = 0 + 0" + last: true, "y - y = 0" + last: true, "0 y = 0" + last: true,
		"w = 0" + last: false, "X^T y = 0" + last: false, "y - y = 1" + last: false, "X X^T - X X^T = 0" + last: true,
		"lambda - lambda = 0" + last: true,
	} {
		if r := c.Judge(t.Context(), text); r.Accepted != want {
			t.Errorf("Judge(%s) = %s %v, want accepted %v", text, r.Verdict.Words(), r.Fact, want)
		}
	}
}

// walkReasons returns the reasons of a derivation over the points, in an order that
// does not give it away.
func walkReasons() Reasons {
	return Reasons{List: []Reason{
		{Name: "comparing coefficients", Move: ByReading},
		{Name: "descent", Letters: []string{"w <-"}},
		{Name: "differentiating the loss", Letters: []string{"∂ℓ_i/∂f_i"}},
		{Name: "induction", Letters: []string{"w"}, OtherNames: []string{"from step to step"}},
		{Name: "putting lines in", Move: ByLines},
		{Name: "rearranging", Move: ByAlgebra},
		{Name: "stationarity", Move: ByNothing, Explanation: "A slope is 0 there."},
		{Name: "the chain rule", Letters: []string{"∂ℓ_i/∂w"}},
		{Name: "the definition of f", Letters: []string{"f_i", "∂f_i/∂w"}},
		{Name: "the definition of K", Letters: []string{"K"}},
	}}
}

func reasonedWalk(t testing.TB) PointDerivation {
	t.Helper()
	old := logisticWalk(t)
	words := old.spec
	words.Reasons = walkReasons()
	return must.Value(NewPointDerivation(words, "a", old.Without, true))
}

// A whole derivation is right with a reason behind every line, and with a reason
// behind some lines.
func TestPointDerivation_rightReasons(t *testing.T) {
	w := reasonedWalk(t)
	for _, text := range []string{
		wholeWalk,
		`∂ℓ_i/∂f_i = s(f_i) − y_i by differentiating the loss
∂f_i/∂w = φ_i by the definition of f
∂ℓ_i/∂w = ∂ℓ_i/∂f_i ∂f_i/∂w by the chain rule
∂ℓ_i/∂w = (s(f_i) − y_i) φ_i by putting lines in
w ← w − γ Σ_i ∂ℓ_i/∂w by descent
w ← w + γ Σ_i (y_i − s(f_i)) φ_i by putting lines in
w = Σ_i a_i φ_i by induction
w ← Σ_i (a_i + γ (y_i − s(f_i))) φ_i by 5
f_i = Σ_j a_j K_ij by the definition of K
a_i ← a_i + γ (y_i − s(f_i)) by comparing coefficients
a_i ← a_i + γ (y_i − s(Σ_j a_j K_ij)) by putting lines in
a ← a + γ (y − s(K a))`,
		begun + "w ← w − γ ∂L/∂w by Descent.; w − Φ^T a = 0 by from step to step; a ← a + γ(y − s(K a)) by comparing",
	} {
		if r := w.Judge(t.Context(), text); !r.Accepted {
			t.Errorf("Judge(%s) = %s %s: %v, want it accepted", text, r.Verdict.Words(), r.Headline, r.Fact)
		}
	}
}

// A reason that cannot have led to its line is reported, and the verdict on the
// line stays the same.
func TestPointDerivation_wrongReasons(t *testing.T) {
	w := reasonedWalk(t)
	full := begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i; f_i = Σ_j a_j K_ij; a_i ← a_i + γ (y_i − s(f_i))"
	for text, want := range map[string]string{
		"∂ℓ_i/∂f_i = s(f_i) − y_i by the chain rule":                       "Line 1 follows, but not by the chain rule: the line holds without it.",
		"∂f_i/∂w = φ_i by the definition of K":                             "the line holds without it",
		"∂f_i/∂w = φ_i by putting lines in":                                "no earlier line was substituted",
		"∂f_i/∂w = φ_i by stationarity":                                    "the line does not contain it. A slope is 0 there.",
		"∂f_i/∂w = φ_i by comparing coefficients":                          "it does not give the step of a",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w by rearranging":                     "not an earlier line in another form: more was done",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i by descent":        "the line holds without it",
		full + "; a ← a + γ (y − s(K a)) by the chain rule":                "Line 8 follows, but not by the chain rule",
		full + "; a ← a + γ (y − s(K a)) by comparing coefficients":        "line 7 gives this step already",
		full + "; a ← a + γ (y − s(f)) by descent; a ← a + γ (y − s(K a))": "Line 8 follows, but not by descent",
	} {
		r := w.Judge(t.Context(), text)
		bare := w.Judge(t.Context(), withoutReasons(text))
		said := fmt.Sprint(r.Fact)
		check.That(t, !r.Accepted && strings.Contains(said, want),
			"%q: %s %s, want %s", text, r.Verdict.Words(), said, want)
		if bare.Accepted != (r.Verdict == exercises.OtherForm) || !bare.Accepted && r.Verdict != bare.Verdict {
			t.Errorf("Judge(%q) = %s, want %s as without the reason", text, r.Verdict.Words(), bare.Verdict.Words())
		}
		for i, l := range w.Lines(t.Context(), text) {
			check.That(t, l.Follows, "Lines(%q): line %d does not follow, want it to", text, i+1)
		}
	}
}

func withoutReasons(text string) string {
	lines := exercises.Lines(text)
	for i, l := range lines {
		lines[i], _, _ = exercises.SplitReason(l)
	}
	return strings.Join(lines, ";")
}

// An unknown reason does not make a line wrong. It cannot be read, and the error
// lists the reasons. If the list is hidden, the words are ignored.
func TestPointDerivation_unknownReasons(t *testing.T) {
	w := reasonedWalk(t)
	r := w.Judge(t.Context(), "∂f_i/∂w = φ_i by magic")
	if r.Verdict != exercises.Unreadable || r.At != 17 ||
		!strings.Contains(r.Fact[0].String(),
			"Line 1: “magic” is not a reason from the list. Write its words or its number, from 1 to 10.") {
		t.Errorf("%s at %d: %v", r.Verdict.Words(), r.At, r.Fact)
	}
	if got := w.Lines(t.Context(), "∂f_i/∂w = φ_i by magic"); len(got) != 1 || !got[0].Follows {
		t.Errorf("on the stage %+v", got)
	}
	if r := w.Judge(t.Context(), "∂f_i/∂w = φ_i by the def"); r.Verdict != exercises.Unreadable ||
		!strings.Contains(r.Fact[0].String(), "“the def” can mean the definition of f or the definition of K.") {
		t.Errorf("%v", r.Fact)
	}
	w.spec.Reasons.Unlisted = true
	for text, want := range map[string]string{"∂f_i/∂w = φ_i by magic": "So far every line follows",
		"∂f_i/∂w = φ_i by descent": "So far every line follows", "∂f_i/∂w = w by descent": "does not hold"} {
		if r := w.Judge(t.Context(), text); len(r.Fact) == 0 || !strings.Contains(r.Fact[0].String(), want) {
			t.Errorf("%q: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
	if got := w.spec.Reasons.Choices(); got != nil {
		t.Errorf("shown: %v", got)
	}
}

func pushThrough(t testing.TB) Chain {
	t.Helper()
	c := Chain{
		Space: ridge(t), Goal: "a", Without: []string{"w", "a"}, Required: []string{"w = X^T a",
			"lambda a = y - X X^T a"},
		Given: []string{"(X^T X + lambda I) w = X^T y"},
		Reasons: Reasons{List: []Reason{
			{Name: "an inverse of X", Move: ByNothing}, {Name: "multiplying by an inverse", Move: ByInverse},
			{Name: "putting lines in", Move: ByLines},
			{Name: "rearranging", Move: ByAlgebra}, {Name: "the definition of a", Letters: []string{"a"}},
			{Name: "the definition of K", Letters: []string{"K"}}, {Name: "the primal system", Letters: []string{"w"}},
		}},
	}
	check.OK(t, c.CheckReasons())
	return c
}

func TestChain_reasons(t *testing.T) {
	c := pushThrough(t)
	const whole = "λw = X^T(y − X w) by rearranging; w = X^T a by the definition of a; λa = y − X X^T a by putting lines in; λa = y − K a by the definition of K; (K + λI)a = y by rearranging; a = (K + λI)^-1 y by multiplying by an inverse"
	if r := c.Judge(t.Context(), whole); !r.Accepted ||
		!strings.Contains(r.Reading, "λw = Xᵀ(y − Xw) by rearranging; ") {
		t.Errorf("%s %v %s", r.Verdict.Words(), r.Fact, r.Reading)
	}
	for from, to := range map[string]string{
		"(y − X w) by rearranging":       "(y − X w) by the definition of K; line 1: holds without",
		"X^T a by the definition of a":   "X^T a by rearranging; line 2: not an earlier line",
		"λa = y − X X^T a by putting":    "λa = y − X w by putting lines in; λa = y − X X^T a by putting; line 3: nothing was substituted",
		"(K + λI)a = y by rearranging":   "(K + λI)a = y by the definition of K; line 5: line 4 contains it already",
		"(K + λI)a = y by rearr":         "(K + λI)a = y by multiplying by an inverse; (K + λI)a = y by rearr; line 5: no inverse",
		"by multiplying by an inverse":   "by rearranging; line 6: it is not an earlier line",
		"y by multiplying by an inverse": "y by an inverse of X; line 6: the line does not contain it",
	} {
		last := strings.LastIndex(to, "; line")
		at, want, _ := strings.Cut(to[last+2:], ": ")
		text := strings.Replace(whole, from, to[:last], 1)
		r := c.Judge(t.Context(), text)
		if r.Accepted || r.Verdict != exercises.OtherForm ||
			!strings.Contains(strings.ToLower(r.Fact[0].String()), at+" follows") ||
			!strings.Contains(r.Fact[0].String(), want) {
			t.Errorf("%q: %s %v, want %s: %s", text, r.Verdict.Words(), r.Fact, at, want)
		}
	}
	if got := c.Lines(t.Context(), "λw = X^T(y − X w) by the definition of K; w = X a; λ(")[0]; !got.Follows ||
		!got.Doubted {
		t.Errorf("%+v", got)
	}
}
