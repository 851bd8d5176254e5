package ascii

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

func TestLine_Wrap(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Line
		w    int
		want string
	}{
		{"fits", Plain("one two"), 10, "one two"},
		{"breaks at blanks", Plain("one two three"), 8, "one two|three"},
		{"long word is cut", Plain("abcdefgh ij"), 3, "abc|def|gh|ij"},
		{"inks stay together", Line{{Text: "x"}, {Text: "₂", Ink: Dim}, {Text: " = 3"}}, 4, "x₂|= 3"},
		{"not inside a power", Plain("with φ(x)·φ(z) = (xᵀz + 1)² for all"), 24, "with φ(x)·φ(z)|= (xᵀz + 1)² for all"},
		{"not behind a sign", Plain("the distance ‖x − z‖² − 2σ"), 22, "the distance|‖x − z‖² − 2σ"},
		{"a short one not at all", Plain("where s = a + b holds"), 12, "where|s = a + b|holds"},
		{"not inside a number", Plain("there are 308 504, or 60 000 of them"), 14, "there are|308 504, or|60 000 of them"},
		{"not before a percent sign", Plain("about 95 % of all"), 8, "about|95 % of|all"},
		{"numbers side by side", Plain("the years 2024 100 and 7 12"), 15, "the years 2024|100 and 7 12"},
		{"a list may break", Plain("[1, √2x₁, √2x₂, x₁²]"), 12, "[1, √2x₁,|√2x₂, x₁²]"},
		{"not behind the sign of a sum", Plain("so that Σ αᵢtᵢ stays"), 12, "so that|Σ αᵢtᵢ stays"},
		{"nor behind its index", Plain("at each step w = Σᵢ aᵢφᵢ holds"), 20, "at each step|w = Σᵢ aᵢφᵢ holds"},
		{"not in a short bracket", Plain("first point, (−3.7, −3.5) is"), 18, "first point,|(−3.7, −3.5) is"},
		{"nor behind a letter", Plain("f(x) = Σⱼ αⱼtⱼk(xⱼ, x) + b"), 21, "f(x)|= Σⱼ αⱼtⱼk(xⱼ, x) + b"},
		{"inside a long one", Plain("(as one finds it in print)"), 14, "(as one finds|it in print)"},
		{"too wide all the same", Plain("(aaaa + bbbb)"), 8, "(aaaa +|bbbb)"},
		{"empty", nil, 5, ""},
		{"no room", Plain("one"), 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, l := range c.in.Wrap(c.w) {
				got = append(got, l.String())
			}
			check.Equal(t, strings.Join(got, "|"), c.want, "%s", c.name)
		})
	}
}

// Wrapping keeps every rune that is not a blank, in order, and no line is too wide.
func TestLine_WrapKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in Line
		for _, s := range rapid.SliceOfN(rapid.StringMatching(`[a-zα-ω₁²中 =+()]{0,12}`), 0, 6).Draw(t, "spans") {
			in = append(in, Span{Text: s})
		}
		w := rapid.IntRange(2, 30).Draw(t, "w")
		for name, lines := range map[string][]Line{"wrap": in.Wrap(w), "formula": in.WrapFormula(w)} {
			var out strings.Builder
			for _, l := range lines {
				if l.Width() > w {
					t.Fatalf("%s: got line %q, want at most %d columns", name, l.String(), w)
				}
				out.WriteString(l.String())
			}
			squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
			check.Must(t, squeeze(out.String()) == squeeze(in.String()),
				"%s(%q, %d) = %q, want all its letters", name, in.String(), w, out.String())
		}
	})
}

// A formula is broken before its relations, which are aligned, then before plus and minus,
// and never inside brackets that fit. A list of equations is broken between them.
func TestLine_WrapFormula(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"f(x) = wx + b", 20, "f(x) = wx + b"},
		{"(xᵀz + 1)² = (u + v + 1)² = u² + 2uv", 26, "(xᵀz + 1)² = (u + v + 1)²|           = u² + 2uv"},
		{"a = b = c", 6, "a = b|  = c"},
		{"αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ − λ", 20, "αₗ* = αₗ|  + tₗ(Eₖ − Eₗ)/κ|  − λ"},
		{"αₖ = 0.07, αₗ = 0.11, tₖ = +1, C = 1", 24, "αₖ = 0.07, αₗ = 0.11,|tₖ = +1, C = 1"},
		{"L = max(0, a), H = min(C, C + a)", 18, "L = max(0, a),|H = min(C, C + a)"},
		{"f(x) = Σ aⱼ k(xⱼ, x), j = 1, 2, 3", 24, "f(x) = Σ aⱼ k(xⱼ, x), j|     = 1, 2, 3"},
		{"1 + 2x₁z₁ + 2x₂z₂ + x₁²z₁²", 12, "1 + 2x₁z₁|  + 2x₂z₂|  + x₁²z₁²"},
	} {
		var got []string
		for _, l := range Plain(c.in).WrapFormula(c.w) {
			got = append(got, l.String())
		}
		check.Equal(t, strings.Join(got, "|"), c.want, "%q in %d columns", c.in, c.w)
	}
}

func TestView_Clip(t *testing.T) {
	for w, want := range map[int]string{0: "", 1: "…", 3: "ab…", 4: "abcd", 9: "abcd"} {
		check.Equal(t, (View{}).Clip(Plain("abcd"), w).String(), want, "clip to %d", w)
	}
	check.Equal(t, (View{Profile: SevenBit}).Clip(Plain("σ²"), 4).String(), "sig~", "Clip(σ²) in seven bits")
}

// In ASCII no two letters of the exercises are written alike, and an index differs from its letter.
func TestView_TransliterateUnique(t *testing.T) {
	v := View{Profile: SevenBit}
	seen := map[string]rune{}
	for _, r := range "aαkKlLsσgγtτfφwωeεxχpρnνhηzζvβbdδmμ1I" {
		got := v.Transliterate(string(r))
		if other, has := seen[got]; has {
			t.Errorf("%c and %c are both written %q, want two forms", other, r, got)
		}
		seen[got] = r
	}
	for text, want := range map[string]string{
		"αₖ ← αₖ + s(αₗ old − αₗ)": "a_k <- a_k + s(a_l old - a_l)",
		"Eₖ − Eₗ":      "E_k - E_l",
		"α₃":           "a3",
		"k = 3, l = 2": "k = 3, l = 2",
		"αᵢ":           "a_i",
		"Σαt = 0":      "sum alpha t = 0",
		"αₖ + sαₗ":     "a_k + s a_l",
		"tₖtₗ":         "t_k t_l",
		"Kₖₖ + 2Kₖₗ":   "K_kk + 2K_kl",
		"αₖαₗ":         "a_k a_l",
		"x₁z₁":         "x1z1",

		"Σℓ(yᵢ, fᵢ) + ½λ‖w‖²": "sum ell(y_i, f_i) + 1/2 lambda||w||^2",
		"λw, λaᵢ, 2λ, ΦᵀΦα":   "lambda w, lambda a_i, 2lambda, Phi^T Phi alpha",
		"+ CΣξ":               "+ C sum xi",
		"√x, √2, Größe, 3 µs": "sqrt x, sqrt2, Grosse, 3 mus",
	} {
		check.Equal(t, v.Transliterate(text), want, "%q", text)
	}
	l := v.TransliterateLine(Line{{Text: "½"}, {Text: "λ", Ink: Symbol1}, {Text: "aᵢ"}, {Text: "(w)"}})
	check.Equal(t, l.String(), "1/2 lambda a_i(w)", "a line of several spans")
}
