package expr

// lookAlikes has, in each text, a plain rune and then what looks like it or is
// meant by it where mathematics is typed or pasted.
var lookAlikes = [...]string{
	"-−–—‐‑‒﹣－", "+＋", "·×⋅∙•✕・‧", "*∗＊⋆", "/÷∕⁄／", "=＝",
	"(（❨", ")）❩", "[［", "]］", "{｛", "}｝", "<⟨〈", ">⟩〉", "‖∥║", "|∣｜", ",，、",
	"'’‘′‛´`", "\"“”„", "ᵀ⊤ᵗ", "Σ∑", "μµ", "lℓ", "eℯⅇ",
	" \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200b\u2060\ufeff\u2062",
}

// plain has the plain rune of each; it is read only.
var plain = func() map[rune]rune {
	of := map[rune]rune{}
	for _, alike := range lookAlikes {
		runes := []rune(alike)
		for _, r := range runes[1:] {
			of[r] = runes[0]
		}
	}
	return of
}()

// Plain is the plain rune that a rune looks like; not ok for most, which are
// their own.
func Plain(r rune) (rune, bool) {
	p, ok := plain[r]
	return p, ok
}
