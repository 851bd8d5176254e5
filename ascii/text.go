package ascii

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Transliterate writes s with seven-bit characters if the profile is SevenBit,
// and otherwise returns it unchanged. Call it before layout, because "σ"
// becomes "sigma", which takes five columns. x² becomes "x^2", x₁ "x1" and Kₖₗ
// "K_kl". α becomes "alpha", or "a" before a subscript, and the loss ℓ becomes
// "ell". Combining marks are dropped, and unknown runes become "?".
func (v View) Transliterate(s string) string {
	if v.Profile != SevenBit || isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	inSuperscript, last := false, rune(0)
	for i, r := range s {
		b.WriteString(separatorOf(last, r))
		last = r
		if r == 'α' {
			if next, _ := utf8.DecodeRuneInString(s[i+len("α"):]); subscript(next) != 0 {
				b.WriteByte('a')
				continue
			}
		}
		if exponent := superscript(r); exponent != 0 {
			if !inSuperscript {
				b.WriteByte('^')
			}
			b.WriteByte(exponent)
			inSuperscript = true
			continue
		}
		inSuperscript = false
		writeASCII(&b, r)
	}
	return b.String()
}

// separatorOf returns the text that is inserted between the ASCII forms of the previous rune and r.
// It is "_" before an index that is a letter, as in αₖ and Eₗ. It is a space between an index and the
// next letter, as in tₖtₗ, and next to a symbol that becomes a word, as in Σαt and ½λw.
func separatorOf(previous, r rune) string {
	switch {
	case unicode.IsLetter(previous) && subscript(previous) == 0 && unicode.IsLetter(rune(subscript(r))):
		return "_"
	case unicode.IsLetter(previous) && subscript(previous) != 0 && unicode.IsLetter(r) && subscript(r) == 0 &&
		superscript(r) == 0:
		return " "
	case isSpelledOut(r) && unicode.IsLetter(previous),
		isSpelledOut(previous) && (isSpelledOut(r) || unicode.IsLetter(r)) &&
			subscript(r) == 0 && superscript(r) == 0:
		return " "
	}
	return ""
}

