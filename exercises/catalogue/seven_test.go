package catalogue

import "strings"

// transliterates reports whether every rune of a text has a form in seven
// bits.
func transliterates(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x2800 })
}
