package ascii

import "unicode"

// Width returns the number of columns s takes: one a rune, two for East Asian
// wide runes and emoji, none for combining marks and control characters.
// Runes of ambiguous width count one; where a terminal draws them in two, the
// profile is SevenBit.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += RuneWidth(r)
	}
	return n
}

// RuneWidth returns the number of columns of one rune, as [Width] counts them.
func RuneWidth(r rune) int {
	switch {
	case r >= 0x2200 && r < 0x2300, r >= 0x2500 && r < 0x2900:
		return 1 // mathematics, rules, blocks and braille: most of a picture
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return 0
	case r < 0x300:
		if r == 0xad { // soft hyphen
			return 0
		}
		return 1
	case r == '\u200b' || r == '\ufeff' || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && wide(r):
		return 2
	}
	return 1
}

// wide reports the blocks that Unicode's East Asian Width (UAX #11) marks W or
// F, and the emoji that terminals draw in two columns.
func wide(r rune) bool {
	switch {
	case r <= 0x115f, r == 0x2329, r == 0x232a:
		return true
	case r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, r >= 0xa960 && r <= 0xa97f:
		return true
	case r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff, r >= 0xfe10 && r <= 0xfe19:
		return true
	case r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6:
		return true
	case r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1faff:
		return true
	case r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}