// isSpelledOut reports whether the ASCII form of a rune is the name of a symbol, or a fraction.
func isSpelledOut(r rune) bool {
	return unicode.Is(unicode.Greek, r) || strings.ContainsRune("ℓ∑∏√∞½¼¾⅓", r)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// writeASCII writes the ASCII form of a rune.
func writeASCII(b *strings.Builder, r rune) {
	if r < utf8.RuneSelf {
		b.WriteByte(byte(r))
		return
	}
	if s := asciiWord(r); s != "" {
		b.WriteString(s)
		return
	}
	if RuneWidth(r) > 0 && r != '\ufe0f' {
		b.WriteByte(LetterFor(r))
	}
}

// asciiWord returns the ASCII form of a rune whose form has several characters, such as "alpha" for α.
func asciiWord(r rune) string {
	const forms = ";αalpha;ζzeta;ℓell;φphi;ϕphi;ΦPhi;σsigma;γgamma;λlambda;ηeta;κkappa;ξxi;μmu;µmu;νnu;πpi;ρrho;τtau;θtheta;ωomega;ΩOmega" +
		";βbeta;δdelta;ΔDelta;∆Delta;εeps;ϵeps;ψpsi;χchi;ΛLambda;ΓGamma" +
		";Σsum;∑sum;∏prod;√sqrt;∞inf;≤<=;⩽<=;≥>=;⩾>=;≠!=;≈~=;≡==;→->;⟶->;←<-;↔<->;⇒=>;⇔<=>;↦|->;±+/-;‖||;∥||;…..." +
		";⋯...;✓ok;✔ok;∈ in ;∉ not in ;∀for all ;∃there is ;∇grad ;∂d;∫int ;ℝR;½1/2;¼1/4;⅓1/3;¾3/4;≫>>;≪<<" +
		";ßss;æae;ÆAE;œoe;ŒOE;€EUR;—--;"
	_, afterRune, _ := strings.Cut(forms, ";"+string(r))
	form, _, _ := strings.Cut(afterRune, ";")
	return form
}

// superscript returns the ASCII character of a superscript, or 0 for other
// runes.
func superscript(r rune) byte {
	const pairs = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱiᵀTᵗtᵈdᵏkᵖpʲjᵐmˣxʸyᵃaᵇbᶜcᵉeˡl"
	return asciiPartner(pairs, r)
}

// subscript returns the ASCII character of a subscript, or 0 for other runes.
func subscript(r rune) byte {
	const pairs = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₒoₓxₕhₖkₗlₘmₙnₚpₛsₜtᵢiⱼjᵣrᵤuᵥvᵦbᵧy"
	return asciiPartner(pairs, r)
}

// asciiPartner returns the ASCII character that follows r in a string of pairs, or 0.
func asciiPartner(pairs string, r rune) byte {
	if r < utf8.RuneSelf {
		return 0
	}
	i := strings.IndexRune(pairs, r)
	if i < 0 {
		return 0
	}
	return pairs[i+utf8.RuneLen(r)]
}

// LetterFor returns the seven-bit character for a rune in a single cell, or '?'
// if there is none.
func LetterFor(r rune) byte {
	if r >= 0 && r < utf8.RuneSelf {
		return byte(r)
	}
	const pairs = "αaβbγgδdεeϵeζzηeθtκkλlμuµuνnξxπpρrσsτtφfϕfχcψpωwΓGΔD∆DΘTΛLΞXΠPΣSΦFΨPΩW∑S∏P∞8ℓlℝRℕNℤZℋH" +
		"√v≤<⩽<≥>⩾>≠#≈~∼~≡=−-–-—-‑-‐-‒-×x·*⋅*∙*∘o÷/±+⟨<⟩>〈<〉>‖|∥|∣|…." +
		"→>←<↑^↓v↔-↦>⇒>⇐<⇔=⟶>↵<⏎<↳>⇥>" +
		"─-━-═-╌-┄-┈-╴-╶-│|┃|║|╎|╏|┆|┊|╵|╷|┌+┐+└+┘+├+┤+┬+┴+┼+╭+╮+╰+╯+┏+┓+┗+┛+╋+┝+┥+╪+" +
		"▀\"▄_█#▌|▐|░.▒:▓#▁_▂_▃_▅=▆=▇#■O□o◆X◇x●*○o◉*◌o▲^△^▼v▽v▶>▷>◀<◁<▸>◂<▪*▫.•*‣>◦o★*☆*✓y✔y✗x✘x✕x‘'’'“\"”\"„\"«<»>‹<›>′'″\"" +
		"∈e∉!∅0∪U∩n∀A∃E∇D∂d∫S∝~⊂<⊆<⊤T⊥T⊕+⊗x°o§S¶P¡!¿?©c®r€EßsæaÆAœoŒOøoØOðdþtıiłlŁLđd½/¼/¾/⅓/≪<≫>"
	if b := asciiPartner(pairs, r); b != 0 {
		return b
	}
	if b := superscript(r); b != 0 {
		return b
	}
	if b := subscript(r); b != 0 {
		return b
	}
	switch {
	case r > 0x2800 && r <= 0x28ff:
		return '.'
	case r == 0x2800 || unicode.IsSpace(r):
		return ' '
	}
	return withoutAccent(r)
}

// withoutAccent returns a Latin letter without its accent.
func withoutAccent(r rune) byte {
	const pairs = "ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOÙUÚUÛUÜUÝY" +
		"àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoùuúuûuüuýyÿyčcČCšsŠSžzŽZřrŘRěeńnőoűuğgşsăaąaęeśsżzćc"
	if b := asciiPartner(pairs, r); b != 0 {
		return b
	}
	return '?'
}

// Join returns the texts of values with a separator between them.
func Join[T any](values []T, separator string, text func(T) string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = text(v)
	}
	return strings.Join(parts, separator)
}

// maxMarks is the maximum number of combining marks that CleanLine leaves on a character.
const maxMarks = 2

// CleanLine turns a text into a line that is safe to show anywhere. The result is valid UTF-8 of at
// most maxCells cells. It has no control, format, private or invisible characters, and at most 2
// combining marks on each character. Runs of spaces become one space. CleanLine does not change a
// clean line.
func CleanLine(text string, maxCells int) string {
	var b strings.Builder
	marks := maxMarks // marks on the last character; none are allowed before the first one
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', maxMarks
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks == maxMarks:
			continue
		default:
			marks++
		}
		b.WriteRune(r)
	}
	line := strings.Join(strings.Fields(b.String()), " ")
	width := 0
	for i, r := range line {
		if width += RuneWidth(r); width > maxCells {
			return strings.TrimRight(line[:i], " ")
		}
	}
	return line
}
