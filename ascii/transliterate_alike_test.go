package ascii

import "testing"

// In seven bits no two letters of the lessons are written alike, and an index is
// told from what it is one of.
func TestSevenBitsTellLettersApart(t *testing.T) {
	v := View{Profile: SevenBit}
	seen := map[string]rune{}
	for _, r := range "aαkKlℓLsσgγtτfφwωeεxχpρnνhηzζvβbdδmμ1I" {
		got := v.Transliterate(string(r))
		if other, has := seen[got]; has {
			t.Errorf("%c and %c are both written %q", other, r, got)
		}
		seen[got] = r
	}
	for text, want := range map[string]string{
		"αk ← αk + s(αℓ old − αℓ)": "alpha_k <- alpha_k + s(alpha_ell old - alpha_ell)",
		"Ek − Eℓ":                  "Ek - E_ell",
		"α₃":                       "alpha3",
		"k = 3, ℓ = 2":             "k = 3, ell = 2",
		"αᵢ":                       "alpha_i",
		"Σαt = 0":                  "sum alpha t = 0",
		"αk + sαℓ":                 "alpha_k + s alpha_ell",
	} {
		if got := v.Transliterate(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// A product of letters with indices does not run into one word.
func TestIndexedLettersStayApart(t *testing.T) {
	for text, want := range map[string]string{"tₖtℓ": "tk t_ell", "Kₖₖ + 2Kₖℓ": "Kkk + 2Kk_ell", "αₖαℓ": "alpha_k alpha_ell", "x₁z₁": "x1z1"} {
		if got := (View{Profile: SevenBit}).Transliterate(text); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}
