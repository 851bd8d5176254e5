package ascii

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Transliterate writes s with seven-bit characters where the profile is
// SevenBit, and returns it unchanged in all others. It belongs before layout,
// for "σ" becomes "sigma" and needs five columns. Superscripts become "^2",
// subscripts plain letters, combining marks are dropped, and a rune without a
// reading becomes "?".
func (v View) Transliterate(s string) string {
	if v.Profile != SevenBit || isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	raised := false
	for _, r := range s {
		if up := superscript(r); up != 0 {
			if !raised {
				b.WriteByte('^')
			}
			b.WriteByte(up)
			raised = true
			continue
		}
		raised = false
		b.WriteString(reading(r))
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// reading is how a rune is written in ASCII inside a text.
func reading(r rune) string {
	if r < utf8.RuneSelf {
		return string(r)
	}
	if s := word(r); s != "" {
		return s
	}
	if runeWidth(r) == 0 || r == '\ufe0f' {
		return ""
	}
	return string(rune(letterFor(r)))
}

// word reads the runes that take more than one letter.
func word(r rune) string {
	switch r {
	case 'φ', 'ϕ':
		return "phi"
	case 'Φ':
		return "Phi"
	case 'σ':
		return "sigma"
	case 'γ':
		return "gamma"
	case 'λ':
		return "lambda"
	case 'η':
		return "eta"
	case 'κ':
		return "kappa"
	case 'ξ':
		return "xi"
	case 'μ', 'µ':
		return "mu"
	case 'ν':
		return "nu"
	case 'π':
		return "pi"
	case 'ρ':
		return "rho"
	case 'τ':
		return "tau"
	case 'θ':
		return "theta"
	case 'ω':
		return "omega"
	case 'Ω':
		return "Omega"
	case 'β':
		return "beta"
	case 'δ':
		return "delta"
	case 'Δ', '∆':
		return "Delta"
	case 'ε', 'ϵ':
		return "eps"
	case 'ψ':
		return "psi"
	case 'χ':
		return "chi"
	case 'Λ':
		return "Lambda"
	case 'Γ':
		return "Gamma"
	}
	return symbolWord(r)
}

func symbolWord(r rune) string {
	switch r {
	case 'Σ', '∑':
		return "sum"
	case '∏':
		return "prod"
	case '√':
		return "sqrt"
	case '∞':
		return "inf"
	case '≤', '⩽':
		return "<="
	case '≥', '⩾':
		return ">="
	case '≠':
		return "!="
	case '≈':
		return "~="
	case '≡':
		return "=="
	case '→', '⟶':
		return "->"
	case '←':
		return "<-"
	case '↔':
		return "<->"
	case '⇒':
		return "=>"
	case '⇔':
		return "<=>"
	case '↦':
		return "|->"
	case '±':
		return "+/-"
	case '‖', '∥':
		return "||"
	case '…', '⋯':
		return "..."
	case '✓', '✔':
		return "ok"
	case '∈':
		return " in "
	case '∉':
		return " not in "
	case '∀':
		return "for all "
	case '∃':
		return "there is "
	case '∇':
		return "grad "
	case '∂':
		return "d"
	case '∫':
		return "int "
	case 'ℝ':
		return "R"
	case '½':
		return "1/2"
	case '¼':
		return "1/4"
	case '⅓':
		return "1/3"
	case '¾':
		return "3/4"
	case '≫':
		return ">>"
	case '≪':
		return "<<"
	}
	return latinWord(r)
}

func latinWord(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'Æ':
		return "AE"
	case 'œ':
		return "oe"
	case 'Œ':
		return "OE"
	case '€':
		return "EUR"
	case '—':
		return "--"
	}
	return ""
}

// superscript returns the ASCII character a superscript stands for, 0 for
// other runes.
func superscript(r rune) byte {
	const raised = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱiᵀTᵗtᵈdᵏkᵖpʲjᵐmˣxʸyᵃaᵇbᶜcᵉeˡl"
	return paired(raised, r)
}

// subscript returns the ASCII character a subscript stands for, 0 for others.
func subscript(r rune) byte {
	const lowered = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₒoₓxₕhₖkₗlₘmₙnₚpₛsₜtᵢiⱼjᵣrᵤuᵥvᵦbᵧy"
	return paired(lowered, r)
}

// paired looks r up in a string of pairs rune, ASCII character.
func paired(pairs string, r rune) byte {
	if r < utf8.RuneSelf {
		return 0
	}
	i := strings.IndexRune(pairs, r)
	if i < 0 {
		return 0
	}
	return pairs[i+utf8.RuneLen(r)]
}

// letterFor returns the one seven-bit character that stands for a rune in a
// cell; '?' where there is no better one.
func letterFor(r rune) byte {
	if r >= 0 && r < utf8.RuneSelf {
		return byte(r)
	}
	const single = "αaβbγgδdεeϵeζzηeθtκkλlμuµuνnξxπpρrσsτtφfϕfχcψpωwΓGΔD∆DΘTΛLΞXΠPΣSΦFΨPΩW∑S∏P∞8ℓlℝRℕNℤZℋH" +
		"√v≤<⩽<≥>⩾>≠#≈~∼~≡=−-–-—-‑-‐-‒-×x·*⋅*∙*∘o÷/±+⟨<⟩>〈<〉>‖|∥|∣|…." +
		"→>←<↑^↓v↔-↦>⇒>⇐<⇔=⟶>↵<⏎<↳>⇥>" +
		"─-━-═-╌-┄-┈-╴-╶-│|┃|║|╎|╏|┆|┊|╵|╷|┌+┐+└+┘+├+┤+┬+┴+┼+╭+╮+╰+╯+┏+┓+┗+┛+╋+┝+┥+╪+" +
		"▀\"▄_█#▌|▐|░.▒:▓#▁_▂_▃_▅=▆=▇#■O□o◆X◇x●*○o◉*◌o▲^△^▼v▽v▶>▷>◀<◁<▸>◂<▪*▫.•*‣>◦o★*☆*✓y✔y✗x✘x✕x‘'’'“\"”\"„\"«<»>‹<›>′'″\"" +
		"∈e∉!∅0∪U∩n∀A∃E∇D∂d∫S∝~⊂<⊆<⊤T⊥T⊕+⊗x°o§S¶P¡!¿?©c®r€EßsæaÆAœoŒOøoØOðdþtıiłlŁLđd½/¼/¾/⅓/≪<≫>"
	if b := paired(single, r); b != 0 {
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
	return accentless(r)
}

// accentless drops the accent of a Latin letter.
func accentless(r rune) byte {
	const latin = "ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOÙUÚUÛUÜUÝY" +
		"àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoùuúuûuüuýyÿyčcČCšsŠSžzŽZřrŘRěeńnőoűuğgşsăaąaęeśsżzćc"
	if b := paired(latin, r); b != 0 {
		return b
	}
	return '?'
}
