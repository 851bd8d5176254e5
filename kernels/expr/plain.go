package expr

// lookAlikes lists plain characters, each followed by the characters that look
// like it or mean the same in typed or pasted mathematics.
var lookAlikes = [...]string{
	"-−–—‐‑‒﹣－", "+＋", "·×⋅∙•✕・‧", "*∗＊⋆", "/÷∕⁄／", "=＝",
	"(（❨", ")）❩", "[［", "]］", "{｛", "}｝", "<⟨〈", ">⟩〉", "‖∥║", "|∣｜", ",，、",
	"'’‘′‛´`", "\"“”„", "ᵀ⊤ᵗ", "Σ∑", "μµ", "lℓ", "eℯⅇ",
	" \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200b\u2060\ufeff\u2062",
}

// plain maps each look-alike to its plain character. It is read-only.
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

// Plain returns the plain character that r looks like. The result ok is false
// for most runes, which are not look-alikes.
func Plain(r rune) (rune, bool) {
	p, ok := plain[r]
	return p, ok
}
