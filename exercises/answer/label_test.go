package answer

import (
	"strings"
	"testing"
)

// A label is the field's own name, in any spelling, with the field's own relation;
// the text behind it stays where it was.
func TestUnlabelled(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"η <", "η < 3/14", "3/14"}, {"η <", "eta<3/14", "3/14"}, {"η <", "\\eta < 3/14", "3/14"}, {"η <", "0 < η < 3/14", "3/14"}, {"η <", "3/14", "3/14"},
		{"η <", "η < 0,5", "0,5"}, {"n ≤", "n <= 5", "5"},
		{"φ(x) =", "φ(x) = [x1]", "[x1]"}, {"φ(x) =", "phi = [x1]", "[x1]"}, {"φ(x) =", "φ(x₁, x₂) := [x1]", "[x1]"}, {"φ(x) =", "\\phi(x)^T = [x1]", "[x1]"},
		{"aᵢ ←", "a_i = a_i + 1", "a_i + 1"}, {"aᵢ ←", "a_i^{(t+1)} <- a_i + 1", "a_i + 1"}, {"aᵢ ←", "a_new[i] = a_i + 1", "a_i + 1"}, {"aᵢ ←", "a ← a + 1", "a + 1"},
		{"αℓ new =", "α_l = 0.3", "0.3"}, {"αℓ new =", "alpha_l^{new} = 0.3", "0.3"}, {"αℓ* =", "αℓ* = 0.3", "0.3"},
		{"P(+1 | x) =", "P(y=+1|x) = s(f)", "s(f)"}, {"k(x, z) =", "K(x_i, x_j) = x z", "x z"}, {"s′ =", "s'(u) = s(1-s)", "s(1-s)"},
		{"dℓ/ds =", `\frac{\partial\ell}{\partial s} = y/s`, "y/s"}, {"∂f/∂w =", "df/dw = φ", "φ"}, {"Σ αᵢtᵢ =", "sum = 1", "sum = 1"},
		{"f =", "= 8", "8"}, {"f =", "≈ 8", "8"}, {"times as long:", "times as long = 8", "8"}, {"x₂²z₂²", "x2^2 z2^2 = 1", "1"},
		{"f =", "1 - s(f) = s(-f)", "1 - s(f) = s(-f)"}, {"f =", "<x, z>^2", "<x, z>^2"}, {"η <", "|x|<x,z>", "|x|<x,z>"}, {"f =", "s(f<0)", "s(f<0)"},
	} {
		got, err := Unlabelled(c.text, c.label)
		if err != nil || strings.TrimSpace(got) != c.want || len([]rune(got)) != len([]rune(c.text)) {
			t.Errorf("%q before %q: %q %v, want %q", c.label, c.text, got, err, c.want)
		}
	}
	if got, err := Unlabelled("f(x1) = x1^2", "x₂ =", "f(x₁)"); err != nil || strings.TrimSpace(got) != "x1^2" {
		t.Errorf("another name of the field: %q %v", got, err)
	}
}

// Any other statement is none: it is refused where it stands, or left for the
// judge, who reads no equation either.
func TestOtherStatementsAreNoLabels(t *testing.T) {
	for _, c := range []struct {
		label, text string
		at          int
		fix         string
	}{
		{"η <", "η > 3/14", 2, ""}, {"η <", "η = 3/14", 2, ""}, {"η <", "η ≤ 3/14", 2, ""}, {"η <", "banana < 3/14", 7, ""}, {"η <", "< 3/14", 0, ""}, {"η <", "η <", 3, ""},
		{"s =", "s > 3", 2, "3"}, {"f =", "1 < 2", 2, "2"},
	} {
		if got, err := Unlabelled(c.text, c.label); err == nil || err.At != c.at || err.Fix != c.fix || got != c.text {
			t.Errorf("%q before %q: %q %+v", c.label, c.text, got, err)
		}
	}
	for _, c := range []struct {
		label, text string
		at          int
		fix         string
	}{
		{"φ(x) =", "banana = 0", 7, "0"}, {"P(+1 | x) =", "P(−1 | x) = 0", 10, "0"}, {"a₁′", "a₁″ = 0", 4, "0"}, {"Eₖ − Eℓ =", "E_k = 0", 4, "0"}, {"s =", "1/s if y=1", 8, "1"},
	} {
		text, err := Unlabelled(c.text, c.label)
		if err != nil {
			t.Errorf("%q before %q: %v", c.label, c.text, err)
			continue
		}
		_, wrong := Parse(t.Context(), text, Scope{})
		if s, ok := wrong.(*SyntaxError); !ok || s.At != c.at || s.Fix != c.fix {
			t.Errorf("%q before %q is read: %#v", c.label, c.text, wrong)
		}
	}
}
