package matrix

import (
	"strings"
	"testing"

	"kernellab/exercises"
)

// walkReasons returns the reasons of a derivation over the points, in an order that
// does not give it away.
func walkReasons() Reasons {
	return Reasons{List: []Reason{
		{Called: "comparing coefficients", By: ByReading},
		{Called: "descent", Of: []string{"w <-"}},
		{Called: "differentiating the loss", Of: []string{"∂ℓ_i/∂f_i"}},
		{Called: "induction", Of: []string{"w"}, Also: []string{"from step to step"}},
		{Called: "putting lines in", By: ByLines},
		{Called: "rearranging", By: ByAlgebra},
		{Called: "stationarity", By: ByNothing, Is: "A slope is 0 there."},
		{Called: "the chain rule", Of: []string{"∂ℓ_i/∂w"}},
		{Called: "the definition of f", Of: []string{"f_i", "∂f_i/∂w"}},
		{Called: "the definition of K", Of: []string{"K"}},
	}}
}

func reasonedWalk(t testing.TB) Walk {
	t.Helper()
	old := logisticWalk(t)
	words := old.words
	words.Reasons = walkReasons()
	w, err := NewWalk(words, "a", old.Without, true)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A whole derivation is right with a reason behind every line, and with a reason
// behind some lines.
func TestWalk_rightReasons(t *testing.T) {
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
		"∂f/∂w = φ by f; w = Σ_i a_i φ_i by induct",
	} {
		r := w.Judge(t.Context(), text)
		if last := strings.Contains(text, "a ← a"); r.Accepted != last && last {
			t.Errorf("Judge(%s) = %s %s: %v, want it accepted", text, r.Verdict.Words(), r.Headline, r.Fact)
		}
	}
}

// A reason that cannot have led to its line is reported, and the verdict on the
// line stays the same.
func TestWalk_wrongReasons(t *testing.T) {
	w := reasonedWalk(t)
	full := begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i; f_i = Σ_j a_j K_ij; a_i ← a_i + γ (y_i − s(f_i))"
	for text, want := range map[string]string{
		"∂ℓ_i/∂f_i = s(f_i) − y_i by the chain rule":                       "Line 1 follows, but not by the chain rule: it holds without that.",
		"∂f_i/∂w = φ_i by the definition of K":                             "it holds without that",
		"∂f_i/∂w = φ_i by putting lines in":                                "no earlier line is put in",
		"∂f_i/∂w = φ_i by stationarity":                                    "nothing of it is in the line. A slope is 0 there.",
		"∂f_i/∂w = φ_i by comparing coefficients":                          "it does not tell the step of a",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w by rearranging":                     "none of the lines before it",
		begun + "w ← w − γ Σ_i ∂ℓ_i/∂w; w = Σ_i a_i φ_i by descent":        "it holds without that",
		full + "; a ← a + γ (y − s(K a)) by the chain rule":                "Line 8 follows, but not by the chain rule",
		full + "; a ← a + γ (y − s(K a)) by comparing coefficients":        "line 7 has read it off already",
		full + "; a ← a + γ (y − s(f)) by descent; a ← a + γ (y − s(K a))": "Line 8 follows, but not by descent",
	} {
		r := w.Judge(t.Context(), text)
		bare := w.Judge(t.Context(), withoutReasons(text))
		said := ""
		for _, l := range r.Fact {
			said += l.String() + "\n"
		}
		if r.Accepted || !strings.Contains(said, want) {
			t.Errorf("%q: %s %s, want %s", text, r.Verdict.Words(), said, want)
		}
		if bare.Accepted != (r.Verdict == exercises.OtherForm) || !bare.Accepted && r.Verdict != bare.Verdict {
			t.Errorf("Judge(%q) = %s, want %s as without the reason", text, r.Verdict.Words(), bare.Verdict.Words())
		}
		for i, l := range w.Lines(t.Context(), text) {
			if !l.Follows {
				t.Errorf("Lines(%q): line %d does not follow, want it to", text, i+1)
			}
		}
	}
}

