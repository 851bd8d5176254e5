package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// allowedRunes are the runes beyond ASCII and braille that screens may have. All are in
// DejaVu Sans Mono 2.37, looked at one by one, but for l, which is written l.
const allowedRunes = "·×÷°²³¹½¼¾±«»µ−–—…‘’“”‹›′″•‖" +
	"ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστφχψω" +
	"⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿᵀᵃᵇᵈᵉᵏᵐᵖᵗᵘˣ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢᵣᵤᵥⱼ" +
	"←↑→↓↔⇐⇒⇔↦∀∂∃∅∇∈∉∏∑√∝∞∧∨∩∪∫≈≠≡≤≥⊂⊆⊤⊥⋅⋯lℕℚℝℤ⟨⟩⌊⌋" +
	"─━│┃┄┆┈┊┌┐└┘├┤┬┴┼╌╎╭╮╯╰╴╵╶╷▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓" +
	"■□▪▫▲△▶▷▸▼▽◀◁◂◆◇◉○◌◎●◦★☆✓✗é"

// The golden screens use only glyphs that common fonts have.
func TestGlyphs_areInCommonFonts(t *testing.T) {
	seen := map[rune]string{}
	err := filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".golden" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, r := range string(text) {
			seen[r] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for r, path := range seen {
		if r > 0x7e && (r < 0x2800 || r > 0x28ff) && !strings.ContainsRune(allowedRunes, r) {
			t.Errorf("got %c (U+%04X) in %s, want only known glyphs", r, r, path)
		}
	}
}