func withoutReasons(text string) string {
	lines := exercises.Lines(text)
	for i, l := range lines {
		lines[i], _, _ = exercises.Because(l)
	}
	return strings.Join(lines, ";")
}

// An unknown reason does not make a line wrong. It cannot be read, and the error
// lists the reasons. If the list is hidden, the words are ignored.
func TestWalk_unknownReasons(t *testing.T) {
	w := reasonedWalk(t)
	r := w.Judge(t.Context(), "∂f_i/∂w = φ_i by magic")
	if r.Verdict != exercises.Unreadable || r.At != 17 ||
		!strings.Contains(r.Fact[0].String(),
			"Line 1: “magic” is no reason of the list. Take one by its words, or its number, from 1 to 10.") {
		t.Errorf("%s at %d: %v", r.Verdict.Words(), r.At, r.Fact)
	}
	if got := w.Lines(t.Context(), "∂f_i/∂w = φ_i by magic"); len(got) != 1 || !got[0].Follows {
		t.Errorf("on the stage %+v", got)
	}
	if r := w.Judge(t.Context(), "∂f_i/∂w = φ_i by the def"); r.Verdict != exercises.Unreadable ||
		!strings.Contains(r.Fact[0].String(), "“the def” may be the definition of f or the definition of K.") {
		t.Errorf("%v", r.Fact)
	}
	w.words.Reasons.Unlisted = true
	for text, want := range map[string]string{"∂f_i/∂w = φ_i by magic": "So far every line follows",
		"∂f_i/∂w = φ_i by descent": "So far every line follows", "∂f_i/∂w = w by descent": "does not hold"} {
		if r := w.Judge(t.Context(), text); len(r.Fact) == 0 || !strings.Contains(r.Fact[0].String(), want) {
			t.Errorf("%q: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
	if got := w.words.Reasons.Choices(); got != nil {
		t.Errorf("shown: %v", got)
	}
}

// Two texts have the same slip if they give the same reason for the same line.
func TestWalk_sameReason(t *testing.T) {
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
	} {
		if got := w.SameSlip(t.Context(), c.a, c.b); got != c.same {
			t.Errorf("SameSlip(%q, %q) = %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func pushThrough(t testing.TB) Chain {
	t.Helper()
	s, err := NewSpace([]string{"X: n×d", "y: n", "lambda: 1"},
		[]string{"K = X X^T", "w = (X^T X + lambda I)^-1 X^T y", "a = (y - X w)/lambda"})
	if err != nil {
		t.Fatal(err)
	}
	c := Chain{
		Space: s, Goal: "a", Without: []string{"w", "a"}, Through: []string{"w = X^T a", "lambda a = y - X X^T a"},
		Given: []string{"(X^T X + lambda I) w = X^T y"},
		Reasons: Reasons{List: []Reason{
			{Called: "an inverse of X", By: ByNothing}, {Called: "multiplying by an inverse", By: ByInverse},
			{Called: "putting lines in", By: ByLines},
			{Called: "rearranging", By: ByAlgebra}, {Called: "the definition of a", Of: []string{"a"}},
			{Called: "the definition of K", Of: []string{"K"}}, {Called: "the primal system", Of: []string{"w"}},
		}},
	}
	if err := c.Reasoned(); err != nil {
		t.Fatal(err)
	}
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
		"X^T a by the definition of a":   "X^T a by rearranging; line 2: none of the lines before it",
		"λa = y − X X^T a by putting":    "λa = y − X w by putting lines in; λa = y − X X^T a by putting; line 3: nothing was put in",
		"(K + λI)a = y by rearranging":   "(K + λI)a = y by the definition of K; line 5: line 4 has that in it already",
		"(K + λI)a = y by rearr":         "(K + λI)a = y by multiplying by an inverse; (K + λI)a = y by rearr; line 5: no inverse",
		"by multiplying by an inverse":   "by rearranging; line 6: none of the lines",
		"y by multiplying by an inverse": "y by an inverse of X; line 6: nothing of it",
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
